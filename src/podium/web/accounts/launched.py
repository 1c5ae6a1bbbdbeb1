"""The machine on which `podium start` runs: the browser that it opens, who that is, what phones open, and the end."""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from threading import Timer

from litestar import Response
from markupsafe import Markup

from podium.app.access import permit_administration
from podium.app.accounts.accounts import User
from podium.app.accounts.logins import LaunchKey
from podium.app.problems import status_of
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.config import phone_address
from podium.core.errors import Refused
from podium.web.accounts.sign_in import welcome
from podium.web.frame.forms import Errors
from podium.web.frame.responses import ErrorPage, page, render_error, see_other
from podium.web.frame.visit import Visit
from podium.web.players.player_links import qr_code

STOPS_AFTER = 1.0  # seconds in which the last page and its style sheets are fetched


@dataclass(frozen=True, slots=True)
class FirstNamePage:
    """The form for the name of whoever runs events on this machine."""

    action: str
    name: str = ""
    errors: Errors = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hall:
    """What the machine itself is told on its first page: the `address` that phones open, if any, and its code.

    `alone` where nobody can sign in from another device, since there is no password.
    """

    address: str | None
    code: Markup | None
    alone: bool


def hall(visit: Visit) -> Hall | None:
    """What an administrator reads on the machine itself, where the launcher opened the browser."""
    actor = visit.actor
    if visit.shared.launch is None or not visit.on_this_machine or not actor.administrator or actor.user is None:
        return None
    address = phone_address(visit.shared.config, visit.site)
    alone = not visit.desk.registry.has_password(User(actor.user, actor.name, administrator=True))
    return Hall(address, qr_code(address) if address is not None else None, alone)


def launch_page(visit: Visit) -> Response[str]:
    """The way in for the browser that the launcher opened; on the first start the page that asks for a name."""
    launch = _launch_of(visit)
    if launch is None:
        return see_other(visit, "/") if visit.signed_in else _not_here(visit)
    if not visit.desk.registry.has_users():
        return page(visit, "first_name.html", FirstNamePage(visit.here))
    if not launch.spend(visit.path["token"]):
        return _not_here(visit)
    accounts = (each for each in visit.desk.registry.accounts() if each.administrator and each.disabled_at is None)
    first = min(accounts, key=lambda each: each.id)  # there is always one
    return welcome(visit, User(first.id, first.name, administrator=True), "/")


def take_name(visit: Visit) -> Response[str]:
    """The first account, signed in: it has no password, for on this machine it needs none."""
    launch, name = _launch_of(visit), visit.form.text("name")
    if launch is None:
        return _not_here(visit)
    try:
        user = visit.desk.registry.add_first_user(name, None)
    except Refused as error:
        context = FirstNamePage(visit.here, name, {"name": sentence(error)})
        return page(visit, "first_name.html", context, status=status_of(error))
    launch.spend(visit.path["token"])
    return welcome(visit, user, "/")


def stop(visit: Visit) -> Response[str]:
    """The last page: the server ends as it does at Ctrl+C."""
    permit_administration(visit.actor)
    if hall(visit) is None:
        return _not_here(visit, _("Podium is stopped on the machine on which it was started."))
    ending = Timer(STOPS_AFTER, signal.raise_signal, [signal.SIGINT])
    ending.daemon = True
    ending.start()
    return page(visit, "stopped.html", None)


def _launch_of(visit: Visit) -> LaunchKey | None:
    """The key, for a person at this machine who opened an address that is still good."""
    launch = visit.shared.launch
    here = visit.on_this_machine and visit.opened_here and visit.method != "HEAD"
    return launch if launch is not None and here and launch.is_good(visit.path["token"]) else None


def _not_here(visit: Visit, said: str = "") -> Response[str]:
    text = said or _("Such an address works once, on the machine that runs Podium: start Podium there once more.")
    return render_error(visit, ErrorPage(403, _("Not here, not now"), text))

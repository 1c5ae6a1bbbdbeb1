"""Coming and going: sign in, sign out, the first account of a fresh Podium, and links."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

from litestar import Response

from podium.app.access import Role
from podium.app.accounts import SHORTEST_PASSWORD, User
from podium.app.accounts import Link as PlayerLink
from podium.app.http_statuses import status_of
from podium.app.logins import SESSION_COOKIE, CodeWrong, LoginFailed, TooManyAttempts
from podium.app.views.live_boards import games_to_play
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.config import LOOPBACK
from podium.core.errors import Refused, Unknown
from podium.web.frame.forms import Errors, under_field
from podium.web.frame.responses import FORM_COOKIE, ErrorPage, Link, page, render_error, see_other, set_cookie
from podium.web.frame.status_line import StatusLine, is_local
from podium.web.frame.visit import Visit

SESSION_LASTS = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class LoginPage:
    """The form to sign in with; `next` is where to go then."""

    name: str = ""
    next: str = "/"
    errors: Errors = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SetupPage:
    """The form that makes the first account; from another machine it `asks_code`."""

    asks_code: bool
    name: str = ""
    shortest: int = SHORTEST_PASSWORD
    errors: Errors = field(default_factory=dict)


def login_page(visit: Visit) -> Response[str]:
    """The page to sign in."""
    if offers_setup(visit):
        return see_other(visit, "/setup")
    return page(visit, "login.html", LoginPage(next=_local(visit.query.get("next", "/"))))


def log_in(visit: Visit) -> Response[str]:
    """A session for those who know their password."""
    name, then = visit.form.text("name"), _local(visit.form.text("next"))
    try:
        user = visit.services.logins.log_in(name, visit.form.secret("password"), visit.address)
    except (LoginFailed, TooManyAttempts) as error:
        answer = LoginPage(name, then, {"password": sentence(error)})
        return page(visit, "login.html", answer, status=status_of(error))
    return welcome(visit, user, then)


def log_out(visit: Visit) -> Response[str]:
    """The end of the session."""
    if visit.secret:
        visit.desk.registry.close_session(visit.secret)
    response = see_other(visit, "/", StatusLine(_("You are signed out.")))
    response.delete_cookie(SESSION_COOKIE, path="/")
    return response


def offers_setup(visit: Visit) -> bool:
    """Whether this browser may make the first account: there is none, and it can prove that it may."""
    offered = _is_on_this_machine(visit) or visit.services.config.setup_code is not None
    return offered and not visit.desk.registry.has_users()


def _is_on_this_machine(visit: Visit) -> bool:
    """Whether the browser runs where Podium does, with nothing in between.

    The name in the address counts as well: another site can point its own name to this machine.
    """
    return visit.direct and visit.address in LOOPBACK and urlsplit(visit.site).hostname in LOOPBACK


def setup_page(visit: Visit) -> Response[str]:
    """The page that makes the first account."""
    if not offers_setup(visit):
        return _no_setup(visit)
    return page(visit, "setup.html", SetupPage(not _is_on_this_machine(visit)))


def create_owner(visit: Visit) -> Response[str]:
    """The first account, signed in."""
    if not offers_setup(visit):
        return _no_setup(visit)
    name, password = visit.form.text("name"), visit.form.secret("password")
    if password != visit.form.secret("again"):
        return _setup_again(visit, name, {"again": _("The two passwords differ.")}, 400)
    try:
        if not _is_on_this_machine(visit):
            code = visit.services.config.setup_code
            assert code is not None  # or nothing is offered
            visit.services.logins.prove(visit.form.text("code"), code, visit.address)
        user = visit.desk.registry.add_first_user(name, password)
    except (CodeWrong, TooManyAttempts) as error:
        return _setup_again(visit, name, {"code": sentence(error)}, status_of(error))
    except Refused as error:
        return _setup_again(visit, name, under_field(error, ("name", "password"), "name"), status_of(error))
    return welcome(visit, user, "/")


def open_link(visit: Visit) -> Response[str]:
    """A session for whoever opens a link, and the way to its tournament."""
    registry, own = visit.desk.registry, visit.path["secret"]
    link = registry.by_link(own)
    if link is None:
        text = _("This link does not work any more. Ask the organiser for a new one.")
        if registry.is_of_removed_player(own):
            text = _("This link was for a player who is not in the tournament any more. Ask the organiser about it.")
        return render_error(visit, ErrorPage(404, _("A link that has ended"), text))
    url = f"/t/{link.grant.tournament}"
    if link.grant.player is not None:
        url = _own_page(visit, link)
    if visit.actor.key == link.actor.key:  # this browser is signed in by the same link
        return see_other(visit, url)
    role, _player = visit.desk.role_and_player(visit.actor, link.grant.tournament)
    if visit.signed_in and role >= Role.SCORER:
        return see_other(
            visit, url, StatusLine(_("You are signed in already: the link gives you nothing more."), "info")
        )
    response = see_other(visit, url)
    _set_session(visit, response, registry.open_link_session(link))
    return response


def _own_page(visit: Visit, link: PlayerLink) -> str:
    """Where the link of a player leads: to the live game that is to be played now, or to the player's card."""
    url, player = f"/t/{link.grant.tournament}", link.grant.player
    assert player is not None
    try:
        games = games_to_play(visit.desk.see(link.actor, link.grant.tournament).state, player)
    except Unknown:
        games = []  # the tournament is gone: the card says so
    return f"{url}/games/{games[0].id}/play" if games else f"{url}/players/{player}"


def redirect_to_login(visit: Visit) -> Response[str]:
    """The way to the login page, and from there back here."""
    return see_other(visit, f"/login?next={quote(visit.here)}")


def welcome(visit: Visit, user: User, then: str) -> Response[str]:
    """The way on for somebody who is signed in from now on."""
    if visit.secret:
        visit.desk.registry.close_session(visit.secret)
    response = see_other(visit, then, StatusLine(_("Welcome, %(name)s.", name=user.name)))
    _set_session(visit, response, visit.desk.registry.open_session(user, visit.agent))
    return response


def _set_session(visit: Visit, response: Response[str], secret: str) -> None:
    set_cookie(visit, response, SESSION_COOKIE, secret, lasts=SESSION_LASTS)
    response.delete_cookie(FORM_COOKIE, path="/")


def _setup_again(visit: Visit, name: str, errors: Errors, status: int) -> Response[str]:
    return page(visit, "setup.html", SetupPage(not _is_on_this_machine(visit), name, errors=errors), status=status)


def _no_setup(visit: Visit) -> Response[str]:
    if visit.desk.registry.has_users():
        text, way_on = _("Podium has its first account. Sign in instead."), Link("/login", _("Sign in"))
    else:
        text = _("The first account is made on the machine that runs Podium: open it there, or run `podium user add`.")
        way_on = Link("/", _("Back to the tournaments"))
    return render_error(visit, ErrorPage(403, _("Not here, not now"), text, way_on=way_on))


def _local(address: str) -> str:
    return address if is_local(address) else "/"

"""Coming and going: sign in, sign out, the first account of a fresh Podium, and links."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import quote

from litestar import Response

from podium.app.access import ANYONE, Role
from podium.app.accounts.accounts import SHORTEST_PASSWORD, User
from podium.app.accounts.accounts import Link as PlayerLink
from podium.app.accounts.credentials import FORM_COOKIE
from podium.app.accounts.logins import (
    DEVICE_COOKIE,
    DEVICE_LASTS,
    SESSION_COOKIE,
    CodeWrong,
    LaunchKey,
    LoginFailed,
    TooManyAttempts,
)
from podium.app.accounts.words import actor_name
from podium.app.live.live_boards import games_to_play
from podium.app.problems import retry_after, status_of
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Refused, Unknown
from podium.web.frame.forms import Errors, under_field
from podium.web.frame.responses import ErrorPage, page, render_error, see_other, set_cookie
from podium.web.frame.visit import StatusLine, Visit, is_local

SESSION_LASTS = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class LoginPage:
    """The form to sign in with; `next` is where to go then. `launched` where the launcher knows a shorter way."""

    name: str = ""
    next: str = "/"
    errors: Errors = field(default_factory=dict)
    launched: bool = False


@dataclass(frozen=True, slots=True)
class SetupPage:
    """The form that makes the first account; from another machine it `asks_code`, where the launcher opened it no
    password."""

    asks_code: bool
    asks_password: bool
    action: str
    name: str = ""
    shortest: int = SHORTEST_PASSWORD
    errors: Errors = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LinkQuestion:
    """Whether to go on as the holder of a link: of a `player`, or of a scorer; `present` is who one is until then."""

    action: str
    event: str
    player: str | None
    present: str | None
    stay: str


def login_page(visit: Visit) -> Response[str]:
    """The page to sign in."""
    if offers_setup(visit):
        return see_other(visit, "/setup")
    here = visit.shared.launch is not None and visit.on_this_machine
    return page(visit, "login.html", LoginPage(next=_local(visit.query.get("next", "/")), launched=here))


def log_in(visit: Visit) -> Response[str]:
    """A session for a user who knows the password."""
    name, then = visit.form.text("name"), _local(visit.form.text("next"))
    try:
        user = visit.services.logins.log_in(name, visit.form.secret("password"), visit.address, visit.device)
    except (LoginFailed, TooManyAttempts) as error:
        answer = LoginPage(name, then, {"password": sentence(error)})
        response = page(visit, "login.html", answer, status=status_of(error))
        response.headers.update(retry_after(error))
        return response
    return welcome(visit, user, then)


def log_out(visit: Visit) -> Response[str]:
    """The end of the session."""
    if visit.secret:
        visit.desk.registry.close_session(visit.secret)
    response = see_other(visit, "/", StatusLine(_("You are signed out.")))
    response.delete_cookie(SESSION_COOKIE, path="/")
    return response


def offers_setup(visit: Visit) -> bool:
    """Whether this browser may make the first account: there is none, and it can prove that it may.

    Where the launcher opens the browser, the address that it opens is the only proof.
    """
    offered = visit.on_this_machine or visit.shared.config.setup_code is not None
    return offered and visit.shared.launch is None and not visit.desk.registry.has_users()


def setup_page(visit: Visit) -> Response[str]:
    """The page that makes the first account."""
    if not offers_setup(visit):
        return _no_setup(visit)
    return _setup(visit)


def create_owner(visit: Visit) -> Response[str]:
    """The first account, signed in."""
    if not offers_setup(visit):
        return _no_setup(visit)
    name, password = visit.form.text("name"), visit.form.secret("password")
    if password != visit.form.secret("again"):
        return _setup(visit, name, {"again": _("The two passwords differ.")}, 400)
    try:
        if not visit.on_this_machine:
            code = visit.shared.config.setup_code
            assert code is not None  # or nothing is offered
            visit.services.logins.prove(visit.form.text("code"), code, visit.address)
        user = visit.desk.registry.add_first_user(name, password)
    except (CodeWrong, TooManyAttempts) as error:
        return _setup(visit, name, {"code": sentence(error)}, status_of(error))
    except Refused as error:
        return _setup(visit, name, under_field(error, ("name", "password"), "name"), status_of(error))
    return welcome(visit, user, "/")


def launch_page(visit: Visit) -> Response[str]:
    """The way in for the browser that the launcher opened; on the first start the page that asks for a name."""
    launch, registry = _launch_of(visit), visit.desk.registry
    if launch is not None and not registry.has_users():
        return _setup(visit)
    if launch is not None and launch.spend(visit.path["token"]):
        accounts = (each for each in registry.accounts() if each.administrator and each.disabled_at is None)
        first = min(accounts, key=lambda each: each.id)  # there is always one
        return welcome(visit, User(first.id, first.name, administrator=True), "/")
    return see_other(visit, "/") if visit.signed_in else _no_setup(visit)


def take_name(visit: Visit) -> Response[str]:
    """The first account, signed in: it has no password, for on this machine it needs none."""
    launch, name = _launch_of(visit), visit.form.text("name")
    if launch is None:
        return _no_setup(visit)
    try:
        user = visit.desk.registry.add_first_user(name, None)
    except Refused as error:
        return _setup(visit, name, {"name": sentence(error)}, status_of(error))
    launch.spend(visit.path["token"])
    return welcome(visit, user, "/")


def _launch_of(visit: Visit) -> LaunchKey | None:
    """The key, for a person at this machine who opened an address that is still good."""
    launch, here = visit.shared.launch, visit.on_this_machine and visit.opened_here
    return launch if launch is not None and here and launch.is_good(visit.path["token"]) else None


def open_link(visit: Visit) -> Response[str]:
    """A session for a link, and the way to its tournament; a user with another session is asked first."""
    link = visit.desk.registry.by_link(visit.path["secret"])
    if link is None:
        return _link_ended(visit)
    url = _page_of_link(visit, link)
    if visit.actor.key == link.actor.key:  # this browser is signed in by the same link
        return see_other(visit, url)
    role, _player = visit.desk.role_and_player(visit.actor, link.grant.tournament)
    if visit.signed_in and role >= Role.SCORER:
        text = _("You are signed in already: the link gives you nothing more.")
        return see_other(visit, url, StatusLine(text, "info"))
    if visit.actor is not ANYONE or not visit.opened_here:
        return _ask_first(visit, link)
    return come_in(visit, link, url)


def replace_session(visit: Visit) -> Response[str]:
    """The session of a link in place of the one there was, for a user who said so."""
    link = visit.desk.registry.by_link(visit.path["secret"])
    if link is None:
        return _link_ended(visit)
    if visit.secret:
        visit.desk.registry.close_session(visit.secret)
    return come_in(visit, link, _page_of_link(visit, link))


def come_in(visit: Visit, link: PlayerLink, url: str) -> Response[str]:
    """The way to `url` in a session of that link."""
    state = visit.desk.journal.head(link.grant.tournament).state
    alone = link.grant.player is not None and state is not None and state.settings.live and state.settings.one_device
    try:
        secret = visit.desk.registry.open_link_session(link, visit.agent, alone=alone)
    except Refused as error:
        return render_error(visit, ErrorPage(409, _("One device for each player"), sentence(error)))
    response = see_other(visit, url)
    _set_session(visit, response, secret)
    return response


def _ask_first(visit: Visit, link: PlayerLink) -> Response[str]:
    """The page that asks whether to go on as the holder of a link."""
    try:
        state = visit.desk.see(link.actor, link.grant.tournament).state
    except Unknown:
        return _link_ended(visit)
    player = state.players.get(link.grant.player) if link.grant.player is not None else None
    context = LinkQuestion(
        action=f"/l/{visit.path['secret']}",
        event=state.settings.name,
        player=player.name if player is not None else None,
        present=_present_name(visit),
        stay=f"/t/{link.grant.tournament}",
    )
    return page(visit, "link_question.html", context)


def _present_name(visit: Visit) -> str | None:
    """Who somebody is now: an account or a player by name, a scorer's link by what it is called; None for nobody."""
    grant = visit.actor.grant
    if grant is None or grant.player is None:
        return None if visit.actor is ANYONE else actor_name(visit.actor)
    try:
        player = visit.desk.see(visit.actor, grant.tournament).state.players.get(grant.player)
    except Unknown:
        player = None
    return player.name if player is not None else actor_name(visit.actor)


def _link_ended(visit: Visit) -> Response[str]:
    text = _("This link does not work any more. Ask the organiser for a new one.")
    if visit.desk.registry.is_of_removed_player(visit.path["secret"]):
        text = _("This link was for a player who is not in the tournament any more. Ask the organiser about it.")
    return render_error(visit, ErrorPage(404, _("A link that has ended"), text))


def _page_of_link(visit: Visit, link: PlayerLink) -> str:
    """Where a link leads: to its tournament; that of a player to the live game to be played now, or to the card."""
    url, player = f"/t/{link.grant.tournament}", link.grant.player
    if player is None:
        return url
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
    device = visit.services.logins.device_cookie(user, visit.device)
    set_cookie(visit, response, DEVICE_COOKIE, device, lasts=int(DEVICE_LASTS.total_seconds()))
    return response


def _set_session(visit: Visit, response: Response[str], secret: str) -> None:
    set_cookie(visit, response, SESSION_COOKIE, secret, lasts=SESSION_LASTS)
    response.delete_cookie(FORM_COOKIE, path="/")


def _setup(visit: Visit, name: str = "", errors: Errors | None = None, status: int = 200) -> Response[str]:
    launched = visit.shared.launch is not None
    action = visit.here if launched else "/setup"
    context = SetupPage(not visit.on_this_machine, not launched, action, name, errors=errors or {})
    return page(visit, "setup.html", context, status=status)


def _no_setup(visit: Visit) -> Response[str]:
    if visit.shared.launch is not None:
        text = _("Such an address works once, on the machine that runs Podium: start Podium there once more.")
    elif visit.desk.registry.has_users():
        text = _("Podium has its first account. Sign in instead.")
    else:
        text = _("The first account is made on the machine that runs Podium: open it there, or run `podium user add`.")
    return render_error(visit, ErrorPage(403, _("Not here, not now"), text))


def _local(address: str) -> str:
    return address if is_local(address) else "/"

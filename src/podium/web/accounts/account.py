"""One's own account: the password, signed-in browsers, tokens for programs; and the language chosen in the menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps

from litestar import Response

from podium.app.accounts.accounts import SHORTEST_PASSWORD, OpenSession, Token, User
from podium.app.accounts.credentials import LANGUAGE_COOKIE, MOST_TOKEN_DAYS, SCOPES, TOKEN_DAYS, scope_named
from podium.app.accounts.logins import LoginFailed, TooManyAttempts
from podium.app.accounts.words import browser_name
from podium.app.problems import status_of
from podium.app.words.errors import sentence
from podium.app.words.language import _, available, language, ngettext, speaking
from podium.core.errors import Invalid, Unknown
from podium.core.ids import TournamentId
from podium.core.player import tidy
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.frame.forms import Errors, number_or_text, under_field
from podium.web.frame.responses import PageHandler, page, see_other, set_cookie
from podium.web.frame.visit import StatusLine, Visit, is_local
from podium.web.frame.words import languages

LANGUAGE_LASTS = 365 * 24 * 3600  # seconds that a device keeps the language


@dataclass(frozen=True, slots=True)
class AccountPage:
    """The account; tokens with how far each reaches; `secret` is a new one, which is shown once."""

    name: str
    administrator: bool
    tokens: tuple[tuple[Token, str], ...]
    sessions: tuple[tuple[OpenSession, str], ...]
    scopes: tuple[tuple[str, str], ...]
    events: tuple[tuple[str, str], ...]
    days: int = TOKEN_DAYS
    most_days: int = MOST_TOKEN_DAYS
    language: str = ""
    languages: tuple[tuple[str, str], ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    shortest: int = SHORTEST_PASSWORD
    asks_old: bool = True
    """Whether there is a password to change: who comes by the launcher may have none."""
    secret: str | None = None
    errors: Errors = field(default_factory=dict)


def with_account(act: Callable[[Visit, User], Response[str]]) -> PageHandler:
    """What `act` does about the account of the user who is signed in; for others the way to sign in."""

    @wraps(act)
    def handler(visit: Visit) -> Response[str]:
        actor = visit.actor
        if actor.user is None:
            return redirect_to_login(visit)
        return act(visit, User(actor.user, actor.name, actor.administrator))

    return handler


@with_account
def account_page(visit: Visit, user: User) -> Response[str]:
    """The page of one's own account."""
    return _show(visit, user)


@with_account
def change_password(visit: Visit, user: User) -> Response[str]:
    """A new password, for a user who knows the old one; other browsers are signed out."""
    old, new = visit.form.secret("old"), visit.form.secret("new")
    if new != visit.form.secret("again"):
        return _show(visit, user, {"again": _("The two passwords differ.")}, 400)
    try:
        if visit.desk.registry.has_password(user.id):
            visit.services.logins.log_in(user.name, old, visit.address, visit.device)
    except (LoginFailed, TooManyAttempts) as error:
        text = _("This is not your present password.") if isinstance(error, LoginFailed) else sentence(error)
        return _show(visit, user, {"old": text}, 400 if isinstance(error, LoginFailed) else status_of(error))
    try:
        ended = visit.desk.registry.set_password(user.name, new)
    except Invalid as error:
        return _show(visit, user, {"new": sentence(error)}, status_of(error))
    text = _("The password is changed. Sign in with the new one.")
    if ended:
        tokens = ngettext("%(num)s token is worthless now.", "%(num)s tokens are worthless now.", ended)
        text = f"{text} {tokens}"
    return see_other(visit, "/login?next=/account", StatusLine(text))


@with_account
def change_language(visit: Visit, user: User) -> Response[str]:
    """Another language for all browsers of the account; what was chosen in this one from the menu is forgotten."""
    code = visit.form.text("language") or None
    if code is not None and code not in available():
        raise Unknown("language", code)
    visit.desk.registry.set_language(user, code)
    with speaking(code or language()):
        response = see_other(visit, "/account", StatusLine(_("The language is kept.")))
    response.delete_cookie(LANGUAGE_COOKIE, path="/")
    return response


@with_account
def add_token(visit: Visit, user: User) -> Response[str]:
    """A new token; the only page that ever shows it."""
    form = visit.form
    days = number_or_text(form.text("days")) or TOKEN_DAYS
    try:
        label = tidy("label", form.text("label")) or "token"
        if not isinstance(days, int):
            raise Invalid("count-out-of-range", field="days", value=days, least=1, most=MOST_TOKEN_DAYS)
        event = visit.desk.see(visit.actor, TournamentId(form.text("event"))).state.id if form.text("event") else None
        scope = scope_named(form.text("scope"))
        _token, secret = visit.desk.registry.add_token(user, label, scope, event, days)
    except (Invalid, Unknown) as error:
        fields = ("label", "scope", "days")
        return _show(visit, user, under_field(error, fields, "event"), status_of(error))
    return _show(visit, user, secret=secret)


@with_account
def drop_token(visit: Visit, user: User) -> Response[str]:
    """A token less."""
    visit.desk.registry.drop_token(user, visit.number("token"))
    return see_other(visit, "/account", StatusLine(_("The token is worthless now.")))


@with_account
def end_session(visit: Visit, user: User) -> Response[str]:
    """A browser that is signed out."""
    visit.desk.registry.end_session(user, visit.path["session"])
    return see_other(visit, "/account", StatusLine(_("That browser is signed out.")))


@with_account
def end_other_sessions(visit: Visit, user: User) -> Response[str]:
    """All other browsers signed out."""
    if visit.secret is None:
        return redirect_to_login(visit)
    ended = visit.desk.registry.end_other_sessions(user, visit.secret)
    text = ngettext("%(num)s browser is signed out.", "%(num)s browsers are signed out.", ended)
    return see_other(visit, "/account", StatusLine(text))


def _show(
    visit: Visit, user: User, errors: Errors | None = None, status: int = 200, *, secret: str | None = None
) -> Response[str]:
    registry = visit.desk.registry
    names = {str(row["id"]): str(row["name"]) for row in registry.tournaments(user.id) if row["role"] is not None}
    context = AccountPage(
        user.name,
        visit.actor.administrator,
        tuple((each, _reach(each, names)) for each in registry.tokens(user)),
        tuple((each, browser_name(each.agent)) for each in registry.sessions(user, visit.secret)),
        tuple((scope.word, _(meaning)) for scope, meaning in SCOPES.items()),
        tuple(names.items()),
        language=registry.language(user) or "",
        languages=languages(),
        values=visit.form.values() if errors else {},
        asks_old=registry.has_password(user.id),
        secret=secret,
        errors=errors or {},
    )
    return page(visit, "account.html", context, status=status)


def _reach(token: Token, names: Mapping[str, str]) -> str:
    reach = _(SCOPES[token.scope])
    if token.tournament is None:
        return reach
    return _("%(reach)s, in %(event)s", reach=reach, event=names.get(token.tournament, token.tournament))


def choose_language(visit: Visit) -> Response[str]:
    """The way back to the page that the menu was on, in the language of the address from now on.

    It is an address and no form, so that pages for everybody need no token of anybody's.
    """
    code = visit.path["code"]
    if code not in available():
        raise Unknown("language", code)
    back = visit.query.get("back", "/")
    response = see_other(visit, back if is_local(back) else "/")
    set_cookie(visit, response, LANGUAGE_COOKIE, code, lasts=LANGUAGE_LASTS)
    return response

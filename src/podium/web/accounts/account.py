"""One's own account: the password, the browsers that are signed in, and tokens for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from litestar import Response

from podium.app.accounts.accounts import SHORTEST_PASSWORD, OpenSession, Token, User
from podium.app.accounts.browser_words import browser_name
from podium.app.accounts.credentials import LANGUAGE_COOKIE, MOST_TOKEN_DAYS, SCOPES, TOKEN_DAYS, scope_named
from podium.app.accounts.logins import LoginFailed, TooManyAttempts
from podium.app.server.http_statuses import status_of
from podium.app.words.errors import sentence
from podium.app.words.language import _, available, language, ngettext, speaking
from podium.core.errors import Invalid, Unknown
from podium.core.ids import TournamentId
from podium.core.player import tidy
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.frame.forms import Errors, number_or_text, under_field
from podium.web.frame.responses import page, see_other
from podium.web.frame.status_line import StatusLine
from podium.web.frame.visit import Visit
from podium.web.frame.words import languages


@dataclass(frozen=True, slots=True)
class TokenEntry:
    """A token in words."""

    id: int
    label: str
    reach: str
    expires_at: str
    last_used_at: str | None


@dataclass(frozen=True, slots=True)
class AccountPage:
    """The account; `secret` is a new token, which is shown once."""

    name: str
    administrator: bool
    tokens: tuple[TokenEntry, ...]
    sessions: tuple[tuple[OpenSession, str], ...]
    scopes: tuple[tuple[str, str], ...]
    events: tuple[tuple[str, str], ...]
    days: int = TOKEN_DAYS
    most_days: int = MOST_TOKEN_DAYS
    language: str = ""
    languages: tuple[tuple[str, str], ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    shortest: int = SHORTEST_PASSWORD
    secret: str | None = None
    errors: Errors = field(default_factory=dict)


def account_page(visit: Visit) -> Response[str]:
    """The page of one's own account."""
    user = _user(visit)
    return _show(visit, user) if user else redirect_to_login(visit)


def change_password(visit: Visit) -> Response[str]:
    """A new password, for those who know the old one; other browsers are signed out."""
    user = _user(visit)
    if user is None:
        return redirect_to_login(visit)
    old, new = visit.form.secret("old"), visit.form.secret("new")
    if new != visit.form.secret("again"):
        return _show(visit, user, {"again": _("The two passwords differ.")}, 400)
    try:
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


def change_language(visit: Visit) -> Response[str]:
    """Another language for all browsers of the account; what was chosen in this one from the menu is forgotten."""
    user = _user(visit)
    if user is None:
        return redirect_to_login(visit)
    code = visit.form.text("language") or None
    if code is not None and code not in available():
        raise Unknown("language", code)
    visit.desk.registry.set_language(user, code)
    with speaking(code or language()):
        response = see_other(visit, "/account", StatusLine(_("The language is kept.")))
    response.delete_cookie(LANGUAGE_COOKIE, path="/")
    return response


def add_token(visit: Visit) -> Response[str]:
    """A new token; the only page that ever shows it."""
    user = _user(visit)
    if user is None:
        return redirect_to_login(visit)
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


def drop_token(visit: Visit) -> Response[str]:
    """A token less."""
    user = _user(visit)
    if user is None:
        return redirect_to_login(visit)
    visit.desk.registry.drop_token(user, visit.number("token"))
    return see_other(visit, "/account", StatusLine(_("The token is worthless now.")))


def end_session(visit: Visit) -> Response[str]:
    """A browser that is signed out."""
    user = _user(visit)
    if user is None:
        return redirect_to_login(visit)
    visit.desk.registry.end_session(user, visit.path["session"])
    return see_other(visit, "/account", StatusLine(_("That browser is signed out.")))


def end_other_sessions(visit: Visit) -> Response[str]:
    """All other browsers signed out."""
    user = _user(visit)
    if user is None or visit.secret is None:
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
        tuple(_entry(each, names) for each in registry.tokens(user)),
        tuple((each, browser_name(each.agent)) for each in registry.sessions(user, visit.secret)),
        tuple((scope.word, _(meaning)) for scope, meaning in SCOPES.items()),
        tuple(names.items()),
        language=registry.language(user) or "",
        languages=languages(),
        values=visit.form.values() if errors else {},
        secret=secret,
        errors=errors or {},
    )
    return page(visit, "account.html", context, status=status)


def _entry(token: Token, names: Mapping[str, str]) -> TokenEntry:
    reach = _(SCOPES[token.scope])
    if token.tournament is not None:
        reach = _("%(reach)s, in %(event)s", reach=reach, event=names.get(token.tournament, token.tournament))
    return TokenEntry(token.id, token.label, reach, token.expires_at, token.last_used_at)


def _user(visit: Visit) -> User | None:
    actor = visit.actor
    return User(actor.user, actor.name, actor.administrator) if actor.user is not None else None

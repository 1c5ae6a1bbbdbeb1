"""Logging in and out, and tokens for programs."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter
from msgspec.structs import asdict

from podium.api.bodies import ApiRequest, Body
from podium.api.callers import WITHOUT_CALLER
from podium.api.documentation import ASKING, ask, change, problems
from podium.api.pages import paged
from podium.api.parameters import Injected, numbered
from podium.api.problems import Edge
from podium.app.accounts.accounts import SESSION_LASTS
from podium.app.accounts.answers import NewToken, SessionAnswer, TokensAnswer, token_row
from podium.app.accounts.credentials import TOKEN_DAYS, TokenScope, scope_named
from podium.app.accounts.logins import DEVICE_COOKIE, DEVICE_LASTS, SESSION_COOKIE, Logins
from podium.app.desk import Desk
from podium.app.event.settings_schema import one_of
from podium.app.versions import DoneAnswer
from podium.app.words.language import _
from podium.config import Config
from podium.core.errors import Invalid
from podium.core.ids import TournamentId, identity
from podium.core.player import tidy

TokenNumber = Annotated[str, PathParameter(description="A token.", min_length=1)]


class SessionBody(Body):
    """A name and its password."""

    name: str
    password: str


class TokenBody(Body):
    """What a token is for, in words; how far it reaches, in all tournaments or in one, and for how many days."""

    label: str = "token"
    scope: Annotated[str, one_of(*(scope.word for scope in TokenScope))] = TokenScope.EVERYTHING.word
    tournament_id: str | None = None
    days: int = TOKEN_DAYS


# A password takes its time to check, so this is nothing for the event loop.
@change(
    "POST /session",
    "A session for a name and its password: a cookie, and the token that must come with every write",
    problems(400, 401, 403, 413, 415, 429, 503),
    status=200,
    opt=WITHOUT_CALLER,
)
def log_in(
    request: ApiRequest,
    desk: Injected[Desk],
    logins: Injected[Logins],
    config: Injected[Config],
    data: JSONBody[SessionBody],
) -> Response[SessionAnswer]:
    address = request.client.host if request.client else ""
    device = request.cookies.get(DEVICE_COOKIE, "")
    user = logins.log_in(data.name, data.password, address, device)
    secret = desk.registry.open_session(user, request.headers.get("user-agent", ""))
    session = desk.registry.by_session(secret)
    assert session is not None
    cookies = [
        _cookie(config, SESSION_COOKIE, secret, int(SESSION_LASTS.total_seconds())),
        _cookie(config, DEVICE_COOKIE, logins.device_cookie(user, device), int(DEVICE_LASTS.total_seconds())),
    ]
    return Response(SessionAnswer(user.name, session.csrf), cookies=cookies)


@get(
    "/session",
    summary="Whose session this is, and the token that must come with every write",
    responses=problems(401, 503),
)
async def session(request: ApiRequest) -> SessionAnswer:
    if request.user.csrf is None:
        raise Edge(401, "session-missing", _("There is no session: log in first."))
    return SessionAnswer(request.user.actor.name, request.user.csrf)


@change("DELETE /session", "The end of this session", problems(401, 403, 503))
def log_out(request: ApiRequest, desk: Injected[Desk], config: Injected[Config]) -> Response[DoneAnswer]:
    desk.registry.close_session(request.cookies.get(SESSION_COOKIE, ""))
    return Response(DoneAnswer(), cookies=[_cookie(config, SESSION_COOKIE, "", 0)])


@change(
    "POST /tokens",
    "A new token; this answer is the only one that ever shows it",
    problems(400, 401, 403, 404, 413, 503),
)
def add_token(request: ApiRequest, desk: Injected[Desk], data: JSONBody[TokenBody]) -> NewToken:
    user = request.user.user
    label = tidy("label", data.label)
    if label is None:
        raise Invalid("name-missing", field="label", value=data.label)
    event = None
    if data.tournament_id is not None:
        event = desk.see(request.user.actor, TournamentId(identity("tournament", data.tournament_id))).state.id
    token, secret = desk.registry.add_token(user, label, scope_named(data.scope), event, data.days)
    return NewToken(**asdict(token_row(token)), token=secret)


@ask("/tokens", "The tokens of whoever asks, without their secrets", problems(400, 401, 403, 503))
@paged("tokens")
def tokens(request: ApiRequest, desk: Injected[Desk]) -> TokensAnswer:
    return TokensAnswer([token_row(token) for token in desk.registry.tokens(request.user.user)])


@change("DELETE /tokens/{tid:str}", "A token less: it is worthless from now on", ASKING)
def drop_token(request: ApiRequest, desk: Injected[Desk], tid: TokenNumber) -> DoneAnswer:
    desk.registry.drop_token(request.user.user, numbered("token", tid))
    return DoneAnswer()


def _cookie(config: Config, name: str, value: str, seconds: int) -> Cookie:
    """A cookie that lasts so long, and that no script and no other site can use."""
    return Cookie(name, value=value, max_age=seconds, httponly=True, samesite="lax", secure=config.secure_cookies)


HANDLERS = (log_in, session, log_out, add_token, tokens, drop_token)

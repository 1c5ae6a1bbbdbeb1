"""Who is calling: a program by its token, a browser by its session, or anyone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar.concurrency import sync_to_thread
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from podium.api.parts import parts_of
from podium.api.problems import Edge
from podium.app.access import ANYONE, Actor
from podium.app.accounts import User
from podium.app.logins import SESSION_COOKIE, is_same_token
from podium.app.words.language import _
from podium.core.errors import Forbidden, PodiumError

CSRF_HEADER = "x-csrf-token"
READS = ("GET", "HEAD", "OPTIONS")
WITHOUT_CALLER = {"exclude_from_auth": True}
"""The `opt` of a handler that does not ask who calls."""

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody, and what a browser must bring back with every write."""

    actor: Actor
    csrf: str | None = None

    @property
    def user(self) -> User:
        """The account; raises Forbidden for those who have none, such as holders of a link."""
        if self.actor.user is None:
            raise Forbidden("account")
        return User(self.actor.user, self.actor.name)


NOBODY = Caller(ANYONE)


class Authentication(AbstractAuthenticationMiddleware):
    """Tells who calls, as `request.user`; lets nobody write, and no browser without its token.

    A token that is not known is refused, a session that has ended is nobody. On the event loop: the database is asked,
    on another thread, only about strangers.
    """

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        caller = await self._caller(connection)
        if connection.scope["method"] not in READS:  # type: ignore[typeddict-item]  # there are no sockets
            _refuse_writer(connection, caller)
        return AuthenticationResult(caller, None)

    async def _caller(self, connection: Connection) -> Caller:
        registry = parts_of(connection.scope).desk.registry
        if (secret := _bearer(connection)) is not None:
            user = registry.recall_token(secret) or await sync_to_thread(registry.by_token, secret)
            if user is None:
                raise Edge(401, "token-unknown", _("The token is not known: it may have been revoked."))
            return Caller(user.actor)
        if (secret := connection.cookies.get(SESSION_COOKIE)) is not None:
            session = await sync_to_thread(registry.by_session, secret)
            return Caller(session.actor, session.csrf) if session else NOBODY
        return NOBODY


async def signed_in(connection: Connection, _handler: BaseRouteHandler) -> None:
    """A guard: raises a 401 for nobody."""
    if connection.user.actor is ANYONE:
        raise _nobody()


def not_allowed(actor: Actor, action: str) -> PodiumError:
    """The refusal for somebody whose role is not enough: a 401 for nobody, who may log in, else a 403."""
    return _nobody() if actor is ANYONE else Forbidden(action)


def _bearer(connection: Connection) -> str | None:
    header = connection.headers.get("authorization")
    if header is None:
        return None
    scheme, _space, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise Edge(401, "credentials-malformed", _("Authorization must be: Bearer, a space, and a token."))
    return secret.strip()


def _refuse_writer(connection: Connection, caller: Caller) -> None:
    """Nothing; raises a 401 where nobody wants to change something, a 403 for a browser without its token."""
    if caller.actor is ANYONE:
        raise _nobody()
    if caller.csrf is not None and not is_same_token(connection.headers.get(CSRF_HEADER, ""), caller.csrf):
        raise Edge(403, "csrf", _("A browser must send the X-CSRF-Token that it got with its session."))


def _nobody() -> Edge:
    return Edge(401, "credentials-missing", _("Log in, or send a token."))

"""Who is calling: a program by its token, a browser by its session, or anyone."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from podium.api.problems import Edge
from podium.app.access import ANYONE, Actor
from podium.app.accounts import Registry, User
from podium.app.logins import SESSION_COOKIE, is_same_token
from podium.core.errors import Forbidden, PodiumError

CSRF_HEADER = "x-csrf-token"


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


class Gate:
    """Tells who calls. `reader` takes anyone; `writer` wants credentials, and from a browser its token."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def reader(self, request: Request) -> Caller:
        """Who asks; a token that is not known is refused, a session that has ended is nobody."""
        if (secret := _bearer(request)) is not None:
            user = self._registry.by_token(secret)
            if user is None:
                raise Edge(401, "token-unknown", "The token is not known: it may have been revoked.")
            return Caller(user.actor)
        if (secret := request.cookies.get(SESSION_COOKIE)) is not None:
            session = self._registry.by_session(secret)
            return Caller(session.actor, session.csrf) if session else NOBODY
        return NOBODY

    def known(self, request: Request) -> Caller:
        """Who asks for something that is nobody's business but theirs; raises a 401 for nobody."""
        return _not_nobody(self.reader(request))

    def writer(self, request: Request) -> Caller:
        """Who wants to change something; raises a 401 for nobody, a 403 for a form from elsewhere."""
        return _checked(request, self.reader(request))

    async def writer_at_once(self, request: Request) -> Caller:
        """The same for the event loop: asks the database, on another thread, only about strangers."""
        if (secret := _bearer(request)) is not None and (user := self._registry.recall_token(secret)):
            return Caller(user.actor)
        return await run_in_threadpool(self.writer, request)


def not_allowed(actor: Actor, action: str) -> PodiumError:
    """The refusal for somebody whose role is not enough: a 401 for nobody, who may log in, else a 403."""
    return _nobody() if actor is ANYONE else Forbidden(action)


def _bearer(request: Request) -> str | None:
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise Edge(401, "credentials-malformed", "Authorization must be: Bearer, a space, and a token.")
    return secret.strip()


def _not_nobody(caller: Caller) -> Caller:
    if caller.actor is ANYONE:
        raise _nobody()
    return caller


def _nobody() -> Edge:
    return Edge(401, "credentials-missing", "Log in, or send a token.")


def _checked(request: Request, caller: Caller) -> Caller:
    _not_nobody(caller)
    if caller.csrf is not None and not is_same_token(request.headers.get(CSRF_HEADER, ""), caller.csrf):
        raise Edge(403, "csrf", "A browser must send the X-CSRF-Token that it got with its session.")
    return caller

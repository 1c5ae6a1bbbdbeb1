"""Who is calling: a program by its token, a browser by its session, or anyone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.concurrency import sync_to_thread

from podium.api.dependencies import parts_of
from podium.api.front.senders import SAFE
from podium.api.problems import Edge
from podium.app.access import ANYONE, Actor
from podium.app.accounts.accounts import User
from podium.app.accounts.audit import AUTHOR, Author
from podium.app.accounts.credentials import TokenLimited, TokenScope
from podium.app.accounts.logins import SESSION_COOKIE, is_same_token
from podium.app.server.observation import note_who
from podium.app.words.language import _
from podium.core.errors import Forbidden, PodiumError

CSRF_HEADER = "x-csrf-token"
JSON = "application/json"
WITHOUT_CALLER = {"caller": False}
"""The `opt` of a handler that does not ask who calls."""
SIGNED_IN = {"signed_in": True}
"""The `opt` of a handler that reads what nobody may see without an account, a link or a token."""

CHECKED_BY_JOURNAL = {"checked_by_journal": True}
"""The `opt` of a handler whose journal asks with every command whether a link is in force."""

AnyRequest = Request[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody, and what a browser must bring back with every write."""

    actor: Actor
    csrf: str | None = None

    @property
    def user(self) -> User:
        """The account; raises Forbidden for holders of a link, who have none, and for limited tokens."""
        if self.actor.user is None:
            raise Forbidden("do this without an account")
        if self.actor.limits is not None:
            raise TokenLimited("do this without an account")
        return User(self.actor.user, self.actor.name, self.actor.administrator)


NOBODY = Caller(ANYONE)


async def authenticate(request: AnyRequest) -> None:
    """Note who calls, as `request.user`, before the handler is asked.

    Nobody may write, and no browser without its token. A token that is not known is refused, a session that has ended
    is nobody. On the event loop: the database is asked, on another thread, only about strangers.
    """
    options = request.route_handler.opt
    address = request.client.host if request.client else ""
    AUTHOR.set(Author(ANYONE, address))
    if not options.get("caller", True):
        _must_be_json(request)
        return
    caller = request.scope["user"] = await _caller(request)
    AUTHOR.set(Author(caller.actor, address))
    note_who(caller.actor)
    writes = request.scope["method"] not in SAFE
    if caller.actor is ANYONE and (writes or options.get("signed_in")):
        raise _nobody()
    if writes and caller.csrf is not None and not is_same_token(request.headers.get(CSRF_HEADER, ""), caller.csrf):
        raise Edge(403, "csrf", _("A browser must send the X-CSRF-Token that it got with its session."))
    if writes and caller.actor.limits is not None and caller.actor.limits.scope is TokenScope.READ:
        raise TokenLimited("write")


def _must_be_json(request: AnyRequest) -> None:
    """Nothing, unless a form of another site may have sent this: a body without a known sender must be called JSON."""
    empty = request.headers.get("content-length", "0") == "0" and "transfer-encoding" not in request.headers
    if request.scope["method"] in SAFE or request.content_type[0] == JSON or empty:
        return
    raise Edge(415, "not-json", _("The body must be sent as application/json."), value=request.content_type[0])


def not_allowed(actor: Actor, action: str) -> PodiumError:
    """The refusal for somebody whose role is not enough: a 401 for nobody, who may log in, else a 403."""
    return _nobody() if actor is ANYONE else Forbidden(action)


async def must_be_known(request: AnyRequest) -> None:
    """Nothing, unless what the caller sent as proof has ended since it was remembered."""
    if (secret := _bearer(request)) is not None:
        await _holder(request, secret)


async def _caller(request: AnyRequest) -> Caller:
    registry = parts_of(request.scope).services.desk.registry
    later = bool(request.route_handler.opt.get("checked_by_journal"))
    if (secret := _bearer(request)) is not None:
        return Caller(registry.recall_bearer(secret, checked_later=later) or await _holder(request, secret))
    if (secret := request.cookies.get(SESSION_COOKIE)) is not None:
        known = registry.recall_session(secret, checked_later=later)
        session = known or await sync_to_thread(registry.by_session, secret)
        return Caller(session.actor, session.csrf) if session else NOBODY
    return NOBODY


async def _holder(request: AnyRequest, secret: str) -> Actor:
    """Whose secret that is; raises a 401 where it is nobody's."""
    actor = await sync_to_thread(parts_of(request.scope).services.desk.registry.by_bearer, secret)
    if actor is None:
        raise Edge(401, "token-unknown", _("The token is not known: it may have been revoked."))
    return actor


def _bearer(request: AnyRequest) -> str | None:
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _space, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise Edge(401, "credentials-malformed", _("Authorization must be: Bearer, a space, and a token."))
    return secret.strip()


def _nobody() -> Edge:
    return Edge(401, "credentials-missing", _("Log in, or send a token."))

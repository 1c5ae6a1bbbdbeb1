"""Who is calling: a program by its token, a browser by its session, or anyone; and what the headers of a request tell
of its sender, before anything else of it is read."""

from __future__ import annotations

from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.concurrency import sync_to_thread
from litestar.types import HTTPScope

from podium.api.parameters import parts_of, refuse_unknown_parameters
from podium.api.problems import Edge
from podium.app.access import ANYONE, Actor, Role
from podium.app.accounts.accounts import Registry, User
from podium.app.accounts.audit import AUTHOR, Author
from podium.app.accounts.credentials import TokenLimited, TokenScope
from podium.app.accounts.logins import SESSION_COOKIE, is_same_token, network
from podium.app.server.observation import note_who
from podium.app.words.language import _
from podium.core.errors import Forbidden, PodiumError

READS = ("GET", "HEAD")
SAFE = (*READS, "OPTIONS")  # methods that change nothing, so that anybody's page may send them
OURS = ("same-origin", "none")  # "none": typed or kept by the person at the browser
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
    """Note who calls, as `request.user`, before the handler is asked with parameters that it takes.

    Nobody may write, and no browser without its token. A token that is not known is refused, a session that has ended
    is nobody. On the event loop: the database is asked, on another thread, only about strangers.
    """
    refuse_unknown_parameters(request)
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


def address_of(scope: HTTPScope) -> str:
    """Where a request comes from; a whole network where one household has that."""
    client = scope.get("client")
    return network(client[0]) if client else ""


def header(scope: HTTPScope, wanted: bytes) -> str:
    """A header of a request; empty where there is none."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), "")


def cookie(scope: HTTPScope, wanted: str) -> str:
    """A cookie of a request; empty where there is none."""
    try:
        found = SimpleCookie(header(scope, b"cookie")).get(wanted)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def credential(scope: HTTPScope) -> str:
    """What a sender brings as proof, whatever it is worth; empty for strangers."""
    return header(scope, b"authorization") or cookie(scope, SESSION_COOKIE)


async def is_staff(scope: HTTPScope, registry: Registry) -> bool:
    """Whether the sender of a request has an account, or the link of a scorer: no stranger, and no player."""
    scheme, _space, bearer = header(scope, b"authorization").partition(" ")
    session = cookie(scope, SESSION_COOKIE)
    try:
        if scheme.lower() == "bearer" and bearer:
            actor = registry.recall_bearer(bearer) or await sync_to_thread(registry.by_bearer, bearer.strip())
            return actor is not None and _is_staff(actor)
        if session:
            found = registry.recall_session(session) or await sync_to_thread(registry.by_session, session)
            return found is not None and _is_staff(found.actor)
    except Exception:  # noqa: BLE001 - whatever is wrong, the application meets it too and says so
        return False
    return False


def _is_staff(actor: Actor) -> bool:
    return actor.user is not None or (actor.grant is not None and actor.grant.role >= Role.SCORER)


def foreign_sender(scope: HTTPScope) -> str:
    """The site whose page sent a request; empty where it is one of our own pages, or a program.

    A browser says of every request that changes something from where it comes. Programs say nothing of the kind, and
    what they bring as proof no other site can make a browser send.
    """
    if header(scope, b"authorization"):
        return ""  # no browser adds that by itself
    site, origin = header(scope, b"sec-fetch-site"), header(scope, b"origin")
    if site:
        return "" if site in OURS else origin or site
    return origin if origin and not _is_own(origin, header(scope, b"host")) else ""


def _is_own(origin: str, host: str) -> bool:
    """Whether an origin is the host that was asked; a proxy may have left the port out of the latter."""
    try:
        sender, here = urlsplit(origin), urlsplit(f"//{host}")
        same_port = here.port is None or here.port == (sender.port or {"http": 80, "https": 443}.get(sender.scheme))
    except ValueError:
        return False
    return sender.hostname is not None and sender.hostname == here.hostname and same_port

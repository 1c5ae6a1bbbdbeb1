"""Who sends a request, told from its headers alone, before anything of it is read."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from litestar.concurrency import sync_to_thread
from litestar.types import HTTPScope

from podium.app.access import Actor, Role
from podium.app.accounts.accounts import Registry
from podium.app.accounts.logins import SESSION_COOKIE, network

READS = ("GET", "HEAD")
SAFE = (*READS, "OPTIONS")  # methods that change nothing, so that anybody's page may send them
OURS = ("same-origin", "none")  # "none": typed or kept by the person at the browser


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

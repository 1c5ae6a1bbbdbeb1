"""What other sites send in the name of somebody who is signed in here: refused before it reaches a route.

A browser says of every request that changes something from where it comes. Programs say nothing of the kind, and what
they bring as proof no other site can make a browser send.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from podium.api.http_methods import SAFE
from podium.api.refusing import Refusing
from podium.api.strangers import header
from podium.app.overload import ForeignPage

OURS = ("same-origin", "none")  # "none": typed or kept by the person at the browser


class OwnPages:
    """The application behind it, which hears only its own pages, and programs."""

    def __init__(self, app: ASGIApp, refuse: Refusing) -> None:
        self.app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] in SAFE or not (sender := foreign_sender(scope)):
            await self.app(scope, receive, send)
        else:
            await self._refuse(scope, send, ForeignPage(sender))


def foreign_sender(scope: HTTPScope) -> str:
    """The site whose page sent a request; empty where it is one of our own pages, or a program."""
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

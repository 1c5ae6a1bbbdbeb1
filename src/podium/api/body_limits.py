"""Bodies of requests: small ones from anybody, larger ones only from those who have proved who they are.

What the routes allow is more, for lists and report files; here it is decided before a body is read.
"""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Receive, Scope, Send

from podium.api.strangers import header, is_staff
from podium.app.accounts import Registry
from podium.app.overload import BodyTooLarge


class BodyLimits:
    """The application behind it, which reads of strangers' bodies so many bytes and no more."""

    def __init__(self, app: ASGIApp, registry: Registry, most: int) -> None:
        self.app = app
        self._registry = registry
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        body = LimitedBody(scope, receive, self._registry, self._most)
        await self.app(scope, body.receive, send)


class LimitedBody:
    """The body of a request as it comes; raises BodyTooLarge as soon as it is known to be more than a stranger's."""

    def __init__(self, scope: HTTPScope, receive: Receive, registry: Registry, most: int) -> None:
        self._scope = scope
        self._receive = receive
        self._registry = registry
        self._most: int | None = most
        length = header(scope, b"content-length")
        self._announced = int(length) if length.isdigit() else 0
        self._came = 0

    async def receive(self) -> HTTPReceiveMessage:
        """The next part of the body."""
        await self._check(self._announced)
        message: HTTPReceiveMessage = await self._receive()  # type: ignore[assignment]  # of HTTP alone
        if message["type"] == "http.request":
            self._came += len(message.get("body", b""))
            await self._check(self._came)
        return message

    async def _check(self, size: int) -> None:
        if self._most is None or size <= self._most:
            return
        if not await is_staff(self._scope, self._registry):
            raise BodyTooLarge(self._most)
        self._most = None

"""Who writes at the moment, so that whoever only reads or watches can let them go first."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Send

from podium.api.strangers import header

SMALL = 16_384  # bytes of a body


class Writes:
    """Requests to write whose body has come and whose answer has not. Used on the event loop."""

    def __init__(self) -> None:
        self._count = 0
        self._none: asyncio.Future[None] | None = None  # for which somebody waits

    async def follow(self, app: ASGIApp, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Have it answered, and count it meanwhile; while its body comes slowly it holds nobody up."""
        counted = False
        ahead: list[Any] = []

        async def receiving() -> Any:
            nonlocal counted
            if ahead:
                return ahead.pop()
            message = await receive()
            if not counted and message["type"] == "http.request" and not message.get("more_body", False):
                counted = True
                self._begin()
            return message

        def end() -> None:
            nonlocal counted
            if counted:
                counted = False
                self._end()

        async def sending(message: Message) -> None:
            end()
            await send(message)

        try:
            if _is_small(scope):  # it is here, or about to be, so that also finding out who sent it has precedence
                ahead.append(await receiving())
            await app(scope, receiving, sending)
        finally:
            end()

    @property
    def in_progress(self) -> bool:
        """Whether somebody writes at the moment."""
        return self._count > 0

    async def pass_by(self, patience: float) -> None:
        """Wait until nobody writes, so many seconds at most."""
        if self._count:
            if self._none is None:
                self._none = asyncio.get_running_loop().create_future()
            await asyncio.wait((self._none,), timeout=patience)

    def _begin(self) -> None:
        self._count += 1

    def _end(self) -> None:
        self._count -= 1
        if self._count:
            return
        if self._none is not None:
            if not self._none.done():
                self._none.set_result(None)
            self._none = None


def _is_small(scope: HTTPScope) -> bool:
    """Whether a body is small, and was sent without asking first whether it may be."""
    if header(scope, b"expect") or header(scope, b"transfer-encoding"):
        return False
    length = header(scope, b"content-length") or "0"
    return length.isdecimal() and int(length) <= SMALL

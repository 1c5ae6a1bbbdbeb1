"""Connections: how long a request may take to come and an answer to be taken, and whose turn it is to be closed.

The web server has no limits of this kind. A request whose head is too long or comes too slowly, a body that trickles,
and a reader who takes nothing are ended here; where there are too many connections, the one that has kept us waiting
longest is closed, so that a client that comes with a request is always heard.
"""

from __future__ import annotations

import asyncio
import gc
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.config import Config as ServerConfig
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from podium.config import Limits

BYTES_PER_SECOND = 50_000  # of a large body, which has longer to come
MOST_UNREAD = 64_000_000  # bytes that are let pass of a body that was answered before it came
LARGE = 1_000_000  # bytes of a body that is let go of soon after the answer
FRAMING = 4  # bytes of a body for each that only frames it: sizes of chunks, trailers
LEAST_PER_SECOND = 1_000  # bytes of a body; less, after the time that a head has, is no slow line but a bad will
TAKES = 25.0  # seconds in which somebody must take more of an answer that waits

Waiting = dict["LimitedProtocol", None]
"""Connections whose other end is to act, the one that has kept us waiting longest first."""

_WAITING: WeakKeyDictionary[ServerState, Waiting] = WeakKeyDictionary()


def limited_protocol(limits: Limits) -> type[asyncio.Protocol]:
    """The protocol of a server's connections, with these limits."""

    class OfLimits(LimitedProtocol):
        LIMITS = limits

    return OfLimits


class LimitedProtocol(HttpToolsProtocol):
    """One connection. A timer runs while a head or a body is to come."""

    LIMITS = Limits()
    cycle: RequestResponseCycle | None  # type: ignore[assignment]  # none before the first request

    def __init__(
        self,
        config: ServerConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._awaits_head = True
        self._head_bytes = 0  # that came of a head which is not complete
        self._head_begun = False  # also with the bytes that ended the request before it
        self._body_bytes = 0
        self._framed_bytes = 0  # that came of a body, with what frames it
        self._body_began = 0.0
        self._receiving: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        self._waiting = _WAITING.setdefault(server_state, {})

    # --- the connection -------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the server has it
        super().connection_made(transport)
        self._waiting[self] = None
        # Nothing has begun that could be late: somebody who connects beforehand may rest as between two requests.
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)
        if len(self.connections) > self.LIMITS.connections:
            longest = next((each for each in self._waiting if each is not self), None)
            if longest is not None:
                del self._waiting[longest]
                longest.transport.abort()
            else:
                self._refuse(HTTPStatus.TOO_MANY_REQUESTS, b"retry-after: 2\r\n")

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_receiving()
        self._waiting.pop(self, None)
        if self._taking is not None:
            self._taking.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._awaits_head:
            self._head_bytes += len(data)
        else:
            self._framed_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._awaits_head:
            if self._head_bytes > self.LIMITS.head_bytes:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            elif (self._head_bytes or self._head_begun) and self._receiving is None:
                self._wait_for_head()
            return
        if self._receiving is None:
            first = min(self.LIMITS.head_seconds, self.LIMITS.body_seconds)
            self._receiving = self.loop.call_later(first, self._body_is_late)
        if self._framed_bytes - self._body_bytes > self.LIMITS.head_bytes + self._body_bytes / FRAMING:
            self._refuse(HTTPStatus.BAD_REQUEST)  # nearly nothing but chunks of a byte, or trailers

    # --- one request ----------------------------------------------------------------------

    def on_message_begin(self) -> None:
        self._head_begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._awaits_head, self._head_bytes, self._head_begun = False, 0, False
        self._stop_receiving()
        if self.transport.is_closing():
            return
        length = len(self.url) + sum([len(name) + len(value) for name, value in self.headers])
        if length > self.LIMITS.head_bytes:  # which came at once, with others
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        self._body_bytes, self._framed_bytes, self._body_began = 0, 0, self.loop.time()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        if self.cycle is None or self.transport.is_closing():
            return
        if self.cycle.response_complete and self._body_bytes > MOST_UNREAD:
            self.transport.close()
        else:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_receiving()
        self._awaits_head, self._head_bytes = True, 0
        if self.cycle is None or self.transport.is_closing():
            return
        if not self.cycle.response_complete:
            self._waiting.pop(self, None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self._body_bytes > LARGE:  # a request and its errors hold each other, and with them what was uploaded
            self.loop.call_later(1.0, gc.collect, 0)
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self._waiting[self] = None

    # --- readers who take nothing ---------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._waiting[self] = None
        self._taking = self.loop.call_later(TAKES, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.cycle is not None and not self.cycle.response_complete:
            self._waiting.pop(self, None)
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    # --- timers ---------------------------------------------------------------------------

    def _wait_for_head(self) -> None:
        self._waiting.pop(self, None)
        self._waiting[self] = None  # behind those that have kept us waiting for longer
        self._receiving = self.loop.call_later(self.LIMITS.head_seconds, self._head_is_late)

    def _head_is_late(self) -> None:
        if not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _body_is_late(self) -> None:
        """End the request, unless so much has come that the rest may take longer, or we do not read at the moment.

        Who sends next to nothing is ended as early as somebody whose head does not come.
        """
        if self.transport.is_closing():
            return
        allowed = self.LIMITS.body_seconds + self._body_bytes / BYTES_PER_SECOND
        passed = self.loop.time() - self._body_began
        left = allowed - passed
        crawls = self._body_bytes < LEAST_PER_SECOND * passed
        if (left > 0 and not crawls) or self.flow.read_paused:
            self._receiving = self.loop.call_later(max(min(left, self.LIMITS.head_seconds), 1.0), self._body_is_late)
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _stop_receiving(self) -> None:
        if self._receiving is not None:
            self._receiving.cancel()
            self._receiving = None

    def _refuse(self, status: HTTPStatus, more: bytes = b"") -> None:
        """End the connection; with an answer, where none has begun."""
        self._stop_receiving()
        cycle = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            end = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status.value] + more + end)
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()

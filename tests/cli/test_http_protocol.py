"""How long a connection may rest, and what of a request may be late."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from podium.cli.http_protocol import limited_protocol
from podium.config import Limits
from tests.kit.waiting import in_a_thread

REQUEST = b"GET / HTTP/1.1\r\nHost: hall\r\n\r\n"
BEGUN = REQUEST[:10]
BODY_TO_COME = b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 5\r\n\r\n"


class Wire(asyncio.Transport):
    """The other end of a connection, which keeps what is sent to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.taken = b""
        self.closed = False

    def write(self, data: Any) -> None:
        self.taken += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


async def nothing(_scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


def answered(*parts: bytes, limits: Limits) -> Wire:
    """What comes of a connection over which that is sent, with time between for every timer that is due at once."""

    async def run() -> Wire:
        config = uvicorn.Config(nothing, log_config=None, timeout_keep_alive=60)
        config.load()
        wire, connection = Wire(), limited_protocol(limits)(config, ServerState(), {})  # type: ignore[call-arg]  # the server's own
        connection.connection_made(wire)
        for part in parts:
            await asyncio.sleep(0.01)
            connection.data_received(part)
        await asyncio.sleep(0.01)
        connection.connection_lost(ConnectionResetError())
        return wire

    return in_a_thread(lambda: asyncio.run(run()))


AT_ONCE = Limits(head_seconds=0, body_seconds=0)


def test_a_connection_over_which_nothing_came_yet_is_not_late() -> None:
    wire = answered(REQUEST, limits=AT_ONCE)
    assert wire.taken.startswith(b"HTTP/1.1 204")
    assert not wire.closed


def test_a_head_that_has_begun_is_late() -> None:
    wire = answered(BEGUN, limits=AT_ONCE)
    assert wire.taken.startswith(b"HTTP/1.1 408")
    assert wire.closed


def test_a_body_that_does_not_come_is_late() -> None:
    wire = answered(BODY_TO_COME, limits=Limits(body_seconds=0))
    assert wire.taken.startswith(b"HTTP/1.1 408")
    assert wire.closed


def test_a_head_that_has_begun_with_the_end_of_the_request_before_is_late() -> None:
    wire = answered(REQUEST + BEGUN, limits=AT_ONCE)
    assert wire.taken.startswith(b"HTTP/1.1 204")
    assert b"408" in wire.taken
    assert wire.closed


def test_a_body_of_which_next_to_nothing_comes_is_as_late_as_a_head() -> None:
    large = b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 5000\r\n\r\n"
    assert answered(large, b"a", b"a", limits=Limits(head_seconds=0)).closed
    assert not answered(large + b"a" * 4000, limits=Limits(head_seconds=0)).closed


def test_a_head_in_pieces_is_heard_within_its_time() -> None:
    wire = answered(BEGUN, REQUEST[10:], REQUEST, limits=Limits())
    assert wire.taken.count(b"HTTP/1.1 204") == 2
    assert not wire.closed


def test_a_long_head_that_comes_whole_is_refused() -> None:
    long = b"GET / HTTP/1.1\r\nHost: hall\r\nX-Long: " + b"a" * 5_000 + b"\r\n\r\n"
    wire = answered(REQUEST + long, limits=Limits(head_bytes=1_000))
    assert wire.taken.endswith(b"connection: close\r\n\r\n")
    assert b" 431 " in wire.taken
    assert wire.closed

"""One Podium over HTTP: the routes of all, with the parts of this one, and the headers that every answer carries."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.types import Message

from podium.api.front.page_time import LimitedThreads
from podium.api.live import Live
from podium.api.problems import is_of_programs
from podium.app.pictures.svg import FINGERPRINT

DEPRECATED = "deprecated"
"""The option of a handler that is to go: since when, as a datetime."""
THREADS = 40  # for handlers that ask the database

Scope = Any  # of ASGI, where each kind of connection has a type of its own
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class BackgroundTask(Protocol):
    """Something with a thread of its own, which works while the server runs."""

    def start(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """Answers the requests of one server.

    `answer` is the site behind what stands before it; `parts` come with every request; the tasks in the `background`
    run from the server's start to its stop.
    """

    site: Litestar
    answer: Callable[[Any, Any, Any], Awaitable[None]]
    parts: Mapping[str, object]
    live: Live
    clock: Callable[[], int]
    background: Sequence[BackgroundTask]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or the server's start and stop."""
        if scope["type"] == "lifespan":
            await self._run(receive, send)
        else:
            scope["state"] = {**scope.get("state", {}), **self.parts, "arrived": self.clock()}
            if scope["type"] == "http" and scope["method"] == "HEAD" and is_of_programs(scope["path"]):
                scope, receive, send = _as_get(scope, receive, send)
            await self.answer(scope, receive, send)

    async def _run(self, receive: Receive, send: Send) -> None:
        """Be ready for requests from the server's start to its stop."""
        await receive()
        phase = "startup"
        try:
            asyncio.get_running_loop().set_default_executor(LimitedThreads(THREADS))
            for task in self.background:
                await asyncio.to_thread(task.start)
            async with self.live.while_running():
                await send({"type": "lifespan.startup.complete"})
                phase = "shutdown"
                await receive()
            for task in reversed(self.background):
                await asyncio.to_thread(task.close)
        except BaseException as problem:
            await send({"type": f"lifespan.{phase}.failed", "message": repr(problem)})
            raise
        await send({"type": "lifespan.shutdown.complete"})


def _as_get(scope: Scope, receive: Receive, send: Send) -> tuple[Scope, Receive, Send]:
    """A HEAD as the GET that tells what it would be answered: nothing is sent but the head, and then the client is
    gone, which ends a stream."""
    begun = asyncio.Event()

    async def receive_end() -> Any:
        return {"type": "http.disconnect"} if begun.is_set() else await receive()

    async def send_head(message: Any) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            begun.set()

    return {**scope, "method": "GET"}, receive_end, send_head


POLICY = (
    f"default-src 'self'; img-src 'self' data:; style-src 'self' {FINGERPRINT}; script-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
).encode()  # a picture that is a file of its own brings the sheet of styles with that fingerprint
FRAMED_BY = b"frame-ancestors"
HEADERS = (
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # the address of a scorer's link is a secret
)


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the policy on every answer; on one that tells something, also what was noted as `state.headers`.

    The sites that an answer itself names as its `frame-ancestors` may have it in a frame.
    """
    if message["type"] != "http.response.start":
        return
    noted = scope["state"].get("headers", {}) if message["status"] in (200, 304) else {}
    more = [(name.encode(), value.encode()) for name, value in noted.items()]
    if since := scope["route_handler"].opt.get(DEPRECATED) if "route_handler" in scope else None:
        more.append((b"deprecation", f"@{int(since.timestamp())}".encode()))
    own = [
        (name, _allowed(value, scope) if name == b"allow" else value)
        for name, value in message["headers"]
        if name != FRAMED_BY
    ]
    sites = dict(message["headers"]).get(FRAMED_BY, b"'none'")
    ours = [(name, value.replace(FRAMED_BY + b" 'none'", FRAMED_BY + b" " + sites)) for name, value in HEADERS]
    message["headers"] = [*own, *ours, *more]


def _allowed(value: bytes, scope: Scope) -> bytes:
    """All methods of the route, and not only those that the framework met first."""
    methods = _methods(scope["litestar_app"]).get(scope.get("path_template", ""), set(value.decode().split(", ")))
    reads = "GET" in methods and is_of_programs(scope["path"])
    return ", ".join(sorted(methods | {"HEAD"} if reads else methods)).encode()


@cache
def _methods(app: Litestar) -> dict[str, set[str]]:
    """The methods of each route, by its template."""
    return {route.path_format: set(route.methods) for route in app.routes if isinstance(route, HTTPRoute)}

"""The stream of a tournament as server-sent events: one message per new version."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from podium.api import asked
from podium.api.callers import Gate
from podium.api.live import Channel, Live, Message
from podium.api.problems import malformed
from podium.app.access import Actor
from podium.app.desk import Desk
from podium.app.views.changes import PARTS
from podium.core.errors import PodiumError
from podium.core.ids import TournamentId

HEARTBEAT = 15.0  # seconds
RETRY = b"retry: 2000\n\n"
MEDIA_TYPE = "text/event-stream"


class Stream:
    """The endpoint of a tournament's stream."""

    def __init__(self, desk: Desk, gate: Gate, live: Live) -> None:
        self._desk = desk
        self._gate = gate
        self._live = live

    async def events(self, request: Request) -> Response:
        """Every new version as it comes; first those missed since `Last-Event-ID` or `since`."""
        caller = await run_in_threadpool(self._gate.reader, request)
        stream = TournamentId(asked.identity("tournament", request.path_params["id"]))
        seen = await run_in_threadpool(self._desk.see, caller.actor, stream)
        since = _since(request)
        told = self._told(caller.actor, stream, seen.version, seen.version if since is None else since)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(told, headers=headers, media_type=MEDIA_TYPE)

    async def _told(self, actor: Actor, stream: TournamentId, head: int, since: int) -> AsyncIterator[bytes]:
        with self._live.watching(stream, head) as channel:
            yield RETRY
            await self._live.look([stream])  # what came between the first look and watching
            if since > channel.version:  # from another life of the database: everything may be different
                yield _said((channel.version, PARTS))
                since = channel.version
            while not self._live.closing:
                changed = channel.changed
                for message in await self._news(channel, stream, since):
                    since = message[0]
                    yield _said(message)
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    if not await self._may_watch(actor, stream):
                        return
                    yield b": still here\n\n"

    async def _news(self, channel: Channel, stream: TournamentId, since: int) -> list[Message]:
        news = channel.after(since)
        return news if news is not None else await self._live.missed(stream, since)

    async def _may_watch(self, actor: Actor, stream: TournamentId) -> bool:
        try:
            await run_in_threadpool(self._desk.see, actor, stream)
        except PodiumError:
            return False
        return True


def _since(request: Request) -> int | None:
    text = request.headers.get("last-event-id")
    if text is None:
        return asked.query_number(request, "since")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise malformed("Last-Event-ID must be a version.", field="Last-Event-ID", value=text)
    return int(text)


def _said(message: Message) -> bytes:
    version, changed = message
    data = msgspec.json.encode({"version": version, "parts": changed})
    return b"id: %d\ndata: %b\n\n" % (version, data)

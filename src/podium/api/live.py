"""Live news: what each tournament has come to, told to all who watch it.

The journal tells of this process's own commits; another process's are heard of by a notice of the database, or seen
when the heads of the watched streams are looked at, once a second.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence, Set
from contextlib import asynccontextmanager, contextmanager
from itertools import takewhile
from types import FrameType
from typing import Any

from litestar.concurrency import sync_to_thread

from podium.api.front.queue import ActsInProgress
from podium.api.game_streams import GameStreams
from podium.api.watchers import Admissions, Waiter, WakeUps
from podium.app.desk import Desk
from podium.app.event.changes import PARTS, parts
from podium.app.forecast.forecasts import Forecasts
from podium.app.hall.screens import NOTHING_DISPLAYED, Screens
from podium.app.ports import Feed, GameReceipt, Receipt, StreamId
from podium.core.errors import Unavailable
from podium.core.ids import TournamentId
from podium.flow.events import Event, StageChanged
from podium.games.events import ArbiterCalled, CallAnswered

MOST = 100  # versions told one by one; a reader who missed more is told to look at everything
LOOKS = 1.0  # seconds between looks at the heads
SIGNALS = (signal.SIGINT, signal.SIGTERM)

CALLS = (ArbiterCalled, CallAnswered)

Message = tuple[int, tuple[str, ...]]
"""A version, and the parts of the event that changed with it."""


class Channel:
    """The latest messages of one tournament, for as long as anybody watches it."""

    def __init__(self, version: int, wake_ups: WakeUps) -> None:
        self.version = version
        self.recent: deque[Message] = deque(maxlen=MOST)
        self.watchers: dict[Waiter, None] = {}  # in the order they came
        self.display = NOTHING_DISPLAYED
        self.calls = 0  # of players for an arbiter, and answers to them, since somebody watches
        self._wake_ups = wake_ups

    def add(self, message: Message) -> None:
        """Take the message of the next version, and wake the watchers."""
        self.version = message[0]
        self.recent.append(message)
        self.wake()

    def wake(self) -> None:
        """Have everybody look, some of them at a time."""
        self._wake_ups.wake(self.watchers)

    def after(self, version: int) -> list[Message] | None:
        """The messages after `version`; None where they reach back further than is kept."""
        if version >= self.version:
            return []
        if not self.recent or self.recent[0][0] > version + 1:
            return None
        later = list(takewhile(lambda message: message[0] > version, reversed(self.recent)))
        return later[::-1]


Channels = dict[TournamentId, Channel]


class Live:
    """Everybody who watches, by tournament."""

    def __init__(self, feed: Feed, screens: Screens, desk: Desk, acts: ActsInProgress, forecasts: Forecasts) -> None:
        self._feed = feed
        self._forecasts = forecasts
        self._screens = screens
        self._channels: Channels = {}
        self._delayed: Channels = {}  # of readers who are told of results later
        self._desk = desk
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._looking = asyncio.Lock()
        self._wanted: set[StreamId] = set()  # named by callers that wait for a look
        self.closing = False
        self._wake_ups = WakeUps(acts)
        self.games = GameStreams(feed, WakeUps(acts))  # players do not wait behind all who watch the event
        self.admissions = Admissions(desk)
        feed.on_commit(self._written)
        feed.on_game_commit(self._played)
        screens.on_change(self._displayed)

    def start(self) -> None:
        """Hear of what other processes write, from now on."""
        self._start(asyncio.get_running_loop())

    @contextmanager
    def watching(
        self, stream: TournamentId, version: int, *, delayed: bool = False
    ) -> Iterator[tuple[Channel, Waiter]]:
        """The channel of a tournament that was at `version` a moment ago, and who is woken when it changes.

        Readers who see it late have a channel of their own.
        """
        self._start(asyncio.get_running_loop())
        channels = self._delayed if delayed else self._channels
        channel = channels.setdefault(stream, Channel(version, self._wake_ups))
        waiter = Waiter()
        channel.watchers[waiter] = None
        try:
            yield channel, waiter
        finally:
            del channel.watchers[waiter]
            if not channel.watchers:
                del channels[stream]

    async def missed(self, stream: TournamentId, after: int, upto: int) -> list[Message]:
        """One message per version after one, up to another; one for all of them where they are too many."""
        news = await sync_to_thread(self._feed.news, stream, after, MOST)
        if len(news) == MOST:
            return [(upto, PARTS)]
        return [(version, parts(events)) for version, events in news if version <= upto]

    async def look(self, streams: Sequence[StreamId] = ()) -> None:
        """Catch up with what other processes wrote, to all watched streams or to some.

        Callers that ask while somebody looks are served together by the next look.
        """
        self._wanted.update(streams)
        async with self._looking:
            if streams and self._wanted.isdisjoint(streams):
                return  # somebody looked at them since we asked
            named, self._wanted = self._wanted if streams else set(), set()
            await self.games.look(named)
            for channels in (self._channels, self._delayed):
                wanted = [stream for stream in channels if not named or stream in named]
                if wanted:
                    await self._look_at_displays(channels, wanted)
                    await self._catch_up(channels, wanted)

    def _public_versions(self, streams: Sequence[StreamId]) -> Mapping[StreamId, int]:
        """How far the public may see each of these events."""
        heads = {stream: self._desk.journal.head(TournamentId(stream)) for stream in streams}
        return {stream: self._desk.public_heads.public_head(head).version for stream, head in heads.items()}

    async def _catch_up(self, channels: Channels, streams: Sequence[TournamentId]) -> None:
        """Tell the watchers of each of these events what is new in it."""
        versions = await sync_to_thread(
            self._public_versions if channels is self._delayed else self._feed.versions, streams
        )
        for stream in streams:
            head = versions.get(stream, 0)
            channel = channels.get(stream)
            if channel is not None and head > channel.version:
                for message in await self.missed(stream, channel.version, head):
                    if message[0] > channel.version:
                        channel.add(message)

    async def _look_at_displays(self, channels: Channels, streams: Sequence[TournamentId]) -> None:
        """Catch up with clock, messages and screens: read once, however many watch."""
        versions = await sync_to_thread(self._screens.versions, streams)
        for stream in streams:
            channel = channels.get(stream)
            if channel is not None and versions.get(stream, 0) != channel.display.version:
                channel.display = await sync_to_thread(self._desk.display, stream)
                channel.wake()

    @asynccontextmanager
    async def while_running(self) -> AsyncIterator[None]:
        """The life of the server: streams end when it is told to stop, for it waits until all are closed."""
        loop = asyncio.get_running_loop()
        before = {}
        if threading.current_thread() is threading.main_thread():
            before = {each: signal.getsignal(each) for each in SIGNALS}

        def leave(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self.close)
            if callable(handler := before[signal.Signals(number)]):
                handler(number, frame)

        for each in before:
            signal.signal(each, leave)
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
            self.close()

    def close(self) -> None:
        """End every stream."""
        self.closing = True
        if self._ticking is not None:
            self._ticking.cancel()
        for channel in (*self._channels.values(), *self._delayed.values()):
            for waiter in channel.watchers:
                waiter.wake()
        self.games.close()

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._loop is None:
            self._feed.on_notice(self._noticed)
        if self._loop is not loop or self._ticking is None or self._ticking.done():
            self._loop = loop
            self._looking = asyncio.Lock()
            self._ticking = loop.create_task(self._tick())

    async def _tick(self) -> None:
        while self._channels or not self.closing:
            await asyncio.sleep(LOOKS)
            try:
                await self.look()
                await self.games.tell_connected()
            except Unavailable:
                pass  # the database is away; the next look is in a second

    def _written(self, receipts: Sequence[Receipt | GameReceipt]) -> None:
        """Hear of this process's own commits, on the thread that wrote them."""
        news = [
            (each.stream, each.version, each.events)
            for each in receipts
            if isinstance(each, Receipt) and each.stream in self._channels
        ]
        if news:
            self._call(self._take, news)
        for each in receipts:
            moved = isinstance(each, Receipt) and any(isinstance(event, StageChanged) for event in each.events)
            if isinstance(each, Receipt) and (moved or each.stream in self._forecasts.under_way):
                self._forecasts.follow(each)

    def _played(self, receipts: Sequence[GameReceipt]) -> None:
        """The same for games."""
        if games := self.games.wanted(receipts):
            self._call(self.games.take, games)
        called = {each.state.tournament for each in receipts for event in each.events if isinstance(event, CALLS)}
        if called:
            self._call(self._called, called)

    def _called(self, streams: Set[TournamentId]) -> None:
        for channel in (self._channels[stream] for stream in streams if stream in self._channels):
            channel.calls += 1
            channel.wake()

    def _displayed(self, streams: Sequence[TournamentId]) -> None:
        """Hear that this process changed what these events display, on the thread that did."""
        if any(stream in self._channels or stream in self._delayed for stream in streams):
            self._call(self._look_soon, streams)

    def _noticed(self, streams: Sequence[StreamId]) -> None:
        """Hear that another process wrote to these streams, on the thread that listens."""
        self._call(self._look_soon, streams)

    def _call(self, function: Callable[[Any], None], news: object) -> None:
        if self._loop is None:
            return
        try:
            self._loop.call_soon_threadsafe(function, news)
        except RuntimeError:
            pass  # the loop has ended, and with it everybody who watched

    def _take(self, news: Sequence[tuple[TournamentId, int, tuple[Event, ...]]]) -> None:
        for stream, version, events in news:
            channel = self._channels.get(stream)
            if channel is None or version <= channel.version:
                continue
            if version == channel.version + 1:
                channel.add((version, parts(events)))
            else:  # another process, or another thread, was between: read what it wrote
                self._look_soon([stream])

    def _look_soon(self, streams: Sequence[StreamId]) -> None:
        task = asyncio.ensure_future(self.look(streams))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # the next tick will see it

"""Everybody who watches a live stream: how they are woken, and how those are found who may not watch any more.

To wake one costs some hundredths of a millisecond; to wake five thousand at once would keep everybody waiting for as
long as that takes. So they are woken some at a time, a quarter of the time and no more: where results come faster than
all can be woken, each hears of several at once. Somebody who is about to write goes first, for some hundredths of a
second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Protocol

from litestar.concurrency import sync_to_thread

from podium.api.front.queue import ActsInProgress
from podium.app.access import Actor, Role
from podium.app.accounts.accounts import Watching, shut_out
from podium.app.desk import Desk
from podium.core.errors import Unavailable
from podium.core.ids import TournamentId

TOGETHER = 25  # that are woken at once
PAUSE = 0.004  # seconds between two of them: the last of 5,000 wakes a second after the first
PATIENT = 10  # pauses in which they let writers go first
LOOKS = 1.0  # seconds between two looks at who may watch

log = logging.getLogger(__name__)


class Sleeper(Protocol):
    """Somebody who can be woken."""

    def wake(self) -> None:
        """Have them go on."""


class Waiter:
    """Somebody who waits to be woken; a call that comes before is not lost."""

    def __init__(self) -> None:
        self._called = False
        self._waiting: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Have the one who waits go on, now or as soon as they would wait."""
        self._called = True
        self.go_on()

    async def wait(self, patience: float) -> bool:
        """Whether there was a call within so many seconds."""
        if not self._called:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            late = loop.call_later(patience, self.go_on)
            try:
                await self._waiting
            finally:
                late.cancel()
                self._waiting = None
        called, self._called = self._called, False
        return called

    def go_on(self) -> None:
        """End the wait, if there is one."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class WakeUps:
    """The sleepers that are to be woken, each once, in the order they were named. Used on the event loop."""

    def __init__(self, acts: ActsInProgress) -> None:
        self._acts = acts
        self._waited = 0  # pauses for writers
        self._due: dict[Sleeper, None] = {}
        self._loop: asyncio.AbstractEventLoop | None = None  # that has the next of them in mind

    def wake(self, sleepers: Iterable[Sleeper]) -> None:
        """Wake these soon: the writer of what they are woken for gets an answer before."""
        self._due.update(dict.fromkeys(sleepers))
        loop = asyncio.get_running_loop()
        if self._due and self._loop is not loop:
            self._loop = loop
            loop.call_soon(self._next, loop)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._acts.count and self._waited < PATIENT:
            self._waited += 1
        else:
            self._waited = 0
            for sleeper in list(islice(self._due, TOGETHER)):
                del self._due[sleeper]
                sleeper.wake()
        self._loop = loop if self._due else None
        if self._due:
            loop.call_later(PAUSE, self._next, loop)


class Admission:
    """Somebody who watches; `ended` once they may not any more, and then woken."""

    def __init__(self, watching: Watching, wake: Callable[[], None]) -> None:
        self.watching = watching
        self.wake = wake
        self.ended = False


class Admissions:
    """Everybody who watches. Used on the event loop."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._admitted: set[Admission] = set()
        self._looking: asyncio.Task[None] | None = None

    @contextmanager
    def admitted(
        self, actor: Actor, tournament: TournamentId, role: Role, wake: Callable[[], None]
    ) -> Iterator[Admission]:
        """Somebody who watches a tournament in a role; `wake` lets the stream notice that this has ended."""
        admission = Admission(Watching(actor, tournament, role, actor.credential), wake)
        self._admitted.add(admission)
        self._start()
        try:
            yield admission
        finally:
            self._admitted.discard(admission)

    async def look(self) -> None:
        """End the streams of watchers who may not watch any more."""
        watching = {each.watching for each in self._admitted}
        ended = await sync_to_thread(shut_out, watching, self._desk.registry, self._desk.journal)
        for each in [each for each in self._admitted if each.watching in ended]:
            each.ended = True
            each.wake()

    def _start(self) -> None:
        """Look from now on, for as long as anybody watches, on the loop that is running."""
        loop = asyncio.get_running_loop()
        looking = self._looking
        if looking is None or looking.done() or looking.get_loop() is not loop:
            self._looking = loop.create_task(self._look_on())

    async def _look_on(self) -> None:
        while self._admitted:
            await asyncio.sleep(LOOKS)
            try:
                await self.look()
            except Unavailable:
                pass  # it is asked again in a second
            except Exception:  # whatever is wrong must not keep those in who are to be out
                log.exception("Who watches could not be looked at")

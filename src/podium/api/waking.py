"""Waking thousands who watch the same thing, some at a time, so that whoever asks for something else is heard between.

To wake one costs some hundredths of a millisecond; to wake five thousand in one breath would keep everybody waiting
for as long as that takes, and a hall where results come each moment would be deaf. So a quarter of the time is for
waking, and no more: where results come faster than all can be woken, each hears of several at once. And whoever is
about to write goes first, for some hundredths of a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import islice
from typing import Protocol

from podium.api.writes import Writes

TOGETHER = 25  # that are woken in one breath
PAUSE = 0.004  # seconds between two of them: the last of 5,000 wakes a second after the first
PATIENT = 10  # pauses in which they let those who write go first


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
        self._go_on()

    async def wait(self, patience: float) -> bool:
        """Whether there was a call within so many seconds."""
        if not self._called:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            late = loop.call_later(patience, self._go_on)
            try:
                await self._waiting
            finally:
                late.cancel()
                self._waiting = None
        called, self._called = self._called, False
        return called

    def _go_on(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Waking:
    """Those who are to be woken, each once, in the order they were named. Used on the event loop."""

    def __init__(self, writes: Writes) -> None:
        self._writes = writes
        self._due: dict[Sleeper, None] = {}
        self._waking_on: asyncio.AbstractEventLoop | None = None  # the loop that has the next of them in mind
        self._waited = 0  # pauses for those who write

    def wake(self, sleepers: Iterable[Sleeper]) -> None:
        """Wake these soon: whoever wrote what they are woken for gets an answer before."""
        self._due.update(dict.fromkeys(sleepers))
        loop = asyncio.get_running_loop()
        if self._due and self._waking_on is not loop:
            self._waking_on = loop
            loop.call_soon(self._next, loop)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._writes.in_progress and self._waited < PATIENT:
            self._waited += 1
        else:
            self._waited = 0
            for sleeper in list(islice(self._due, TOGETHER)):
                del self._due[sleeper]
                sleeper.wake()
        self._waking_on = loop if self._due else None
        if self._due:
            loop.call_later(PAUSE, self._next, loop)

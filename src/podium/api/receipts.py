"""The way back from the thread that writes to the event loop that waits."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future

from podium.app.ports import Receipt


class Receipts:
    """Hands receipts over to the event loop: those of one transaction wake it once, not a hundred times."""

    def __init__(self) -> None:
        self._delivery: _Delivery | None = None

    async def receipt(self, future: Future[Receipt]) -> Receipt:
        """The receipt, once it is on disk; or the refusal."""
        loop = asyncio.get_running_loop()
        if self._delivery is None or self._delivery.loop is not loop:
            self._delivery = _Delivery(loop)
        delivery = self._delivery
        waiting: asyncio.Future[Receipt] = loop.create_future()
        future.add_done_callback(lambda done: delivery.arrived(waiting, done))
        return await waiting


class _Delivery:
    """The way to one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._done: deque[tuple[asyncio.Future[Receipt], Future[Receipt]]] = deque()
        self._called = False

    def arrived(self, waiting: asyncio.Future[Receipt], done: Future[Receipt]) -> None:
        """Take what was written, on the thread that wrote it."""
        self._done.append((waiting, done))
        if not self._called:
            self._called = True
            try:
                self.loop.call_soon_threadsafe(self._deliver)
            except RuntimeError:
                pass  # the loop has ended; nobody waits any more, and what is written is written

    def _deliver(self) -> None:
        self._called = False  # before the deque is emptied: what comes now calls again
        while self._done:
            waiting, done = self._done.popleft()
            if waiting.cancelled():
                continue
            if (problem := done.exception()) is not None:
                waiting.set_exception(problem)
            else:
                waiting.set_result(done.result())

"""Taking turns: so many at once, so many who wait, and all others are told to come back.

Where many wait, every second turn is of whoever came last: one who sends thousands of requests in a moment would
otherwise have everybody who comes after them wait until all of those are answered.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from podium.app.overload import Busy, TooManyRequests

PATIENCE = 10.0  # seconds that somebody waits for a turn at most, where nothing else is said
COME_BACK = 2  # seconds after which those who were sent away may ask again
FEW = 16  # who wait, all of them in the order they came


class Turns:
    """Work of one kind. Those who wait hold no thread; one address can take only its share of the places."""

    def __init__(self, at_once: int, waiting: int, per_address: int, patience: float = PATIENCE) -> None:
        self._free = at_once
        self._patience = patience
        self._most_waiting = waiting
        self._per_address = per_address
        self._waiting: deque[tuple[str, asyncio.Future[None]]] = deque()
        self._of_address: Counter[str] = Counter()
        self._last_came_first = False  # who had the turn before
        self._lock = threading.Lock()  # in tests, several loops of one process may share the work

    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """One's turn; raises TooManyRequests where the address waits often enough, Busy where too many wait."""
        turn = await self.begin(address)
        try:
            yield
        finally:
            turn.end()

    async def begin(self, address: str) -> Turn:
        """One's turn, which somebody has to end; raises as `turn` does."""
        place = self._take(address)
        if place is not None:
            await self._wait(place)
        return Turn(self._end)

    def _take(self, address: str) -> tuple[str, asyncio.Future[None]] | None:
        """None, if it is one's turn at once; else the place in the queue."""
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return None
            if self._of_address[address] >= self._per_address:
                raise TooManyRequests("too-many-requests", COME_BACK)
            if len(self._waiting) >= self._most_waiting:
                raise Busy(COME_BACK)
            place = address, asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            self._of_address[address] += 1
            return place

    async def _wait(self, place: tuple[str, asyncio.Future[None]]) -> None:
        try:
            await asyncio.wait_for(asyncio.shield(place[1]), self._patience)
        except (TimeoutError, asyncio.CancelledError) as problem:
            with self._lock:
                given_up = place in self._waiting
                if given_up:
                    self._waiting.remove(place)
                    self._left(place[0])
            if not given_up:
                self._end()  # the turn came in that very moment
            if isinstance(problem, TimeoutError):
                raise Busy(COME_BACK) from None
            raise

    def _end(self) -> None:
        """Let the next one in."""
        with self._lock:
            while self._waiting:
                self._last_came_first = len(self._waiting) > FEW and not self._last_came_first
                address, future = self._waiting.pop() if self._last_came_first else self._waiting.popleft()
                self._left(address)
                loop = future.get_loop()
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_wake, future)
                    return
            self._free += 1

    def _left(self, address: str) -> None:
        self._of_address[address] -= 1
        if not self._of_address[address]:
            del self._of_address[address]


class Turn:
    """A turn that has begun."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._end: Callable[[], None] | None = end

    def end(self) -> None:
        """Let the next one in; to be called once or more."""
        end, self._end = self._end, None
        if end is not None:
            end()


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)

"""A queue: so many are answered at once, so many wait, and all others are told to come back.

Where many wait, every second turn is of whoever came last: one who sends thousands of requests in a moment would
otherwise have everybody who comes after them wait until all of those are answered.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from collections.abc import Callable

from podium.api.front.route_limits import Limit
from podium.app.server.overload import Busy, TooManyRequests

COME_BACK = 2  # seconds after which those who were sent away may ask again
MOMENT, MOMENTS = 0.005, 10  # seconds after which a reader looks again whether somebody acts, and how often
FEW = 16  # who wait, all of them in the order they came


class Queue:
    """Requests of one kind. Those who wait hold no thread; one address can take only its share of the places."""

    def __init__(self, limit: Limit) -> None:
        self._free = limit.at_once
        self._limit = limit
        self._waiting: deque[tuple[str, asyncio.Future[None]]] = deque()
        self._of_address: Counter[str] = Counter()
        self._last_came_first = False  # who had the turn before
        self._lock = threading.Lock()  # in tests, several loops of one process may share the work

    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    async def begin(self, address: str) -> Callable[[], None]:
        """One's turn: what ends it, to be called once or more.

        Raises TooManyRequests where the address waits often enough, Busy where too many wait or it took too long.
        """
        place = self._take(address)
        if place is not None:
            await self._wait(place)
        return once(self._end)

    def _take(self, address: str) -> tuple[str, asyncio.Future[None]] | None:
        """None, if it is one's turn at once; else the place in the queue."""
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return None
            if self._of_address[address] >= self._limit.per_address:
                raise TooManyRequests("too-many-requests", COME_BACK)
            if len(self._waiting) >= self._limit.waiting:
                raise Busy(COME_BACK)
            place = address, asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            self._of_address[address] += 1
            return place

    async def _wait(self, place: tuple[str, asyncio.Future[None]]) -> None:
        try:
            await asyncio.wait_for(asyncio.shield(place[1]), self._limit.patience)
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
                    loop.call_soon_threadsafe(_let_in, future)
                    return
            self._free += 1

    def _left(self, address: str) -> None:
        self._of_address[address] -= 1
        if not self._of_address[address]:
            del self._of_address[address]


class ActsInProgress:
    """Acts whose body has come and whose answer has not begun: those who only read or watch let them go first."""

    def __init__(self) -> None:
        self.count = 0

    def begin(self) -> Callable[[], None]:
        """Count one more: what ends it, to be called once or more."""
        self.count += 1
        return once(self._end)

    def _end(self) -> None:
        self.count -= 1

    async def pass_by(self) -> None:
        """Wait until there is none, for a moment at most."""
        for _ in range(MOMENTS):
            if not self.count:
                return
            await asyncio.sleep(MOMENT)


def once(act: Callable[[], None]) -> Callable[[], None]:
    """What acts when it is called for the first time."""
    left = [act]

    def first() -> None:
        if left:
            left.pop()()

    return first


def _let_in(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)

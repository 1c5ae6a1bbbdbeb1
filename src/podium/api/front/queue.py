"""Queues of requests, and the one table that says which routes wait in which: so many are answered at once, so many
wait, and all others are told to come back.

A route that is not in the table is a page to read, or an act: pages are answered one after another to strangers, acts
at once. The staff, who have an account or the link of a scorer, wait for none but passwords.

Where many wait, every second turn is that of the last to come: a client that sends thousands of requests in a moment
would otherwise have everybody who comes after it wait until all of those are answered.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from litestar.utils import normalize_path

from podium.api.callers import READS
from podium.app.server.overload import Busy, TooManyRequests
from podium.config import Limits

COME_BACK = 2  # seconds after which a client that was sent away may ask again
MOMENT, MOMENTS = 0.005, 10  # seconds after which a reader looks again whether somebody acts, and how often
FEW = 16  # who wait, all of them in the order they came
PATIENCE = 10.0  # seconds that somebody waits
LONG_PATIENCE = 60.0  # a whole hall comes back at once after a restart


class Kind(Enum):
    """What a request asks for, as far as limits go."""

    PAGE = auto()
    ACT = auto()
    COSTLY = auto()  # takes tenths of a second and more to work out
    FORECAST = auto()  # waits for other processes: nobody's page waits for that
    PASSWORD = auto()  # takes a twentieth of a second and 64 MB to look at
    KNOWN_DEVICE = auto()  # a password from where somebody signed in before: no guesser makes its owner wait
    STREAM = auto()  # held for hours
    CREDENTIAL = auto()  # whose it is, before anything else: a guesser takes no thread from the others
    MACHINE = auto()  # for programs that look after the server


ROUTES: Mapping[str, Kind] = {
    "GET /health": Kind.MACHINE,
    "GET /ready": Kind.MACHINE,
    "GET /metrics": Kind.MACHINE,
    "POST /login": Kind.PASSWORD,
    "POST /setup": Kind.PASSWORD,
    "POST /invitation/{secret:str}": Kind.PASSWORD,
    "POST /account/password": Kind.PASSWORD,
    "POST /api/session": Kind.PASSWORD,
    "POST /api/invitations/{secret:str}/accept": Kind.PASSWORD,
    "GET /api/tournaments/{id:str}/events": Kind.STREAM,
    "GET /api/tournaments/{id:str}/rounds/{n:str}/games/events": Kind.STREAM,
    "GET /api/matches/{id:str}/events": Kind.STREAM,
    "GET /api/pairings/{id:str}/why": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/bracket.svg": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/crosstable": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/documents/{kind:str}": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/export/{format:str}": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/forecast": Kind.FORECAST,
    "GET /api/tournaments/{id:str}/pgn": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/pictures/{name:str}": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/players/{pid:str}/tiebreaks": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/rounds/{n:str}/pgn": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/story": Kind.COSTLY,
    "GET /t/{id:str}/bracket/print": Kind.COSTLY,
    "GET /t/{id:str}/certificates": Kind.COSTLY,
    "GET /t/{id:str}/certificates/print": Kind.COSTLY,
    "GET /t/{id:str}/crosstable": Kind.COSTLY,
    "GET /t/{id:str}/games/{pairing:str}/position.png": Kind.COSTLY,
    "GET /t/{id:str}/games/{pairing:str}/why": Kind.COSTLY,
    "GET /t/{id:str}/pictures/{name:str}": Kind.COSTLY,
    "GET /t/{id:str}/rounds/{round:int}/pgn": Kind.COSTLY,
    "GET /t/{id:str}/share.png": Kind.COSTLY,
    "GET /t/{id:str}/story": Kind.COSTLY,
    "GET /t/{id:str}/story/print": Kind.COSTLY,
}
"""The routes of every kind but pages and acts, as the framework has them."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many are answered at once, how many wait for that in all and from one address, and for how long."""

    at_once: int
    waiting: int
    per_address: int
    patience: float = PATIENCE


def limits_by_kind(limits: Limits) -> Mapping[Kind, Limit]:
    """The limit of each kind that has a queue."""
    return {
        Kind.PAGE: Limit(1, limits.connections, limits.connections, LONG_PATIENCE),
        Kind.COSTLY: Limit(1, limits.questions_waiting, limits.questions_waiting),
        Kind.FORECAST: Limit(2, limits.questions_waiting, limits.questions_waiting, LONG_PATIENCE),
        Kind.PASSWORD: Limit(2, 64, limits.sign_ins_waiting),
        Kind.KNOWN_DEVICE: Limit(1, 64, 64),
        Kind.CREDENTIAL: Limit(3, limits.connections, limits.connections, LONG_PATIENCE),
    }


_PARAMETER = re.compile(r"\\\{.+?\\\}")  # as `re.escape` leaves it
_ROUTE = re.compile("|".join(f"({_PARAMETER.sub('[^/]+', re.escape(each))})" for each in ROUTES))
_KINDS = tuple(ROUTES.values())


def kind_of(method: str, path: str) -> Kind:
    """What a request asks for."""
    reads = method in READS
    found = _ROUTE.fullmatch(f"{'GET' if reads else method} {normalize_path(path)}")
    if found is not None and found.lastindex is not None:
        return _KINDS[found.lastindex - 1]
    return Kind.PAGE if reads else Kind.ACT


class Queue:
    """Requests of one kind. What waits holds no thread; one address can take only its share of the places."""

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

        Raises TooManyRequests where the address waits often enough, Busy where too many wait, it took too long or the
        server stops.
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
        except (TimeoutError, asyncio.CancelledError):  # a server that stops cancels those who wait
            with self._lock:
                given_up = place in self._waiting
                if given_up:
                    self._waiting.remove(place)
                    count_down(self._of_address, place[0])
            if not given_up:
                self._end()  # the turn came in that very moment
            raise Busy(COME_BACK) from None

    def _end(self) -> None:
        """Let the next one in."""
        with self._lock:
            while self._waiting:
                self._last_came_first = len(self._waiting) > FEW and not self._last_came_first
                address, future = self._waiting.pop() if self._last_came_first else self._waiting.popleft()
                count_down(self._of_address, address)
                loop = future.get_loop()
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_let_in, future)
                    return
            self._free += 1


class ActsInProgress:
    """Acts whose body has come and whose answer has not begun: readers and watchers let them go first."""

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


def count_down(counter: Counter[Any], key: str) -> None:
    """Count one less of these, and keep no zeros."""
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


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

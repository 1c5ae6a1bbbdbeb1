"""Live games over HTTP: their players and a spectator, each with connections of their own."""

from __future__ import annotations

import asyncio
import itertools
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

AT_ONCE = 50  # games whose people come at the same moment
PATIENCE = 60.0  # seconds in which they must have come, and in which the last moves must be through
NUMBER = re.compile(rb"^id: (\d+)$", re.MULTILINE)
BOTH = b'"present":["white","black"]'
"""What the news of a game say once both of its players are known to be there."""
LOOKS = 1.5  # seconds in which a process looks at least once who is connected to it


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A game under way: the secrets of the links of White and Black, and the moves that are to come."""

    game: str
    secrets: tuple[str, str]
    ply: int
    moves: Sequence[str]


class Stream(asyncio.Protocol):
    """Somebody who watches: told of every version of a game, and passes the number on; `all_here` once both players
    were said to be there, after which nothing comes but moves."""

    def __init__(self, path: str, secret: str | None, tell: Callable[[int], None]) -> None:
        self._request = _head("GET", path, secret) + b"\r\n"
        self._tell = tell
        self._buffer = b""
        self.lost = False
        self.all_here = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        told, _, self._buffer = self._buffer.rpartition(b"\n")
        self.all_here = self.all_here or BOTH in told
        for found in NUMBER.finditer(told + b"\n"):
            self._tell(int(found[1]))

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = True


class Hand(asyncio.Protocol):
    """The connection over which a player moves."""

    def __init__(self, path: str, secret: str, answered: Callable[[bytes], None]) -> None:
        self._head = _head("POST", path, secret) + b"Content-Type: application/json\r\nContent-Length: "
        self._answered = answered
        self._buffer = b""
        self._expected = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def play(self, move: str, ply: int) -> None:
        body = b'{"move":"%b","ply":%d}' % (move.encode(), ply)
        self.transport.write(b"%b%d\r\n\r\n%b" % (self._head, len(body), body))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._expected:
            head, complete, _ = self._buffer.partition(b"\r\n\r\n")
            if not complete:
                return
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
            self._expected = len(head) + 4 + int(length)
        if len(self._buffer) >= self._expected:
            answer, self._buffer, self._expected = self._buffer, b"", 0
            self._answered(answer)


def _head(method: str, path: str, secret: str | None) -> bytes:
    who = f"Authorization: Bearer {secret}\r\n" if secret else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{who}".encode()


class Table:
    """A game with its five connections. A move is through when it is answered and all three streams have told of it."""

    def __init__(self, board: LiveBoard) -> None:
        self.board = board
        self.through: Callable[[Table], None] = lambda _: None
        self.delays: list[float] = []  # from the sending of each move until the last of the three was told
        self.version = 0
        self.refusals: list[bytes] = []
        self.strange: list[int] = []  # versions that are not of a move that was sent
        self._streams: list[Stream] = []
        self._hands: list[Hand] = []
        self._begun = False
        self._next = 0
        self._outstanding = 0
        self._sent = self._last = 0.0

    async def watch(self, port: int) -> None:
        """Have everybody come; returns when each has heard that both players are there."""
        loop, path = asyncio.get_running_loop(), f"/api/matches/{self.board.game}"
        for secret in (*self.board.secrets, None):
            stream = partial(Stream, f"{path}/events", secret, self._told)
            self._streams.append((await loop.create_connection(stream, "127.0.0.1", port))[1])
        while not all(each.all_here for each in self._streams):
            await asyncio.sleep(0.01)

    async def reach_out(self, port: int) -> None:
        """Let both players be ready to move."""
        loop, path = asyncio.get_running_loop(), f"/api/matches/{self.board.game}/moves"
        for secret in self.board.secrets:
            hand = partial(Hand, path, secret, self._answer)
            self._hands.append((await loop.create_connection(hand, "127.0.0.1", port))[1])

    @property
    def lost(self) -> int:
        """How many streams have ended."""
        return sum(each.lost for each in self._streams)

    @property
    def played(self) -> int:
        """How many moves are through."""
        return len(self.delays)

    @property
    def onward(self) -> LiveBoard:
        """The game from where it stands."""
        return LiveBoard(
            self.board.game, self.board.secrets, self.board.ply + self._next, self.board.moves[self._next :]
        )

    @property
    def idle(self) -> bool:
        """Whether nothing is on its way."""
        return not self._outstanding

    def play(self) -> None:
        """Send the next move, by whose turn it is."""
        self._begun = True
        move, ply = self.board.moves[self._next], self.board.ply + self._next
        self._next += 1
        self._outstanding = 4
        self._sent = time.perf_counter()
        self._hands[ply % 2].play(move, ply)

    def close(self) -> None:
        """Everybody leaves."""
        for each in (*self._streams, *self._hands):
            each.transport.abort()

    def _told(self, version: int) -> None:
        if not self._begun:
            self.version = max(self.version, version)
            return
        if self.idle or version != self.version + 1:  # each once, in order, and nothing but moves
            self.strange.append(version)
            return
        self._last = time.perf_counter()
        self._done()

    def _answer(self, answer: bytes) -> None:
        if not answer.startswith(b"HTTP/1.1 200"):
            self.refusals.append(answer)
        self._done()

    def _done(self) -> None:
        self._outstanding -= 1
        if not self._outstanding:
            self.version += 1
            self.delays.append(self._last - self._sent)
            self.through(self)


@dataclass(frozen=True, slots=True)
class Pace:
    """Moves a second, the seconds until all three had each of them, shortest first, and the processor's share that the
    clients took of one core."""

    rate: float
    delays: list[float]
    share: float

    def within(self, share: float) -> float:
        """The seconds within which that share of the moves had reached everybody; without end where none did."""
        if not self.delays:
            return float("inf")
        return self.delays[min(len(self.delays) - 1, int(share * len(self.delays)))]


async def seated(port: int, boards: Sequence[LiveBoard]) -> list[Table]:
    """All these games with their people connected."""
    tables = [Table(each) for each in boards]
    for at in range(0, len(tables), AT_ONCE):
        await asyncio.wait_for(asyncio.gather(*(each.watch(port) for each in tables[at : at + AT_ONCE])), PATIENCE)
    for each in tables:  # last, since a server does not keep for ever a connection over which nothing comes
        await each.reach_out(port)
    await asyncio.sleep(LOOKS)  # who left these games a moment ago is known to be back by then
    return tables


async def measured(tables: Sequence[Table], seconds: float, rate: float | None = None, warm: float = 0.5) -> Pace:
    """What these games get: each plays on as soon as its move is through, or all together so many moves a second."""
    stop = asyncio.Event()
    if rate is None:
        for each in tables:
            each.through = lambda table: None if stop.is_set() else table.play()
            each.play()
        pacing = None
    else:
        pacing = asyncio.ensure_future(_paced(tables, rate, stop))
    await asyncio.sleep(warm)
    before, began, used = [each.played for each in tables], time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    lasted, used = time.perf_counter() - began, time.process_time() - used
    delays = sorted(delay for each, earlier in zip(tables, before, strict=True) for delay in each.delays[earlier:])
    stop.set()
    if pacing is not None:
        await pacing
    await _settled(tables)
    _must_be_well(tables)
    return Pace(len(delays) / lasted, delays, used / lasted)


async def _paced(tables: Sequence[Table], rate: float, stop: asyncio.Event) -> None:
    """Send moves at even distances, game after game, and none in a game that has one on its way."""
    for each in tables:
        each.through = lambda _: None
    began, turns = time.perf_counter(), _idle(tables)
    for number in itertools.count():
        if stop.is_set():
            return
        if (left := began + number / rate - time.perf_counter()) > 0:
            await asyncio.sleep(left)
        while (table := next(turns)) is None:
            await asyncio.sleep(0.001)
        table.play()


def _idle(tables: Sequence[Table]) -> Iterator[Table | None]:
    """Games that wait for a move, in turn; None where there was none in a whole round."""
    busy = 0
    for each in itertools.cycle(tables):
        busy = 0 if each.idle else busy + 1
        if each.idle:
            yield each
        elif busy == len(tables):
            busy = 0
            yield None


def _must_be_well(tables: Sequence[Table]) -> None:
    """Nothing, unless something went wrong, which ends the run: its figures would mean nothing."""
    wrong = {
        "moves were refused": sum(len(each.refusals) for each in tables),
        "streams ended": sum(each.lost for each in tables),
        "games were told of what nobody sent (a machine too busy interrupts games)": sum(
            bool(each.strange) for each in tables
        ),
        "moves were not answered, or not told to everybody": sum(not each.idle for each in tables),
    }
    if any(wrong.values()):
        for answer, number in Counter(answer for each in tables for answer in each.refusals).most_common(3):
            print(f"  {number} times: {answer.decode()}", file=sys.stderr)
        raise SystemExit("; ".join(f"{number} {what}" for what, number in wrong.items() if number))


async def _settled(tables: Sequence[Table]) -> None:
    """Wait until every move is through, or something went wrong."""
    patience = time.perf_counter() + PATIENCE
    while not all(each.idle for each in tables):
        if any(each.refusals or each.strange for each in tables) or time.perf_counter() > patience:
            return
        await asyncio.sleep(0.01)

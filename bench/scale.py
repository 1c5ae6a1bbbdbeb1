"""What one process on SQLite serves, and several on one PostgreSQL: many events at once, and many who watch.

    python bench/scale.py [seconds]

*Results*: clients that never rest record results over HTTP, all in one event or spread over fifty, every answer after
the result is on disk. The processes of PostgreSQL each have a port of their own, as behind a proxy, and the clients are
dealt out evenly. Beside answers a second and the time within which 99 of 100 came stands what a result takes of the
processor in Podium's own processes: the clients and PostgreSQL live on the same machine and want their share as well.

*Watchers*: that many connections wait for live results of one event while one after another is recorded. Measured is
the time from sending a result until the last of them has heard of it, the writing included. On PostgreSQL half of them
watch at the other process, which learns of the result through the database.

Things that are compared are measured in turns in the same run, and medians are taken. Ends with 1 if fifty events get
less than they should of what one gets, if a second process gains less than it should where there are cores for it, if a
watcher is lost, or if news takes too long.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
from _clients import CLIENTS, Load, load, requests
from _postgres import postgres
from _server import PROCESSOR, server
from results import event, games

from podium.app.access import OPERATOR, Role
from podium.bootstrap import opened
from podium.config import Config
from podium.core.ids import TournamentId
from podium.flow.commands import PublishRound, PublishTournament

EVENTS = 50
BOARDS = 64  # in each event, so that in one alone every client has a board of its own
PROCESSES = 2
TURNS = 3
WATCHERS = (200, 1_000)
TOLD = 10  # results whose news is timed
AT_ONCE = 50  # watchers that come at the same moment

LEAST_OF_MANY = {"SQLite": 0.2, "PostgreSQL": 0.7}  # of the rate of one event, for fifty
LEAST_OF_TWO = 1.3  # of the rate of one process, for two
CORES = 2 * PROCESSES  # below these PostgreSQL and the clients leave nothing for a second process to gain
LATEST = 2.0  # seconds until the last watcher has heard
GIVEN_UP = 10.0  # seconds after which nobody is waited for

MESSAGE = re.compile(rb"^id: (\d+)$", re.MULTILINE)


# --- results ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hall:
    """A database with events in it, and what their owner's clients send."""

    database: str
    secret: str
    pairings: dict[TournamentId, list[str]]

    @property
    def one(self) -> TournamentId:
        return next(iter(self.pairings))

    def boards(self, events: int) -> list[str]:
        """As many boards as there are clients, spread evenly over so many events."""
        chosen = itertools.islice(self.pairings.values(), events)
        by_board = itertools.chain.from_iterable(zip(*chosen, strict=True))
        return list(itertools.islice(by_board, max(CLIENTS, events)))


def hall(database: str) -> Hall:
    """A database with that many events, each in its first round, for everybody to see."""
    with opened(Config(database=database)) as podium:
        user = podium.registry.add_user("chief", "correct horse")
        _, secret = podium.registry.add_token(user, "bench")
        pairings: dict[TournamentId, list[str]] = {}
        for number in range(EVENTS):
            stream = event(podium, f"event{number}", 2 * BOARDS, 1)
            podium.registry.set_roles(stream, {"chief": Role.OWNER})
            podium.desk.perform(OPERATOR, stream, PublishTournament())
            podium.desk.perform(OPERATOR, stream, PublishRound(1))
            pairings[stream] = [str(id) for id in games(podium.journal.head(stream).state, 1)]
    return Hall(database, secret, pairings)


@dataclass(frozen=True, slots=True)
class Case:
    """So many events at once, served by the processes at these ports."""

    name: str
    ports: Sequence[int]
    events: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Medians of the turns of one case."""

    rate: float
    late: float
    cost: float


def compared(here: Hall, cases: Sequence[Case], seconds: float) -> list[Figures]:
    """The figures of each case, measured in turns, and printed."""
    turns = [[measured(here, case, seconds) for case in cases] for _ in range(TURNS)]
    found = []
    for case, loads in zip(cases, zip(*turns, strict=True), strict=True):
        rate, late, cost = (
            statistics.median(values)
            for values in zip(*((given.rate, given.within(0.99), cost) for given, cost in loads), strict=True)
        )
        print(f"  {case.name}: {rate:,.0f} results/s, 99 of 100 within {1e3 * late:.0f} ms, {1e3 * cost:.2f} ms each")
        found.append(Figures(rate, late, cost))
    return found


def measured(here: Hall, case: Case, seconds: float) -> tuple[Load, float]:
    """The load of one turn, and what an answer took of the processor, warming up included."""
    before = spent(case.ports)
    sending = requests(here.boards(case.events), here.secret)
    given = asyncio.run(load(case.ports, sending, seconds))
    return given, (spent(case.ports) - before) / given.answers


def spent(ports: Sequence[int]) -> float:
    """The seconds of the processor that the processes at these ports have used so far."""
    return sum(float(httpx.get(f"http://127.0.0.1:{port}{PROCESSOR}").text) for port in ports)


# --- watchers --------------------------------------------------------------------------------


class Watcher(asyncio.Protocol):
    """Somebody who watches an event: a connection that is told of every version."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._buffer = b""
        self.arrived = asyncio.get_running_loop().create_future()
        self.heard: dict[int, float] = {}
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET /api/tournaments/{self._stream}/events HTTP/1.1\r\n"
            "Host: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._buffer += data
        if not self.arrived.done() and b"retry:" in self._buffer:
            self.arrived.set_result(None)
        for found in MESSAGE.finditer(self._buffer):
            self.heard.setdefault(int(found[1]), now)
        self._buffer = self._buffer[self._buffer.rfind(b"\n") + 1 :] if self.arrived.done() else self._buffer

    def since(self, version: int) -> float | None:
        """When it heard of that version or a later one; None if it has not yet."""
        return next((at for told, at in self.heard.items() if told >= version), None)

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = True
        if not self.arrived.done():
            self.arrived.set_exception(ConnectionError("the server hung up"))


@dataclass(frozen=True, slots=True)
class Audience:
    """How those who watched fared: how many were there to the end, and seconds until all had heard, by result."""

    held: int
    delays: list[float]


async def watched(here: Hall, ports: Sequence[int], watchers: int) -> Audience:
    """So many watchers of one event, dealt out evenly, while results are recorded at the first of the ports."""
    loop = asyncio.get_running_loop()
    crowd: list[Watcher] = []
    doors = itertools.cycle(ports)
    for _ in range(0, watchers, AT_ONCE):
        made = [loop.create_connection(partial(Watcher, here.one), "127.0.0.1", next(doors)) for _ in range(AT_ONCE)]
        come = [protocol for _, protocol in await asyncio.gather(*made)]
        await asyncio.wait_for(asyncio.gather(*(each.arrived for each in come)), 30)
        crowd += come
    delays = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}") as scorer:
        await recorded(scorer, here, "1/2-1/2")
        for result in itertools.islice(itertools.cycle(("1-0", "0-1")), TOLD):  # another each time: each is news
            began = time.perf_counter()
            version = await recorded(scorer, here, result)
            delays.append(await last_heard(crowd, version) - began)
    held = sum(not each.lost for each in crowd)
    for each in crowd:
        each.transport.abort()
    return Audience(held, delays)


async def recorded(scorer: httpx.AsyncClient, here: Hall, result: str) -> int:
    """The version of the event with that result on its first board."""
    proof = {"Authorization": f"Bearer {here.secret}"}
    path = f"/api/pairings/{here.pairings[here.one][0]}/result"
    answer = await scorer.put(path, json={"result": result}, headers=proof)
    version: int = answer.raise_for_status().json()["version"]
    return version


async def last_heard(crowd: Sequence[Watcher], version: int) -> float:
    """When the last of those who are still there heard of a version, or of a later one; gives up in the end."""
    patience = time.perf_counter() + GIVEN_UP
    while time.perf_counter() < patience:
        heard = [each.since(version) for each in crowd if not each.lost]
        if None not in heard:
            return max(each for each in heard if each is not None)
        await asyncio.sleep(0.005)
    return patience


# --- all of it -------------------------------------------------------------------------------


def watching(here: Hall, ports: Sequence[int], watchers: int) -> bool:
    """Whether so many were told in time, which is printed."""
    audience = asyncio.run(watched(here, ports, watchers))
    usual, worst = statistics.median(audience.delays), max(audience.delays)
    print(
        f"  {watchers:,} watchers: {audience.held:,} held; all had heard after {1e3 * usual:.0f} ms, "
        f"at worst after {1e3 * worst:.0f} ms (at most {1e3 * LATEST:.0f})"
    )
    return audience.held == watchers and worst <= LATEST


def ratio(what: str, found: float, least: float | None) -> bool:
    """Whether a ratio is what it should be, which is printed."""
    said = f"at least {least}" if least is not None else f"no limit with fewer than {CORES} cores"
    print(f"  {what}: ratio {found:.2f} ({said})")
    return least is None or found >= least


def on_sqlite(folder: Path, seconds: float) -> list[bool]:
    """One process on a file: whether each thing is as it should be."""
    here = hall(str(folder / "scale.db"))
    print("one process on SQLite")
    with server("podium", here.database) as port:
        cases = [Case("one event", [port], 1), Case(f"{EVENTS} events", [port], EVENTS)]
        one, many = compared(here, cases, seconds)
        held = [ratio(f"{EVENTS} events against one", many.rate / one.rate, LEAST_OF_MANY["SQLite"])]
        return held + [watching(here, [port], watchers) for watchers in WATCHERS]


def on_postgresql(database: str, seconds: float) -> list[bool]:
    """Processes on one PostgreSQL: whether each thing is as it should be."""
    here = hall(database)
    print("processes on one PostgreSQL")
    gain = LEAST_OF_TWO if len(os.sched_getaffinity(0)) >= CORES else None
    with ExitStack() as running:
        ports = [running.enter_context(server("podium", here.database)) for _ in range(PROCESSES)]
        cases = [
            Case("one process, one event", ports[:1], 1),
            Case(f"one process, {EVENTS} events", ports[:1], EVENTS),
            Case(f"{PROCESSES} processes, one event", ports, 1),
            Case(f"{PROCESSES} processes, {EVENTS} events", ports, EVENTS),
        ]
        one, many, _, shared = compared(here, cases, seconds)
        held = [
            ratio(f"{EVENTS} events against one, one process", many.rate / one.rate, LEAST_OF_MANY["PostgreSQL"]),
            ratio(
                f"{PROCESSES} processes against one, {EVENTS} events",
                shared.rate / many.rate,
                gain,
            ),
        ]
        return held + [watching(here, ports, watchers) for watchers in WATCHERS]


def main() -> int:
    """Prints the figures; 1 if a limit is missed."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.5
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a connection is an open file, at both ends
    with tempfile.TemporaryDirectory() as folder:
        held = on_sqlite(Path(folder), seconds)
    with postgres(lasting=True) as database:
        if database is not None:
            held += on_postgresql(database, seconds)
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())

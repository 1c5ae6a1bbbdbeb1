"""A hall in the busiest minute: scorers enter results, phones read and watch, and everything is still there.

    PYTHONPATH=src python -m tests.trust.load                          # one process on SQLite
    PYTHONPATH=src python -m tests.trust.load --postgresql --workers 2 # several on PostgreSQL
    PYTHONPATH=src python -m tests.trust.load --scale 0.05

All clients are one process; on a machine with few cores it competes with the server that it measures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select

from podium.app.access import OPERATOR, Role
from podium.bootstrap import Podium, opened
from podium.config import Config
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament, HandPairing, PairByHand, PublishRound, PublishTournament
from podium.storage import read_model, tables
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.trust import databases
from tests.trust.served import Served, served
from tests.trust.time_limit import NO_LIMIT, TimeLimit

EVENT = TournamentId("open")
PATIENCE = 60.0
RESULTS = ("1-0", "0-1", "1/2-1/2")
SCORERS, PHONES, PLAYERS, SECONDS = 200, 2_000, 1_000, 60.0
EVERY_RESULT, EVERY_READ = 20.0, 20.0  # seconds between two of one scorer, and of one phone
FOR_IDLE, FOR_BUSY = 0.15, 0.7  # of the time that is left then
LEAST_IDLE, LEAST_SECONDS = 50, 20.0
IDLE = 300  # results entered while nobody else is there
AT_ONCE = 100  # phones that come at the same time
PAGES = ("/t/{id}", "/t/{id}/rounds/1", "/t/{id}/standings", "/api/tournaments/{id}/rounds/1")
VERSION = re.compile(rb"id: (\d+)\n")


@dataclass(slots=True)
class Crowd:
    """Everybody in the hall, and what they got."""

    port: int
    games: list[str]
    sessions: list[tuple[str, str]]
    """The cookie and the token of each scorer."""
    dice: random.Random
    entered: list[tuple[str, str, str]] = field(default_factory=list)
    """Key, game and result of what was acknowledged, in the order of the answers."""
    turns: Counter[str] = field(default_factory=Counter)
    idle: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    reads: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    watchers: list[Watcher] = field(default_factory=list)
    seconds: float = 0.0
    """How long the busiest minute was."""
    worked: tuple[float, float] = (0.0, 0.0)
    """The share of one core that the server and the crowd took in the busiest minute."""

    async def enter(self, scorer: int, number: int, waits: list[float]) -> None:
        """One result, at a board that only this scorer looks after."""
        boards = self.games[scorer :: len(self.sessions)]
        game = boards[number % len(boards)]
        self.turns[game] += 1  # what is there already would be no change
        result = RESULTS[self.turns[game] % 3]
        key = f"{scorer}-{number}-{len(waits)}"
        cookie, token = self.sessions[scorer]
        body = json.dumps({"result": result})
        head = (
            f"PUT /api/pairings/{game}/result HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Cookie: podium_session={cookie}\r\nX-CSRF-Token: {token}\r\nIdempotency-Key: {key}\r\n"
            f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        began = time.perf_counter()
        if await self.asked(head + body) == 200:
            waits.append(time.perf_counter() - began)
            self.entered.append((key, game, result))

    async def read(self) -> None:
        """A page, as a phone asks for it."""
        path = self.dice.choice(PAGES).format(id=EVENT)
        began = time.perf_counter()
        await self.asked(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
        )
        self.reads.append(time.perf_counter() - began)

    async def asked(self, request: str) -> int:
        """The status of the answer; 0 where none came in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(request.encode())
                    answer = await reader.read()
                finally:
                    writer.close()
        except (OSError, TimeoutError) as problem:
            self.problems[type(problem).__name__] += 1
            return 0
        status = int(answer[9:12] or 0)
        self.answers[status] += 1
        return status

    async def watch(self) -> None:
        """A live stream, which stays."""
        loop = asyncio.get_running_loop()
        try:
            _, watcher = await asyncio.wait_for(loop.create_connection(Watcher, "127.0.0.1", self.port), PATIENCE)
            await asyncio.wait_for(watcher.let_in.wait(), PATIENCE)
        except (OSError, TimeoutError) as problem:
            self.problems[f"watcher {type(problem).__name__}"] += 1
            return
        self.watchers.append(watcher)

    def close(self) -> None:
        for watcher in self.watchers:
            watcher.transport.abort()


class Watcher(asyncio.Protocol):
    """A phone's live stream: the version that it heard of last, and whether the server has ended it."""

    def __init__(self) -> None:
        self.version = 0
        self.ended = False
        self.let_in = asyncio.Event()
        self.status = b""
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(f"GET /api/tournaments/{EVENT}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        if not self.let_in.is_set():
            self.status = data[9:12]
            self.let_in.set()
        data = self._rest + data
        for found in VERSION.finditer(data):
            self.version = int(found.group(1))
        self._rest = data[data.rfind(b"\n") + 1 :]

    def connection_lost(self, _problem: Exception | None) -> None:
        self.ended = True
        self.let_in.set()


def prepare(podium: Podium, players: int, scorers: int) -> tuple[list[str], list[tuple[str, str]]]:
    """The games of a published round, and the sessions of its scorers."""

    def do(command: Any) -> Any:
        return podium.desk.perform(OPERATOR, EVENT, command).state

    do(CreateTournament(EVENT, {"name": "Open", "format": "manual"}))
    ids = list(do(AddPlayers(tuple(PlayerFields(f"Player {n}", rating=2600 - n) for n in range(players)))).players)
    do(PublishTournament())
    do(PairByHand(tuple(HandPairing(*ids[at : at + 2]) for at in range(0, players - 1, 2))))
    state = do(PublishRound(1))
    sessions = []
    for _ in range(scorers):
        link, _secret = podium.registry.add_link(EVENT, Role.SCORER, None, None)
        cookie = podium.registry.open_link_session(link)
        session = podium.registry.by_session(cookie)
        assert session is not None
        sessions.append((cookie, session.csrf))
    return [str(id) for id in state.rounds[0].games], sessions


async def busiest_minute(
    crowd: Crowd, server: Served, phones: int, idle: int, seconds: float, limit: TimeLimit
) -> list[int]:
    """Let the crowd do what it does; the megabytes that the server held at moments of the second half and its end."""
    alone = limit.share(FOR_IDLE)
    for number in range(idle):
        if alone.over and number >= LEAST_IDLE:
            break
        await crowd.enter(0, number, crowd.idle)
    for first in range(0, phones, AT_ONCE):
        await asyncio.gather(*(act() for _ in range(min(AT_ONCE, phones - first)) for act in (crowd.watch, crowd.read)))
    seconds = min(seconds, max(LEAST_SECONDS, FOR_BUSY * limit.left))
    crowd.seconds = seconds
    began, server_before, crowd_before = time.monotonic(), server.processor_seconds, time.process_time()
    until = began + seconds

    async def again(pause: float, act: Callable[[int], Coroutine[Any, Any, None]]) -> None:
        number, pause = 0, pause if seconds >= pause else seconds / 3
        await asyncio.sleep(crowd.dice.uniform(0, pause))
        while time.monotonic() < until:
            await act(number)
            number += 1
            await asyncio.sleep(crowd.dice.uniform(0.5, 1.5) * pause)

    async def memory() -> list[int]:
        await asyncio.sleep(seconds / 3)
        held = []
        while time.monotonic() < until:
            held.append(server.resident)
            await asyncio.sleep(seconds / 12)
        return held

    def scorer(at: int) -> Coroutine[Any, Any, None]:
        return again(EVERY_RESULT, lambda number: crowd.enter(at, 1_000 + number, crowd.waits))

    watched = asyncio.create_task(memory())
    people = [scorer(at) for at in range(len(crowd.sessions))]
    people += [again(EVERY_READ, lambda _: crowd.read()) for _ in range(phones)]
    await asyncio.gather(*people)
    took = time.monotonic() - began
    crowd.worked = (server.processor_seconds - server_before) / took, (time.process_time() - crowd_before) / took
    return await watched


async def heard_of(crowd: Crowd, version: int) -> int:
    """How many watchers have not heard of a version, after a while."""
    until = time.monotonic() + PATIENCE / 2
    while time.monotonic() < until and any(each.version < version for each in crowd.watchers if not each.ended):
        await asyncio.sleep(0.1)
    return sum(each.version < version for each in crowd.watchers)


def loaded(
    url: str,
    *,
    workers: int = 1,
    scale: float = 1.0,
    seconds: float = SECONDS,
    seed: int = 16,
    limit: TimeLimit = NO_LIMIT,
) -> dict[str, Any]:
    """The figures of one run on an empty database; a shorter one where time is short."""
    players, scorers, phones = (
        max(least, int(scale * full)) for least, full in ((8, PLAYERS), (4, SCORERS), (4, PHONES))
    )
    with opened(Config(database=url)) as podium:
        games, sessions = prepare(podium, players, min(scorers, players // 2))

    async def run(server: Served) -> tuple[Crowd, list[int], int, int]:
        crowd = Crowd(server.port, games, sessions, random.Random(seed))
        try:
            async with asyncio.timeout(seconds + 6 * PATIENCE):
                held = await busiest_minute(crowd, server, phones, max(LEAST_IDLE, int(scale * IDLE)), seconds, limit)
                deaf = await heard_of(crowd, _version(url))
                ended = sum(each.ended for each in crowd.watchers)
        finally:
            crowd.close()
        return crowd, held, deaf, ended

    with served(url, workers=workers) as server:
        crowd, held, deaf, ended = asyncio.run(run(server))
    idle, busy, reads = sorted(crowd.idle), sorted(crowd.waits), sorted(crowd.reads)
    return {
        "players": players, "scorers": len(sessions), "phones": phones, "workers": workers,
        "seconds": round(crowd.seconds, 1),
        "results": len(crowd.entered), "reads": len(reads), "watchers": len(crowd.watchers),
        **_kept(url, crowd),
        "answers": {str(status): count for status, count in sorted(crowd.answers.items())},
        "no_answer": dict(crowd.problems),
        "streams_ended": ended,
        "streams_refused": sum(each.status != b"200" for each in crowd.watchers),
        "deaf": deaf,
        "idle_p50": _within(idle, 0.5), "idle_p99": _within(idle, 0.99),
        "busy_p50": _within(busy, 0.5), "busy_p99": _within(busy, 0.99), "busy_longest": _within(busy, 1.0),
        "read_p99": _within(reads, 0.99),
        "multiple": round(_within(busy, 0.99) / max(_within(idle, 0.99), 0.001), 1),
        "server_share": round(crowd.worked[0], 2), "crowd_share": round(crowd.worked[1], 2),
        "megabytes": [held[0], held[-1]] if held else [],
    }  # fmt: skip


def _within(waits: list[float], share: float) -> float:
    return round(waits[min(len(waits) - 1, int(share * len(waits)))], 4) if waits else 0.0


def _version(url: str) -> int:
    database = Database(url)
    with database.reading.connect() as connection:
        version: int = connection.scalar(select(func.max(tables.head.c.version))) or 0
    database.close()
    return version


def _kept(url: str, crowd: Crowd) -> dict[str, int]:
    """What became of what was acknowledged."""
    database = Database(url)
    with database.read(EVERY_TOURNAMENT) as connection:
        keys = Counter(connection.scalars(select(tables.commit.c.command_id)))
        shown = {row.id: row.result for row in connection.execute(select(read_model.pairings))}
    database.close()
    last = {game: result for _, game, result in crowd.entered}  # a board has one scorer: the order is theirs
    return {
        "lost": sum(keys[key] == 0 for key, _, _ in crowd.entered),
        "doubled": sum(keys[key] > 1 for key, _, _ in crowd.entered),
        "wrong": sum(shown[game] != result for game, result in last.items()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--workers", type=int, default=1)
    wanted = parser.parse_args()
    with databases.postgresql() if wanted.postgresql else databases.sqlite() as url:
        came = loaded(url, workers=wanted.workers, scale=wanted.scale, seconds=wanted.seconds, seed=wanted.seed)
    sys.stdout.write(json.dumps(came) + "\n")


if __name__ == "__main__":
    main()

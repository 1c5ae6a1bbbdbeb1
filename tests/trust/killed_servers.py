"""Servers that are killed while scorers enter results: what was acknowledged is there, once.

    python -m tests.trust.killed_servers URL [--servers 3] [--kills 20] [--scorers 6] [--seed 16] [--restart]

empties the database at URL and prints how many results were acknowledged, how many of them were lost and how many are
there twice. On SQLite there is one server.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.engine import make_url

from podium.app.desk import new_id
from podium.bootstrap import opened
from podium.config import Config
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament, PairRound
from podium.storage import read_model, tables
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit import services
from tests.kit.forked_podium import forked
from tests.trust.time_limit import NO_LIMIT, TimeLimit

PATIENCE = 60  # seconds for a server to start, and for a result to be taken by any of them
LEAST = 2  # kills, however short the time is
MOST_BETWEEN = 40  # results that are acknowledged between two kills
ONE_RESULT = 0.03  # seconds that the writing of one takes
RESULTS = ("1-0", "1/2-1/2", "0-1")


class Server:
    """A server in a process of its own, which may be killed and started again."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.start()

    def start(self) -> None:
        reads, writes = os.pipe()
        self._running = forked("serve", "--json", "--port", "0", "--db", self._url, stdout=writes)
        os.close(writes)
        with open(reads) as said:  # noqa: PTH123  # a descriptor
            self.address: str = json.loads(said.readline())["url"]

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        self._running.end(how)


@dataclass(slots=True)
class Event:
    """A tournament with a round under way, and the token of its owner."""

    id: str
    token: str
    games: list[str]


@dataclass(slots=True)
class Scorer:
    """Enters one result after the other at one board, each until a server has acknowledged it."""

    game: str
    event: Event
    servers: list[Server]
    stop: threading.Event
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    """The key and the result of each."""
    unavailable: int = 0
    """Answers that nothing can be written now."""
    problem: str | None = None

    def run(self) -> None:
        dice = random.Random(self.game)  # which server is asked is no secret
        number = 0
        while not self.stop.is_set() and self.problem is None:
            number += 1
            self._enter(f"{self.game}-{number}", RESULTS[number % 3], dice)

    def _enter(self, key: str, result: str, dice: random.Random) -> None:
        for _ in range(20 * PATIENCE):
            server = dice.choice(self.servers)
            try:
                sent(
                    server.address,
                    self.event.token,
                    "PUT",
                    f"/api/pairings/{self.game}/result",
                    {"result": result},
                    key,
                )
            except urllib.error.HTTPError as answer:
                with answer:  # it is an answer too, and holds its connection until it is closed
                    if answer.code == 503:
                        self.unavailable += 1
                    else:
                        self.problem = f"{key}: {answer.code} {answer.read().decode(errors='replace')}"
                        return
            except (OSError, HTTPException):
                pass  # it is dead, or died before it answered
            else:
                self.acknowledged.append((key, result))
                return
            self.stop.wait(0.05)
        self.problem = f"{key}: nobody took it"


def sent(address: str, token: str, method: str, path: str, body: object, key: str = "") -> Any:
    """The answer to a request."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = key
    request = urllib.request.Request(
        address + path, json.dumps(body).encode(), headers, method=method
    )  # our own server
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.loads(answer.read())


def prepare(url: str, boards: int) -> Event:
    """An empty database, and an event in it."""
    if (file := make_url(url)).drivername == "sqlite":
        for ending in ("", "-wal", "-shm"):
            Path(f"{file.database}{ending}").unlink(missing_ok=True)
    else:
        services.wipe(url)
    fields = tuple(PlayerFields(f"Player {number}") for number in range(2 * boards))
    with opened(Config(database=url)) as podium:
        chief = podium.registry.add_user("chief", "correct horse battery")
        _, token = podium.registry.add_token(chief, "scorers")
        id = new_id(chief.actor, None)
        for command in (CreateTournament(id, {"name": "Open", "format": "round-robin"}), AddPlayers(fields)):
            podium.desk.perform(chief.actor, id, command)
        state = podium.desk.perform(chief.actor, id, PairRound()).state
    return Event(id, token, [*state.rounds[0].games])


def killed(
    url: str,
    servers: int,
    kills: int,
    scorers: int,
    *,
    seed: int = 16,
    how: signal.Signals = signal.SIGKILL,
    limit: TimeLimit = NO_LIMIT,
) -> dict[str, Any]:
    """The figures of one run; with SIGTERM, servers are not killed but told to end. As many kills as time allows."""
    event = prepare(url, scorers)
    running: list[Server] = []
    stop = threading.Event()
    hall = [Scorer(game, event, running, stop) for game in event.games]
    threads = [threading.Thread(target=each.run, daemon=True) for each in hall]
    dice = random.Random(seed)  # when somebody is killed is no secret
    done = 0
    try:
        running += [Server(url) for _ in range(servers)]
        for thread in threads:
            thread.start()
        while done < kills and not (limit.over and done >= LEAST):
            if not await_results(hall, dice.randint(1, MOST_BETWEEN)):
                break
            stop.wait(dice.uniform(0, ONE_RESULT))  # anywhere in the writing of the next
            victim = dice.choice(running)
            victim.kill(how)
            victim.start()
            done += 1
        await_results(hall, len(hall))
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)
    finally:
        stop.set()
        for server in running:
            server.kill()
    hung = sum(each.is_alive() for each in threads)
    return {**figures(url, hall), "kills": done, "servers": servers, "hung": hung}


def await_results(hall: list[Scorer], more: int) -> bool:
    """Wait until so many more results are acknowledged: servers that nobody writes to are killed for nothing. Whether
    they came in time, and nobody met a problem."""

    def acknowledged() -> int:
        return sum(len(each.acknowledged) for each in hall)

    wanted, until = acknowledged() + more, time.monotonic() + PATIENCE
    while acknowledged() < wanted:
        if time.monotonic() > until or any(each.problem for each in hall):
            return False
        time.sleep(0.002)
    return True


def kept_keys(url: str) -> Counter[str]:
    """How often the key of each request is in the journal."""
    database = Database(url)
    with database.reading.connect() as connection:
        command = tables.commit.c.command_id
        keys = Counter(connection.scalars(select(command).where(command.is_not(None))))
    database.close()
    return keys


def figures(url: str, hall: list[Scorer]) -> dict[str, Any]:
    """What became of what was acknowledged."""
    keys = kept_keys(url)
    database = Database(url)
    with database.read(EVERY_TOURNAMENT) as connection:
        shown = {row.id: row.result for row in connection.execute(select(read_model.pairings))}
    database.close()
    acknowledged = [key for scorer in hall for key, _ in scorer.acknowledged]
    wrong = [each.game for each in hall if each.acknowledged and shown[each.game] != each.acknowledged[-1][1]]
    return {
        "acknowledged": len(acknowledged),
        "lost": sum(keys[key] == 0 for key in acknowledged),
        "doubled": sum(count > 1 for count in keys.values()),
        "wrong": wrong,
        "unavailable": sum(each.unavailable for each in hall),
        "problems": [each.problem for each in hall if each.problem is not None],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--scorers", type=int, default=6)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--restart", action="store_true", help="tell them to end instead of killing them")
    given = parser.parse_args()
    how = signal.SIGTERM if given.restart else signal.SIGKILL
    came = killed(given.url, given.servers, given.kills, given.scorers, seed=given.seed, how=how)
    sys.stdout.write(json.dumps(came) + "\n")


if __name__ == "__main__":
    main()

"""What grows with the years: an event with a history of 20,000 commits, and a server with 2,000 events.

*History*: a result is recorded, the history is made for its page and the last commit is undone, in an event of 20,000
commits and in one of 500, by turns, in processor time. Opening the event reads all of its history, once for each
process, and is printed beside; so is the first look at the history. An undo looks through all commits for what stands,
and the history has a line for each: that costs some milliseconds, which nobody feels, and so there is a limit in time.

*Server*: a process as `podium serve` starts it, on a file with 2,000 events of fifty players each and on an empty one,
by turns: the processor time until it says that it is well and has shown its first page, and the memory it then has.

Ends with 1 if a result costs more than twice as much in the long history, the history or an undo takes longer than its
limit, or the many events make the start longer or the process larger than they may.
"""

from __future__ import annotations

import itertools
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from _server import PROCESSOR, server
from results import event, games

from podium.app.access import OPERATOR
from podium.bootstrap import Podium, opened
from podium.config import Config
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, CreateTournament, PublishTournament, RecordResult, Revert

COMMITS = {"short": 500, "long": 20_000}
BOARDS = 100
TURNS = 7
STARTS = 3
EVENTS, PLAYERS = 2_000, 50
LATER = 2.0  # times a result in the short history
LONGEST = 0.2  # seconds for the history, or an undo, in the long one
STARTED, MEMORY = 1.3, 300  # times the start on an empty file, megabytes
RESIDENT = re.compile(r"^process_resident_memory_bytes\S* ([\d.e+]+)$", re.MULTILINE)


def timed(work: Callable[[], object]) -> float:
    """Seconds of the processor."""
    began = time.process_time()
    work()
    return time.process_time() - began


def grown(podium: Podium, name: str, commits: int) -> TournamentId:
    """An event whose history has that many commits, nearly all of them results."""
    id = event(podium, name, 2 * BOARDS, 1)
    results = itertools.cycle((Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW))
    head = podium.journal.head(id)
    while head.version < commits:
        result = next(results)
        waiting = [podium.desk.submit(OPERATOR, id, RecordResult(game, result)) for game in games(head.state, 1)]
        for each in waiting:
            each.result()
        head = podium.journal.head(id)
    return id


def histories(folder: Path) -> bool:
    """Whether a long history costs no more than a short one, once it is open."""
    config = Config(database=str(folder / "histories.db"))
    with opened(config) as podium:
        ids = {name: grown(podium, name, commits) for name, commits in COMMITS.items()}
    took: dict[tuple[str, str], list[float]] = {}
    with opened(config) as podium:
        desk = podium.desk
        for name, id in ids.items():
            first = timed(lambda id=id: podium.journal.head(id))
            shown = timed(lambda id=id: desk.history(desk.see(OPERATOR, id)))
            print(f"{COMMITS[name]:>6} commits: opened in {first:.2f} s, the first look at its history {shown:.2f} s")
        for turn in range(TURNS):
            for name, id in ids.items():
                game = games(podium.journal.head(id).state, 1)[turn]
                record = RecordResult(game, Result.WHITE_WINS_BY_FORFEIT)
                acts: dict[str, Callable[[], object]] = {
                    "a result": lambda id=id, record=record: desk.perform(OPERATOR, id, record),
                    "the history": lambda id=id: desk.history(desk.see(OPERATOR, id)),
                    "an undo": lambda id=id: desk.perform(OPERATOR, id, Revert()),
                }
                for act, work in acts.items():
                    took.setdefault((act, name), []).append(timed(work))
    short, long = ({act: statistics.median(took[act, name]) for act, one in took if one == name} for name in COMMITS)
    for act, late in long.items():
        print(f"{act}: {1e3 * short[act]:.1f} ms, in the long history {1e3 * late:.1f} ms")
    print(f"a result at most {LATER:g} times as long, the history and an undo at most {1e3 * LONGEST:.0f} ms")
    return long["a result"] <= LATER * short["a result"] and max(long["the history"], long["an undo"]) <= LONGEST


def filled(database: str) -> None:
    """A file with many events, all of them to be seen."""
    with opened(Config(database=database)) as podium:
        for number in range(EVENTS):
            id = TournamentId(f"event{number}")
            fields = tuple(PlayerFields(f"Player {number} {each}", rating=2400 - each) for each in range(PLAYERS))
            commands = (
                CreateTournament(id, {"name": f"Event {number}", "format": "manual"}),
                AddPlayers(fields),
                PublishTournament(),
            )
            for waiting in [podium.desk.submit(OPERATOR, id, each) for each in commands]:
                waiting.result()


def started(database: str) -> tuple[float, float]:
    """The seconds of the processor until a server has shown its first page, and its megabytes then."""
    with server("podium", database) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        client.get("/", follow_redirects=True).raise_for_status()
        took = float(client.get(PROCESSOR).text)
        found = RESIDENT.search(client.get("/metrics").text)
    assert found is not None
    return took, float(found[1]) / 2**20


def many_events(folder: Path) -> bool:
    """Whether a server with many events starts as one without any does, and is no larger than it may be."""
    full, empty = str(folder / "full.db"), str(folder / "empty.db")
    filled(full)
    with opened(Config(database=empty)):
        pass  # so that it has its tables
    turns = [(started(full), started(empty)) for _ in range(STARTS)]
    took, before, memory = (statistics.median(one) for one in zip(*((f[0], e[0], f[1]) for f, e in turns), strict=True))
    print(f"{EVENTS} events of {PLAYERS} players: started in {took:.2f} s of the processor, {memory:.0f} MB")
    print(f"without any: {before:.2f} s; {took / before:.2f} times (at most {STARTED}), at most {MEMORY} MB")
    return took <= STARTED * before and memory <= MEMORY


def main() -> int:
    """Prints the figures; 1 if a limit is missed."""
    with tempfile.TemporaryDirectory() as folder:
        kept = [histories(Path(folder)), many_events(Path(folder))]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())

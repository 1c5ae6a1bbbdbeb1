"""What grows with the years: an event with a history of 20,000 commits, and a server with 2,000 events.

*History*: a result is recorded, the history is shown and the last commit is undone, in an event of 20,000 commits and
in one of 500, by turns, in processor time. Opening the event reads all of its history, once for each process, and is
printed beside; so is the first look at the history.

*Server*: a process as `podium serve` starts it, on a file with 2,000 events of fifty players each: the processor time
until it answers whether it is ready and has shown the first page, and the memory that it then has.

Ends with 1 if a result, the history or an undo costs more than twice as much in the long history, or if the server
takes more than its time or its memory.
"""

from __future__ import annotations

import itertools
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

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
EVENTS, PLAYERS = 2_000, 50
MOST = 2.0  # times the short history
STARTED, MEMORY = 2.0, 300  # seconds of the processor, megabytes
"""Limits of a server with many events."""


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
    kept = True
    for act in ("a result", "the history", "an undo"):
        short, long = (statistics.median(took[act, name]) for name in COMMITS)
        print(f"{act}: {1e3 * short:.1f} ms, late {1e3 * long:.1f} ms: {long / short:.1f} times (at most {MOST:g})")
        kept &= long <= MOST * short
    return kept


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    if sys.argv[2] == "h":
        histories(folder)

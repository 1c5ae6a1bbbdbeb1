"""A file of SQLite that was cut, or in which bytes were changed: what is answered is right, or refused in words.

    PYTHONPATH=src python -m tests.trust.torn_files [--count 100] [--seed 16]

An event is stored, its file is damaged, and what can be read of it is read again: the same as before, a refusal, or
something else, which is what is looked for. SQLite keeps no sums of its pages, so that a byte that was changed inside a
text is a text still: of each answer that is not as before it is said whether the file contradicts itself.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from litestar.testing import TestClient
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from podium.app.access import OPERATOR
from podium.bootstrap import application, opened
from podium.config import Config
from podium.core.errors import PodiumError
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    CloseRound,
    Command,
    CreateTournament,
    PairRound,
    PublishTournament,
    RecordResult,
)
from podium.flow.state import Tournament
from podium.storage import tables
from podium.storage.journal.projection import rebuild
from podium.storage.sql.database import Database
from tests.trust import databases
from tests.trust.time_limit import NO_LIMIT, TimeLimit

EVENT = TournamentId("open")
PATHS = ("", "/players", "/rounds", "/standings", "/crosstable")
SECTOR = 512


def cut(content: bytes, dice: random.Random) -> bytes:
    """Without its end, as after a disk that was full or a copy that was ended."""
    return content[: dice.randrange(len(content))]


def flipped(content: bytes, dice: random.Random) -> bytes:
    """With one to eight bytes changed anywhere."""
    changed = bytearray(content)
    for _ in range(dice.randint(1, 8)):
        changed[dice.randrange(len(changed))] ^= dice.randint(1, 255)
    return bytes(changed)


def blank_sectors(content: bytes, dice: random.Random) -> bytes:
    """With up to four sectors that were never written."""
    changed = bytearray(content)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(changed) // SECTOR) * SECTOR
        changed[at : at + SECTOR] = bytes(SECTOR)
    return bytes(changed)


def swapped_pages(content: bytes, dice: random.Random) -> bytes:
    """With two pages in each other's place."""
    size = int.from_bytes(content[16:18]) or 4096
    one, other = (dice.randrange(len(content) // size) * size for _ in range(2))
    changed = bytearray(content)
    changed[one : one + size], changed[other : other + size] = content[other : other + size], content[one : one + size]
    return bytes(changed)


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (cut, flipped, blank_sectors, swapped_pages)


@dataclass(slots=True)
class Figures:
    """What came of the damaged files."""

    files: Counter[str] = field(default_factory=Counter)
    came: Counter[str] = field(default_factory=Counter)
    """`the same`, `refused at the start`, `refused in words`, `another answer` ..."""
    faults: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Another answer than before, from a file that does not contradict itself as far as we look."""


def prepare(file: Path) -> None:
    """An event of which two rounds are played, in a file without a log beside it."""
    with opened(Config(database=str(file))) as podium:

        def do(command: Command) -> Tournament:
            return podium.desk.perform(OPERATOR, EVENT, command).state

        do(CreateTournament(EVENT, {"name": "Open", "format": "swiss", "rounds": 5}))
        do(AddPlayers(tuple(PlayerFields(f"Player {number}", rating=2400 - number) for number in range(20))))
        do(PublishTournament())
        for number in (1, 2):
            for game in do(PairRound()).rounds[number - 1].games:
                do(RecordResult(game, Result.WHITE_WINS))
            do(CloseRound(number))
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def answers(file: Path) -> dict[str, tuple[int, str]]:
    """What is answered from a file; raises what stands in the way of a start."""
    with (
        opened(Config(database=str(file))) as podium,
        TestClient(application(podium), raise_server_exceptions=False) as client,
    ):
        found = [(path, client.get(f"/api/tournaments/{EVENT}{path}")) for path in PATHS]
        return {path: (answer.status_code, answer.text) for path, answer in found}


def contradicts_itself(file: Path) -> bool:
    """Whether SQLite finds the file damaged, or the tables are not what the journal makes of them."""
    try:
        database = Database(str(file))
        try:
            with database.writing.begin() as connection:
                if connection.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
                    return True
                before = {
                    table.name: sorted(map(str, connection.execute(select(table))))
                    for table in tables.metadata.sorted_tables
                }
                rebuild(connection)
                after = {
                    table.name: sorted(map(str, connection.execute(select(table))))
                    for table in tables.metadata.sorted_tables
                }
                return before != after
        finally:
            database.close()
    except (PodiumError, SQLAlchemyError, sqlite3.Error, ValueError, KeyError, AttributeError):
        return True  # it cannot be read


def torn(count: int, seed: int = 16, limit: TimeLimit = NO_LIMIT) -> Figures:
    """The figures of so many damaged files, or as many as time allows."""
    figures, dice = Figures(), random.Random(seed)
    with databases.folder() as folder:
        sound, damaged = folder / "sound.db", folder / "damaged.db"
        prepare(sound)
        content = sound.read_bytes()
        shutil.copy(sound, damaged)
        right = answers(damaged)
        assert {status for status, _ in right.values()} == {200}
        for number in range(count):
            if limit.over:
                break
            damage = DAMAGES[number % len(DAMAGES)]
            for ending in ("", "-wal", "-shm"):
                damaged.with_name(damaged.name + ending).unlink(missing_ok=True)
            damaged.write_bytes(damage(content, dice))
            figures.files[damage.__name__] += 1
            kept = folder / "kept.db"
            shutil.copy(damaged, kept)
            _look(figures, f"{damage.__name__} {number}", damaged, kept, right)
    return figures


def _look(figures: Figures, name: str, damaged: Path, kept: Path, right: dict[str, tuple[int, str]]) -> None:
    try:
        found = answers(damaged)
    except PodiumError as problem:
        figures.came["refused at the start"] += 1
        if problem.code in ("", "fault"):
            figures.faults.append(f"{name}: {problem!r}")
        return
    except Exception as problem:  # noqa: BLE001  # what nobody declared is what is looked for
        figures.came["a traceback at the start"] += 1
        figures.faults.append(f"{name}: {type(problem).__name__}: {problem}"[:200])
        return
    broken = [
        f"{name}: {status} {path or '/'}" for path, (status, _) in found.items() if status >= 500 and status != 503
    ]
    figures.faults += broken
    other = [path for path in PATHS if found[path] != right[path] and found[path][0] < 500]
    if other:
        figures.came["another answer"] += 1
        if contradicts_itself(kept):
            figures.came["of these found by a check"] += 1
        else:
            figures.wrong.append(f"{name}: {', '.join(path or '/' for path in other)}")
    elif any(status >= 500 for status, _ in found.values()):
        figures.came["a fault" if broken else "refused in words"] += 1
    else:
        figures.came["the same"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=16)
    wanted = parser.parse_args()
    figures = torn(wanted.count, wanted.seed)
    came = {"files": figures.files, "came": figures.came, "faults": figures.faults, "wrong": figures.wrong}
    sys.stdout.write(json.dumps(came, indent=1) + "\n")


if __name__ == "__main__":
    main()

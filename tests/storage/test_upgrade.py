"""A database of any earlier version becomes today's, also where the upgrade is killed and started again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from podium.app.access import Role
from podium.app.ports import Intent
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit.events import CHIEF
from tests.kit.loops import ALL_SEEDS
from tests.kit.waiting import PATIENCE
from tests.trust import old_databases, upgrades

ROOT = Path(__file__).parents[2]
NEW = TournamentId("new")
KILLS = "4" if ALL_SEEDS else "2"


# Versions that wrote what is stored of them, and the last, on SQLite; some of these on PostgreSQL. `make long` takes
# all on both: in the others, tables were only added, and an upgrade from the first goes through them.
REVISIONS = old_databases.revisions()
WITH_ROWS = [each for each in REVISIONS if ALL_SEEDS or each in (*old_databases.STORED, REVISIONS[-1])]
EARLIER = [
    *(("sqlite", revision) for revision in WITH_ROWS),
    *(
        pytest.param("postgres", revision, marks=pytest.mark.postgres)
        for revision in (REVISIONS if ALL_SEEDS else (REVISIONS[0], REVISIONS[-1]))
    ),
]


@pytest.mark.seeds
@pytest.mark.parametrize(("database_url", "revision"), EARLIER, indirect=["database_url"])
def test_from_every_earlier_version(database_url: str, revision: str) -> None:
    old_databases.load(database_url, revision)
    upgrades.upgraded(database_url)
    upgrades.check(database_url, revision)
    database = Database(database_url)
    journal = SqlJournal(database)
    for command in (CreateTournament(NEW, {"name": "Open", "format": "swiss"}), AddPlayers((PlayerFields("Ann"),))):
        journal.submit(Intent(NEW, command, CHIEF, Role.OWNER)).result(PATIENCE)
    assert journal.head(NEW).version == 2
    journal.close()
    database.close()


@pytest.mark.seeds
def test_killed_at_some_statements_and_started_again(database_url: str) -> None:
    """`python -m tests.trust.upgrades` does it at each."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.upgrades", database_url, "--every", "61", "--most", KILLS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["kills"] == int(KILLS)
    assert figures["statements"] > 61 * 3

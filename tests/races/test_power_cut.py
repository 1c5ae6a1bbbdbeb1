"""A process that is killed in mid-sentence: what it acknowledged is there, what it did not is whole or absent."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest
from sqlalchemy import func, select

from podium.core.ids import TournamentId
from podium.storage import read_model, tables
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.waiting import program

WRITER = """
import sys
from podium.app.access import Actor, Role
from podium.app.ports import Intent
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, CreateTournament, PairRound, RecordResult
from podium.storage.sql.database import Database
from podium.storage.journal.journal import SqlJournal

database = Database(sys.argv[1])
database.migrate()
journal = SqlJournal(database)
chief = Actor("user:chief", "Chief")
def send(command):
    return journal.submit(Intent("t1", command, chief, Role.OWNER))
send(CreateTournament("t1", {"name": "Open", "format": "round-robin"})).result(60)
send(AddPlayers(tuple(PlayerFields(f"P{n}") for n in range(40)))).result(60)
games = list(send(PairRound()).result(60).state.rounds[0].games)
turn = 0
while True:
    turn += 1
    waiting = [send(RecordResult(game, list(Result)[turn % 6])) for game in games]
    for future in waiting:
        print(future.result(60).version, flush=True)
"""


def killed_after(database_url: str, seconds: float) -> int:
    """The last version that a writer acknowledged before it was killed."""
    with program([sys.executable, "-c", WRITER, database_url], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        acknowledged = int(writer.stdout.readline())
        time.sleep(seconds)
        writer.send_signal(signal.SIGKILL)
        rest = [line for line in writer.stdout.read().split("\n")[:-1] if line]
    return int(rest[-1]) if rest else acknowledged


def check(database_url: str, acknowledged: int) -> None:
    database = Database(database_url)
    journal = SqlJournal(database)
    head = journal.head(TournamentId("t1"))
    assert head.version >= acknowledged, "an acknowledged result was lost"
    with database.read(EVERY_TOURNAMENT) as connection:
        commits = connection.execute(select(func.count()).select_from(tables.commit)).scalar_one()
        events = connection.execute(select(func.count()).select_from(tables.event)).scalar_one()
        shown = {row.id: row.result for row in connection.execute(select(read_model.pairings))}
    assert commits == events == head.version, "a commit was half-written"
    assert head.state is not None
    games = head.state.rounds[0].games.values()
    assert shown == {game.id: game.result.value if game.result else None for game in games}
    journal.close()
    database.close()


def test_what_was_acknowledged_survives_the_kill(database_url: str) -> None:
    check(database_url, killed_after(database_url, 0.5))


@pytest.mark.long
@pytest.mark.parametrize("moment", range(40))
def test_what_was_acknowledged_survives_the_kill_at_any_moment(database_url: str, moment: int) -> None:
    check(database_url, killed_after(database_url, 0.05 * moment))

"""Rows of a file that a disk has damaged: each can be read, but nobody ever wrote them so. It is said in words."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from podium.core.errors import Unavailable
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.trust.torn_files import EVENT, prepare

DAMAGES = {
    "a result of a game that is not there": (
        "UPDATE event SET body = replace(body, 'open-', 'omen-') WHERE type = 'ResultRecorded'"
    ),
    "a result of a round that is not there": (
        "UPDATE event SET body = replace(body, '\"round\":2', '\"round\":9') WHERE type = 'ResultRecorded'"
    ),
    "a game of a player who is not there": (
        "UPDATE event SET body = replace(body, '\"white\":\"', '\"white\":\"x') WHERE type = 'RoundPaired'"
    ),
    "a version that is no number": "UPDATE head SET version = 'x'",
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with an event of which two rounds are played."""
    file = tmp_path_factory.mktemp("sound") / "podium.db"
    prepare(file)
    return file.read_bytes()


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_nobody_wrote_is_said_to_be_damaged(sound: bytes, tmp_path: Path, damage: str) -> None:
    file = tmp_path / "podium.db"
    file.write_bytes(sound)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        assert connection.execute(DAMAGES[damage]).rowcount
    database = Database(str(file))
    journal = SqlJournal(database)
    try:
        with pytest.raises(Unavailable) as caught:
            journal.head(EVENT)
    finally:
        journal.close()
        database.close()
    assert caught.value.code == "database-torn"

"""What is wrong with a database has its own sentence, is logged with its cause, and makes the server not ready."""

from __future__ import annotations

import logging
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.event import listen

from podium.app.access import Role
from podium.app.ports import Intent
from podium.app.server.readiness import FRESH, Readiness
from podium.app.words.errors import SENTENCES
from podium.core.errors import Invalid, PodiumError, Unavailable
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql import faults
from podium.storage.sql.database import Database, location
from podium.storage.sql.database_file import readable_by_others
from podium.storage.sql.faults import EVERY, Faults
from podium.storage.upkeep import readiness as storage_readiness
from podium.storage.upkeep.readiness import DatabaseCheck
from tests.kit.events import CHIEF
from tests.kit.loops import every
from tests.kit.waiting import PATIENCE

STREAM = TournamentId("t1")
MANY = AddPlayers(tuple(PlayerFields(f"Player {number}") for number in range(500)))
SECRET = "correct-horse"


@pytest.fixture
def url(ready_sqlite_url: str) -> str:
    return ready_sqlite_url


@pytest.fixture
def file(url: str) -> Path:
    return Path(str(location(url).database))


@pytest.fixture
def on_file(url: str) -> Iterator[Database]:
    database = Database(url)
    yield database
    database.close()


def begun(journal: SqlJournal) -> None:
    journal.perform(Intent(STREAM, CreateTournament(STREAM, {"name": "Open", "format": "manual"}), CHIEF, Role.OWNER))


def code(act: Callable[[], object]) -> str:
    """The code of what the database cannot do."""
    with pytest.raises(Unavailable) as caught:
        act()
    return caught.value.code


def add(journal: SqlJournal) -> object:
    return journal.submit(Intent(STREAM, MANY, CHIEF, Role.OWNER)).result(PATIENCE)


def in_each_transaction(database: Database, statement: str) -> None:
    def say(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    listen(database.writing, "begin", say)


def causes(log: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in log.records if record.name == "podium.database"]


# --- each fault ---------------------------------------------------------------------------------


def test_a_full_disk(on_file: Database, caplog: pytest.LogCaptureFixture) -> None:
    journal = SqlJournal(on_file)
    begun(journal)
    in_each_transaction(on_file, "PRAGMA max_page_count=1")
    for _ in range(3):
        assert code(lambda: add(journal)) == "database-full"
    [line] = causes(caplog)
    assert line.startswith("database-full: database or disk is full (")
    journal.close()


def test_a_text_with_letters_that_are_none_which_the_log_does_not_repeat(
    on_file: Database, caplog: pytest.LogCaptureFixture
) -> None:
    def look() -> None:
        with on_file.read() as connection:
            connection.exec_driver_sql("SELECT CAST(x'5365637265e974' AS TEXT) AS found").all()

    assert code(look) == "database-torn"
    [line] = causes(caplog)
    assert line.startswith("database-torn: Could not decode to UTF-8 column 'found' (")


def test_a_database_that_may_only_be_read(ready_url: str, caplog: pytest.LogCaptureFixture) -> None:
    database = Database(ready_url)
    journal = SqlJournal(database)
    begun(journal)
    in_each_transaction(database, "PRAGMA query_only=ON" if database.is_sqlite else "SET TRANSACTION READ ONLY")
    assert code(lambda: add(journal)) == "database-read-only"
    assert code(DatabaseCheck(database)) == "database-read-only"
    assert journal.head(STREAM).version == 1
    [line] = causes(caplog)
    assert line.startswith("database-read-only: ")
    journal.close()
    database.close()


@pytest.mark.postgres
def test_a_database_that_the_server_does_not_have(ready_postgres_url: str, caplog: pytest.LogCaptureFixture) -> None:
    url = location(ready_postgres_url).set(database="nowhere", password=SECRET)
    database = Database(url.render_as_string(hide_password=False))
    assert code(DatabaseCheck(database)) == "database-gone"
    assert code(database.migrate) == "database-gone"
    assert SECRET not in caplog.text
    database.close()


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda file: file.unlink(), "database-gone"),
        (lambda file: file.rename(file.with_suffix(".old")), "database-gone"),
        (lambda file: Path(shutil.copy(file, file.with_suffix(".new"))).replace(file), "database-replaced"),
    ],
    ids=["removed", "renamed", "replaced"],
)
def test_nothing_is_written_to_a_file_that_is_not_in_its_place(
    on_file: Database, file: Path, act: Callable[[Path], object], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    journal = SqlJournal(on_file)
    begun(journal)
    act(file)
    assert code(lambda: add(journal)) == said
    assert code(DatabaseCheck(on_file)) == said
    assert code(lambda: connected(on_file)) == said
    assert [line.partition(":")[0] for line in causes(caplog)] == [said]
    journal.close()


def connected(database: Database) -> None:
    """Read by connections that are open, and by one that is not yet."""
    with database.read() as one, database.read() as other:
        one.execute(text("SELECT 1 FROM head"))
        other.execute(text("SELECT 1 FROM head"))


def test_a_file_that_is_moved_during_a_transaction_is_noticed_before_it_is_acknowledged(
    on_file: Database, file: Path
) -> None:
    journal = SqlJournal(on_file)
    begun(journal)
    moved = file.with_suffix(".old")

    def move(*_: object) -> None:
        if file.exists():
            file.rename(moved)

    listen(on_file.writing, "before_cursor_execute", move)
    assert code(lambda: add(journal)) == "database-gone"
    moved.rename(file)
    assert journal.head(STREAM).version == 1
    journal.close()


def test_a_file_that_is_moved_at_the_last_moment_is_noticed_as_well(on_file: Database, file: Path) -> None:
    journal = SqlJournal(on_file)
    begun(journal)
    listen(on_file.writing, "commit", lambda _: file.rename(file.with_suffix(".old")))  # after we have looked
    assert code(lambda: add(journal)) == "database-gone"
    journal.close()


def test_a_file_that_is_put_back_is_used_again(on_file: Database, file: Path) -> None:
    journal = SqlJournal(on_file)
    begun(journal)
    file.rename(file.with_suffix(".old"))
    assert code(lambda: add(journal)) == "database-gone"
    file.with_suffix(".old").rename(file)
    add(journal)
    assert journal.head(STREAM).version == 2
    journal.close()


# --- readiness ----------------------------------------------------------------------------------


def test_ready_is_who_has_written_and_read(ready_url: str) -> None:
    database = Database(ready_url)
    DatabaseCheck(database)()
    DatabaseCheck(database)()
    with database.reading.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM readiness")) == 2  # each process has a row of its own
    database.close()


def test_a_writer_that_does_not_end_is_not_waited_for_for_ever(ready_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_readiness, "PATIENCE", 50)
    database, other = Database(ready_url), Database(ready_url)
    check = DatabaseCheck(database)
    check()
    with other.writing.begin() as connection:
        connection.execute(text("UPDATE readiness SET at = at"))
        assert code(check) in ("database-busy", "event-locked")
    check()
    database.close()
    other.close()


def test_what_was_found_out_counts_a_second_for_all_and_the_part_is_named() -> None:
    now = [0.0]
    checked: list[float] = []

    def broken() -> None:
        checked.append(now[0])
        raise Unavailable("database-full")

    readiness = Readiness({"pairing": lambda: None, "database": broken}, lambda: now[0])
    for at in (0.0, FRESH / 2, FRESH):
        now[0] = at
        with pytest.raises(PodiumError) as caught:
            readiness.check()
        assert caught.value.facts == {"part": "database"}
    assert checked == [0.0, FRESH]


def test_what_a_write_met_is_heard_of_at_once() -> None:
    noted = Faults(location("podium.db"))
    checked: list[str | None] = []

    def check() -> None:
        checked.append(noted.standing)
        if noted.standing is not None:
            raise Unavailable(noted.standing)

    readiness = Readiness({"database": check}, lambda: 0.0, lambda: noted.count)
    readiness.check()
    readiness.check()
    noted.unavailable(Unavailable("database-full"))
    assert code(readiness.check) == "database-full"
    assert code(readiness.check) == "database-full"
    assert checked == [None, "database-full"]


def test_ready_again_is_who_can_write_more_than_a_row(on_file: Database) -> None:
    """A disk that had no room for a round may have some for a row."""
    journal, check = SqlJournal(on_file), DatabaseCheck(on_file)
    begun(journal)
    with on_file.reading.connect() as connection:
        pages = connection.scalar(text("PRAGMA page_count"))
    room = [pages + 4]
    listen(on_file.writing, "begin", lambda each: each.exec_driver_sql(f"PRAGMA max_page_count={room[0]}"))
    check()
    assert code(lambda: add(journal)) == "database-full"
    for _ in range(2):
        assert code(check) == "database-full"
    room[0] = pages + 10_000
    check()
    room[0] = pages + 4
    check()  # a row has room, and nobody has wanted more since
    with on_file.reading.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM readiness")) == 1
    journal.close()


def test_ready_again_is_who_has_written_since(on_file: Database) -> None:
    journal, check = SqlJournal(on_file), DatabaseCheck(on_file)
    begun(journal)
    on_file.faults.unavailable(Unavailable("database-full"))
    standing = [on_file.faults.standing]
    add(journal)
    standing.append(on_file.faults.standing)
    on_file.faults.unavailable(Unavailable("database-busy"))  # as anybody may meet it
    standing.append(on_file.faults.standing)
    assert standing == ["database-full", None, None]
    check()
    journal.close()


def test_a_fault_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    noted = Faults(location("podium.db"), lambda: now[0])
    for at in (0.0, EVERY / 2, EVERY, 1.5 * EVERY):
        now[0] = at
        noted.unavailable(Unavailable("database-full"))
        noted.unavailable(Unavailable("database-gone"))
    assert len([line for line in causes(caplog) if line.startswith("database-full")]) == 2
    assert caplog.records[0].levelno == logging.ERROR


# --- who may read ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_a_new_file_is_its_owners_alone(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        database = Database(str(tmp_path / "podium.db"))
        database.migrate()
        rights = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert rights == dict.fromkeys(("podium.db", "podium.db-wal", "podium.db-shm"), 0o600)
    assert readable_by_others(tmp_path / "podium.db") == []
    (tmp_path / "podium.db").chmod(0o644)
    assert readable_by_others(tmp_path / "podium.db") == [tmp_path / "podium.db"]
    database.close()


# --- passwords --------------------------------------------------------------------------------------


@every(
    "given",
    [
        f"postgresql://podium:{SECRET}@host:port/podium",
        f"postgresql://podium:{SECRET}/podium",
        f"postgresql:podium:{SECRET}@host/podium",
        f"postgresql:/podium:{SECRET}@host/podium",
        f"postgres//podium:{SECRET}@host/podium",
        f"mysql://podium:{SECRET}@host/podium",
        f"sqlite://podium:{SECRET}@host/podium",
        f"mysql://host/podium?password={SECRET}",
        f"host=localhost password={SECRET} dbname=podium",
        f"podium:{SECRET}@host/podium",
    ],
)
def test_an_address_that_is_wrong_is_not_repeated_with_its_password(given: str) -> None:
    with pytest.raises(Invalid) as caught:
        location(given)
    assert caught.value.code == "database-malformed"
    assert SECRET not in str(caught.value)


def test_every_fault_has_its_sentence() -> None:
    codes = {*faults._OF_SQLITE.values(), *faults._OF_POSTGRESQL.values(), "database-gone", "database-replaced"}
    assert codes <= SENTENCES.keys()

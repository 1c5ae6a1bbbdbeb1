"""Backups: consistent whoever writes, whole or not there, and the way back into either kind of database."""

from __future__ import annotations

import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import delete, insert, select, text, update

from podium.app.ports import Receipt
from podium.app.server.findings import Problem
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament
from podium.storage import tables
from podium.storage.backups import backups
from podium.storage.backups.backups import back_up, database_findings, restore, snapshot
from podium.storage.backups.table_rows import digests
from podium.storage.backups.whole_files import new_file
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import MIGRATIONS, Database
from tests.kit.events import Director, refused
from tests.kit.forged import forge_names
from tests.kit.full_database import EVENT
from tests.kit.waiting import PATIENCE, until, until_ended

WRITERS = 10
EACH = 5  # commits of every writer before the backup begins


def address(database: Database) -> str:
    return database.url.render_as_string(hide_password=False)


def contents(given: str | Path) -> object:
    """The digest of every table."""
    database = Database(str(given))
    try:
        with snapshot(database.url) as connection:
            return digests(connection)
    finally:
        database.close()


def beside(file: Path) -> list[str]:
    return sorted(each.name for each in file.parent.glob(f"{file.name}*"))


@pytest.fixture
def backup(full_file: Path, tmp_path: Path) -> Path:
    return back_up(str(full_file), tmp_path / "backup.db", replace=False).file


def test_everything_is_in_a_backup_and_only_its_owner_reads_it(full: Database, tmp_path: Path) -> None:
    backup = back_up(address(full), tmp_path / "backup.db", replace=False).file
    assert contents(backup) == contents(address(full))
    assert list(database_findings(str(backup))) == []
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert beside(backup) == ["backup.db"]


def test_a_backup_says_what_is_in_it(full_sqlite: Database, tmp_path: Path) -> None:
    made = back_up(address(full_sqlite), tmp_path / "backup.db", replace=False)
    assert (made.tournaments, made.findings, made.size) == (2, [], made.file.stat().st_size)


def test_what_was_acknowledged_before_a_backup_began_is_in_it(database: Database, tmp_path: Path) -> None:
    journal = SqlJournal(database)
    acknowledged: list[tuple[TournamentId, int]] = []
    over = threading.Event()
    faults: list[BaseException] = []

    def write(number: int) -> None:
        try:
            event = Director(journal, TournamentId(f"t{number}"))
            event.do(CreateTournament(event.stream, {"name": "Open", "format": "manual"}))
            for count in range(1000):
                if over.is_set():
                    return
                receipt: Receipt = event.do(AddPlayers((PlayerFields(f"P{count}"),)))
                acknowledged.append((event.stream, receipt.version))
        except BaseException as fault:  # noqa: BLE001  # looked at below
            faults.append(fault)

    threads = [threading.Thread(target=write, args=(number,), daemon=True) for number in range(WRITERS)]
    try:
        for thread in threads:
            thread.start()
        until(lambda: len(acknowledged) >= WRITERS * EACH or bool(faults))
        before = list(acknowledged)
        made = back_up(address(database), tmp_path / "backup.db", replace=False)
        written_meanwhile = len(acknowledged) > len(before)
    finally:
        over.set()
        until_ended(*threads, within=PATIENCE)
        journal.close()
    assert faults == []
    assert written_meanwhile
    with snapshot(Database(str(made.file)).url) as connection:
        here = tables.commit.c
        stored = {tuple(row) for row in connection.execute(select(here.stream, here.version))}
    assert set(before) <= stored
    assert list(database_findings(str(made.file))) == []


def test_a_file_that_is_there_is_replaced_only_if_that_is_said(full_sqlite: Database, backup: Path) -> None:
    before = backup.read_bytes()
    with full_sqlite.write() as connection:
        connection.execute(update(tables.users).values(created_at="2020"))
    with refused("file-exists"):
        back_up(address(full_sqlite), backup, replace=False)
    assert backup.read_bytes() == before
    back_up(address(full_sqlite), backup, replace=True)
    assert contents(backup) == contents(address(full_sqlite))


def test_a_backup_that_fails_leaves_no_file(
    full_sqlite: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_file: Path) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(backups, "_verified", fail)
    with pytest.raises(OSError, match="no space left"):
        back_up(address(full_sqlite), tmp_path / "backup.db", replace=False)
    assert beside(tmp_path / "backup.db") == []


def test_a_database_is_no_backup_of_itself(ready_sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "podium.db"
    with refused("backup-onto-itself"):
        back_up(str(file), file, replace=True)
    with refused("backup-onto-itself"):
        restore(file, str(file), replace=True)


def test_a_backup_of_a_damaged_journal_says_so_and_is_not_restored(full_sqlite: Database, tmp_path: Path) -> None:
    here = tables.event.c
    with full_sqlite.write() as connection:
        connection.execute(delete(tables.event).where(here.stream == EVENT, here.version == 2))
    made = back_up(address(full_sqlite), tmp_path / "backup.db", replace=False)
    assert [(each.problem, each.stream) for each in made.findings] == [(Problem.EVENTS_MISSING, EVENT)]
    with refused("backup-damaged"):
        restore(made.file, str(tmp_path / "other.db"), replace=False)
    assert beside(tmp_path / "other.db") == []


def test_a_backup_with_values_of_nobody_is_restored_only_if_it_is_trusted(
    full_sqlite: Database, tmp_path: Path
) -> None:
    forge_names(full_sqlite, EVENT)
    made = back_up(address(full_sqlite), tmp_path / "b.db", replace=False)
    assert [each.problem for each in made.findings] == [Problem.VALUE_REFUSED]
    target = f"sqlite:///{tmp_path / 'target.db'}"
    with refused("backup-foreign"):
        restore(made.file, target, replace=False)
    assert not (tmp_path / "target.db").exists()
    assert restore(made.file, target, replace=False, trusted=True)["tournaments"].rows


def test_a_backup_with_tables_of_an_earlier_version(tmp_path: Path) -> None:
    old = tmp_path / "podium.db"
    database = Database(str(old))
    with database.writing.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0013")
        connection.execute(text("INSERT INTO users (name, password, created_at) VALUES ('ana', 'hash', '2026')"))
    database.close()
    made = back_up(str(old), tmp_path / "backup.db", replace=False)
    assert made.findings == []
    with closing(sqlite3.connect(made.file)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0013",)  # as it was
    restore(made.file, str(tmp_path / "restored.db"), replace=False)
    assert list(database_findings(str(tmp_path / "restored.db"))) == []
    with closing(sqlite3.connect(tmp_path / "restored.db")) as connection:
        assert connection.execute("SELECT name FROM users").fetchall() == [("ana",)]


def test_a_backup_of_a_newer_podium(backup: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with refused("database-newer") as caught:
        restore(backup, str(tmp_path / "restored.db"), replace=False)
    assert caught.value.facts["value"] == str(backup)


@pytest.mark.parametrize("empty", ["missing", "ready"])
def test_restoring_into_an_empty_file(backup: Path, tmp_path: Path, ready_file: Path, empty: str) -> None:
    target = tmp_path / "restored.db"
    if empty == "ready":
        target.write_bytes(ready_file.read_bytes())
    restore(backup, str(target), replace=False)
    assert contents(target) == contents(backup)
    assert list(database_findings(str(target))) == []
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert not [name for name in beside(target) if name.endswith(".partial")]


def test_restoring_into_an_empty_postgresql_and_going_on(backup: Path, empty_postgres_url: str) -> None:
    restore(backup, empty_postgres_url, replace=False)
    assert contents(empty_postgres_url) == contents(backup)
    assert list(database_findings(empty_postgres_url)) == []
    database = Database(empty_postgres_url)
    journal = SqlJournal(database)
    event = Director(journal, EVENT)
    event.result("Carol", "1-0")
    journal.close()
    database.close()
    assert list(database_findings(empty_postgres_url)) == []


def test_what_is_in_a_database_is_given_up_only_if_that_is_said(full: Database, backup: Path) -> None:
    with full.write() as connection:
        row = {"stream": "x", "version": 1, "parent": 0, "kind": "k", "actor": "a", "at": "2026"}
        connection.execute(insert(tables.commit), row)
    before = contents(address(full))
    full.close()
    with refused("database-not-empty"):
        restore(backup, address(full), replace=False)
    assert contents(address(full)) == before
    restore(backup, address(full), replace=True)
    assert contents(address(full)) == contents(backup)


def test_a_database_that_a_server_has_open_is_not_given_up(full: Database, backup: Path) -> None:
    before = contents(address(full))
    with full.reading.connect() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
        with refused("database-in-use"):
            restore(backup, address(full), replace=True)
    assert contents(address(full)) == before


def test_a_damaged_database_is_given_up_for_a_backup(backup: Path, full_file: Path, tmp_path: Path) -> None:
    torn, other = tmp_path / "torn.db", tmp_path / "notes.txt"
    torn.write_bytes(full_file.read_bytes()[:9000])
    (tmp_path / "torn.db-wal").write_bytes(b"what the old server left" * 100)
    other.write_text("nothing of the kind, but longer than the header of a database is, by some measure or other\n" * 3)
    with refused("database-damaged"):
        restore(backup, str(torn), replace=False)
    restore(backup, str(torn), replace=True)
    assert contents(torn) == contents(backup)
    assert list(database_findings(str(torn))) == []
    before = other.read_bytes()
    with refused("not-a-database"):
        restore(backup, str(other), replace=True)
    assert other.read_bytes() == before


def test_a_file_that_is_no_backup(ready_sqlite_url: str, tmp_path: Path) -> None:
    torn = tmp_path / "torn.db"
    torn.write_bytes((tmp_path / "podium.db").read_bytes()[:9000])
    other = tmp_path / "notes.txt"
    other.write_text("nothing of the kind, but longer than the header of a database is, by some measure or other\n" * 3)
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE notes (id INTEGER)")
    target = tmp_path / "restored.db"
    for file, code in ((torn, "database-damaged"), (other, "not-a-database"), (foreign, "database-is-foreign")):
        with refused(code):
            restore(file, str(target), replace=False)
    with refused("unknown-file"):
        restore(tmp_path / "missing.db", str(target), replace=False)
    assert beside(target) == []


# --- backups that were killed -----------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
from podium.storage.backups import backups
backups._verified = lambda file: os.kill(os.getpid(), signal.SIGKILL)
backups.back_up(sys.argv[1], Path(sys.argv[2]), replace=True)
"""


def kill_in_the_middle(database: Database, file: Path) -> str:
    """The name of what a backup leaves that is killed once everything is written but its name."""
    before = set(beside(file))
    ended = subprocess.run([sys.executable, "-c", KILLED, address(database), file], timeout=PATIENCE, check=False)
    assert ended.returncode == -signal.SIGKILL
    [left] = {name for name in beside(file) if name.endswith(".partial")} - before
    return left


def test_a_killed_backup_leaves_the_old_one_as_it_was_and_the_next_tidies_up(full: Database, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    back_up(address(full), file, replace=False)
    before = file.read_bytes()
    left = kill_in_the_middle(full, file)
    assert file.read_bytes() == before
    other = tmp_path / "backup.db.12345678.partial.kept"
    other.touch()
    second = back_up(address(full), file, replace=True)
    assert [each.name for each in second.leftovers] == [left]
    assert beside(file) == [file.name, other.name]
    assert contents(file) == contents(address(full))


def test_what_somebody_is_writing_is_left_alone(full: Database, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    with new_file(file) as partial:
        assert back_up(address(full), file, replace=False).leftovers == []
        assert partial.exists()
        partial.write_bytes(file.read_bytes())
    assert contents(file) == contents(address(full))
    assert beside(file) == [file.name]

"""What was acknowledged and cannot be read any more is noticed; what is whole, or was put back, is not."""

from __future__ import annotations

import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from podium.app.server.findings import Finding, Problem
from podium.bootstrap import opened
from podium.config import Config
from podium.core.errors import Refused
from podium.storage import tables
from podium.storage.backups.backups import accept_loss, back_up, database_findings, restore
from podium.storage.journal.writers import OneWriter
from podium.storage.sql.database import Database
from podium.storage.sql.database_file import FRAME_HEADER, LOG, LOG_HEADER, MARK, has_log, lost_changes
from tests.kit.waiting import until

WRITTEN = 20
PAGE = 4096


@pytest.fixture
def database(ready_file: Path, tmp_path: Path) -> Iterator[Database]:
    """A database on which twenty changes were acknowledged, all of them in the log."""
    database = Database(str(shutil.copy(ready_file, tmp_path / "podium.db")))
    for number in range(WRITTEN):
        write(database, number)
    yield database
    database.close()


@pytest.fixture
def killed(database: Database, tmp_path: Path) -> Path:
    """What a server leaves that is killed now."""
    return copied(database, tmp_path / "killed")


def write(database: Database, number: int) -> None:
    with database.write() as connection:
        connection.execute(insert(tables.readiness).values(process=str(number), at=number))


def copied(database: Database, folder: Path) -> Path:
    assert database.file is not None
    folder.mkdir()
    for each in ("", LOG, MARK):
        shutil.copyfile(str(database.file.path) + each, folder / f"podium.db{each}")
    return folder / "podium.db"


def beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def rows(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM readiness").fetchone()[0])


def frames(file: Path) -> list[int]:
    """Where each frame of the log begins that ends a commit."""
    log = beside(file, LOG).read_bytes()
    places = range(LOG_HEADER, len(log), FRAME_HEADER + PAGE)
    return [at for at in places if struct.unpack(">I", log[at + 4 : at + 8])[0]]


def flip(file: Path, at: int, count: int) -> None:
    log = bytearray(beside(file, LOG).read_bytes())
    log[at : at + count] = bytes(each ^ 0xFF for each in log[at : at + count])
    beside(file, LOG).write_bytes(log)


def in_the_middle(file: Path) -> None:
    flip(file, frames(file)[9] + 100, 400)


def in_the_last_transaction(file: Path) -> None:
    flip(file, frames(file)[-1] + 100, 400)


def in_the_header(file: Path) -> None:
    flip(file, 8, 20)


def in_the_head_of_a_frame(file: Path) -> None:
    flip(file, frames(file)[4], FRAME_HEADER)


def cut_off(file: Path) -> None:
    log = beside(file, LOG)
    log.write_bytes(log.read_bytes()[: frames(file)[9]])


def emptied(file: Path) -> None:
    beside(file, LOG).write_bytes(b"")


def removed(file: Path) -> None:
    beside(file, LOG).unlink()


DAMAGES = (in_the_middle, in_the_last_transaction, in_the_header, in_the_head_of_a_frame, cut_off, emptied, removed)


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_a_damaged_log_has_lost_is_said_and_nothing_is_touched(
    killed: Path, damage: Callable[[Path], None]
) -> None:
    damage(killed)
    before = {each: beside(killed, each).read_bytes() for each in ("", LOG, MARK) if beside(killed, each).exists()}
    with pytest.raises(Refused) as refused, opened(Config(database=str(killed))):
        pass
    assert refused.value.code == "acknowledged-lost"
    [finding, *others] = database_findings(str(killed))
    assert (finding.problem, others) == (Problem.CHANGES_LOST, [])
    assert before == {each: beside(killed, each).read_bytes() for each in before}
    found = rows(killed)  # of those that were acknowledged; this connection empties the log
    assert 0 < finding.count == WRITTEN - found


@pytest.mark.parametrize("damage", [in_the_middle, in_the_head_of_a_frame, in_the_header])
def test_commits_behind_a_bad_frame_are_damage_without_a_mark(killed: Path, damage: Callable[[Path], None]) -> None:
    beside(killed, MARK).unlink()
    assert lost_changes(killed) is None
    damage(killed)
    assert lost_changes(killed)


def test_what_a_power_cut_leaves_of_an_unacknowledged_change_is_no_damage(killed: Path) -> None:
    """Its last frame is on disk, and not the ones before it."""
    beside(killed, MARK).unlink()
    flip(killed, frames(killed)[-2] + FRAME_HEADER + PAGE + 100, 400)
    assert lost_changes(killed) is None


def test_what_is_whole_goes_on(killed: Path) -> None:
    assert list(database_findings(str(killed))) == []
    with opened(Config(database=str(killed))) as podium:
        write(podium.database, WRITTEN)
    assert rows(killed) == WRITTEN + 1


@pytest.mark.parametrize("gone", [("",), ("", LOG)])
def test_a_new_database_in_the_place_of_one_that_was_removed(killed: Path, gone: tuple[str, ...]) -> None:
    for each in gone:
        beside(killed, each).unlink()
    for _start in range(2):
        with opened(Config(database=str(killed))):
            pass


def test_a_copy_put_in_the_place_of_the_database_is_no_loss(database: Database, tmp_path: Path) -> None:
    assert database.file is not None
    file, backup = database.file.path, tmp_path / "backup.db"
    back_up(str(file), backup, replace=False)
    write(database, WRITTEN)
    killed = copied(database, tmp_path / "killed")
    shutil.copyfile(backup, killed)
    beside(killed, LOG).unlink()
    for _start in range(2):
        with opened(Config(database=str(killed))):
            pass
    assert rows(killed) == WRITTEN


def test_a_backup_is_brought_back_over_a_damaged_database(database: Database, killed: Path, tmp_path: Path) -> None:
    assert database.file is not None
    backup = tmp_path / "backup.db"
    back_up(str(database.file.path), backup, replace=False)
    removed(killed)
    restore(backup, str(killed), replace=True)
    assert list(database_findings(str(killed))) == []
    with opened(Config(database=str(killed))) as podium, podium.database.read() as connection:
        assert len(connection.execute(select(tables.readiness)).all()) == WRITTEN


def test_a_backup_of_what_is_left_says_what_it_lacks(killed: Path, tmp_path: Path) -> None:
    in_the_middle(killed)
    made = back_up(str(killed), tmp_path / "backup.db", replace=False)
    assert made.findings == [Finding(Problem.CHANGES_LOST, count=11)]


def test_who_accepts_the_loss_goes_on_and_keeps_what_there_was(killed: Path) -> None:
    assert accept_loss(str(killed)) is None
    in_the_middle(killed)
    log = beside(killed, LOG).read_bytes()
    kept = accept_loss(str(killed))
    assert kept is not None
    assert beside(kept, LOG).read_bytes() == log
    assert list(database_findings(str(killed))) == []
    for _start in range(2):
        with opened(Config(database=str(killed))):
            pass
    assert rows(killed) == 9


def test_nobody_accepts_a_loss_while_the_server_runs(database: Database) -> None:
    assert database.file is not None
    in_the_middle(database.file.path)
    with pytest.raises(Refused) as refused:
        accept_loss(str(database.file.path))
    assert refused.value.code == "database-in-use"


def test_what_is_rolled_back_or_changes_nothing_is_not_counted(database: Database, tmp_path: Path) -> None:
    assert database.file is not None
    mark = beside(database.file.path, MARK).read_bytes()
    with database.writing.connect() as connection, connection.begin() as transaction:
        connection.execute(insert(tables.readiness).values(process="x", at=0))
        transaction.rollback()
    with database.write() as connection:
        connection.execute(select(tables.readiness))
    assert beside(database.file.path, MARK).read_bytes() == mark
    assert lost_changes(copied(database, tmp_path / "killed")) is None


def test_a_mark_that_cannot_be_written_keeps_nobody_from_writing(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    assert database.file is not None
    beside(database.file.path, MARK).unlink()
    beside(database.file.path, MARK).mkdir()
    write(database, WRITTEN)
    assert "mark-unwritten" in caplog.text
    beside(database.file.path, MARK).rmdir()


def test_the_log_is_emptied_into_the_file_when_nothing_comes(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("podium.storage.journal.writers.QUIET", 0.01)
    assert database.file is not None
    file = database.file.path
    writer = OneWriter(lambda _intents, _wait=0: [], database.empty_log)
    until(lambda: not has_log(file))
    writer.close()
    alone = Path(shutil.copyfile(file, tmp_path / "alone.db"))
    assert rows(alone) == WRITTEN


def test_another_program_that_opens_and_closes_the_database_leaves_the_log_where_it_is(database: Database) -> None:
    """A lock of ours that were gone would make it the last one, which removes the log that we write to."""
    assert database.file is not None
    file = database.file.path
    look = "import sqlite3; c = sqlite3.connect('podium.db'); c.execute('DELETE FROM readiness'); c.commit(); c.close()"
    before = beside(file, LOG).stat().st_ino
    subprocess.run([sys.executable, "-c", look], cwd=file.parent, check=True, timeout=60)
    assert beside(file, LOG).stat().st_ino == before
    write(database, WRITTEN)
    assert lost_changes(file) is None

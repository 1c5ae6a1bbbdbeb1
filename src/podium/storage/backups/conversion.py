"""An older database becomes Podium's own, in place: whole or not at all, with a copy of what it was.

The new database is built in a file beside the old one, which stays as it is until the new one takes its name. A crash
at any moment leaves one or the other. Nobody writes to the old file meanwhile: it is locked from the moment it is known
to equal the copy, and two Podiums that start together take turns.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from podium.app.older.records import OlderRecords
from podium.core.errors import Unavailable
from podium.storage.backups.legacy import (
    PATIENCE,
    DatabaseKind,
    as_text,
    database_kind,
    older_records,
    records_of,
    translated,
)
from podium.storage.backups.table_rows import OLDER
from podium.storage.backups.whole_files import BESIDE, beside, on_disk, remove, settle
from podium.storage.sql.database_file import connect
from podium.storage.tables import metadata

COPY = ".before-podium"
UNFINISHED = ".converting"
TRIES = 5

Build = Callable[[Path, OlderRecords], None]
"""Makes a new database in a file from the records of an old one."""


def convert(file: Path, build: Build) -> Path | None:
    """The copy that is kept of an older database, which is now Podium's own; None where nothing was to do."""
    if database_kind(file) is not DatabaseKind.OLDER:
        return None
    older_records(file)  # what cannot be read is refused before anything is written
    file = file.resolve()  # what a link points to is replaced, not the link
    with translated(file), _alone(file.parent):
        if database_kind(file) is not DatabaseKind.OLDER:
            return None  # another process was faster, and we waited for it
        for _ in range(TRIES):
            before = _stamp(file)
            copy, fresh = kept_copy(file, COPY)
            # From here on the file is not opened but through this connection: closing it elsewhere would end the lock.
            with _locked(file) as connection:
                if _stamp(file) == before:
                    _convert(file, connection, build)
                    return copy
            if fresh:
                remove(copy)
    raise Unavailable


def _convert(file: Path, connection: sqlite3.Connection, build: Build) -> None:
    records = records_of(connection)
    unfinished = beside(file, UNFINISHED)
    remove(unfinished)
    try:
        build(unfinished, records)
        _keep_unknown(connection, unfinished)
        settle(unfinished)
        shutil.copymode(file, unfinished)
        on_disk(unfinished)
        if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            # No log of the old file may meet the new one under the same name.
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode=DELETE")
        unfinished.replace(file)
        on_disk(file.parent)
    finally:
        remove(unfinished)


def _keep_unknown(old: sqlite3.Connection, file: Path) -> None:
    """Copy tables into the new database that have something Podium does not know, called `older_` and their name."""
    with closing(connect(file)) as new, new:
        for (name,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"):
            rows = old.execute(f"SELECT * FROM {quoted(name)}")  # noqa: S608  # quoted
            columns = [str(column[0]) for column in rows.description]
            known = metadata.tables.get(name.lower())
            if known is not None and {each.lower() for each in columns} <= {each.name.lower() for each in known.c}:
                continue
            into = quoted(f"{OLDER}{name}")
            new.execute(f"CREATE TABLE {into} ({', '.join(map(quoted, columns))})")
            new.executemany(f"INSERT INTO {into} VALUES ({', '.join('?' * len(columns))})", rows)  # noqa: S608  # quoted


def quoted(name: str) -> str:
    """A name as SQL writes it, whatever it is."""
    return '"' + name.replace('"', '""') + '"'


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """A block that one process at a time is in."""
    import fcntl  # where there is none, Podium runs, and only this is not to be had

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _locked(file: Path) -> Iterator[sqlite3.Connection]:
    """The old database with nobody else writing to it."""
    with closing(connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
        connection.text_factory = as_text
        connection.execute("BEGIN IMMEDIATE")
        yield connection


def _stamp(file: Path) -> list[tuple[int, int]]:
    """Another value after every change of the file or its log; asks only the folder."""
    found = [each.stat() for each in (file, *(beside(file, side) for side in BESIDE)) if each.exists()]
    return [(each.st_size, each.st_mtime_ns) for each in found if each.st_size]


def kept_copy(file: Path, ending: str) -> tuple[Path, bool]:
    """An exact copy of `file` beside it, and whether it is a fresh one: an equal copy of before will do."""
    number = 1
    while (copy := beside(file, ending if number == 1 else f"{ending}-{number}")).exists():
        if filecmp.cmp(file, copy, shallow=False) and not any(beside(file, side).exists() for side in BESIDE):
            return copy, False
        number += 1
    for side in (*BESIDE, ""):  # the file last: a copy that is there is a whole one
        if (source := beside(file, side)).exists():
            partial = beside(copy, f"{side}.partial")
            shutil.copy2(source, partial)
            on_disk(partial)
            partial.replace(beside(copy, side))
    on_disk(file.parent)
    return copy, True

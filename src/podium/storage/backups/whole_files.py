"""Database files that are there whole or not at all: written under another name, on disk before they take their own."""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from podium.core.errors import Refused, Unavailable, Unknown
from podium.storage.backups.legacy import PATIENCE, translated
from podium.storage.sql.database_file import MARK, connect

BESIDE = ("-wal", "-journal")  # what SQLite keeps beside a file until it is written into it
PARTIAL = ".partial"
"""How the names of files end that are being written."""
WAIT = 2  # seconds for somebody who only looks into a file


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """A file for its owner alone to write a database into, which is `file` if the block ends well and gone else.

    Raises Refused where somebody has the database open that is there already.
    """
    if not file.parent.is_dir():
        raise Unknown("folder", str(file.parent))
    file = file.resolve()  # what a link points to is replaced, not the link
    with translated(file):
        descriptor, name = tempfile.mkstemp(suffix=PARTIAL, prefix=f"{file.name}.", dir=file.parent)  # mode 0600
    partial = Path(name)
    try:
        _take(descriptor)  # for as long as this process lives, so that others know that it is being written
        yield partial
        settle(partial)
        on_disk(partial)
        with unused(file):
            partial.replace(file)
        on_disk(file.parent)
    finally:
        remove(partial)
        os.close(descriptor)


def remove_leftovers(file: Path) -> list[Path]:
    """What somebody began to write in the place of `file`, and left when they were killed; it is removed."""
    file = file.resolve()
    name = re.compile(rf"{re.escape(file.name)}\.\w{{8}}{re.escape(PARTIAL)}")
    found = (
        [each for each in sorted(file.parent.iterdir()) if name.fullmatch(each.name)] if file.parent.is_dir() else []
    )
    left = [each for each in found if _is_left(each)]
    for each in left:
        remove(each)
    return left


def _is_left(partial: Path) -> bool:
    """Whether nobody writes to a file any more."""
    try:
        descriptor = os.open(partial, os.O_RDWR)
    except OSError:
        return False  # it is gone, or somebody else's
    try:
        return _take(descriptor)
    finally:
        os.close(descriptor)


def _take(descriptor: int) -> bool:
    """Whether a file could be locked: it is nobody else's. Where the system cannot lock, it may be."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def unused(file: Path) -> Iterator[None]:
    """A block in which nobody has the database in `file` open, if there is one.

    No log of an old file may meet a new one under the same name; and who has the old one open would write into it on.
    """
    if not file.exists():
        yield
        return
    with translated(file), closing(connect(file, timeout=WAIT, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")  # refused while anybody else has it open
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as problem:
            if problem.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise Refused("database-in-use", value=str(file)) from None
            if problem.sqlite_errorname.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
                raise
            for side in (*BESIDE, "-shm"):  # it is damaged, or no database at all
                beside(file, side).unlink(missing_ok=True)
        yield


def copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite database as it is now, even while others write to it; raises what is wrong with `source`."""
    if not source.is_file():
        raise Unknown("database", str(source))
    address = f"{source.resolve().as_uri()}?mode=ro"
    with (
        translated(source),
        closing(connect(address, uri=True, timeout=PATIENCE)) as original,
        closing(connect(target)) as copy,
    ):
        # In one step: page by page it would begin anew whenever somebody writes.
        original.backup(copy, progress=_stop_if_locked)


def _stop_if_locked(status: int, _remaining: int, _pages: int) -> None:
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):  # it would be tried again for ever
        raise Unavailable


def settle(file: Path) -> None:
    """Put everything that SQLite keeps beside a database into the file itself."""
    with translated(file), closing(connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def beside(file: Path, ending: str) -> Path:
    """The file of that name with something added to it."""
    return file.with_name(file.name + ending)


def remove(file: Path) -> None:
    """Remove a database, and what is kept beside it."""
    for side in ("", *BESIDE, "-shm", MARK):
        beside(file, side).unlink(missing_ok=True)


def on_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

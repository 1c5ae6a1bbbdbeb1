"""The file of a SQLite database: its owner's alone, the same one as long as the server runs, and whether all that was
acknowledged can still be read from it and the write-ahead log beside it.

A file that is renamed goes on taking what is written through a descriptor that is open. Nobody would find it there.

SQLite takes the first frame of the log whose checksum is wrong for the log's end, and says nothing of what follows.
Two things tell that something did: frames that end a commit behind that one, and a mark beside the database. Every
transaction counts `user_version` up by one; once it is on disk, the mark says how far that was and what the file's
own header looked like. So a log that was cut off or removed is noticed, and a backup that somebody put in the file's
place, whose header is another, is none. The mark is written after the commit and not waited for: a power cut may
leave it behind, and never ahead.

SQLite names the table or column that it cannot read. Where the name is damaged too, the driver fails to read what
SQLite says, and raises an error of letters; a text that is none it reports without a code. Both are raised here as
what they are, so every connection of ours to a file is made here.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from podium.core.errors import Refused, Unavailable
from podium.storage.sql.faults import Faults

P = ParamSpec("P")
T = TypeVar("T")

MARK, LOG = "-acknowledged", "-wal"
HEADER = 100  # bytes that a file of SQLite begins with
COUNTER = slice(60, 64)  # `user_version` in it
LOG_HEADER, FRAME_HEADER = 32, 24
MAGIC = (0x377F0682, 0x377F0683)  # the words of the checksum begin with the lower byte, or with the higher one
TORN = 1  # commits that a power cut can leave behind a bad frame: the last, which nobody was told of
LOOKS, PAUSE = 2, 0.05  # more, and between: somebody may write meanwhile: what is lost is so each time
_WORD = 0xFFFFFFFF
OWNERS_ALONE = 0o600
OTHERS_RIGHTS = 0o077
BESIDE = ("", "-wal", "-shm", MARK)


class _Transaction(threading.local):
    """The number of the transaction that a thread has committed last; None where that changed nothing."""

    number: int | None = None


class DatabaseFile:
    """Where the file is, and which one it was when it was first opened."""

    def __init__(self, path: Path, faults: Faults) -> None:
        self.path = path
        self._faults = faults
        self._opened: tuple[int, int] | None = None  # device and inode
        self._descriptor: int | None = None  # by which its header is read
        self.transaction = _Transaction()
        self.is_marked = False
        self._marking = threading.Lock()

    def prepare(self) -> None:
        """Make the file where there is none yet; raises Unavailable where the one we had is there no more.

        What SQLite puts beside it gets the same rights.
        """
        if self._opened is not None:
            self.check()
            return
        try:
            descriptor = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNERS_ALONE)
        except OSError:
            return  # it is there, or cannot be: who opens it hears why
        try:
            os.fchmod(descriptor, OWNERS_ALONE)
        finally:
            os.close(descriptor)

    def opened(self) -> None:
        """Note which file it is, once it is open."""
        if self._opened is None:
            self._opened = self._present()
        if self._descriptor is None:
            self._descriptor = os.open(self.path, os.O_RDONLY)

    def closed(self) -> None:
        """Let go of it, once nobody in this process has it open any more."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor, self.is_marked = None, False

    def check(self) -> None:
        """Raise Unavailable where the name no longer leads to the file that was opened."""
        if self._opened is None or (present := self._present()) == self._opened:
            return
        raise self._faults.unavailable(Unavailable("database-gone" if present is None else "database-replaced"))

    def acknowledge(self) -> None:
        """Mark beside the file that what this thread has committed is on disk; to be asked after COMMIT."""
        if (number := self.transaction.number) is not None:
            self.mark(number)

    def mark(self, number: int | None = None) -> None:
        """Mark that so many transactions are on disk; None: those in the file, into which the log was emptied."""
        try:
            with self._marking:
                if self._descriptor is not None:
                    write_mark(self.path, self._descriptor, number)
                    self.is_marked = True
        except OSError as problem:  # all is written; only a log that is cut off would not be noticed
            self._faults.note("mark-unwritten", problem)

    def _present(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


def readable_by_others(path: Path) -> list[Path]:
    """Those of a database's files that others on this machine may read or write."""
    beside = [path.with_name(path.name + ending) for ending in BESIDE]
    return [each for each in beside if each.exists() and each.stat().st_mode & OTHERS_RIGHTS]


# --- the write-ahead log ----------------------------------------------------------------------


def write_mark(file: Path, descriptor: int, counter: int | None) -> None:
    """Note that so many transactions are on disk and acknowledged; None: all that are in the file itself.

    The file is read by a `descriptor` that stays open: to close one gives up the locks that SQLite has on the
    file in this process, and the next to leave would take itself for the last and remove the log.
    """
    os.lseek(descriptor, 0, os.SEEK_SET)
    header = os.read(descriptor, HEADER).ljust(HEADER, b"\0")
    number = _counter(header) if counter is None else counter
    mark = os.open(_beside(file, MARK), os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(mark, f"{number:010d} {zlib.crc32(header):010d}".encode())  # as long as what it is written over
        if counter is None:
            os.fsync(mark)
    finally:
        os.close(mark)


def has_log(file: Path) -> bool:
    """Whether something is in the log, or was before it came into the file as well."""
    try:
        return _beside(file, LOG).stat().st_size > 0
    except FileNotFoundError:
        return False


def check_log(file: Path) -> None:
    """Raise Refused where acknowledged changes are lost; a mark that is ahead all the same is another database's."""
    if (lost := lost_changes(file)) is not None:
        raise Refused("acknowledged-lost", value=str(file), count=lost)
    if (mark := _mark(file)) is not None and (_found(file)[0] < mark[0] or not any(_header(file))):
        _beside(file, MARK).unlink(missing_ok=True)


def lost_changes(file: Path) -> int | None:
    """About how many acknowledged changes of a database cannot be read any more; None where nothing is lost."""
    lost = _lost(file)
    for _look in range(LOOKS):
        if lost is not None:
            time.sleep(PAUSE)
            lost = _lost(file)
    return lost


def _lost(file: Path) -> int | None:
    mark = _mark(file)  # before the log: a writer notes it afterwards
    found, behind = _found(file)
    header = _header(file)  # and after it: emptying the log writes the file first
    if not any(header):
        return None  # there is no database, and SQLite drops a log that is left of one
    if mark is not None and found < mark[0] and zlib.crc32(header) == mark[1]:
        return mark[0] - max(found, _counter(header))
    return behind if behind > TORN else None


def _mark(file: Path) -> tuple[int, int] | None:
    """What was noted: a number of transactions, and the checksum of the file's header then."""
    try:
        counter, header = map(int, _beside(file, MARK).read_bytes().split())
    except (OSError, ValueError):
        return None
    return counter, header


def _found(file: Path) -> tuple[int, int]:
    """How many transactions SQLite will find, and how many commits there are behind the first bad frame of the log."""
    page, behind = None, 0
    log = _beside(file, LOG).read_bytes() if has_log(file) else b""
    if len(log) > LOG_HEADER + FRAME_HEADER:
        page, behind = _examined(log, int.from_bytes(_header(file)[16:18]))
    return _counter(page or _header(file)), behind


def _examined(log: bytes, size: int) -> tuple[bytes | None, int]:
    """How the first page begins as the log has it, if it does, and the commits behind the first bad frame."""
    magic, _format, _size, _number, *salts, first, second = struct.unpack(">8I", log[:LOG_HEADER])
    order = ">" if magic & 1 else "<"
    sums = _checksum(struct.unpack(f"{order}6I", log[: LOG_HEADER - 8]), (0, 0))
    good = magic in MAGIC and sums == (first, second)
    if not good:
        salts = list(struct.unpack(">2I", log[LOG_HEADER + 8 : LOG_HEADER + 16]))  # the frames have them too
    size = 1 << 16 if size == 1 else size or 1 << 12
    page = written = None
    behind = 0
    for at in range(LOG_HEADER, len(log) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        number, commits, *own, first, second = struct.unpack(">6I", log[at : at + FRAME_HEADER])
        content = log[at + FRAME_HEADER : at + FRAME_HEADER + size]
        if good and own == salts:
            sums = _checksum(struct.unpack(f"{order}2I", log[at : at + 8]), sums)
            sums = _checksum(struct.unpack(f"{order}{size // 4}I", content), sums)
        good = good and own == salts and sums == (first, second)
        if good:
            written = content[:HEADER] if number == 1 else written
            page = written if commits else page
        elif own == salts and commits:
            behind += 1
    return page, behind


def _checksum(words: Sequence[int], carried: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum over words, carried on from what came before."""
    first, second = carried
    pairs = iter(words)
    for one, other in zip(pairs, pairs, strict=True):
        first = (first + one + second) & _WORD
        second = (second + other + first) & _WORD
    return first, second


def _header(file: Path) -> bytes:
    """How a database file begins; zeros where there is none, or it is empty.

    To close a file ends the locks that this process has on it, and SQLite's are among them: nothing here is to be
    asked of a database that is open in the same process.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))  # a pipe would have us wait for ever
    except FileNotFoundError:
        return bytes(HEADER)
    try:
        return os.read(descriptor, HEADER).ljust(HEADER, b"\0")
    finally:
        os.close(descriptor)


def _counter(header: bytes) -> int:
    return int.from_bytes(header[COUNTER])


def _beside(file: Path, ending: str) -> Path:
    """What lies beside a database; where that is a link, beside what it leads to, as SQLite has it."""
    return Path(f"{os.path.realpath(file)}{ending}")


def connect(file: str | Path, **settings: Any) -> sqlite3.Connection:
    """A connection to a file, or to an address with `uri=True`; settings as the driver has them."""
    return sqlite3.connect(file, factory=SqliteConnection, **settings)  # noqa: TID251  # the one place


def _said(method: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """A method of the driver's cursor that says of letters which are none that the file is damaged."""

    @wraps(method)
    def calling(cursor: Any, /, *given: P.args, **named: P.kwargs) -> T:
        try:
            return method(cursor, *given, **named)
        except UnicodeDecodeError as problem:
            raise _damaged(str(problem)) from None
        except sqlite3.OperationalError as problem:
            if hasattr(problem, "sqlite_errorcode"):
                raise
            column, _, _anybodys = str(problem).partition(" with text ")
            raise _damaged(column) from None

    return calling


def _damaged(text: str) -> sqlite3.DatabaseError:
    problem = sqlite3.DatabaseError(text)
    problem.sqlite_errorcode, problem.sqlite_errorname = sqlite3.SQLITE_CORRUPT, "SQLITE_CORRUPT"
    return problem


class _Cursor(sqlite3.Cursor):
    execute = _said(sqlite3.Cursor.execute)
    executemany = _said(sqlite3.Cursor.executemany)
    fetchone = _said(sqlite3.Cursor.fetchone)
    fetchmany = _said(sqlite3.Cursor.fetchmany)
    fetchall = _said(sqlite3.Cursor.fetchall)
    __next__ = _said(sqlite3.Cursor.__next__)


class SqliteConnection(sqlite3.Connection):
    """A connection whose cursors call a damaged file damaged."""

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, *given: Any) -> Any:
        return self.cursor().execute(*given)

    def executemany(self, *given: Any) -> Any:
        return self.cursor().executemany(*given)

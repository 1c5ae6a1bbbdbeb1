"""The file of a SQLite database: its owner's alone, and the same one as long as the server runs.

A file that is renamed goes on taking what is written through a descriptor that is open. Nobody would find it there.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

from podium.core.errors import Unavailable
from podium.storage.sql.faults import Faults
from podium.storage.sql.write_ahead_log import MARK, write_mark

OWNERS_ALONE = 0o600
OF_OTHERS = 0o077
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
    return [each for each in beside if each.exists() and each.stat().st_mode & OF_OTHERS]

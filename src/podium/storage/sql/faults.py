"""What is wrong with a database, from what its driver says: one code for each thing that somebody can put right.

Each is logged with its cause, at most once a minute, without passwords.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable

from sqlalchemy.engine import URL
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.core.errors import Unavailable

EVERY = 60.0  # seconds between two lines of the log about the same fault
LOCKED = "55P03"  # what PostgreSQL calls a lock that was not to be had in time
# What one of many meets, while others write.
PASSING = ("database-busy", "event-locked", "mark-unwritten", "row-refused")
TAKEN = "23505"  # what PostgreSQL calls a key that another row has
_TAKEN_IN_SQLITE = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)

# By the lower byte of SQLite's code; the upper ones say more of the same.
_OF_SQLITE = {
    sqlite3.SQLITE_BUSY: "database-busy",
    sqlite3.SQLITE_LOCKED: "database-busy",
    sqlite3.SQLITE_FULL: "database-full",
    sqlite3.SQLITE_READONLY: "database-read-only",
    sqlite3.SQLITE_IOERR: "disk-failing",
    sqlite3.SQLITE_CORRUPT: "database-torn",
    sqlite3.SQLITE_NOTADB: "database-torn",
}
# Where the disk has room but we may not use it: a quota, a limit on files.
_NO_ROOM = (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
_OF_POSTGRESQL = {
    LOCKED: "database-busy",
    "57014": "database-busy",  # a statement that took too long
    "53300": "database-busy",  # more connections than the server takes
    "53100": "database-full",
    "25006": "database-read-only",
    "3D000": "database-gone",
    "58030": "disk-failing",
    "XX001": "database-torn",
    "XX002": "database-torn",
}
# A connection that fails has no code, only what the server said.
_OF_CONNECTING = (("does not exist", "database-gone"), ("too many clients", "database-busy"))

log = logging.getLogger("podium.database")


def is_locked(problem: Exception) -> bool:
    """Whether a lock of PostgreSQL was not to be had in time."""
    return isinstance(problem, DBAPIError) and getattr(problem.orig, "sqlstate", None) == LOCKED


def is_taken(problem: Exception, *tables: str) -> bool:
    """Whether a row of one of these tables, or of any, could not be written because another one has its key already."""
    if not isinstance(problem, IntegrityError):
        return False
    cause = problem.orig
    if isinstance(cause, sqlite3.Error):  # "UNIQUE constraint failed: commit.stream, commit.version"
        table = str(cause).rpartition(": ")[2].partition(".")[0]
        return cause.sqlite_errorcode in _TAKEN_IN_SQLITE and (not tables or table in tables)
    if getattr(cause, "sqlstate", None) != TAKEN:
        return False
    return not tables or cause.diag.table_name in tables  # type: ignore[union-attr]  # psycopg's


def code_of(problem: Exception) -> str:
    """The code of what is wrong, by what a driver or the pool of connections raised."""
    if isinstance(problem, PoolExhausted):
        return "database-busy"
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    if isinstance(cause, sqlite3.Error):
        number = getattr(cause, "sqlite_errorcode", 0)
        return "database-full" if number in _NO_ROOM else _OF_SQLITE.get(number & 0xFF, "database-away")
    if (state := getattr(cause, "sqlstate", None)) is not None:
        return _OF_POSTGRESQL.get(state, "database-away")
    text = str(cause)
    return next((code for words, code in _OF_CONNECTING if "FATAL" in text and words in text), "database-away")


class Faults:
    """Makes what drivers raise the error that callers get, and has the log say so."""

    def __init__(self, url: URL, clock: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._clock = clock
        self._logged: dict[str, float] = {}
        self._lock = threading.Lock()
        self.count = 0
        """How often something was wrong that concerns everybody."""
        self.standing: str | None = None
        """The code of what was wrong with the database when somebody last wrote, unless that was well."""

    def unavailable(self, problem: Exception) -> Exception:
        """The error for what a driver raised, or the error that we raised ourselves.

        A row that the database refuses will be refused next time too: that is a fault of ours, and stays what it is.
        """
        if isinstance(problem, Unavailable):
            self.note(problem.code, problem)
            return problem
        if isinstance(problem, IntegrityError | DataError):
            self.note("row-refused", problem)
            return problem
        error = Unavailable(code_of(problem))
        self.note(error.code, problem)
        return error

    def note(self, code: str, problem: Exception) -> None:
        """Remember a fault, and log it unless that was done a moment ago."""
        now = self._clock()
        with self._lock:
            if code not in PASSING:
                self.count += 1
                self.standing = code
            if now - self._logged.get(code, -EVERY) < EVERY:
                return
            self._logged[code] = now
        log.error("%s: %s (%s)", code, self._cause(problem), address(self._url))

    def _cause(self, problem: Exception) -> str:
        """What the driver said, in one line; nothing of the statement, whose values may be anybody's."""
        cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig is not None else problem
        text = " ".join(str(cause).partition("\nDETAIL:")[0].split()) or type(cause).__name__  # a detail quotes rows
        password = self._url.password
        return text.replace(password, "***") if password else text


def address(url: URL) -> str:
    """Where a database is, without what lets anybody in."""
    plain = url.set(query={}, password=None)
    return plain.database or "" if plain.drivername == "sqlite" else plain.render_as_string()

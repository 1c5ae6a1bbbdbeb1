"""Connections: SQLite (one file, one writer) or PostgreSQL, told apart by the URL."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sqlalchemy import Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.core.errors import Invalid, Refused, Unavailable
from podium.storage.journal.projection import rebuild, stop_writers
from podium.storage.sql.database_file import DatabaseFile, SqliteConnection, has_log, readable_by_others
from podium.storage.sql.faults import Faults, address, code_of, is_locked, is_taken
from podium.storage.sql.transactions import (
    BUSY,
    EVERY_TOURNAMENT,
    IN_LINE,
    KEPT,
    LOCK,
    POOL,
    Tournaments,
    allow_long,
    limit_locks,
    postgresql_arguments,
    show_tournaments,
)

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parents[1] / "migrations"
REVISIONS = "alembic_version"  # the table in which alembic notes the last of them
CONNECTIONS = 40  # to a file of SQLite that are kept open
SQLITE_ARGUMENTS = {"check_same_thread": False, "timeout": BUSY, "factory": SqliteConnection}
MOMENT, MOMENTS = 0.05, 200  # seconds that emptying the log holds others up, and how often it is tried
TRIES = 20  # how often to migrate anew where somebody holds a table
PAUSE = 0.5  # seconds between
MIGRATING = 0x706F6469  # the advisory lock that two starting processes meet at
# What was meant for an address and is none: with one slash, as libpq's words, or with somebody's password in it.
_NEARLY_ADDRESS = re.compile(r"(?i)\s*(postgres|mysql|mariadb|sqlite)[+\w]*\s*(:|//)|password\s*=|:[^/\\]*@")


def location(given: str) -> URL:
    """The URL of a database named by a URL or by a file name; raises Invalid, which repeats no password."""
    if "://" not in given:
        if _NEARLY_ADDRESS.search(given):
            raise Invalid("database-malformed", value=_scheme(given))
        return URL.create("sqlite", database=str(Path(given)))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        raise Invalid("database-malformed", value=_scheme(given)) from None
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg") or (url.drivername == "sqlite" and url.host):
        raise Invalid("database-malformed", value=_scheme(given))
    return url


def database_file(given: str) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    url = location(given)
    return Path(url.database) if url.drivername == "sqlite" and url.database else None


def database_address(given: str) -> str:
    """Where a database is, without its password."""
    return address(location(given))


def _scheme(given: str) -> str:
    """How an address begins; what follows may be a password, wherever it was put."""
    found = re.match(r"[A-Za-z0-9+]*(://)?", given)
    return f"{found[0] if found else ''}…"


def newest_revision() -> str:
    """The newest of our migrations."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("*_*.py"))


def revision(connection: Connection) -> str | None:
    """The migration that was run last on a database; None where none was."""
    if not inspect(connection).has_table(REVISIONS):
        return None
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {REVISIONS}"))  # noqa: S608  # a name of our own
    return found


class Database:
    """A database with its two ways in: `reading` many at once, and `writing`, which on SQLite is one at a time."""

    def __init__(self, given: str) -> None:
        self.url = location(given)
        self.is_sqlite = self.url.drivername == "sqlite"
        self.faults = Faults(self.url)
        self.upgraded_from: str | None = None  # the revision that `migrate` found, where it was not the newest
        self.file: DatabaseFile | None = None
        if self.is_sqlite:
            path = self.url.database
            if path and path != ":memory:" and "uri" not in self.url.query:
                self.file = DatabaseFile(Path(path), self.faults)
            self.reading = _sqlite(self.url, "BEGIN", self.file)
            self.writing = _sqlite(self.url, "BEGIN IMMEDIATE", self.file)
            if self.file is not None:
                _watch(self.writing, self.file)
        else:
            engine = create_engine(
                self.url,
                pool_size=KEPT,
                max_overflow=POOL - KEPT,
                pool_timeout=IN_LINE,
                pool_pre_ping=True,
                connect_args=dict(postgresql_arguments(self.url)),
            )
            self.reading = self.writing = engine

    @contextmanager
    def read(self, tournaments: Tournaments = (), lock: int | None = None) -> Iterator[Connection]:
        """A connection to read by, while the block lasts; raises Unavailable where there is none.

        It sees the rows of these tournaments alone, where the database can tell; so does one to `write` by. A table
        that somebody has locked is waited for `lock` milliseconds.
        """
        try:
            with self.reading.connect() as connection:
                if lock is not None:
                    limit_locks(connection, lock)
                if tournaments:
                    show_tournaments(connection, tournaments)
                yield connection
        except (DBAPIError, PoolExhausted) as problem:
            raise self.faults.unavailable(problem) from None

    @contextmanager
    def write(self, tournaments: Tournaments = ()) -> Iterator[Connection]:
        """A transaction, while the block lasts; raises Unavailable, or IntegrityError where rows contradict others."""
        try:
            with self.writing.begin() as connection:
                if tournaments:
                    show_tournaments(connection, tournaments)
                yield connection
        except (DBAPIError, PoolExhausted) as problem:
            if is_taken(problem):
                raise  # the caller knows what that means
            raise self.faults.unavailable(problem) from None
        self.check_place()

    def check_place(self) -> None:
        """Raise Unavailable where what was just written went into a file that nobody will find; to be asked after
        COMMIT and before anybody is told of it."""
        if self.file is not None:
            self.file.check()
            self.file.acknowledge()
        self.faults.standing = None  # something was written

    def missing_revisions(self) -> list[str]:
        """Our migrations that were not run yet; raises Refused where a newer Podium has been."""
        with self.read() as connection:
            last = revision(connection) or ""
        if last > newest_revision():
            raise Refused("database-newer", value=address(self.url))
        names = sorted(file.stem for file in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))
        return [name for name in names if name.partition("_")[0] > last]

    def migrate(self) -> None:
        """Bring the tables up to date; processes that start together wait for one another.

        Raises Unavailable where there is no database, Refused where a newer Podium has been.
        """
        for tries in range(1, TRIES + 1):
            try:
                with self.reading.connect() as connection:
                    is_newest = revision(connection) == newest_revision()
                if not is_newest:
                    self._upgrade()
                return
            except (DatabaseError, PoolExhausted) as problem:
                away = isinstance(problem, OperationalError | InternalError | PoolExhausted)
                if not away and code_of(problem) != "database-torn":
                    raise  # it is a statement of ours that fails
                if tries == TRIES or not is_locked(problem):
                    raise self.faults.unavailable(problem) from None
                time.sleep(PAUSE)  # let those through who wait behind us

    def _upgrade(self) -> None:
        """Run the migrations that are missing, all or none of them; others go on reading, and write afterwards."""
        from alembic import command  # takes half a second to load, which most starts need not wait
        from alembic.util import CommandError

        with self.writing.begin() as connection:
            allow_long(connection)
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
                limit_locks(connection, LOCK)  # one that waits for a table keeps everybody behind it waiting
            before = revision(connection)
            if before == newest_revision():
                return  # another process was faster, and we waited for it
            if not self.is_sqlite and inspect(connection).has_table("head"):
                stop_writers(connection)
            show_tournaments(connection, EVERY_TOURNAMENT)
            try:
                command.upgrade(_alembic(connection), "head")
            except CommandError:
                raise Refused("database-newer", value=address(self.url)) from None
            rebuild(connection)  # a new table or column has nothing in it yet
        self.upgraded_from = before

    def scrub(self) -> None:
        """Leave in the files no trace of what was overwritten or deleted; refuses where others hold it up.

        SQLite alone: what was written is in the write-ahead log until something else needs the room, and may be in
        parts of the file that hold nothing. So the file is written anew; others who write wait for that. PostgreSQL
        keeps its files to itself, and an administrator tends them (VACUUM FULL).
        """
        if not self.is_sqlite:
            return
        try:
            with self._impatient() as cursor:
                _empty_log(cursor)
                _wait(cursor, BUSY)
                cursor.execute("VACUUM")
                _empty_log(cursor)
        except sqlite3.OperationalError:
            raise Refused("traces-left") from None
        except sqlite3.DatabaseError as problem:
            raise self.faults.unavailable(problem) from None

    @contextmanager
    def _impatient(self) -> Iterator[Any]:
        """A cursor of SQLite that waits for others no longer than a moment."""
        with closing(self.writing.raw_connection()) as connection, closing(connection.cursor()) as cursor:
            _wait(cursor, MOMENT)
            try:
                yield cursor
            finally:
                _wait(cursor, BUSY)

    def empty_log(self) -> None:
        """Bring what is in the write-ahead log into the file, where nothing that happens to the log can lose it.

        Where somebody reads at this moment it is left for another time.
        """
        if self.file is None or not has_log(self.file.path):
            return
        try:
            with self._impatient() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._mark_file()
        except (sqlite3.Error, DBAPIError, Unavailable) as problem:
            self.faults.unavailable(problem)

    def _mark_file(self) -> None:
        """Mark that everything is in the file, where that is so."""
        if self.file is not None and self.file.is_marked and not has_log(self.file.path):
            self.file.mark()

    def files_readable_by_others(self) -> list[Path]:
        """The files of a SQLite database that others on this machine can read."""
        return readable_by_others(self.file.path) if self.file is not None else []

    def close(self) -> None:
        self.reading.dispose()
        self.writing.dispose()
        self._mark_file()
        if self.file is not None:
            self.file.closed()


def _wait(cursor: Any, seconds: float) -> None:
    """Have SQLite wait so long for another process that writes."""
    cursor.execute(f"PRAGMA busy_timeout={seconds * 1000:.0f}")


def _empty_log(cursor: Any) -> None:
    """Empty the write-ahead log into the file; in moments, for nobody can write while it waits for readers."""
    for _ in range(MOMENTS):
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (held_up, *_) = cursor.fetchone() or (0,)
        if not held_up:
            return
        time.sleep(MOMENT)
    raise Refused("traces-left")


def _alembic(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def _sqlite(url: URL, begin: str, file: DatabaseFile | None) -> Engine:
    # A connection for each thread that asks: who waits for one is not served in turn, and may wait for ever.
    engine = create_engine(url, pool_size=CONNECTIONS, max_overflow=-1, connect_args=SQLITE_ARGUMENTS)

    @event.listens_for(engine, "do_connect")
    def _open(_dialect: object, _record: object, positional: list[str], named: dict[str, Any]) -> None:
        if file is not None:
            file.prepare()
            positional[0] = f"file:{quote(str(file.path))}?mode=rw"  # one that is gone is not made anew
            named["uri"] = True

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # an acknowledged result is on disk
        _wait(cursor, BUSY)
        cursor.execute("PRAGMA secure_delete=ON")  # what is overwritten is gone
        cursor.close()
        if file is not None:
            file.opened()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _watch(engine: Engine, file: DatabaseFile) -> None:
    """Refuse to write to a file that was moved away, and count the transactions that change something."""

    @event.listens_for(engine, "begin", insert=True)
    @event.listens_for(engine, "commit")
    def _check(_connection: Connection) -> None:
        file.check()

    def driver_of(connection: Connection) -> Any:
        return connection.connection.dbapi_connection

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        file.transaction.number = None
        connection.info["changes"] = driver_of(connection).total_changes

    @event.listens_for(engine, "commit")
    def _count(connection: Connection) -> None:
        driver = driver_of(connection)
        if driver.total_changes != connection.info["changes"]:
            number = driver.execute("PRAGMA user_version").fetchone()[0] + 1
            driver.execute(f"PRAGMA user_version={number}")
            file.transaction.number = number

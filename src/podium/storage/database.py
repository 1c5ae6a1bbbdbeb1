"""Connections: SQLite (one file, one writer) or PostgreSQL, told apart by the URL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.core.errors import Invalid, Refused, Unavailable
from podium.storage.rebuilding import rebuild
from podium.storage.row_security import EVERY_TOURNAMENT, Tournaments, show_tournaments

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
CONNECTIONS = 40  # to a file of SQLite that are kept open
SQLITE_ARGUMENTS = {"check_same_thread": False, "timeout": 30}
MIGRATING = 0x706F6469  # the advisory lock that two starting processes meet at


def location(given: str) -> URL:
    """The URL of a database named by a URL or by a file name; raises Invalid."""
    if "://" not in given:
        return URL.create("sqlite", database=str(Path(given)))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        raise Invalid("database-malformed", value=given) from None
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise Invalid("database-malformed", value=url.render_as_string())
    return url


class Database:
    """A database with its two ways in: `reading` many at once, and `writing`, which on SQLite is one at a time."""

    def __init__(self, given: str) -> None:
        self.url = location(given)
        self.is_sqlite = self.url.drivername == "sqlite"
        if self.is_sqlite:
            self.reading = _sqlite(self.url, "BEGIN")
            self.writing = _sqlite(self.url, "BEGIN IMMEDIATE")
        else:
            engine = create_engine(self.url, pool_size=10, max_overflow=20, pool_pre_ping=True)
            self.reading = self.writing = engine

    @contextmanager
    def read(self, tournaments: Tournaments = ()) -> Iterator[Connection]:
        """A connection to read by, while the block lasts; raises Unavailable where there is none.

        It sees the rows of these tournaments alone, where the database can tell; so does one to `write` by.
        """
        try:
            with self.reading.connect() as connection:
                if tournaments:
                    show_tournaments(connection, tournaments)
                yield connection
        except (DBAPIError, PoolExhausted):
            raise Unavailable from None

    @contextmanager
    def write(self, tournaments: Tournaments = ()) -> Iterator[Connection]:
        """A transaction, while the block lasts; raises Unavailable, or IntegrityError where rows contradict others."""
        try:
            with self.writing.begin() as connection:
                if tournaments:
                    show_tournaments(connection, tournaments)
                yield connection
        except IntegrityError:
            raise
        except (DBAPIError, PoolExhausted):
            raise Unavailable from None

    def migrate(self) -> None:
        """Bring the tables up to date; processes that start together wait for one another.

        Raises Unavailable where there is no database, Refused where a newer Podium has been.
        """
        try:
            if self._is_up_to_date():
                return
            from alembic import command  # takes half a second to load, which most starts need not wait
            from alembic.util import CommandError
        except OperationalError:
            raise Unavailable from None
        try:
            with self.writing.begin() as connection:
                if not self.is_sqlite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
                show_tournaments(connection, EVERY_TOURNAMENT)
                command.upgrade(_alembic(connection), "head")
                rebuild(connection)  # a new table or column has nothing in it yet
        except OperationalError:
            raise Unavailable from None
        except CommandError:
            raise Refused("database-newer", value=self.url.render_as_string()) from None

    def _is_up_to_date(self) -> bool:
        """Whether the newest of our migrations is the one that was run last."""
        newest = max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("*_*.py"))
        with self.reading.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return False
            return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == newest

    def scrub(self) -> None:
        """Leave in the files no trace of what was overwritten or deleted; refuses where others hold it up.

        SQLite alone: old content stays in free pages and in the write-ahead log until something else needs the room.
        PostgreSQL keeps its files to itself, and an administrator tends them (VACUUM FULL).
        """
        if not self.is_sqlite:
            return
        connection = self.writing.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (held_up, *_) = cursor.fetchone() or (0,)
            cursor.close()
        except sqlite3.OperationalError:
            raise Refused("traces-left") from None
        finally:
            connection.close()
        if held_up:
            raise Refused("traces-left")

    def close(self) -> None:
        self.reading.dispose()
        self.writing.dispose()


def _alembic(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def _sqlite(url: URL, begin: str) -> Engine:
    # A connection for each thread that asks: who waits for one is not served in turn, and may wait for ever.
    engine = create_engine(url, pool_size=CONNECTIONS, max_overflow=-1, connect_args=SQLITE_ARGUMENTS)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # an acknowledged result is on disk
        cursor.execute("PRAGMA busy_timeout=30000")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine

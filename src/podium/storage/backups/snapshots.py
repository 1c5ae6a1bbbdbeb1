"""A database as it is at one moment, for whoever reads all of it while others write."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, NullPool, create_engine, event, text
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from podium.core.errors import FormatError, Refused, Unavailable, Unknown
from podium.storage.backups.legacy import PATIENCE, DatabaseKind, database_kind
from podium.storage.sql.database import location
from podium.storage.sql.faults import code_of
from podium.storage.sql.row_security import EVERY_TOURNAMENT, show_tournaments

SETTINGS = (
    "statement_timeout = 0",
    "idle_in_transaction_session_timeout = 0",
    f"lock_timeout = '{PATIENCE}s'",
)


def known_location(given: str) -> URL:
    """The URL of a database that is there and Podium's own; raises what says why it is not."""
    url = location(given)
    if url.drivername == "sqlite":
        file = Path(url.database or "")
        if not file.exists():
            raise Unknown("database", str(file))
        match database_kind(file):
            case DatabaseKind.OLDER:
                raise Refused("database-is-older", value=str(file))
            case DatabaseKind.FOREIGN | DatabaseKind.EMPTY:
                raise Refused("database-is-foreign", value=str(file))
    return url


@contextmanager
def snapshot(url: URL) -> Iterator[Connection]:
    """A connection that sees the database as it is now until the block ends, and cannot write.

    Nothing limits how long it may read, and it sees every tournament.
    """
    engine = _read_only_file(Path(url.database or "")) if url.drivername == "sqlite" else _repeatable(url)
    try:
        with engine.connect() as connection:
            if connection.dialect.name != "sqlite":
                connection.execute(text("SET TRANSACTION READ ONLY"))
                unlimited(connection)
            yield connection
    except IntegrityError:
        raise
    except OperationalError as problem:
        raise Unavailable(code_of(problem)) from None
    except DBAPIError as problem:
        raise _unreadable(problem, url) from None
    finally:
        engine.dispose()


@contextmanager
def transaction(url: URL) -> Iterator[Connection]:
    """A transaction on PostgreSQL that may take long and sees every row."""
    engine = _repeatable(url)
    try:
        with engine.begin() as connection:
            unlimited(connection)
            yield connection
    except OperationalError as problem:
        raise Unavailable(code_of(problem)) from None
    finally:
        engine.dispose()


def unlimited(connection: Connection) -> None:
    """Take off the limits that keep a server's questions short, and show every tournament."""
    for setting in SETTINGS:
        connection.execute(text(f"SET LOCAL {setting}"))
    show_tournaments(connection, EVERY_TOURNAMENT)


def _repeatable(url: URL) -> Engine:
    return create_engine(url, isolation_level="REPEATABLE READ", poolclass=NullPool)


def _read_only_file(file: Path) -> Engine:
    address = f"{file.resolve().as_uri()}?mode=ro"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _unreadable(problem: DBAPIError, url: URL) -> Exception:
    if isinstance(problem.orig, sqlite3.DatabaseError):
        return FormatError(0, 0, "database-damaged", value=url.database)
    return Unavailable(code_of(problem))

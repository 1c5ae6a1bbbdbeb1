"""Reading and writing plain tables: whatever is wrong with the database is said in one way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.storage.sql.database import Database
from podium.storage.sql.row_security import Tournaments, show_tournaments

_LOCK = text("SELECT pg_advisory_xact_lock(hashtext(:table), hashtext(:key))")


@contextmanager
def reading(database: Database, tournaments: Tournaments) -> Iterator[Connection]:
    """A connection that reads of these tournaments; raises Unavailable."""
    try:
        with database.reading.begin() as connection:
            show_tournaments(connection, tournaments)
            yield connection
    except (DBAPIError, PoolExhausted) as problem:
        raise database.faults.unavailable(problem) from None


@contextmanager
def writing(database: Database, tournaments: Tournaments) -> Iterator[Connection]:
    """A transaction that writes of these tournaments; raises Unavailable."""
    try:
        with database.writing.begin() as connection:
            show_tournaments(connection, tournaments)
            yield connection
    except (DBAPIError, PoolExhausted) as problem:
        raise database.faults.unavailable(problem) from None
    database.check_place()


def lock_rows(connection: Connection, table: str, key: object) -> None:
    """Let nobody else who asks this way write the rows of `key` in a table before the transaction ends.

    Of two who replace the same row at once, the second waits here and finds what the first has made. SQLite has one
    writer anyway.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(_LOCK, {"table": table, "key": str(key)})

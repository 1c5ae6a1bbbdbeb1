"""Reading and writing plain tables: whatever is wrong with the database is said in one way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.storage.database import Database


@contextmanager
def reading(database: Database) -> Iterator[Connection]:
    """A connection that reads; raises Unavailable."""
    try:
        with database.reading.begin() as connection:
            yield connection
    except (DBAPIError, PoolExhausted) as problem:
        raise database.faults.unavailable(problem) from None


@contextmanager
def writing(database: Database) -> Iterator[Connection]:
    """A transaction that writes; raises Unavailable."""
    try:
        with database.writing.begin() as connection:
            yield connection
    except (DBAPIError, PoolExhausted) as problem:
        raise database.faults.unavailable(problem) from None
    database.check_place()

"""Reading and writing plain tables: whatever is wrong with the database is said in one way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.core.errors import Unavailable
from podium.storage.database import Database
from podium.storage.row_security import Tournaments, show_tournaments


@contextmanager
def reading(database: Database, tournaments: Tournaments) -> Iterator[Connection]:
    """A connection that reads of these tournaments; raises Unavailable."""
    try:
        with database.reading.begin() as connection:
            show_tournaments(connection, tournaments)
            yield connection
    except (DBAPIError, PoolExhausted):
        raise Unavailable from None


@contextmanager
def writing(database: Database, tournaments: Tournaments) -> Iterator[Connection]:
    """A transaction that writes of these tournaments; raises Unavailable."""
    try:
        with database.writing.begin() as connection:
            show_tournaments(connection, tournaments)
            yield connection
    except (DBAPIError, PoolExhausted):
        raise Unavailable from None

"""Whether a database can be written and read: by writing a row and reading it."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.app.server.steady_clock import milliseconds
from podium.core.errors import Unavailable
from podium.storage import tables
from podium.storage.journal.journal import utc_now
from podium.storage.sql.bulk_insert import insert_rows
from podium.storage.sql.database import Database
from podium.storage.sql.limits import BUSY

PATIENCE = 2_000  # milliseconds to wait for somebody who writes
KEPT = 600_000  # milliseconds after which the row of a process that is gone is dropped
ROOM = 5_000  # rows that are written, and dropped, after somebody found no room: as much as a large round takes


class DatabaseCheck:
    """A row of this process's own, so that nobody waits for another one's."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._own = secrets.token_hex(8)

    def __call__(self) -> None:
        """Write and read; raises Unavailable with what is wrong.

        Where the last who wrote met a fault, a row is not enough: there may be room for that and nothing else.
        """
        here = tables.readiness.c
        much = ROOM if self._database.faults.standing is not None else 0
        now = milliseconds(utc_now())
        try:
            with self._database.writing.connect() as connection:
                try:
                    self._hurry(connection)
                    with connection.begin():
                        if not self._database.is_sqlite:
                            connection.execute(text(f"SET LOCAL lock_timeout = {PATIENCE:d}"))
                            connection.execute(text(f"SET LOCAL statement_timeout = {2 * PATIENCE:d}"))
                        rows = [{"process": f"{self._own}-{number}", "at": 0} for number in range(much)]
                        own = {"process": self._own, "at": now}
                        insert_rows(connection, tables.readiness, [own, *rows], replace=True)
                        connection.execute(delete(tables.readiness).where(here.at < now - KEPT))
                finally:
                    self._calm(connection)
            self._database.check_place()
            with self._database.reading.connect() as connection:
                read = connection.scalar(select(here.at).where(here.process == self._own))
                connection.execute(select(tables.head.c.version).limit(1))  # and the journal is where it belongs
        except (DBAPIError, PoolExhausted) as problem:
            raise self._database.faults.unavailable(problem) from None
        if read != now:
            raise self._database.faults.unavailable(Unavailable("database-replaced"))

    def _hurry(self, connection: Connection) -> None:
        """Have SQLite wait no longer than we do."""
        if self._database.is_sqlite:
            _wait(connection, PATIENCE)

    def _calm(self, connection: Connection) -> None:
        """Leave the connection as others expect it."""
        if self._database.is_sqlite:
            _wait(connection, round(BUSY * 1000))


def _wait(connection: Connection, milliseconds: int) -> None:
    cursor = connection.connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={milliseconds:d}")
    cursor.close()

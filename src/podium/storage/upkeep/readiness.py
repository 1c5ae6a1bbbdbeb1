"""How a database is: whether a row can be written and read, and its gauges (size, connections, live games)."""

from __future__ import annotations

import secrets
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, delete, func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.pool import QueuePool

from podium.app.server.metrics import Gauge
from podium.app.server.steady_clock import milliseconds, utc_now
from podium.core.errors import Unavailable
from podium.games.state import Status
from podium.storage import read_model, tables
from podium.storage.sql.bulk_insert import insert_rows
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import BUSY, EVERY_TOURNAMENT

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
                    self._wait(connection, PATIENCE)
                    with connection.begin():
                        if not self._database.is_sqlite:
                            connection.execute(text(f"SET LOCAL lock_timeout = {PATIENCE:d}"))
                            connection.execute(text(f"SET LOCAL statement_timeout = {2 * PATIENCE:d}"))
                        rows = [{"process": f"{self._own}-{number}", "at": 0} for number in range(much)]
                        own = {"process": self._own, "at": now}
                        insert_rows(connection, tables.readiness, [own, *rows], replace=True)
                        connection.execute(delete(tables.readiness).where(here.at < now - KEPT))
                finally:
                    self._wait(connection, round(BUSY * 1000))  # as others expect it
            self._database.check_place()
            with self._database.reading.connect() as connection:
                read = connection.scalar(select(here.at).where(here.process == self._own))
                connection.execute(select(tables.head.c.version).limit(1))  # and the journal is where it belongs
        except (DBAPIError, PoolExhausted) as problem:
            raise self._database.faults.unavailable(problem) from None
        if read != now:
            raise self._database.faults.unavailable(Unavailable("database-replaced"))

    def _wait(self, connection: Connection, milliseconds: int) -> None:
        """Have SQLite wait so long for another process that writes."""
        if self._database.is_sqlite:
            with closing(connection.connection.cursor()) as cursor:
                cursor.execute(f"PRAGMA busy_timeout={milliseconds:d}")


def database_gauges(database: Database) -> tuple[Gauge, ...]:
    """The gauges of a database; those that cannot be read while it is away are left out."""
    return (
        Gauge("podium_database_bytes", "Size of the database.", lambda: _size(database)),
        Gauge(
            "podium_database_connections",
            "Connections to the database that are in use.",
            lambda: _connections(database),
            label="pool",
        ),
        Gauge("podium_games_running", "Live games whose clocks run.", lambda: _running(database)),
    )


def _size(database: Database) -> float | None:
    if not database.is_sqlite:
        with database.read() as connection:
            return float(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    if not database.url.database:
        return None
    files = (Path(database.url.database + ending) for ending in ("", "-wal"))
    try:
        return float(sum(each.stat().st_size for each in files if each.exists()))
    except OSError:
        return None


def _connections(database: Database) -> dict[str, float]:
    engines = {"reading": database.reading, "writing": database.writing}
    if database.reading is database.writing:
        engines = {"all": database.writing}
    return {
        name: float(engine.pool.checkedout()) for name, engine in engines.items() if isinstance(engine.pool, QueuePool)
    }


def _running(database: Database) -> float:
    query = select(func.count()).select_from(read_model.games).where(read_model.games.c.status == Status.RUNNING.value)
    with database.read(EVERY_TOURNAMENT) as connection:
        return float(connection.execute(query).scalar_one())

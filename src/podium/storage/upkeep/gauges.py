"""How the database is, as gauges: its size, its connections, and the live games in it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import func, select, text
from sqlalchemy.pool import QueuePool

from podium.app.server.metrics import Gauge
from podium.games.state import Status
from podium.storage import tables
from podium.storage.sql.database import Database
from podium.storage.sql.row_security import EVERY_TOURNAMENT


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
    try:
        return float(sum(each.stat().st_size for each in _files(Path(database.url.database)) if each.exists()))
    except OSError:
        return None


def _files(file: Path) -> list[Path]:
    return [file, file.with_name(f"{file.name}-wal")]


def _connections(database: Database) -> dict[str, float]:
    engines = {"reading": database.reading, "writing": database.writing}
    if database.reading is database.writing:
        engines = {"all": database.writing}
    return {
        name: float(engine.pool.checkedout()) for name, engine in engines.items() if isinstance(engine.pool, QueuePool)
    }


def _running(database: Database) -> float:
    query = select(func.count()).select_from(tables.games).where(tables.games.c.status == Status.RUNNING.value)
    with database.read(EVERY_TOURNAMENT) as connection:
        return float(connection.execute(query).scalar_one())

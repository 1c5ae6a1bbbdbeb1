"""The only place where parts are wired together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from podium.app.desk import Desk
from podium.config import Config
from podium.storage.database import Database, location
from podium.storage.journal import SqlJournal
from podium.storage.registry import SqlRegistry


@dataclass(frozen=True, slots=True)
class Podium:
    """A Podium that is open: its database, its journal, its registry, and the desk in front of them."""

    config: Config
    database: Database
    journal: SqlJournal
    registry: SqlRegistry
    desk: Desk

    def close(self) -> None:
        """Finish what is queued, then let go of the database."""
        self.journal.close()
        self.database.close()


def database_file(config: Config) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    url = location(config.database)
    return Path(url.database or "") if url.drivername == "sqlite" else None


def open_podium(config: Config) -> Podium:
    """Podium on the database of `config`, whose tables are brought up to date first."""
    database = Database(config.database)
    database.migrate()
    journal = SqlJournal(database)
    registry = SqlRegistry(database)
    return Podium(config, database, journal, registry, Desk(journal, registry))


@contextmanager
def opened(config: Config) -> Iterator[Podium]:
    """Podium while the block lasts."""
    podium = open_podium(config)
    try:
        yield podium
    finally:
        podium.close()

"""Databases as earlier versions of Podium left them: what each wrote into its tables, by the revision of its tables.

Those up to 0006, and 0013, were written by the Podium of that time. In between, tables were only added: what the newest
wrote is put into those that were there.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Boolean, Column, MetaData, create_engine, insert
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import NullPool

from podium.storage.sql.database import MIGRATIONS
from podium.storage.sql.transactions import EVERY_TOURNAMENT, show_tournaments

FOLDER = Path(__file__).parent.parent / "storage" / "old_databases"
STORED = sorted(file.name.partition(".")[0] for file in FOLDER.glob("*.json.gz"))


def revisions() -> list[str]:
    """Every revision before the newest, the first first."""
    found = [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    return found[:0:-1]


def written(revision: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of each table that a Podium with tables of that revision, or a later one, has written."""
    stored = next((name for name in STORED if name >= revision), STORED[-1])
    content = json.loads(gzip.decompress((FOLDER / f"{stored}.json.gz").read_bytes()))
    tables: dict[str, list[dict[str, Any]]] = content["tables"]
    return tables


def load(url: str, revision: str) -> None:
    """Make an empty database what it was at a revision."""
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        _fill(connection, engine, revision)
    engine.dispose()


def _fill(connection: Connection, engine: Engine, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    there = MetaData()
    there.reflect(connection)
    show_tournaments(connection, EVERY_TOURNAMENT)
    for name, rows in written(revision).items():
        if name in there.tables:
            table = there.tables[name]
            connection.execute(
                insert(table),
                [{key: _value(table.columns[key], row[key]) for key in row if key in table.columns} for row in rows],
            )
    if engine.dialect.name != "sqlite":
        for name in ("users", "tokens"):
            connection.exec_driver_sql(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), 100)")


def _value(column: Column[Any], value: Any) -> Any:
    """A value as its column takes it: SQLite keeps JSON as a text, and what is true as 1."""
    if value is None:
        return None
    if isinstance(column.type, JSON):
        return json.loads(value)
    return bool(value) if isinstance(column.type, Boolean) else value

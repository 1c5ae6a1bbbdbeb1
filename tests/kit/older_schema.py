"""A database as an older Podium left it: what later migrations added is taken away again."""

from __future__ import annotations

from alembic import command
from sqlalchemy import Connection, Engine, Inspector, create_engine, inspect, text

from podium.storage.database import _alembic


def take_back(connection: Connection, revision: str) -> None:
    """Drop the tables, columns and indexes that `revision` did not have yet."""
    was, now = _inspector_at(revision), inspect(connection)
    tables = set(was.get_table_names())
    for table in now.get_table_names():
        if table not in tables:
            connection.execute(text(f'DROP TABLE "{table}"'))
            continue
        for index in _indexes(now, table) - _indexes(was, table):
            connection.execute(text(f'DROP INDEX "{index}"'))
        for column in _columns(now, table) - _columns(was, table):
            connection.execute(text(f'ALTER TABLE "{table}" DROP COLUMN "{column}"'))
    connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def _inspector_at(revision: str) -> Inspector:
    engine: Engine = create_engine("sqlite://")
    with engine.begin() as connection:
        command.upgrade(_alembic(connection), revision)
    return inspect(engine)


def _indexes(tables: Inspector, table: str) -> set[str]:
    return {
        index["name"] for index in tables.get_indexes(table) if index["name"] and "duplicates_constraint" not in index
    }


def _columns(tables: Inspector, table: str) -> set[str]:
    return {column["name"] for column in tables.get_columns(table)}

"""A database as an older Podium left it: what later migrations added is taken away again."""

from __future__ import annotations

import re

from alembic import command
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Inspector,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    create_engine,
    inspect,
    text,
)

from podium.storage.read_model import PRIZE_TABLES
from podium.storage.sql.database import _alembic
from podium.storage.tables import attachments

SECOND_WALL = "0019"
CHECK = re.compile(r',\s*CONSTRAINT "\w+_check" CHECK \(.*\)(?=,?$)', re.MULTILINE)


def take_back(connection: Connection, revision: str) -> None:
    """Drop the view, tables, columns and indexes that `revision` did not have yet."""
    connection.execute(text("DROP VIEW IF EXISTS match_moves"))
    if revision < SECOND_WALL:
        take_down_second_wall(connection)
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


def take_down_second_wall(connection: Connection) -> None:
    """Undo what migration 0019 made: tables of prizes, checks and policies."""
    connection.execute(text("DROP VIEW IF EXISTS match_moves"))
    connection.execute(text("DROP TABLE list_updates"))  # which came later, as did the next
    connection.execute(text("DROP TABLE rating_lists"))
    connection.execute(text("ALTER TABLE users DROP COLUMN language"))
    connection.execute(text("ALTER TABLE displays DROP COLUMN revealed"))
    connection.execute(text("DROP TABLE window_changes"))
    connection.execute(text("ALTER TABLE sessions DROP COLUMN alone"))
    connection.execute(text("ALTER TABLE followers DROP COLUMN told_start"))
    connection.execute(text("DROP TABLE attachments"))
    for name, key in (("logos", ("tournament_id",)), ("photos", ("tournament_id", "player_id"))):
        rest = ("media_type", "width", "height", "digest", "content", "uploaded_at")
        columns = (Column(each, attachments.c[each].type, nullable=False) for each in (*key, *rest))
        Table(name, MetaData(), *columns, PrimaryKeyConstraint(*key)).create(connection)
    connection.execute(text("ALTER TABLE players DROP COLUMN national_id"))
    for table in PRIZE_TABLES:
        connection.execute(text(f"DROP TABLE {table.name}"))
    connection.execute(text("ALTER TABLE players DROP COLUMN date_of_birth"))
    if connection.dialect.name == "sqlite":
        _drop_checks_of_sqlite(connection)
        return
    checks = (
        "SELECT conrelid\\:\\:regclass, conname FROM pg_constraint"
        " WHERE contype = 'c' AND conrelid <> 0 AND conname LIKE '%\\_check'"
    )
    for table, name in connection.execute(text(checks)).all():
        connection.execute(text(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"'))
    for table, policy in connection.execute(text("SELECT tablename, policyname FROM pg_policies")).all():
        connection.execute(text(f'DROP POLICY {policy} ON "{table}"'))
        connection.execute(text(f'ALTER TABLE "{table}" NO FORCE ROW LEVEL SECURITY'))
        connection.execute(text(f'ALTER TABLE "{table}" DISABLE ROW LEVEL SECURITY'))


def _drop_checks_of_sqlite(connection: Connection) -> None:
    """SQLite has no statement for it; where the words of a table alone change, they may be written by hand."""
    tables = connection.execute(
        text("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE '%_check%'")
    )
    connection.exec_driver_sql("PRAGMA writable_schema = ON")
    for name, words in tables.all():
        update = text("UPDATE sqlite_master SET sql = :words WHERE type = 'table' AND name = :name")
        connection.execute(update, {"words": CHECK.sub("", words), "name": name})
    connection.exec_driver_sql("PRAGMA writable_schema = RESET")

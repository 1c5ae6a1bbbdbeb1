"""A database as an older Podium left it."""

import re

from sqlalchemy import Connection, text

from podium.storage.tables import PRIZE_TABLES

CHECK = re.compile(r',\s*CONSTRAINT "\w+_check" CHECK \(.*\)(?=,?$)', re.MULTILINE)


def take_down_second_wall(connection: Connection) -> None:
    """Undo what migration 0019 made: tables of prizes, checks and policies."""
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

"""Many rows inserted in one statement.

SQLite gets them as one JSON text: its driver lets go of Python's lock at every row otherwise, and a busy server then
spends more time handing the lock to and fro than writing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, Insert, Table
from sqlalchemy.dialects import postgresql, sqlite

from podium.storage.tables import FIXED

Row = Mapping[str, object]


def insert_rows(connection: Connection, table: Table, rows: Sequence[Row], *, replace: bool = False) -> None:
    """Write `rows`, each of which names every column; with `replace`, over those that have the same key.

    Columns whose `info` is `FIXED` stay as they are then: to write the same again would have their indexes made anew.
    """
    if not rows:
        return
    names = [column.name for column in table.columns]
    if connection.dialect.name != "sqlite":
        connection.execute(_postgresql(table, replace), [{name: row[name] for name in names} for row in rows])
        return
    values = msgspec.json.encode([[row[name] for name in names] for row in rows]).decode()
    connection.exec_driver_sql(_sqlite(table, replace), (values,))


@cache
def _postgresql(table: Table, replace: bool) -> Insert:
    statement = postgresql.insert(table)
    if not replace:
        return statement
    return statement.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={column.name: statement.excluded[column.name] for column in _changing(table)},
    )


@cache
def _sqlite(table: Table, replace: bool) -> str:
    quoted = sqlite.dialect().identifier_preparer.quote
    name = quoted(table.name)
    columns = [quoted(column.name) for column in table.columns]
    values = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(columns)))
    # Materialised, a row is made a text once; else once for each of its columns.
    rows = "WITH listed AS MATERIALIZED (SELECT value FROM json_each(?))"
    text = f"{rows} INSERT INTO {name} ({', '.join(columns)}) SELECT {values} FROM listed WHERE true"  # noqa: S608  # names of our own
    if replace:
        key = ", ".join(quoted(column.name) for column in table.primary_key.columns)
        rest = [quoted(column.name) for column in _changing(table)]
        text += f" ON CONFLICT ({key}) DO UPDATE SET {', '.join(f'{each} = excluded.{each}' for each in rest)}"
    return text


def _changing(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if not column.primary_key and column.info != FIXED]

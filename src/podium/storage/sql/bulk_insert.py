"""Many rows at once, inserted in one statement, which gets them as one JSON text.

SQLite's driver lets go of Python's lock at every row otherwise, and a busy server then spends more time handing the
lock to and fro than writing. PostgreSQL is spared a message and a plan for each row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from podium.storage.read_model import FIXED
from podium.storage.sql.transactions import SHOW, setting_of

Row = Mapping[str, object]


def insert_rows(
    connection: sa.Connection,
    table: sa.Table,
    rows: Sequence[Row],
    *,
    replace: bool = False,
    tournaments: Collection[str] = (),
) -> None:
    """Write `rows`, each of which names every column; with `replace`, over those that have the same key.

    Columns whose `info` is `FIXED` stay as they are then: to write the same again would have their indexes made anew.
    From here on the transaction sees `tournaments`, if any are named, at the cost of no further message.
    """
    if not rows:
        return
    names = [column.name for column in table.columns]
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_sqlite(table, replace), (_json([[row[name] for name in names] for row in rows]),))
        return
    listed = [{name: row[name] for name in names} for row in rows]
    if replace:  # one statement may not replace its own rows
        key = [column.name for column in table.primary_key.columns]
        listed = list({tuple(row[name] for name in key): row for row in listed}.values())
    values = {"rows": _json(listed)}
    if tournaments:
        values["tournaments"] = setting_of(tournaments)
    connection.execute(_postgresql(table, replace, bool(tournaments)), values)


def _json(rows: object) -> str:
    return msgspec.json.encode(rows).decode()


@cache
def _postgresql(table: sa.Table, replace: bool, shows: bool) -> sa.TextClause:
    from sqlalchemy.dialects import postgresql  # half of what SQLAlchemy takes to load, and most files are SQLite's

    quoted = postgresql.dialect().identifier_preparer.quote  # type: ignore[no-untyped-call]  # it has no types
    columns = [quoted(column.name) for column in table.columns]
    typed = ", ".join(f"{quoted(column.name)} {_type(column)}" for column in table.columns)
    rows = f"SELECT {', '.join(columns)} FROM json_to_recordset(CAST(:rows AS json)) AS listed ({typed})"  # noqa: S608  # names of our own
    if shows:
        rows += f" WHERE {SHOW} IS NOT NULL"
    return sa.text(f"INSERT INTO {quoted(table.name)} ({', '.join(columns)}) {rows}{_over(table, quoted, replace)}")


def _type(column: sa.Column[Any]) -> str:
    """How PostgreSQL reads a value; a text that is too long must not be cut, and so has no length."""
    kinds = (
        *((sa.BigInteger, "bigint"), (sa.Integer, "integer"), (sa.Boolean, "boolean")),
        *((sa.Float, "double precision"), (sa.Numeric, "numeric")),  # every Float is a Numeric too
        (sa.JSON, "jsonb"),
    )
    return next((name for kind, name in kinds if isinstance(column.type, kind)), "text")


@cache
def _sqlite(table: sa.Table, replace: bool) -> str:
    from sqlalchemy.dialects import sqlite

    quoted = sqlite.dialect().identifier_preparer.quote
    name = quoted(table.name)
    columns = [quoted(column.name) for column in table.columns]
    values = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(columns)))
    # Materialised, a row is made a text once; else once for each of its columns.
    rows = "WITH listed AS MATERIALIZED (SELECT value FROM json_each(?))"
    into = f"{rows} INSERT INTO {name} ({', '.join(columns)}) SELECT {values} FROM listed WHERE true"  # noqa: S608  # names of our own
    return into + _over(table, quoted, replace)


def _over(table: sa.Table, quoted: Callable[[str], str], replace: bool) -> str:
    """What becomes of rows whose key is there already."""
    if not replace:
        return ""
    key = ", ".join(quoted(column.name) for column in table.primary_key.columns)
    changing = [quoted(each.name) for each in table.columns if not each.primary_key and each.info != FIXED]
    return f" ON CONFLICT ({key}) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in changing)}"

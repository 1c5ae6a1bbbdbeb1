"""Many rows at once: inserted in one statement, which gets them as one JSON text, or read.

SQLite's driver lets go of Python's lock at every row otherwise, and a busy server then spends more time handing the
lock to and fro than writing. PostgreSQL is spared a message and a plan for each row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Float,
    Insert,
    Integer,
    Numeric,
    Table,
    TextClause,
    func,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

from podium.storage.sql.row_security import SHOW, setting_of, show_tournaments
from podium.storage.tables import FIXED


def select_rows(
    connection: Connection, columns: Sequence[Column[Any]], where: ColumnElement[bool]
) -> Sequence[Sequence[Any]]:
    """These columns, of texts and numbers, of every row for which `where` is true; in no order."""
    if connection.dialect.name != "sqlite":
        return connection.execute(select(*columns).where(where)).all()
    together = select(func.json_group_array(func.json_array(*columns))).where(where)
    rows: list[list[Any]] = msgspec.json.decode(connection.execute(together).scalar_one())
    return rows


Row = Mapping[str, object]


def insert_rows(
    connection: Connection,
    table: Table,
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
    if _has_json(table):
        if tournaments:
            show_tournaments(connection, tournaments)
        connection.execute(_one_by_one(table, replace), listed)
        return
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
def _has_json(table: Table) -> bool:
    return any(isinstance(column.type, JSON) for column in table.columns)


@cache
def _one_by_one(table: Table, replace: bool) -> Insert:
    statement = postgresql.insert(table)
    if not replace:
        return statement
    return statement.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={column.name: statement.excluded[column.name] for column in _changing(table)},
    )


@cache
def _postgresql(table: Table, replace: bool, shows: bool) -> TextClause:
    quoted = postgresql.dialect().identifier_preparer.quote  # type: ignore[no-untyped-call]  # it has no types
    columns = [quoted(column.name) for column in table.columns]
    typed = ", ".join(f"{quoted(column.name)} {_type(column)}" for column in table.columns)
    rows = f"SELECT {', '.join(columns)} FROM json_to_recordset(CAST(:rows AS json)) AS listed ({typed})"  # noqa: S608  # names of our own
    if shows:
        rows += f" WHERE {SHOW} IS NOT NULL"
    return text(f"INSERT INTO {quoted(table.name)} ({', '.join(columns)}) {rows}{_over(table, quoted, replace)}")


def _type(column: Column[Any]) -> str:
    """How PostgreSQL reads a value; a text that is too long must not be cut, and so has no length."""
    kinds = (
        *((BigInteger, "bigint"), (Integer, "integer"), (Boolean, "boolean")),
        *((Float, "double precision"), (Numeric, "numeric")),  # every Float is a Numeric too
    )
    return next((name for kind, name in kinds if isinstance(column.type, kind)), "text")


@cache
def _sqlite(table: Table, replace: bool) -> str:
    quoted = sqlite.dialect().identifier_preparer.quote
    name = quoted(table.name)
    columns = [quoted(column.name) for column in table.columns]
    values = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(columns)))
    # Materialised, a row is made a text once; else once for each of its columns.
    rows = "WITH listed AS MATERIALIZED (SELECT value FROM json_each(?))"
    into = f"{rows} INSERT INTO {name} ({', '.join(columns)}) SELECT {values} FROM listed WHERE true"  # noqa: S608  # names of our own
    return into + _over(table, quoted, replace)


def _over(table: Table, quoted: Callable[[str], str], replace: bool) -> str:
    """What becomes of rows whose key is there already."""
    if not replace:
        return ""
    key = ", ".join(quoted(column.name) for column in table.primary_key.columns)
    changes = ", ".join(f"{name} = excluded.{name}" for name in (quoted(column.name) for column in _changing(table)))
    return f" ON CONFLICT ({key}) DO UPDATE SET {changes}"


def _changing(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if not column.primary_key and column.info != FIXED]

"""Whole tables: their rows, a digest that two equal tables share, and all of them copied into another database."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    Connection,
    CursorResult,
    LargeBinary,
    Row,
    Table,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import DataError, IntegrityError

from podium.core.errors import Refused
from podium.storage.ratings.rating_stores import is_of_a_list
from podium.storage.sql.database import REVISIONS, newest_revision, revision
from podium.storage.tables import metadata

AT_ONCE = 500  # rows in memory
OLDER = "older_"
"""How tables begin that were kept of an older database, and are no part of the schema."""
FILES_AT_ONCE = 8  # the same for tables with pictures in them
LARGEST = 10**300  # larger whole numbers may be none that a float can hold
_MODULUS = 2**256


@dataclass(frozen=True, slots=True)
class TableDigest:
    """How many rows a table has, and a digest of them all that does not depend on their order."""

    rows: int = 0
    sum: int = 0

    @property
    def hex(self) -> str:
        return f"{self.sum:064x}"


class Digesting:
    """Makes the digest of a table from its rows: the sum of the digests of each."""

    def __init__(self, table: Table) -> None:
        self._json = [place for place, column in enumerate(table.columns) if isinstance(column.type, JSON)]
        self._rows = self._sum = 0

    def add(self, row: Sequence[Any]) -> None:
        """Take one row more into it."""
        digest = hashlib.sha256(self.encoded(row)).digest()
        self._rows += 1
        self._sum = (self._sum + int.from_bytes(digest)) % _MODULUS

    def encoded(self, row: Sequence[Any]) -> bytes:
        """A row as bytes that are the same from either kind of database."""
        values = list(row)
        for place in self._json:
            values[place] = _canonical(values[place])
        return msgspec.json.encode(values, enc_hook=str)

    @property
    def digest(self) -> TableDigest:
        """That of the rows until now."""
        return TableDigest(self._rows, self._sum)


def _canonical(value: object) -> object:
    """A JSON value whose keys are in order, and whose numbers are written in one way."""
    match value:
        case bool() | None | str():
            return value
        case int() | float():
            return float(value) if abs(value) < LARGEST else str(value)
        case dict():
            return {key: _canonical(value[key]) for key in sorted(value)}
        case list():
            return [_canonical(each) for each in value]
    return str(value)


def rows_of(connection: Connection, table: Table, *where: ColumnElement[bool]) -> Iterator[Row[Any]]:
    """The rows of a table, a few at a time in memory."""
    yield from _selected(connection, table, *where)


def _selected(connection: Connection, table: Table, *where: ColumnElement[bool]) -> CursorResult[Any]:
    """The rows of a table, as many at once as fit into memory whatever is in them."""
    has_files = any(isinstance(column.type, LargeBinary) for column in table.columns)
    options = {"stream_results": True, "yield_per": FILES_AT_ONCE if has_files else AT_ONCE}
    return connection.execute(select(table).where(*where), execution_options=options)


def digest_of(connection: Connection, table: Table) -> TableDigest:
    """The digest of a table as it is."""
    digesting = Digesting(table)
    for row in rows_of(connection, table):
        digesting.add(row)
    return digesting.digest


def digests(connection: Connection) -> dict[str, TableDigest]:
    """The digest of every table."""
    return {table.name: digest_of(connection, table) for table in metadata.sorted_tables}


@dataclass(frozen=True, slots=True)
class SchemaDifference:
    """A table, or a column of it, that is in a database and unknown here, or known here and not there."""

    table: str
    column: str | None
    unknown: bool


def schema_differences(connection: Connection) -> list[SchemaDifference]:
    """How the tables of a database differ from those that this Podium knows."""
    there = inspect(connection)
    names = {name for name in there.get_table_names() if not is_of_a_list(name) and not name.startswith(OLDER)}
    names -= {REVISIONS}
    differences = [SchemaDifference(name, None, unknown=True) for name in sorted(names - set(metadata.tables))]
    for table in metadata.sorted_tables:
        if table.name not in names:
            differences.append(SchemaDifference(table.name, None, unknown=False))
            continue
        known = {column.name for column in table.columns}
        columns = {column["name"] for column in there.get_columns(table.name)}
        differences += [SchemaDifference(table.name, name, unknown=True) for name in sorted(columns - known)]
        differences += [SchemaDifference(table.name, name, unknown=False) for name in sorted(known - columns)]
    return differences


def highest_ids(connection: Connection) -> dict[str, int]:
    """The highest id that was ever given to a row, by table, as far as the database knows."""
    return {table.name: _highest(connection, table, column) for table, column in _numbered()}


def go_on_after(connection: Connection, ids: Mapping[str, int]) -> None:
    """Have the next rows get higher ids than these."""
    for table, column in _numbered():
        if not (highest := ids[table.name]):
            continue
        if connection.dialect.name != "sqlite":
            sequence = connection.scalar(_sequence(table, column))
            connection.execute(text("SELECT setval(CAST(:name AS regclass), :id)"), {"name": sequence, "id": highest})
        elif _counts(connection, table):
            connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
            row = {"name": table.name, "id": highest}
            connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :id)"), row)


def _numbered() -> Iterator[tuple[Table, Column[Any]]]:
    """The tables that give their rows a number, and the column it is in."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            yield table, column


def _highest(connection: Connection, table: Table, column: Column[Any]) -> int:
    present: int = connection.scalar(select(func.max(column))) or 0
    counted: int | None = None
    if connection.dialect.name != "sqlite":
        name = connection.scalar(_sequence(table, column))
        counted = connection.scalar(text("SELECT pg_sequence_last_value(CAST(:name AS regclass))"), {"name": name})
    elif _counts(connection, table):
        counted = connection.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
    return max(present, counted or 0)


def _sequence(table: Table, column: Column[Any]) -> Any:
    return select(func.pg_get_serial_sequence(f'"{table.name}"', column.name))


def _counts(connection: Connection, table: Table) -> bool:
    """Whether a table of SQLite never gives an id away again."""
    query = text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name")
    return "AUTOINCREMENT" in str(connection.scalar(query, {"name": table.name})).upper()


def check_tables(connection: Connection, name: str) -> None:
    """Raise Refused where the tables are not exactly those that this Podium knows: a row might be left behind."""
    differences = schema_differences(connection)
    unknown = [f"{each.table}.{each.column}" if each.column else each.table for each in differences if each.unknown]
    if unknown:
        raise Refused("tables-unknown", value=name, names=unknown)
    if differences or revision(connection) != newest_revision():
        raise Refused("tables-outdated", value=name)


def is_empty(connection: Connection) -> bool:
    """Whether no table has a row."""
    return all(connection.execute(select(table).limit(1)).first() is None for table in metadata.sorted_tables)


def copy_rows(source: Connection, target: Connection) -> dict[str, TableDigest]:
    """Replace all rows of `target` by those of `source`, and have its ids go on after them; what was copied, by table.

    Raises Refused where a row cannot be written, or is not what it was when it is read back.
    """
    copied: dict[str, TableDigest] = {}
    for table in reversed(metadata.sorted_tables):
        target.execute(delete(table))
    for table in metadata.sorted_tables:
        digesting = Digesting(table)
        try:
            for rows in _selected(source, table).partitions():
                for row in rows:
                    digesting.add(row)
                target.execute(insert(table), [dict(row._mapping) for row in rows])
        except (DataError, IntegrityError):
            raise Refused("rows-not-copied", value=table.name) from None
        copied[table.name] = digesting.digest
    go_on_after(target, highest_ids(source))
    compare(copied, target)
    return copied


def compare(expected: dict[str, TableDigest], connection: Connection) -> None:
    """Raise Refused where the tables of a database are not those that have these digests."""
    stored = digests(connection)
    different = [name for name, digest in expected.items() if stored[name] != digest]
    if different:
        raise Refused("copy-differs", names=different)


def lock(connection: Connection) -> None:
    """Keep everybody else out of the tables of a PostgreSQL database until the transaction ends."""
    quoted = ", ".join(f'"{table.name}"' for table in metadata.sorted_tables)
    connection.execute(text(f"LOCK TABLE {quoted} IN ACCESS EXCLUSIVE MODE"))


def refuse_if_used(connection: Connection, name: str) -> None:
    """Raise Refused where a server is connected to a PostgreSQL database: what it remembers would become wrong."""
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user "
        "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    if connection.scalar(others):
        raise Refused("database-in-use", value=name)

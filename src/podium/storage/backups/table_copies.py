"""All rows of a database in another one, with the proof that they are the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, LargeBinary, Row, Table, delete, insert, select, text
from sqlalchemy.exc import DataError, IntegrityError

from podium.core.errors import Refused
from podium.storage.backups.table_rows import (
    AT_ONCE,
    FILES_AT_ONCE,
    Digesting,
    TableDigest,
    digests,
    go_on_after,
    highest_ids,
    revision,
    rows_of,
    schema_differences,
)
from podium.storage.sql.database import newest_revision
from podium.storage.tables import metadata


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
            for rows in _some(source, table):
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


def _some(source: Connection, table: Table) -> Iterator[Sequence[Row[Any]]]:
    """The rows of a table, as many at once as fit into memory whatever is in them."""
    most = FILES_AT_ONCE if any(isinstance(column.type, LargeBinary) for column in table.columns) else AT_ONCE
    rows: list[Row[Any]] = []
    for row in rows_of(source, table):
        rows.append(row)
        if len(rows) == most:
            yield rows
            rows = []
    if rows:
        yield rows

"""Older databases: telling them from Podium's own, and reading their tables.

An older database is a SQLite file with a `pairings` table that Podium did not make. Nothing here writes to it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import Enum
from pathlib import Path

from podium.app.older.records import OlderRecords, Record, Value
from podium.core.errors import FormatError, PodiumError, Refused, Unavailable, Unknown
from podium.storage.sql.database_file import connect

NEEDED = ("round", "white_player_id", "black_player_id")
OURS = frozenset({"commit", "alembic_version"})
PATIENCE = 30  # seconds to wait for another process that holds the file


class DatabaseKind(Enum):
    """What a file is, seen as a database."""

    EMPTY = "empty"
    PODIUM = "podium"
    OLDER = "older"
    FOREIGN = "foreign"


def database_kind(file: Path) -> DatabaseKind:
    """What `file` is; EMPTY where there is none. Raises FormatError for a file that is no SQLite database."""
    if not file.exists() or (file.is_file() and file.stat().st_size == 0):
        return DatabaseKind.EMPTY
    with reading(file) as connection:
        return kind_of_connection(connection)


def refuse_others(file: Path, given: str) -> DatabaseKind:
    """What `file` is, Podium's or empty; raises Refused for an older database, `given` by that name, and for another
    program's."""
    kind = database_kind(file)
    if kind is DatabaseKind.OLDER:
        raise Refused("database-is-older", value=given)
    if kind is DatabaseKind.FOREIGN:
        raise Refused("database-is-foreign", value=given)
    return kind


def kind_of_connection(connection: sqlite3.Connection) -> DatabaseKind:
    """What an open database is."""
    tables = _tables(connection)
    if tables >= OURS:
        return DatabaseKind.PODIUM
    if "pairings" in tables and not OURS & tables:
        return DatabaseKind.OLDER
    return DatabaseKind.FOREIGN if tables else DatabaseKind.EMPTY


def older_records(file: Path) -> OlderRecords:
    """The tables of an older database; raises what says why they cannot be read."""
    if not file.exists():
        raise Unknown("file", str(file))
    found = database_kind(file)
    if found is DatabaseKind.PODIUM:
        raise Refused("database-is-podium", value=str(file))
    if found is not DatabaseKind.OLDER:
        raise FormatError(0, 0, "no-pairings-table", value=str(file))
    with reading(file) as connection:
        return records_of(connection)


def records_of(connection: sqlite3.Connection) -> OlderRecords:
    """The tables of an open older database; raises FormatError where it is damaged or lacks a column."""
    if [row[0] for row in connection.execute("PRAGMA quick_check(1)")] != ["ok"]:
        raise FormatError(0, 0, "database-damaged", value="The database")
    tables = _tables(connection)
    columns = {str(row[1]).lower() for row in connection.execute("PRAGMA table_info(pairings)")}
    if missing := [name for name in NEEDED if name not in columns]:
        raise FormatError(0, 0, "columns-missing", value=missing)

    def rows(table: str) -> tuple[Record, ...]:
        return tuple(_rows(connection, table)) if table in tables else ()

    return OlderRecords(rows("pairings"), rows("results"), rows("players"), rows("tournaments"))


@contextmanager
def reading(file: Path) -> Iterator[sqlite3.Connection]:
    """The database in `file`, to be read only; what SQLite says against it is raised as FormatError."""
    if not file.is_file():
        raise FormatError(0, 0, "not-a-database", value=str(file))
    address = f"{file.resolve().as_uri()}?mode=ro"
    with translated(file), closing(connect(address, uri=True, timeout=PATIENCE)) as connection:
        connection.text_factory = as_text
        yield connection


@contextmanager
def translated(file: Path) -> Iterator[None]:
    """A block in which what goes wrong with `file` is said in Podium's terms."""
    try:
        yield
    except sqlite3.DatabaseError as problem:
        raise _error_of(problem.sqlite_errorname, file) from None
    except PermissionError as problem:
        raise Refused("file-forbidden", value=problem.filename or str(file)) from None


def _error_of(code: str, file: Path) -> PodiumError:
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN")):
        return Unavailable()
    if code.startswith("SQLITE_READONLY"):
        return Refused("database-unfinished", value=str(file))
    return FormatError(0, 0, "not-a-database" if code == "SQLITE_NOTADB" else "database-damaged", value=str(file))


def _tables(connection: sqlite3.Connection) -> set[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    return {str(row[0]).lower() for row in found if not str(row[0]).startswith("sqlite_")}


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[Record]:
    cursor = connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - one of four names of ours
    names = [str(column[0]).lower() for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, map(_value, row), strict=True))


def _value(value: object) -> Value:
    if isinstance(value, bytes):
        return as_text(value)
    return value if isinstance(value, str | int | float) else None


def as_text(value: bytes) -> str:
    """Text as it was written; what is not UTF-8 shows as a question mark, and is not lost with its row."""
    return value.decode("utf-8", "replace")

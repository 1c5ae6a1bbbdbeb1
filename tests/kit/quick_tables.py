"""Tables that are made once: what the migrations do to an empty database is written down, and done again to others.

Alembic reads every migration and looks at every table anew, which takes ten times as long as what it then does. Only a
database with nothing in it is made in this way; an older one is upgraded by the migrations themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, inspect

MIGRATE = command.upgrade  # the real one
QUESTIONS = ("SELECT", "PRAGMA")

Statement = tuple[str, Any]
_written: dict[str, list[Statement]] = {}
"""By the kind of database: the statements, and what is filled in."""


@contextmanager
def made_once() -> Iterator[None]:
    """While the block lasts, the migrations of an empty database run once for each kind of database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "upgrade", upgrade)
        yield


def upgrade(config: Config, revision: str, *rest: Any) -> None:
    """As Alembic's."""
    connection: Connection = config.attributes["connection"]
    if revision != "head" or rest or inspect(connection).get_table_names():
        MIGRATE(config, revision, *rest)
    elif (known := _written.get(connection.dialect.name)) is None:
        _written[connection.dialect.name] = _noted(connection, config)
    else:
        _repeat(connection, known)


def _noted(connection: Connection, config: Config) -> list[Statement]:
    """What the migrations do, while they do it."""
    found: list[Statement] = []

    def note(_connection: Connection, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        assert not many
        if not statement.lstrip().startswith(QUESTIONS):
            found.append((statement, values))

    event.listen(connection, "before_cursor_execute", note)
    try:
        MIGRATE(config, "head")
    finally:
        event.remove(connection, "before_cursor_execute", note)
    return _as_they_are(connection) if connection.dialect.name == "sqlite" else found


def _as_they_are(connection: Connection) -> list[Statement]:
    """What makes the tables of SQLite as they are now: it keeps the statement of each, and each change reads all."""
    kept = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'sqlite_sequence'"
    found: list[Statement] = [(statement, ()) for statement in connection.exec_driver_sql(kept).scalars()]
    for table in inspect(connection).get_table_names():
        rows = connection.exec_driver_sql(f'SELECT * FROM "{table}"').all()
        found += [(f'INSERT INTO "{table}" VALUES ({", ".join("?" for _ in row)})', tuple(row)) for row in rows]
    return found


def _repeat(connection: Connection, statements: list[Statement]) -> None:
    """PostgreSQL takes all that have nothing to fill in at once."""
    cursor = connection.connection.cursor()
    together: list[str] = []
    for statement, values in statements:
        if connection.dialect.name == "postgresql" and not values and "%" not in statement:
            together.append(statement)
            continue
        if together:
            cursor.execute(";\n".join(together))
            together.clear()
        cursor.execute(statement, values)
    if together:
        cursor.execute(";\n".join(together))
    cursor.close()

"""Connections to files of SQLite, as its driver makes them, but that a damaged file is called damaged.

SQLite names the table or column that it cannot read. Where the name is damaged too, the driver fails to read what
SQLite says, and raises an error of letters; a text that is none it reports without a code. Both are raised here as
what they are, so every connection of ours is made here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def connect(file: str | Path, **settings: Any) -> sqlite3.Connection:
    """A connection to a file, or to an address with `uri=True`; settings as the driver has them."""
    return sqlite3.connect(file, factory=SqliteConnection, **settings)  # noqa: TID251  # the one place


def _said(method: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """A method of the driver's cursor that says of letters which are none that the file is damaged."""

    @wraps(method)
    def calling(cursor: Any, /, *given: P.args, **named: P.kwargs) -> T:
        try:
            return method(cursor, *given, **named)
        except UnicodeDecodeError as problem:
            raise _damaged(str(problem)) from None
        except sqlite3.OperationalError as problem:
            if hasattr(problem, "sqlite_errorcode"):
                raise
            column, _, _anybodys = str(problem).partition(" with text ")
            raise _damaged(column) from None

    return calling


def _damaged(text: str) -> sqlite3.DatabaseError:
    problem = sqlite3.DatabaseError(text)
    problem.sqlite_errorcode, problem.sqlite_errorname = sqlite3.SQLITE_CORRUPT, "SQLITE_CORRUPT"
    return problem


class _Cursor(sqlite3.Cursor):
    execute = _said(sqlite3.Cursor.execute)
    executemany = _said(sqlite3.Cursor.executemany)
    fetchone = _said(sqlite3.Cursor.fetchone)
    fetchmany = _said(sqlite3.Cursor.fetchmany)
    fetchall = _said(sqlite3.Cursor.fetchall)
    __next__ = _said(sqlite3.Cursor.__next__)


class SqliteConnection(sqlite3.Connection):
    """A connection whose cursors call a damaged file damaged."""

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, *given: Any) -> Any:
        return self.cursor().execute(*given)

    def executemany(self, *given: Any) -> Any:
        return self.cursor().executemany(*given)

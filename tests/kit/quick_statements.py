"""Statements that are compiled once: every database of a test has them from those before it.

SQLAlchemy keeps what it has compiled for the engine of one database. A test opens a database of its own and would
compile the same statements again, which takes longer than to execute them. All engines of one kind of database compile
a statement alike, so they share what is kept here, by way of the option that SQLAlchemy has for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine

from podium.storage.sql import database

Key = tuple[Any, ...]


class SharedStatements(dict[Key, Any]):
    """What was compiled, by the statement and the name of its dialect; SQLAlchemy asks with that of one engine."""

    def get(self, key: Key, default: Any = None) -> Any:
        return super().get(_of_all(key), default)

    def __setitem__(self, key: Key, compiled: Any) -> None:
        super().__setitem__(_of_all(key), compiled)


def _of_all(key: Key) -> Key:
    dialect, *rest = key
    return (dialect.name, *rest)


@contextmanager
def compiled_once() -> Iterator[None]:
    """While the block lasts, what one database has compiled is there for all that are opened."""
    statements = SharedStatements()

    def engine(*arguments: Any, **options: Any) -> Engine:
        return create_engine(*arguments, **options, execution_options={"compiled_cache": statements})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", engine)
        yield

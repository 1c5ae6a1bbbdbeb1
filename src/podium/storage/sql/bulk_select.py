"""Many rows read at once.

SQLite gives them as one JSON text: its driver lets go of Python's lock at every row otherwise, and in a busy server it
then waits for the lock as often as there are rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Column, ColumnElement, Connection, func, select


def select_rows(
    connection: Connection, columns: Sequence[Column[Any]], where: ColumnElement[bool]
) -> Sequence[Sequence[Any]]:
    """These columns, of texts and numbers, of every row for which `where` is true; in no order."""
    if connection.dialect.name != "sqlite":
        return connection.execute(select(*columns).where(where)).all()
    together = select(func.json_group_array(func.json_array(*columns))).where(where)
    rows: list[list[Any]] = msgspec.json.decode(connection.execute(together).scalar_one())
    return rows

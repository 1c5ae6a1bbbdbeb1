"""Players from a dBase table, as US Chess and others hand out their lists."""

from __future__ import annotations

from podium.core.errors import FormatError
from podium.files.dbf import Value, read_table
from podium.files.sheet import Row, Sheet, written_rows


def read_dbf(content: bytes) -> Sheet:
    """The records of a table as rows below the names of its fields; raises FormatError."""
    table = read_table(content)
    header = Row(0, tuple(field.name for field in table.fields))
    rows = written_rows((number, map(_text, row)) for number, row in enumerate(table.rows, start=1))
    if not rows:
        raise FormatError(0, 0, "list-empty")
    return Sheet(header, rows)


def _text(value: Value) -> str:
    return "" if value is None else str(value)

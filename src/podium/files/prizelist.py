"""Prizes from a list: one row a prize, with its category and who may win there.

| column | holds |
| --- | --- |
| `category`, `place` | needed in every row |
| `cash`, `trophy`, `medal`, `main_category`, `active` | of the prize |
| the other fields of a category | of its first row; a later row need not repeat them |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from podium.core.errors import FormatError
from podium.files.players.listfile import read_list
from podium.files.sheet import Row, Sheet

PRIZE_FIELDS = ("place", "cash", "trophy", "medal", "main_category", "active")
CATEGORY_FIELDS = (
    "brochure_order", "min_age", "max_age", "gender", "min_rating", "max_rating", "allow_unrated",
    "disability", "city", "state", "club", "section",
)  # fmt: skip
NUMBERS = ("place", "brochure_order", "min_age", "max_age", "min_rating", "max_rating")
FLAGS = ("trophy", "medal", "main_category", "active", "allow_unrated")
NEEDED = ("category", "place")
YES = ("yes", "y", "true", "1", "x")
NO = ("no", "n", "false", "0", "-")
OTHER_WORDS = {"main": "main_category", "order": "brochure_order", "prize": "cash", "amount": "cash", "sex": "gender"}


def read_prizes(sheet: Sheet) -> tuple[Mapping[str, Any], ...]:
    """The categories of a list with their prizes, in the order they first appear; raises FormatError."""
    rows = [*sheet.above, *([sheet.header] if sheet.header else []), *sheet.rows]
    columns, below = _headed(rows)
    categories: dict[str, dict[str, Any]] = {}
    for row in below:
        fields = dict(_fields(row, columns))
        for needed in NEEDED:
            if fields.get(needed) is None:
                raise FormatError(row.line, 0, "prize-row-incomplete", field=needed)
        name = str(fields["category"])
        category = categories.setdefault(name, {"name": name, "prizes": []})
        for each in CATEGORY_FIELDS:
            if each in fields:
                category.setdefault(each, fields[each])
        category["prizes"].append({each: fields[each] for each in PRIZE_FIELDS if each in fields})
    return tuple(categories.values())


def read_prize_list(content: bytes) -> tuple[Mapping[str, Any], ...]:
    """The categories in a CSV file or an XLSX workbook with their prizes; raises FormatError."""
    return read_prizes(read_list(content))


def _headed(rows: list[Row]) -> tuple[dict[int, str], list[Row]]:
    """What each column holds, and the rows below the header."""
    for at, row in enumerate(rows):
        found = {number: named for number, cell in enumerate(row.cells) if (named := _column(cell))}
        if set(NEEDED) <= set(found.values()):
            return found, rows[at + 1 :]
    raise FormatError(0, 0, "prize-columns-missing", value=list(NEEDED))


def _column(cell: str) -> str | None:
    word = re.sub(r"[^a-z]+", "_", cell.strip().casefold()).strip("_")
    word = OTHER_WORDS.get(word, word)
    return word if word in ("category", *PRIZE_FIELDS, *CATEGORY_FIELDS) else None


def _fields(row: Row, columns: Mapping[int, str]) -> Iterator[tuple[str, Any]]:
    for number, name in columns.items():
        if text := row.cell(number).strip():
            yield name, _value(row, number, name, text)


def _value(row: Row, number: int, name: str, text: str) -> object:
    if name in NUMBERS:
        if re.fullmatch(r"-?[0-9]{1,9}(\.0)?", text):
            return int(text.removesuffix(".0"))
        raise FormatError(row.line, number + 1, "prize-number-malformed", field=name, value=text)
    if name in FLAGS:
        if text.casefold() in (*YES, *NO):
            return text.casefold() in YES
        raise FormatError(row.line, number + 1, "prize-answer-malformed", field=name, value=text)
    return text

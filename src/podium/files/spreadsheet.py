"""Tables as files that spreadsheets open: CSV, one table below another, and XLSX, a sheet for each.

Numbers are numbers. Text that a spreadsheet would run as a formula gets a quotation mark in front, as `guarded` has it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from podium.files.sheet import guarded

Cell = str | int | Decimal | None
LONGEST_TITLE: Final = 31  # characters of the name of a sheet, by the format
LONGEST_CELL: Final = 32_767
_NOT_IN_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_NOT_IN_TITLES: Final = re.compile(r"[\[\]:*?/\\\x00-\x1f]")


@dataclass(frozen=True, slots=True)
class SpreadsheetTable:
    """A table with a title; a row has a cell for each column."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def write_csv_tables(tables: Sequence[SpreadsheetTable]) -> bytes:
    """A CSV file in UTF-8 with the mark that Excel looks for; a blank line is between two tables."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    for at, table in enumerate(tables):
        if at:
            text.write("\r\n")
        for row in (table.header, *table.rows):
            writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue().encode("utf-8-sig", "replace")


def write_xlsx_tables(tables: Sequence[SpreadsheetTable]) -> bytes:
    """A workbook; the headers stay in sight."""
    from openpyxl import Workbook  # slow to load, and only workbooks need it

    book = Workbook(write_only=True)
    for title, table in zip(_sheet_titles(table.title for table in tables), tables, strict=True):
        sheet = book.create_sheet(title)
        sheet.freeze_panes = "A2"
        for row in (table.header, *table.rows):
            safe = (_NOT_IN_XML.sub("\ufffd", cell) if isinstance(cell, str) else cell for cell in row)
            sheet.append([guarded(cell)[:LONGEST_CELL] if isinstance(cell, str) else cell for cell in safe])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _sheet_titles(titles: Iterable[str]) -> list[str]:
    """The names of sheets as workbooks take them: short, without some signs, and no two alike."""
    used: list[str] = []
    for title in titles:
        bare = _NOT_IN_TITLES.sub(" ", title).strip(" '")[:LONGEST_TITLE].strip(" '") or "-"
        name, number = bare, 1
        while name.casefold() in (each.casefold() for each in used):
            number += 1
            name = f"{bare[: LONGEST_TITLE - 5]} {number}"
        used.append(name)
    return used

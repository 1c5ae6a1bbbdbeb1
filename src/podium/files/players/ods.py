"""Players from OpenDocument spreadsheets: an archive of XML like a workbook, read within the same limits."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from podium.core.errors import LimitExceeded
from podium.files.players.xlsx import table_in_archive
from podium.files.sheet import MOST_COLUMNS, MOST_ROWS, Sheet
from podium.files.workbook import LONGEST_CELL, Attributes, Budget, Damaged, Element, Rows, parsed_part

_CONTENT: Final = "content.xml"
_CELLS: Final = ("table-cell", "covered-table-cell")


def read_ods(content: bytes, sheet: str | None = None) -> Sheet:
    """The table on the named sheet of a spreadsheet, or on the first sheet that has any text.

    Dates and numbers are what was entered, whatever they look like; notes on cells are left out. Raises `FormatError`
    for a file that is damaged, locked by a password, or too large once unpacked.
    """
    return table_in_archive(content, _CONTENT, _sheets, sheet)


def _sheets(archive: zipfile.ZipFile) -> dict[str, Rows]:
    budget, sheets = Budget(), dict[str, Rows]()

    def start(name: str, attributes: Attributes) -> None:
        if name == "table":
            title = _attribute(attributes, "name")
            sheets.setdefault(title, partial(_rows, archive, budget, title))

    for _chunk in parsed_part(archive, _CONTENT, Element(start), budget):
        pass
    return sheets


def _rows(archive: zipfile.ZipFile, budget: Budget, title: str) -> Iterator[tuple[int, list[str]]]:
    """The line and the cells of every row of a sheet that has any text; a row that is repeated comes as often."""
    table = _Table(title)
    element = Element(table.start, table.end, table.text, table.inside)
    for _chunk in parsed_part(archive, _CONTENT, element, budget):
        for line, cells, repeated in table.finished:
            yield from ((line + more, cells) for more in range(min(repeated, MOST_ROWS + 1)))
        table.finished.clear()


@dataclass(slots=True)
class _Table:
    """The rows of one sheet while the document is read; `finished` are those that are whole."""

    title: str
    finished: list[tuple[int, list[str], int]] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)
    here: bool = False
    line: int = 1
    rows: int = 1
    cells: dict[int, str] = field(default_factory=dict)
    column: int = 0
    columns: int = 1
    value: str | None = None
    pieces: list[str] = field(default_factory=list)

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "table":
            self.here, self.line = _attribute(attributes, "name") == self.title, 1
        elif name == "table-row":
            self.rows = _count(attributes, "number-rows-repeated")
            self.cells, self.column = {}, 0
        elif name in _CELLS:
            self.columns = _count(attributes, "number-columns-repeated")
            self.value = _value(attributes)
            self.pieces = []
        elif name == "p" and self.pieces:
            self.pieces.append("\n")
        elif name in ("s", "tab", "line-break") and self._in_text():
            self.pieces.append(" ")

    def text(self, content: str) -> None:
        if self.here and self._in_text():
            self.pieces.append(content)

    def end(self, name: str) -> None:
        if not self.here:
            return
        if name in _CELLS:
            self._end_cell("".join(self.pieces).strip() if self.value is None else self.value)
        elif name == "table-row":
            if self.cells:
                width = max(self.cells) + 1
                self.finished.append((self.line, [self.cells.get(at, "") for at in range(width)], self.rows))
            self.line += self.rows
        elif name == "table":
            self.here = False

    def _end_cell(self, text: str) -> None:
        if len(text) > LONGEST_CELL:
            raise LimitExceeded(0, 0, "workbook-cell-too-long", value=len(text), most=LONGEST_CELL)
        if text:
            if (last := self.column + self.columns) > MOST_COLUMNS:
                raise LimitExceeded(self.line, MOST_COLUMNS + 1, "too-many-columns", value=last, most=MOST_COLUMNS)
            self.cells |= dict.fromkeys(range(self.column, last), text)
        self.column += self.columns

    def _in_text(self) -> bool:
        """Whether it belongs to a cell: a note on one has paragraphs of its own."""
        return "p" in self.inside and "annotation" not in self.inside


def _value(attributes: Attributes) -> str | None:
    """A day or a number as it was entered; None for what is text."""
    kind = _attribute(attributes, "value-type")
    if kind == "date":
        return _attribute(attributes, "date-value").partition("T")[0] or None
    if kind == "float":
        return _attribute(attributes, "value").removesuffix(".0") or None
    return None


def _attribute(attributes: Attributes, name: str) -> str:
    """The value of an attribute by its local name; that of `office:value` before those of extensions."""
    found = (value for key, value in attributes.items() if key.rpartition(":")[2] == name)
    return next(found, "")


def _count(attributes: Attributes, name: str) -> int:
    """How often something is repeated: a number that is none, or that no sheet reaches, is one that is damaged."""
    text = _attribute(attributes, name) or "1"
    if not (text.isascii() and text.isdecimal() and len(text) <= 9) or int(text) < 1:
        raise Damaged(name)
    return int(text)

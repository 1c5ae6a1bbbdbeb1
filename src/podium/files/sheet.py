"""A sheet: the text of a table, whatever file it came from, with the line each row stands on."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from podium.core.errors import LimitExceeded

MOST_ROWS = 20_000
MOST_COLUMNS = 256
MOST_CELLS = 500_000
MOST_CHARACTERS = 20_000_000

# A spreadsheet runs a cell that begins like this as a formula, but for the bare signs of a crosstable. A quote in front
# makes it text.
_LIVE = re.compile(r"'*(?:[=@\t\r]|[+\-](?![+\-½]*\Z))")


@dataclass(frozen=True, slots=True)
class Row:
    """The trimmed cells of one row, and the line of the file it begins on (from 1)."""

    line: int
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """The text in that column (from 0); empty where the row is too short."""
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table without its blank lines.

    `above` holds the lines before the header, such as the title of a printed list. `sheets` names
    every sheet of a workbook, so that another one can be chosen.
    """

    header: Row | None
    rows: tuple[Row, ...]
    above: tuple[Row, ...] = ()
    title: str | None = None
    sheets: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """The number of columns of the widest row."""
        return max((len(r.cells) for r in (*self.rows, self.header) if r is not None), default=0)

    def column(self, number: int) -> tuple[str, ...]:
        """The texts below the header in that column (from 0), blanks left out."""
        return tuple(text for row in self.rows if (text := row.cell(number)))


def written_rows(lines: Iterable[tuple[int, Iterable[str]]]) -> tuple[Row, ...]:
    """The lines that hold any text, trimmed and without the quotes that `guarded` adds.

    Raises `LimitExceeded` for more rows, columns, cells or text than a list of players can have.
    """
    rows: list[Row] = []
    cells_left, characters_left = MOST_CELLS, MOST_CHARACTERS
    for line, texts in lines:
        cells = [unguarded(text.strip()) for text in texts]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if len(cells) > MOST_COLUMNS:
            raise LimitExceeded(line, MOST_COLUMNS + 1, "too-many-columns", value=len(cells), most=MOST_COLUMNS)
        if len(rows) == MOST_ROWS:
            raise LimitExceeded(line, 0, "too-many-rows", value=MOST_ROWS + 1, most=MOST_ROWS)
        cells_left -= len(cells)
        if cells_left < 0:
            raise LimitExceeded(line, 0, "too-many-cells", most=MOST_CELLS)
        characters_left -= sum(map(len, cells))
        if characters_left < 0:
            raise LimitExceeded(line, 0, "too-much-text", most=MOST_CHARACTERS)
        rows.append(Row(line, tuple(cells)))
    return tuple(rows)


def guarded(text: str) -> str:
    """`text`, or `text` behind a quote where a spreadsheet would run it as a formula.

    >>> guarded("=1+1"), guarded("Müller")
    ("'=1+1", 'Müller')
    """
    return f"'{text}" if _LIVE.match(text) else text


def unguarded(text: str) -> str:
    """What `guarded` was given: one quote less in front of what looks like a formula."""
    return text[1:] if text.startswith("'") and _LIVE.match(text) else text

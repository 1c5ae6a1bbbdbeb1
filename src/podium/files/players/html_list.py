"""Players from a table on a web page that somebody saved: the one with headings that name players, and most rows.

The page is cut at its tags from beginning to end, once; what is no table is passed over.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Final

from podium.core.errors import FormatError, LimitExceeded
from podium.files.file_kinds import FileKind
from podium.files.players.csvfile import MOST_BYTES, decoded
from podium.files.players.headers import headed
from podium.files.sheet import MOST_COLUMNS, Sheet, written_rows

MOST_DEPTH: Final = 50
MOST_TABLES: Final = 2_000
MOST_TAGS: Final = 300_000
_CHARSET: Final = re.compile(
    rb"""charset\s{0,9}=\s{0,9}["']?(utf-8|iso-8859-\d{1,2}|windows-125\d|koi8-[ru])""", re.IGNORECASE
)
_NAME: Final = re.compile(r"(/?)([A-Za-z][A-Za-z0-9]{0,20})")
_COLSPAN: Final = re.compile(r"""colspan\s{0,9}=\s{0,9}["']?(\d{1,3})""", re.IGNORECASE)
_NOT_SHOWN: Final = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "template", "head")}
_LOOKED_AT: Final = 2_000  # bytes in which a page says how it is encoded


def read_html(content: bytes) -> Sheet:
    """The table of players of a page; raises FormatError for a page without one."""
    if len(content) > MOST_BYTES:
        raise LimitExceeded(0, 0, "file-too-large", most=MOST_BYTES, value=len(content))
    page = _Page()
    for number, (tag, closes, name, text) in enumerate(_pieces(_text(content))):
        if number == MOST_TAGS:
            raise LimitExceeded(0, 0, "page-too-large", most=MOST_TAGS)
        page.add(tag, closes, name, text)
    sheets = (headed(written_rows(table.texts())) for table in page.tables)
    named = [sheet for sheet in sheets if sheet.header is not None and sheet.rows]
    if not named:
        raise FormatError(0, 0, "not-a-list", kind=FileKind.PAGE.value)
    return max(named, key=lambda sheet: len(sheet.rows))


def _text(content: bytes) -> str:
    """The characters of a page, by the encoding that it names where there is one of that name."""
    if not content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        stated = _CHARSET.search(content[:_LOOKED_AT])
        try:
            return content.decode(stated[1].decode() if stated else "utf-8-sig")
        except (UnicodeError, LookupError):
            pass
    return decoded(content)


def _pieces(text: str) -> Iterator[tuple[str, bool, str, str]]:
    """Each tag as it stands, whether it closes, its name, and the text behind it, up to the next."""
    at = text.find("<")
    while at >= 0:
        if text.startswith("<!--", at):
            end = text.find("-->", at)
            tag, end = "", end + 3 if end >= 0 else len(text)
        else:
            end = text.find(">", at) + 1 or len(text)
            tag = text[at + 1 : end - 1]
        found = _NAME.match(tag)
        name = found[2].lower() if found else ""
        if found and not found[1] and name in _NOT_SHOWN:
            end = _end_of(text, name, end)
        at = text.find("<", end)
        yield tag, bool(found and found[1]), name, text[end : at if at >= 0 else len(text)]


def _end_of(text: str, name: str, start: int) -> int:
    """Where that ends which begins at `start` and is not shown."""
    found = _NOT_SHOWN[name].search(text, start)
    return text.find(">", found.end()) + 1 or len(text) if found else len(text)


@dataclass(slots=True)
class _Table:
    """The rows of a table so far, each cell in pieces; the last one of the last row is open while `writing`.

    `spanned` are the columns that it takes besides its own.
    """

    rows: list[list[list[str]]] = field(default_factory=list)
    writing: bool = False
    spanned: int = 0

    def texts(self) -> Iterator[tuple[int, list[str]]]:
        """The number and the cells of each row."""
        for number, row in enumerate(self.rows, start=1):
            yield number, ["".join(pieces) for pieces in row]


@dataclass(slots=True)
class _Page:
    """The tables of a page, those that are open last."""

    tables: list[_Table] = field(default_factory=list)
    open: list[_Table] = field(default_factory=list)

    def add(self, tag: str, closes: bool, name: str, text: str) -> None:
        if name == "table":
            self._table(closes)
        elif self.open:
            table = self.open[-1]
            if name == "tr":
                table.writing, table.spanned = False, 0
                if not closes:
                    table.rows.append([])
            elif name in ("td", "th"):
                table.writing = not closes
                if not closes:
                    self._begin_cell(table, tag)
            elif name in ("br", "p", "div", "li") and table.writing:
                table.rows[-1][-1].append(" ")
        if self.open and self.open[-1].writing and text:
            self.open[-1].rows[-1][-1].append(" ".join(f"|{unescape(text)}|".split())[1:-1])

    def _table(self, closes: bool) -> None:
        if closes:
            if self.open:
                self.open.pop()
            return
        if len(self.open) == MOST_DEPTH or len(self.tables) == MOST_TABLES:
            raise FormatError(0, 0, "not-a-list", kind=FileKind.PAGE.value)
        self.open.append(_Table())
        self.tables.append(self.open[-1])

    def _begin_cell(self, table: _Table, tag: str) -> None:
        """A new cell, after blank ones where the last one spans several columns."""
        if not table.rows:
            table.rows.append([])
        row = table.rows[-1]
        row += ([] for _column in range(table.spanned + 1))
        found = _COLSPAN.search(tag[:1000])
        table.spanned = min(int(found[1]) - 1, MOST_COLUMNS) if found and int(found[1]) else 0
        if len(row) > MOST_COLUMNS:
            raise LimitExceeded(
                len(table.rows), MOST_COLUMNS + 1, "too-many-columns", value=len(row), most=MOST_COLUMNS
            )

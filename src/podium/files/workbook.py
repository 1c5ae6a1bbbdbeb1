"""The cells of an XLSX workbook, part by part and with limits: nothing is built but the rows that hold text.

A workbook is an archive of XML. What it says of its own size is not believed: bytes, elements and characters are
counted while they are read, empty rows and cells cost nothing but their elements, and documents that declare
entities are refused.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from functools import partial
from typing import Final
from xml.parsers import expat

from podium.core.errors import LimitExceeded
from podium.files.sheet import MOST_COLUMNS

MOST_UNPACKED: Final = 100_000_000
MOST_ELEMENTS: Final = 2_000_000
MOST_CHARACTERS: Final = 20_000_000
MOST_ROWS: Final = 1_048_576  # of the format, blank ones too
MOST_DEPTH: Final = 100
LONGEST_MARKUP: Final = 1_000_000  # bytes of one tag, comment or instruction
LONGEST_CELL: Final = 32_767  # characters, of the format
_CHUNK: Final = 1 << 16
_DATE_FORMATS: Final = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_NOT_IN_DATES: Final = re.compile(r'\[(?!h{1,2}\]|m{1,2}\]|s{1,2}\])[^\]]*\]|"[^"]*"|\\.|_.|\*.', re.IGNORECASE)
_DURATION: Final = re.compile(r"\[(h{1,2}|m{1,2}|s{1,2})\]", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[-+]?\d{1,300}(\.\d{0,300})?([eE][-+]?\d{1,3})?")
_PLACE: Final = re.compile(r"([A-Za-z]{1,3})(\d{1,20})")
_EPOCH: Final = datetime(1899, 12, 30)  # noqa: DTZ001 - a cell has no zone
_EPOCH_OF_1904: Final = datetime(1904, 1, 1)  # noqa: DTZ001 - a cell has no zone
_LEAP_DAY_OF_1900: Final = 60  # the day that workbooks count and the calendar does not have

Attributes = Mapping[str, str]
Rows = Callable[[], Iterator[tuple[int, list[str]]]]
"""Gives the line and the cells of every row of a sheet that has any text."""


class Damaged(Exception):
    """What no program writes."""


@dataclass(slots=True)
class Budget:
    """What may still be read of a workbook."""

    elements: int = MOST_ELEMENTS
    characters: int = MOST_CHARACTERS

    def take_element(self) -> None:
        self.elements -= 1
        if self.elements < 0:
            raise LimitExceeded(0, 0, "workbook-too-many-cells", most=MOST_ELEMENTS)

    def take_text(self, text: str) -> None:
        self.characters -= len(text)
        if self.characters < 0:
            raise LimitExceeded(0, 0, "too-much-text", most=MOST_CHARACTERS)


@dataclass(slots=True)
class Element:
    """Calls of the parser for one part: what begins, what is written, what ends; by local names."""

    start: Callable[[str, Attributes], None]
    end: Callable[[str], None] = lambda name: None
    text: Callable[[str], None] | None = None
    inside: list[str] = field(default_factory=list)
    """What is open, the innermost last."""


class Workbook:
    """An archive with the parts of a workbook; raises Damaged, LimitExceeded and what `zipfile` and `expat` raise."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._budget = Budget()
        self._names = set(archive.namelist())
        self._path = self._main_part()
        self.sheets: dict[str, Rows] = {}
        """The rows of each sheet, by its title."""
        self._epoch = _EPOCH
        self._read_book()

    def _rows(self, path: str) -> Iterator[tuple[int, list[str]]]:
        sheet = _SheetRows(self._strings(), self._dates(), self._epoch)
        for _chunk in self._parsed(path, Element(sheet.start, sheet.end, sheet.text)):
            yield from sheet.finished
            sheet.finished.clear()

    def _main_part(self) -> str:
        kinds = self._related("", "_rels/.rels") if "_rels/.rels" in self._names else {}
        return next((path for kind, path in kinds.values() if kind == "officeDocument"), "xl/workbook.xml")

    def _read_book(self) -> None:
        folder, name = posixpath.split(self._path)
        parts = self._related(folder, posixpath.join(folder, "_rels", f"{name}.rels"))
        self._others = dict(parts.values())

        def start(name: str, attributes: Attributes) -> None:
            if name == "sheet":
                id = next((value for key, value in attributes.items() if key.endswith(":id")), "")
                kind, path = parts.get(id, ("", ""))
                if kind == "worksheet":
                    self.sheets.setdefault(attributes.get("name", ""), partial(self._rows, path))
            elif name == "workbookPr" and attributes.get("date1904") in ("1", "true"):
                self._epoch = _EPOCH_OF_1904

        self._parse(self._path, Element(start))

    def _related(self, folder: str, path: str) -> dict[str, tuple[str, str]]:
        """The kind and the path of each related part, by its id."""
        found: dict[str, tuple[str, str]] = {}

        def start(name: str, attributes: Attributes) -> None:
            if name == "Relationship":
                target = attributes.get("Target", "")
                whole = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
                found[attributes.get("Id", "")] = (attributes.get("Type", "").rpartition("/")[2], whole)

        self._parse(path, Element(start))
        return found

    def _strings(self) -> list[str]:
        """The texts that cells name by number."""
        path = self._others.get("sharedStrings")
        if path not in self._names or path is None:
            return []
        strings: list[str] = []
        pieces: list[str] = []

        def start(name: str, attributes: Attributes) -> None:
            if name == "si":
                pieces.clear()

        def end(name: str) -> None:
            if name == "si":
                strings.append(_cell_text("".join(pieces)))

        def text(content: str) -> None:
            if element.inside[-1] == "t" and "rPh" not in element.inside:  # a pronunciation stands in another cell
                pieces.append(content)

        element = Element(start, end, text)
        self._parse(path, element)
        return strings

    def _dates(self) -> dict[int, bool]:
        """The styles of cells that show dates, by number; and whether what they show is a duration."""
        path = self._others.get("styles")
        if path not in self._names or path is None:
            return {}
        own: dict[str, str] = {}
        styles: list[str] = []

        def start(name: str, attributes: Attributes) -> None:
            if name == "numFmt":
                own[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
            elif name == "xf" and "cellXfs" in element.inside:
                styles.append(attributes.get("numFmtId", "0"))

        element = Element(start)
        self._parse(path, element)
        return {
            number: bool(_DURATION.search(own.get(id, "")))
            for number, id in enumerate(styles)
            if _shows_date(id, own.get(id))
        }

    def _parse(self, path: str, element: Element) -> None:
        for _chunk in self._parsed(path, element):
            pass

    def _parsed(self, path: str, element: Element) -> Iterator[None]:
        if path not in self._names:
            raise Damaged(path)
        return parsed_part(self._archive, path, element, self._budget)


def parsed_part(archive: zipfile.ZipFile, path: str, element: Element, budget: Budget) -> Iterator[None]:
    """Calls the element with what a part of an archive holds; comes back after each piece of the part."""
    parser = expat.ParserCreate()

    def start(name: str, attributes: Attributes) -> None:
        local = name.rpartition(":")[2]
        element.inside.append(local)
        if len(element.inside) > MOST_DEPTH:
            raise Damaged(path)
        budget.take_element()
        element.start(local, attributes)

    def end(_name: str) -> None:
        element.end(element.inside.pop())

    def refuse(*_declaration: object) -> None:
        raise Damaged(path)

    def text(content: str) -> None:
        budget.take_text(content)
        if element.text is not None:
            element.text(content)

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = refuse
    if element.text is not None:
        parser.CharacterDataHandler = text
    with archive.open(path) as part:
        fed = 0
        while chunk := part.read(_CHUNK):
            parser.Parse(chunk, False)
            fed += len(chunk)
            if fed - max(parser.CurrentByteIndex, 0) > LONGEST_MARKUP:  # it would be read from its start each time
                raise Damaged(path)
            yield
        parser.Parse(b"", True)
        yield


@dataclass(slots=True)
class _SheetRows:
    """The rows of a sheet while its part is read; `finished` are those that are whole."""

    strings: list[str]
    dates: Mapping[int, bool]
    epoch: datetime
    finished: list[tuple[int, list[str]]] = field(default_factory=list)
    line: int = 0
    cells: dict[int, str] = field(default_factory=dict)
    column: int = -1
    kind: str = ""
    style: str = ""
    pieces: list[str] = field(default_factory=list)
    reading: bool = False
    in_row: bool = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            self.column = _column(attributes.get("r", ""), self.column)
            self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "")
            self.pieces.clear()
        elif name in ("v", "t"):
            self.reading = self.in_row
        elif name == "row":
            self.line = _line(attributes.get("r", ""), self.line)
            self.column, self.in_row = -1, True
        elif name == "rPh":
            self.kind = "pronunciation"

    def text(self, content: str) -> None:
        if self.reading and self.kind != "pronunciation":
            self.pieces.append(content)

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self.reading = False
        elif name == "rPh":
            self.kind = "inlineStr"
        elif name == "c" and self.pieces:
            if text := self._value("".join(self.pieces)):
                if self.column >= MOST_COLUMNS:
                    far = self.column + 1
                    raise LimitExceeded(self.line, far, "too-many-columns", value=far, most=MOST_COLUMNS)
                self.cells[self.column] = text
        elif name == "row":
            self.in_row = False
            if self.cells:
                last = max(self.cells)
                self.finished.append((self.line, [self.cells.get(at, "") for at in range(last + 1)]))
                self.cells = {}

    def _value(self, raw: str) -> str:
        """A cell's value as one would type it: 2013.0 as 2013, a date as an ISO date."""
        if self.kind == "s":
            index = int(raw) if raw.strip().isdecimal() and len(raw) < 10 else -1
            if not 0 <= index < len(self.strings):
                raise Damaged(raw[:40])
            return self.strings[index]
        if self.kind == "b":
            return str(raw.strip() not in ("0", "false"))
        if self.kind == "n" and _NUMBER.fullmatch(raw.strip()):
            return self._number(raw.strip())
        text = _cell_text(raw)
        if self.kind == "d":
            return re.sub(r"T00:00(:00(\.0+)?)?Z?$", "", text)
        return text

    def _number(self, raw: str) -> str:
        number = float(raw)
        style = int(self.style) if self.style.isdecimal() and len(self.style) < 10 else -1
        if style in self.dates:
            return _moment(number, self.epoch, duration=self.dates[style])
        if raw.lstrip("+-").isdecimal():
            return str(int(raw))
        return str(int(number)) if number.is_integer() else str(number)


def _cell_text(text: str) -> str:
    """The text of a cell; what the format writes for a character that it escapes is undone."""
    if len(text) > LONGEST_CELL:
        raise LimitExceeded(0, 0, "workbook-cell-too-long", value=len(text), most=LONGEST_CELL)
    return text.replace("x005F_", "").strip() if "x005F_" in text else text.strip()


def _column(place: str, before: int) -> int:
    """The number of a column from 0, by its letters; the one after `before` where nothing is written."""
    if not (found := _PLACE.fullmatch(place)):
        return before + 1
    number = 0
    for letter in found[1].upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1


def _line(written: str, before: int) -> int:
    """The number of a row; one that goes back is the next."""
    number = int(written) if written.isdecimal() and len(written) < 300 else before + 1
    if number > MOST_ROWS:
        raise LimitExceeded(0, 0, "workbook-row-too-far", value=number, most=MOST_ROWS)
    return max(number, before + 1)


def _shows_date(id: str, own: str | None) -> bool:
    if own is None:
        return id.isdecimal() and len(id) < 10 and int(id) in _DATE_FORMATS
    return bool(re.search("[dmhys]", _NOT_IN_DATES.sub("", own.partition(";")[0]), re.IGNORECASE))


def _moment(number: float, epoch: datetime, *, duration: bool) -> str:
    """A day, a time or both, by the days since the epoch; what the calendar does not have is an error of the cell."""
    try:
        span = timedelta(milliseconds=round(number * 86_400_000))
        if duration:
            return str(span)
        if 0 <= number < 1:
            return str((datetime.min + span).time())  # noqa: DTZ901 - a cell has no zone
        shift = 1 if epoch == _EPOCH and 1 <= number < _LEAP_DAY_OF_1900 else 0
        day = epoch + span + timedelta(days=shift)
    except (OverflowError, ValueError):
        return "#VALUE!"
    return day.date().isoformat() if day.time() == time(0) else day.isoformat(" ")

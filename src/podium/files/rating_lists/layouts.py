"""The players of a rating list in each of its layouts: FIDE's text and XML, and the CSV or DBF of a federation.

FIDE's text has columns of fixed width, whose heading says where each begins. It changed over the years; all are read:

    ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG
    ID number Name                              TitlFed  Mar11 GamesBorn  Flag
    ID Number      Name                     ... Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag
    ID Number      Name                     ... Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk ...

Its XML is `<playerslist><player><fideid>..</fideid><name>..</name> ... </player> ...`, and is read in pieces. A file
that declares entities is refused: no list of FIDE's does. National lists are tables whose headings name the columns.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import chain, islice
from typing import BinaryIO
from xml.parsers import expat

from podium.core.errors import FormatError, LimitExceeded
from podium.core.ratings.rated_player import RatedPlayer
from podium.core.ratings.rating_kind import RatingKind
from podium.files.dbf import TableStream
from podium.files.players.csvfile import END, decoded, delimiter_of, records
from podium.files.rating_lists.columns import MONTHS, Heading, RowReader, edition_of, of_fide, of_table

LONGEST_FIDE_LINE = 1000  # bytes
# Longer words first: headings may stand side by side without a space ("TitlFed").
_WORDS = re.compile(
    "|".join((
        "ID[ _]NUMBER", "NAME", "COUNTRY", "FED", "SEX", "WTIT", "OTIT", "TITLE", "TITL", "TIT", "FOA",
        "SRTNG", "SGM", "SK", "RRTNG", "RGM", "RK", "BRTNG", "BGM", "BK", "RATING",
        rf"(?:{'|'.join(MONTHS)})\d\d", "GAMES?", "GMS", "B-DAY", "BIRTHDAY", "BORN", "FLAG", "K",
    )),
    re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns are, in the order of `Heading`; `single` where there is one rating, of any of the kinds.

    In lists before 2012, which have no column for the sex, figures begin a place before their heading here and there:
    these are `loose`.
    """

    spans: tuple[slice, ...]
    edition: str | None
    single: bool
    loose: bool


def columns_of(heading: str) -> Columns | None:
    """The columns under a heading; None where it is none of FIDE's."""
    words = [(found[0], found.start()) for found in _WORDS.finditer(heading)]
    if not words or words[0][0].upper().replace("_", " ") != "ID NUMBER" or heading[: words[0][1]].strip():
        return None
    ends = [start for _word, start in words[1:]] + [LONGEST_FIDE_LINE]
    spans: dict[Heading, slice] = {}
    for (word, start), end in zip(words, ends, strict=True):
        if (known := of_fide(word)) is not None:
            spans.setdefault(known, slice(0 if known is Heading.ID else start, end))
    if not {Heading.ID, Heading.NAME, Heading.STANDARD} <= spans.keys():
        return None
    edition = next(filter(None, (edition_of(word) for word, _start in words)), None)
    nothing = slice(0, 0)
    return Columns(
        tuple(spans.get(each, nothing) for each in list(Heading)[: list(Heading).index(Heading.SURNAME)]),
        edition,
        single=Heading.RAPID not in spans,
        loose=Heading.SEX not in spans,
    )


def single_at(columns: Columns, kind: RatingKind) -> Columns:
    """The columns of a list with one rating, which is of that kind."""
    order = list(Heading)
    standard, own = order.index(Heading.STANDARD), order.index(Heading(kind.value))
    spans = list(columns.spans)
    spans[standard], spans[own] = spans[own], spans[standard]
    return replace(columns, spans=tuple(spans))


def text_players(lines: Iterable[bytes], columns: Columns, reader: RowReader, first: int) -> Iterator[RatedPlayer]:
    """The players of the lines below the heading; `first` is the number of the first of them."""
    spans = columns.spans
    for number, raw in enumerate(lines, start=first):
        if len(raw) > LONGEST_FIDE_LINE:
            raise LimitExceeded(number, 0, "line-too-long", value=len(raw), most=LONGEST_FIDE_LINE)
        try:
            line = raw.decode()
        except UnicodeDecodeError:
            line = raw.decode("latin-1")
        if line.isspace() or not line:
            continue
        cells = [_figures(line, span) if columns.loose else line[span].strip() for span in spans]
        player = reader.player(number, cells)
        if player is not None:
            yield player


def _figures(line: str, span: slice) -> str:
    """What stands in a column; figures that begin before it are its own, those that go on behind it are not."""
    start, end = (_start_of_figures(line, at) for at in (span.start, span.stop))
    return line[start:end].strip()


def _start_of_figures(line: str, at: int) -> int:
    while 0 < at < len(line) and line[at].isdigit() and line[at - 1].isdigit():
        at -= 1
    return at


PIECE = 1 << 16
LONGEST_TEXT = 1000  # characters of an element
DEEPEST = 3  # the list, a player, a value
ROW = "player"
_CELLS = list(Heading).index(Heading.SURNAME)


def xml_players(stream: BinaryIO, reader: RowReader, kind: RatingKind) -> Iterator[RatedPlayer]:
    """The players of a list; raises FormatError where it is not XML, or has none of FIDE's elements.

    A list with one rating has it as `rating`, of whatever kind it is: that of `kind`.
    """
    rows = _Rows(kind)
    for piece in chain(iter(lambda: stream.read(PIECE), b""), [b""]):
        for line, cells in rows.parsed(piece):
            if (player := reader.player(line, cells)) is not None:
                yield player


class _Rows:
    """The cells of the players in pieces of XML."""

    def __init__(self, kind: RatingKind) -> None:
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._own = list(Heading).index(Heading(kind.value))
        self._depth = 0
        self._at: int | None = None  # the cell that texts go to
        self._cells = [""] * _CELLS
        self._has_all = False
        self._found: list[tuple[int, list[str]]] = []
        self._places: dict[str, int | None] = {}
        self._seen_row = False

    def parsed(self, piece: bytes) -> list[tuple[int, list[str]]]:
        """The rows that ended in this piece, with the line each ended on; an empty piece is the end."""
        self._found = []
        try:
            self._parser.Parse(piece, not piece)
        except expat.ExpatError as broken:
            raise FormatError(broken.lineno, broken.offset + 1, "rating-list-broken") from None
        if not piece and not self._seen_row:
            raise FormatError(0, 0, "rating-list-unknown")
        return self._found

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == DEEPEST:
            place = self._places.get(name, -1)
            if place == -1:
                place = self._place(name)
            self._at = place
        elif self._depth > DEEPEST:
            raise FormatError(self._parser.CurrentLineNumber, 0, "rating-list-unknown")
        elif self._depth == DEEPEST - 1:
            if name.lower() != ROW:
                raise FormatError(self._parser.CurrentLineNumber, 0, "rating-list-unknown")
            self._cells = [""] * _CELLS
            self._has_all = False

    def _place(self, name: str) -> int | None:
        """The cell that an element fills; remembered, for there are few names."""
        heading = of_fide(name)
        place = list(Heading).index(heading) if heading is not None else None
        if len(self._places) < PIECE:
            self._places[name] = place
        return place

    def _text(self, text: str) -> None:
        at = self._at
        if at is not None:
            self._cells[at] += text
            if len(self._cells[at]) > LONGEST_TEXT:
                line = self._parser.CurrentLineNumber
                raise LimitExceeded(line, 0, "cell-too-long", most=LONGEST_TEXT)

    def _end(self, name: str) -> None:
        if self._depth == DEEPEST:
            if self._at is not None:
                self._cells[self._at] = self._cells[self._at].strip()
                self._has_all = self._has_all or self._at in _OTHERS
            self._at = None
        elif self._depth == DEEPEST - 1:
            self._seen_row = True
            cells = self._cells
            if self._own != _STANDARD and not self._has_all:
                cells[self._own], cells[_STANDARD] = cells[_STANDARD], cells[self._own]
            self._found.append((self._parser.CurrentLineNumber, cells))
        self._depth -= 1

    def _doctype(self, *_declared: object) -> None:
        raise FormatError(self._parser.CurrentLineNumber, 0, "rating-list-unknown")


_STANDARD = list(Heading).index(Heading.STANDARD)
_OTHERS = frozenset({list(Heading).index(Heading.RAPID), list(Heading).index(Heading.BLITZ)})


SEARCHED = 20  # lines at the top that may be the heading
LONGEST_LINE = 100_000  # bytes
WIDE = (b"\xff\xfe", b"\xfe\xff")
NAMED = ({Heading.NAME}, {Heading.SURNAME})


def csv_players(stream: BinaryIO, head: bytes, reader: RowReader) -> Iterator[RatedPlayer]:
    """The players of a CSV file that begins with `head`; raises FormatError where no heading names them."""
    lines = _wide_lines(stream) if head.startswith(WIDE) else _lines(stream)
    first = list(islice(lines, SEARCHED))
    rows = records(chain(first, lines, ["\n", END]), delimiter_of("".join(first)))
    for line, cells in islice(rows, SEARCHED):
        places = of_table(cells)
        if len(places) > 1 and any(named <= places.keys() for named in NAMED):
            return _players(rows, places, reader)
        if line > SEARCHED:
            break
    raise FormatError(0, 0, "rating-list-unknown")


def dbf_players(stream: BinaryIO, reader: RowReader) -> Iterator[RatedPlayer]:
    """The players of a DBF file; raises FormatError where no field names them."""
    table = TableStream(stream)
    places = of_table([field.name for field in table.fields])
    if not any(named <= places.keys() for named in NAMED):
        raise FormatError(0, 0, "rating-list-unknown")
    wanted = sorted(set(places.values()))
    read = enumerate(table.rows(wanted), start=1)
    rows = ((number, [_text(value) for value in row]) for number, row in read)
    return _players(rows, {heading: wanted.index(place) for heading, place in places.items()}, reader)


def _text(value: str | int | Decimal | date | bool | None) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, Decimal):
        return str(int(value)) if value == value.to_integral_value() else str(value)
    return value.isoformat() if isinstance(value, date) else str(value)


def _players(
    rows: Iterable[tuple[int, Sequence[str]]], places: dict[Heading, int], reader: RowReader
) -> Iterator[RatedPlayer]:
    at = [places.get(heading) for heading in Heading]
    for line, cells in rows:
        wide = len(cells)
        picked = [cells[place].strip() if place is not None and place < wide else "" for place in at]
        if not any(picked):
            continue
        if (player := reader.player(line, picked)) is not None:
            yield player


def _lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a text in UTF-8 or in Windows' western code page, line by line as it comes."""
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            raise LimitExceeded(number, 0, "line-too-long", value=len(raw), most=LONGEST_LINE)
        text = decoded(raw) if not raw.isascii() else raw.decode("ascii")
        if "\0" in text:
            raise FormatError(number, 0, "not-text")
        yield text


def _wide_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a text in UTF-16."""
    text = io.TextIOWrapper(stream, encoding="utf-16", newline="")
    number = 0
    try:
        while line := text.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise LimitExceeded(number, 0, "line-too-long", value=len(line), most=LONGEST_LINE)
            if "\0" in line:
                raise FormatError(number, 0, "not-text")
            yield line
    except UnicodeError:
        raise FormatError(number + 1, 0, "encoding-unknown", value="UTF-16") from None
    finally:
        text.detach()

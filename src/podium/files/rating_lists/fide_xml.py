"""FIDE's lists as XML: `<playerslist><player><fideid>..</fideid><name>..</name> ... </player> ...`.

Whatever its size it is read in pieces. What declares entities is refused: no list of FIDE's does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO
from xml.parsers import expat

from podium.core.errors import FormatError, LimitExceeded
from podium.core.ratings.rated_player import RatedPlayer
from podium.core.ratings.rating_kind import RatingKind
from podium.files.rating_lists.columns import Heading, RowReader, of_fide

PIECE = 1 << 16
LONGEST_TEXT = 1000  # characters of an element
DEEPEST = 3  # the list, a player, a value
ROW = "player"
_CELLS = list(Heading).index(Heading.SURNAME)


def players(stream: BinaryIO, reader: RowReader, kind: RatingKind) -> Iterator[RatedPlayer]:
    """The players of a list; raises FormatError where it is not XML, or has none of FIDE's elements.

    A list with one rating has it as `rating`, of whatever kind it is: that of `kind`.
    """
    rows = _Rows(kind)
    while piece := stream.read(PIECE):
        for line, cells in rows.of(piece):
            if (player := reader.player(line, cells)) is not None:
                yield player
    for line, cells in rows.of(b"", last=True):
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

    def of(self, piece: bytes, *, last: bool = False) -> list[tuple[int, list[str]]]:
        """The rows that ended in this piece, with the line each ended on."""
        self._found = []
        try:
            self._parser.Parse(piece, last)
        except expat.ExpatError as broken:
            raise FormatError(broken.lineno, broken.offset + 1, "rating-list-broken") from None
        if last and not self._seen_row:
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

"""Players from XML: an element `player` for each, with an element or an attribute for each field, as in FIDE's list.

Nothing is built but the rows. Documents that declare entities are refused: they could grow without end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from podium.core.errors import FormatError, LimitExceeded
from podium.files.file_kinds import FileKind
from podium.files.players.csvfile import MOST_BYTES
from podium.files.sheet import MOST_COLUMNS, MOST_ROWS, Row, Sheet, written_rows

PLAYER: Final = "player"
MOST_DEPTH: Final = 50
LONGEST_MARKUP: Final = 1_000_000  # bytes of one tag, comment or instruction
_CHUNK: Final = 1 << 16


def read_xml(content: bytes) -> Sheet:
    """The players of a document as rows below the names of their elements; raises FormatError."""
    if len(content) > MOST_BYTES:
        raise LimitExceeded(0, 0, "file-too-large", most=MOST_BYTES, value=len(content))
    players = _Players()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = players.start, players.end
    parser.CharacterDataHandler = players.text
    parser.StartDoctypeDeclHandler = _refuse_declaration
    try:
        for at in range(0, len(content), _CHUNK):
            players.line = parser.CurrentLineNumber
            parser.Parse(content[at : at + _CHUNK], False)
            if at + _CHUNK - max(parser.CurrentByteIndex, 0) > LONGEST_MARKUP:
                raise FormatError(parser.CurrentLineNumber, 0, "xml-damaged")
        parser.Parse(b"", True)
    except (expat.ExpatError, ValueError, LookupError) as wrong:  # the last two: an encoding that there is not
        line = wrong.lineno if isinstance(wrong, expat.ExpatError) else 1
        raise FormatError(line, 0, "xml-damaged") from None
    if not players.found:
        raise FormatError(0, 0, "not-a-list", kind=FileKind.XML.value)
    columns = tuple(players.columns)
    rows = written_rows((number, [each.get(name, "") for name in columns]) for number, each in players.found)
    return Sheet(Row(0, columns), rows)


def _refuse_declaration(*_declaration: object) -> None:
    raise FormatError(1, 0, "xml-damaged")


@dataclass(slots=True)
class _Players:
    """The players while a document is read; `depth` counts the elements around, `inside` those within a player."""

    found: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    columns: dict[str, None] = field(default_factory=dict)
    line: int = 0
    depth: int = 0
    inside: list[str] = field(default_factory=list)
    player: dict[str, str] | None = None
    pieces: list[str] = field(default_factory=list)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise FormatError(self.line, 0, "xml-damaged")
        name = name.rpartition(":")[2]
        if self.player is not None:
            self.inside.append(name)
            self.pieces.clear()
        elif name.casefold() == PLAYER:
            if len(self.found) == MOST_ROWS:
                raise LimitExceeded(self.line, 0, "too-many-rows", value=MOST_ROWS + 1, most=MOST_ROWS)
            self.player = {}
            for key, value in attributes.items():
                self._keep(key.rpartition(":")[2], value)

    def text(self, content: str) -> None:
        if self.player is not None and self.inside:
            self.pieces.append(content)

    def end(self, _name: str) -> None:
        self.depth -= 1
        if self.player is None:
            return
        if self.inside:
            self._keep(" ".join(self.inside), "".join(self.pieces))
            self.pieces.clear()
            self.inside.pop()
        else:
            self.found.append((len(self.found) + 1, self.player))
            self.player = None

    def _keep(self, name: str, text: str) -> None:
        if self.player is not None and (text := text.strip()):
            self.player.setdefault(name, text)
            self.columns.setdefault(name)
            if len(self.columns) > MOST_COLUMNS:
                raise LimitExceeded(self.line, 0, "too-many-columns", value=len(self.columns), most=MOST_COLUMNS)

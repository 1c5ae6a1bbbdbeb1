"""The lossless shape of a tournament report file: its lines, with nothing added or dropped."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from podium.core.errors import FormatError as Damage
from podium.core.errors import LimitExceeded
from podium.core.points import Points

MOST_BYTES = 20_000_000
MOST_LINES = 50_000  # blank ones too; a report has at most 9,999 players
LONGEST_LINE = 20_000  # characters; 999 rounds take half of them
_LINES = re.compile(r"([^\r\n]*)(\r\n|\n|\r|\Z)")
_WHOLE = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file: its number from 1, its characters, and the line ending it had."""

    number: int
    text: str
    ending: str

    @property
    def tag(self) -> str:
        """The first three characters, which say what the line is about."""
        return self.text[:3]


@dataclass(frozen=True, slots=True)
class Record:
    """A file as its lines.

    >>> Record.parse("012 Open\\r\\n### note").text
    '012 Open\\r\\n### note'
    """

    lines: tuple[Line, ...]

    @classmethod
    def parse(cls, text: str) -> Record:
        """The lines of `text`; CR, LF and CR LF all end a line, as programs write all three.

        Raises LimitExceeded for more lines than a report has.
        """
        if (count := text.count("\n") + text.count("\r") - text.count("\r\n") + 1) > MOST_LINES:
            raise LimitExceeded(0, 0, "too-many-lines", value=count, most=MOST_LINES)
        found = [match.groups() for match in _LINES.finditer(text) if match.group()]
        records = tuple(Line(number, *parts) for number, parts in enumerate(found, 1))
        for line in records:
            if len(line.text) > LONGEST_LINE:
                raise LimitExceeded(line.number, 0, "line-too-long", value=len(line.text), most=LONGEST_LINE)
        return cls(records)

    @property
    def text(self) -> str:
        """The file, character for character."""
        return "".join(line.text + line.ending for line in self.lines)


def decode(raw: bytes) -> str:
    """The characters of a file: UTF-8 where it is valid, else Latin-1, which older programs write.

    Both keep every byte: encoding the text again the same way gives the file back. UTF-16 begins with its mark. Raises
    LimitExceeded for a file that is larger than any report.
    """
    if len(raw) > MOST_BYTES:
        raise LimitExceeded(0, 0, "file-too-large", value=len(raw), most=MOST_BYTES)
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and len(raw) % 2 == 0:
        try:
            return raw.decode("utf-16")
        except UnicodeDecodeError:
            pass  # two odd bytes at the beginning of a file of another kind
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


class Columns:
    """The fields of one line by column, counted from 1 as the format's own tables count.

    What cannot be read is added to `found` and comes back as None, so that one reading
    reports every damaged field.
    """

    __slots__ = ("found", "line")

    def __init__(self, line: Line, found: list[Damage]) -> None:
        self.line = line
        self.found = found

    def refuse(self, column: int, code: str, **facts: object) -> None:
        """Notes that something at `column` is wrong."""
        if self.line.tag == "001" and (number := self.text(5, 8)).isdecimal():
            facts = {"player": int(number), **facts}
        self.found.append(Damage(self.line.number, column, code, tag=self.line.tag, **facts))

    def text(self, first: int, last: int) -> str:
        """The characters of columns `first` to `last`, without blanks around them."""
        return self.line.text[first - 1 : last].strip()

    def blank(self, column: int) -> bool:
        """Whether the separating `column` is empty; text there means that the line has slipped."""
        character = self.line.text[column - 1 : column]
        if character in ("", " "):
            return True
        self.refuse(column, "column-misaligned", value=character)
        return False

    def whole(self, first: int, last: int, code: str) -> int | None:
        """The whole number in columns `first` to `last`; None for blanks, or (noted) for text."""
        text = self.text(first, last)
        if not text:
            return None
        if not (text.isascii() and _WHOLE.fullmatch(text)):
            self.refuse(self._start(first), code, value=text)
            return None
        return int(text)

    def points(self, first: int, last: int, code: str) -> Points | None:
        """The points in columns `first` to `last`; None for blanks, or (noted) for text."""
        text = self.text(first, last)
        if not text:
            return None
        value = points_of(text)
        if value is None:
            self.refuse(self._start(first), code, value=text)
        return value

    def numbers(self, first: int, width: int, code: str) -> list[tuple[int, int]]:
        """(column, number) of every field from `first` on, `width` wide and one blank apart."""
        fields = []
        for column in range(first, len(self.line.text) + 1, width + 1):
            number = self.whole(column, column + width - 1, code)
            if number:
                fields.append((column, number))
        return fields

    def _start(self, first: int) -> int:
        """The column of the first character that is no blank, from `first` on."""
        rest = self.line.text[first - 1 :]
        return first + len(rest) - len(rest.lstrip())


def points_of(text: str) -> Points | None:
    """The points written as `text` (`2`, `2.5`, `.5`, `-1.0`), or None for anything else."""
    if not re.fullmatch(r"-?(\d{1,6}(\.\d{0,2})?|\.\d{1,2})", text) or not text.isascii():
        return None
    return Points.of(text)


def is_ruler(text: str) -> bool:
    """Is it a line in which every sign counts its column, from 0 or from 1?"""
    counts = [
        "".join(sign if sign == " " else str((at + first) % 10) for at, sign in enumerate(text)) for first in (0, 1)
    ]
    return len(text.split()) < len(text) / 4 and len(text) > 12 and text in counts


TEAM_RECORDS = frozenset({"013", "300", "310", "320", "330", "352", "362", "801", "802"})
"""The records that only reports of team events have: teams, line-ups, byes and forfeits of teams, their points."""
_TYPES = frozenset({"092", "192"})
_TEAM = re.compile(r"(?<![a-z])teams?(?![a-z])", re.IGNORECASE)


def team_event(record: Record) -> Damage | None:
    """What says that this is a team event, as the error that the file is refused with; None for an individual one."""
    for line in record.lines:
        value = line.text[3:].strip()
        if value and _is_of_teams(line, value):
            return Damage(line.number, 1, "team-event", tag=line.tag, value=value[:40])
    return None


def _is_of_teams(line: Line, value: str) -> bool:
    if line.tag in TEAM_RECORDS:
        return True
    if line.tag == "082":  # how many teams there are
        return value.isdecimal() and int(value) > 0
    return line.tag in _TYPES and _TEAM.search(value.replace("_", " ")) is not None

"""What is to be said of a file that was read: what is wrong, converted, inferred or left out, with line and record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from podium.core.errors import FormatError as Damage
from podium.files.trf.record import Columns, Line


class Kind(Enum):
    """What happened to something in a file on the way in."""

    CONVERTED = "converted"
    INFERRED = "inferred"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that is not as the file has it; `code` and `facts` become a sentence at the edge."""

    kind: Kind
    line: int
    tag: str
    code: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Places:
    """Where things stand in the file that a report came from: the lines of players, of records, and of the others."""

    players: Mapping[int, int]
    records: Mapping[str, tuple[int, ...]]
    others: tuple[int, ...]


NOWHERE = Places({}, {}, ())
"""The places of a report that came from no file."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What is noted while a file is read: what was `found` to be wrong, and `remarks`."""

    found: list[Damage] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def remark(self, kind: Kind, line: int, tag: str, code: str, **facts: object) -> None:
        self.remarks.append(Remark(kind, line, tag, code, facts))

    def converted(self, columns: Columns, table: Mapping[str, str], value: str, code: str, **facts: object) -> str:
        """What the table has for a value, noted; any other value as it is."""
        if value not in table:
            return value
        facts |= {"value": value, "taken": table[value]}
        self.remark(Kind.CONVERTED, columns.line.number, columns.line.tag, code, **facts)
        return table[value]

    def day(self, day: tuple[str, bool], text: str, line: Line, **facts: object) -> str:
        """A day, noted where it was written in another form."""
        taken, converted = day
        if converted:
            facts |= {"value": text, "taken": taken}
            self.remark(Kind.CONVERTED, line.number, line.tag, "date-converted", **facts)
        return taken

"""What is to be said of a file that was read: what was converted, inferred or left out, with its line and record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


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

"""A player of a rating list, and what is odd about rows of one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from podium.core.rating_kind import RatingKind
from podium.files.planned import Finding

NOTED = 20  # oddities that are told one by one; of the others, how many


class Layout(StrEnum):
    """How a rating list is written."""

    FIDE_TEXT = "fide-text"
    FIDE_XML = "fide-xml"
    CSV = "csv"
    DBF = "dbf"


class RatedPlayer(NamedTuple):
    """A player as a rating list has them; `id` is the list's own, empty where it has none.

    `birth` is a year or an ISO date. A rating that is not there is None: lists write 0 for it.
    """

    id: str
    name: str
    federation: str | None = None
    gender: str | None = None
    title: str | None = None
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    birth: str | None = None
    fide_id: str | None = None
    club: str | None = None
    active: bool = True

    def rating(self, kind: RatingKind) -> int | None:
        """The rating of that kind; for rapid and blitz, where there is none, the standard one."""
        own = (self.standard, self.rapid, self.blitz)[list(RatingKind).index(kind)]
        return own if own is not None else self.standard


@dataclass(slots=True)
class Oddities:
    """What was odd in the rows of a list: how many rows were left out, how many cells, and the first of them."""

    rows: int = 0
    cells: int = 0
    noted: list[Finding] = field(default_factory=list)

    def row(self, line: int, code: str, value: str, field: str) -> None:
        """Note a row that is left out."""
        self.rows += 1
        self._note(Finding(line, 0, code, value[:40], field, blocks=True))

    def cell(self, line: int, code: str, value: str, field: str) -> None:
        """Note a cell that is left out, of a row that is taken."""
        self.cells += 1
        self._note(Finding(line, 0, code, value[:40], field))

    def _note(self, finding: Finding) -> None:
        if len(self.noted) < NOTED:
            self.noted.append(finding)

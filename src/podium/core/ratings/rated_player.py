"""A player of a rating list, and the layouts that such lists have."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from podium.core.player import is_national_id
from podium.core.ratings.rating_kind import RatingKind


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

    @property
    def national_id(self) -> str | None:
        """The list's own number, where it is none of FIDE's and can be one of a federation."""
        return self.id if self.id != self.fide_id and is_national_id(self.id) else None

    def rating(self, kind: RatingKind) -> int | None:
        """The rating of that kind; for rapid and blitz, where there is none, the standard one."""
        own = (self.standard, self.rapid, self.blitz)[list(RatingKind).index(kind)]
        return own if own is not None else self.standard

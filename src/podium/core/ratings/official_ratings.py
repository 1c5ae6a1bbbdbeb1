"""The ratings that FIDE and a federation publish of a player, and where each came from.

They stand beside the rating that counts in a tournament, which is made of them or typed by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from podium.core.errors import Invalid
from podium.core.ratings.rating_kind import RatingKind

RATINGS = range(4001)


class OfficialKind(StrEnum):
    """Which rating it is: FIDE's for games of one length, or that of a federation."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    NATIONAL = "national"


@dataclass(frozen=True, slots=True)
class OfficialRating:
    """A published rating and the list and month it was found in; without a list it was typed by hand."""

    value: int
    list: str | None = None
    edition: str | None = None


@dataclass(frozen=True, slots=True)
class RatingOrigin:
    """The official rating that a tournament rating was, with the list and month that had it."""

    kind: OfficialKind
    list: str | None = None
    edition: str | None = None


@dataclass(frozen=True, slots=True)
class OfficialRatings:
    """What is published of a player. `origin` is that of the tournament rating; None: somebody typed it."""

    standard: OfficialRating | None = None
    rapid: OfficialRating | None = None
    blitz: OfficialRating | None = None
    national: OfficialRating | None = None
    origin: RatingOrigin | None = None

    def published(self, kind: OfficialKind) -> OfficialRating | None:
        """The rating of that kind."""
        rating: OfficialRating | None = getattr(self, kind.value)
        return rating

    def effective(self, kind: RatingKind) -> tuple[OfficialKind, OfficialRating] | None:
        """FIDE's rating for games of that length; for rapid and blitz, where there is none, the standard one.

        >>> both = OfficialRatings(OfficialRating(2100), blitz=OfficialRating(2000))
        >>> both.effective(RatingKind.RAPID)[1].value, both.effective(RatingKind.BLITZ)[1].value
        (2100, 2000)
        """
        for each in (OfficialKind(kind.value), OfficialKind.STANDARD):
            if (rating := self.published(each)) is not None:
                return each, rating
        return None

    def values(self) -> dict[str, int | None]:
        """The numbers alone, by the names of their kinds."""
        return {kind.value: rating.value if (rating := self.published(kind)) else None for kind in OfficialKind}

    def with_values(self, typed: Mapping[str, int | None]) -> OfficialRatings:
        """These with the numbers `typed` by kind; one that is the same as before keeps its list."""
        changed = {
            name: OfficialRating(value) if value else None
            for name, value in typed.items()
            if value != self.values()[name]
        }
        return replace(self, **changed)  # type: ignore[arg-type]  # each is a rating or none

    def checked(self) -> OfficialRatings | None:
        """These; None where there is nothing in them. Raises Invalid naming a number that is no rating."""
        for name, value in self.values().items():
            if value is not None and value not in RATINGS:
                raise Invalid("rating-out-of-range", field=name, value=value)
        return None if self == OfficialRatings() else self


NO_OFFICIAL_RATINGS = OfficialRatings()
OFFICIAL_NAMES = tuple(kind.value for kind in OfficialKind)

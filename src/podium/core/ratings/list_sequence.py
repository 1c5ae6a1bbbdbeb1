"""The order in which an event looks for the rating of a player in rating lists."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from podium.core.errors import Invalid
from podium.core.ratings.rating_kind import RatingKind

FIDE = "fide"
"""The name of FIDE's own list; the number of a player in it is the FIDE id."""
MOST_LISTS = 12
_ENTRY = re.compile(r"(?P<list>[a-z0-9][a-z0-9-]{0,39})/(?P<rating>[a-z-]+)")


class ListedRating(StrEnum):
    """A rating of a list; an effective one is the standard rating of a player without one of its kind."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    EFFECTIVE_RAPID = "effective-rapid"
    EFFECTIVE_BLITZ = "effective-blitz"

    @property
    def kind(self) -> RatingKind:
        return RatingKind(self.value.removeprefix("effective-"))

    @property
    def is_effective(self) -> bool:
        return self.value.startswith("effective-")


@dataclass(frozen=True, slots=True)
class SequenceEntry:
    """One place to look: a list, and which of its ratings."""

    list: str
    rating: ListedRating

    @classmethod
    def parse(cls, field: str, text: str) -> SequenceEntry:
        """The entry that is written `fide/rapid`; raises Invalid.

        >>> SequenceEntry.parse("rating_lists", "fide/effective-rapid").text
        'fide/effective-rapid'
        """
        match = _ENTRY.fullmatch(text.strip().lower())
        if match is None or match["rating"] not in [*ListedRating]:
            raise Invalid("rating-sequence-malformed", field=field, value=text[:60], allowed=[*ListedRating])
        return cls(match["list"], ListedRating(match["rating"]))

    @property
    def text(self) -> str:
        return f"{self.list}/{self.rating.value}"

    @property
    def is_national(self) -> bool:
        """Whether the list is a federation's own."""
        return self.list != FIDE


def _of_fide(*ratings: ListedRating) -> tuple[SequenceEntry, ...]:
    return tuple(SequenceEntry(FIDE, rating) for rating in ratings)


PROPOSED = {
    RatingKind.STANDARD: _of_fide(ListedRating.STANDARD, ListedRating.RAPID, ListedRating.BLITZ),
    RatingKind.RAPID: _of_fide(ListedRating.EFFECTIVE_RAPID, ListedRating.BLITZ),
    RatingKind.BLITZ: _of_fide(ListedRating.EFFECTIVE_BLITZ, ListedRating.RAPID),
}
"""What is proposed for each rate of play: the main list first."""

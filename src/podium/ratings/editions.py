"""FIDE's regulations as data: each edition from the day on which it holds, for events that begin on it or later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Protocol, TypeVar

from podium.core.ratings.rating_kind import RatingKind


@dataclass(frozen=True, slots=True)
class RatingRules:
    """The figures of the rating regulations (B.02).

    `cap` is the largest difference in rating that counts; for players of `uncapped_from` or more every difference does.
    Where the difference is `unrated_gap` or more the game is not rated if one of the two has more than
    `unrated_above`. A first rating rests on `fewest_games` and `hypothetical` draws against `hypothetical_rating`, and
    lies between `lowest` and `highest_initial`. K is `k_new` until `new_games` have been played, and until the end of
    the year of the 18th birthday below `junior_below`; `k_top` once `top_from` has been reached; else `k_usual`.
    """

    since: date
    cap: int = 400
    uncapped_from: int | None = None
    unrated_gap: int | None = None
    unrated_above: int = 2600
    lowest: int = 1400
    highest_initial: int = 2200
    hypothetical: int = 2
    hypothetical_rating: int = 1800
    fewest_games: int = 5
    k_new: int = 40
    k_usual: int = 20
    k_top: int = 10
    new_games: int = 30
    junior_age: int = 18
    junior_below: int = 2300
    top_from: int = 2400
    most_k_games: int = 700


_STANDARD_2024 = RatingRules(date(2024, 3, 1))
_RAPID_2024 = RatingRules(date(2024, 3, 1))
_RAPID = (_RAPID_2024, replace(_RAPID_2024, since=date(2024, 12, 1), unrated_gap=600))
RATING_EDITIONS: dict[RatingKind, tuple[RatingRules, ...]] = {
    RatingKind.STANDARD: (_STANDARD_2024, replace(_STANDARD_2024, since=date(2025, 10, 1), uncapped_from=2650)),
    RatingKind.RAPID: _RAPID,
    RatingKind.BLITZ: _RAPID,
}
"""The editions of the rating regulations, the oldest first."""


@dataclass(frozen=True, slots=True)
class NormLevel:
    """What a norm for `title` asks: performance and average of the opponents, the floor to which the lowest is raised.

    `holders` are the titles of which a third of the opponents must have one.
    """

    title: str
    performance: int
    average: int
    floor: int
    holders: frozenset[str]


@dataclass(frozen=True, slots=True)
class NormRules:
    """The figures of the title regulations (B.01); `levels` are the titles that norms lead to, the highest first."""

    since: date
    levels: tuple[NormLevel, ...]
    unrated_as: int = 1400
    fewest_games: int = 9
    most_games: int = 13
    least_percentage: int = 35
    titled_share: Fraction = Fraction(1, 2)
    titled: frozenset[str] = frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM"})
    holders_share: Fraction = Fraction(1, 3)
    fewest_holders: int = 3
    fewest_federations: int = 2
    own_share: Fraction = Fraction(3, 5)
    one_share: Fraction = Fraction(2, 3)

    def level(self, title: str) -> NormLevel:
        """What a norm for `title` asks; raises KeyError for a title that is not gained by norms."""
        return {level.title: level for level in self.levels}[title]


NORM_EDITIONS = (
    NormRules(
        date(2024, 1, 1),
        (
            NormLevel("GM", 2600, 2380, 2200, frozenset({"GM"})),
            NormLevel("IM", 2450, 2230, 2050, frozenset({"GM", "IM"})),
            NormLevel("WGM", 2400, 2180, 2000, frozenset({"GM", "IM", "WGM"})),
            NormLevel("WIM", 2250, 2030, 1850, frozenset({"GM", "IM", "WGM", "WIM"})),
        ),
    ),
)
"""The editions of the title regulations, the oldest first."""


def rating_rules(kind: RatingKind = RatingKind.STANDARD, day: date | None = None) -> RatingRules:
    """The rating regulations for an event that begins on `day`: the newest for None, the oldest known before all.

    >>> from datetime import date
    >>> rating_rules(day=date(2025, 9, 30)).uncapped_from, rating_rules(day=date(2025, 10, 1)).uncapped_from
    (None, 2650)
    """
    return _in_force(RATING_EDITIONS[kind], day)


def norm_rules(day: date | None = None) -> NormRules:
    """The title regulations for an event that begins on `day`: the newest for None, the oldest known before all."""
    return _in_force(NORM_EDITIONS, day)


class _Edition(Protocol):
    @property
    def since(self) -> date: ...


_E = TypeVar("_E", bound=_Edition)


def _in_force(editions: Sequence[_E], day: date | None) -> _E:
    if day is None:
        return editions[-1]
    return next((each for each in reversed(editions) if each.since <= day), editions[0])

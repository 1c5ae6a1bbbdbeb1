"""What tie-breaks make of FIDE's conversion tables (C.07, article 10)."""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.ratings.official_ratings import RATINGS
from podium.core.ratings.rating_tables import WIDEST, difference_for, expected, performance_rating, rounded

__all__ = ["WIDEST", "difference_for", "expected", "perfect_performance", "rounded", "tournament_performance"]

# Every difference that can occur while a performance is searched for, the lowest first.
_REACH = RATINGS[-1] + WIDEST
_EXPECTED = [expected(difference) for difference in range(-_REACH, _REACH + 1)]


def tournament_performance(ratings: Sequence[int], score: int) -> int:
    """10.2: the opponents' average plus the difference for the score, in hundredths of a point."""
    return performance_rating(ratings, score)


def perfect_performance(ratings: Sequence[int], score: int) -> int:
    """10.3: the lowest rating whose expected score reaches the score, in hundredths of a point."""
    if score == 0:
        return min(ratings) - WIDEST
    low, high = min(ratings) - WIDEST, max(ratings) + WIDEST  # too low; high enough
    while high - low > 1:
        middle = (low + high) // 2
        offset = middle + _REACH
        if sum([_EXPECTED[offset - rating] for rating in ratings]) >= score:
            high = middle
        else:
            low = middle
    return high

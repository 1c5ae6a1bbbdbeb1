"""FIDE's conversion tables (Rating Regulations B.02, 8.1; Title Regulations B.01, 1.4.9), Rp = Ra + dp
and the perfect performance that tie-breaks make of them (C.07, article 10)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from podium.core.ratings.official_ratings import RATINGS

# The largest rating difference for each scoring probability of the stronger, from 50 % up.
_DIFFERENCES = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
# The rating difference for each percentage score, from 50 % up.
_FROM_SCORE = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
WIDEST = 800


def expected(difference: int) -> int:
    """The percentage that a player so much stronger than the opponent should score.

    >>> expected(0), expected(100), expected(-100), expected(2000)
    (50, 64, 36, 100)
    """
    percentage = 50 + bisect_left(_DIFFERENCES, abs(difference))
    return percentage if difference >= 0 else 100 - percentage


def difference_for(percentage: int) -> int:
    """The rating difference that a score of so many per cent stands for.

    >>> difference_for(50), difference_for(75), difference_for(0)
    (0, 193, -800)
    """
    return _FROM_SCORE[percentage - 50] if percentage >= 50 else -_FROM_SCORE[50 - percentage]


def rounded(dividend: int, divisor: int) -> int:
    """The quotient as a whole number, a half rounded up.

    >>> rounded(5, 2), rounded(-5, 2), rounded(7, 3)
    (3, -2, 2)
    """
    return (2 * dividend + divisor) // (2 * divisor)


def performance_rating(ratings: Sequence[int], score: int) -> int:
    """Rp = Ra + dp: the opponents' average plus the difference for the score, in hundredths of a point.

    Average and percentage are whole numbers first, a half rounded up.

    >>> performance_rating([2400] * 9, 600)
    2525
    """
    games = len(ratings)
    return rounded(sum(ratings), games) + difference_for(rounded(score, games))


# Every difference that can occur while a performance is searched for, the lowest first.
_REACH = RATINGS[-1] + WIDEST
_EXPECTED = [expected(difference) for difference in range(-_REACH, _REACH + 1)]


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

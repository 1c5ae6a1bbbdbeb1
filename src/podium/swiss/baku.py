"""The Baku acceleration: virtual points for the upper half in the first rounds."""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.errors import Invalid
from podium.core.points import Points
from podium.core.result import Scoring

MOST_ROUNDS = 999


def upper_group(numbers: Sequence[int]) -> tuple[int, ...]:
    """The players of group A: the first half of those to be paired in round 1, rounded up to an even number.

    >>> upper_group(range(1, 12))
    (1, 2, 3, 4, 5, 6)
    """
    ordered = sorted(numbers)
    return tuple(ordered[: 2 * -(-len(ordered) // 4)])


def last_accelerated(numbers: Sequence[int]) -> int:
    """The pairing number of the last player of group A, made of those to be paired in round 1; 0 without any.

    Who has a bye in that round or comes later has no place in the list yet; group A then reaches down to its last
    player still, so they are in it if their number is before that (C.04.7 1.3).

    >>> last_accelerated([1, 2, 3, 4, 6, 8, 9, 10])
    4
    """
    return max(upper_group(numbers), default=0)


def virtual_points(rounds: int, scoring: Scoring) -> tuple[Points, ...]:
    """What group A gets in each accelerated round: a win, then a draw.

    The first half of the rounds is accelerated, an odd one included; the first half of these,
    again with an odd one, with the points of a win.

    >>> from podium.core.result import FIDE
    >>> [str(points) for points in virtual_points(9, FIDE)]
    ['1.0', '1.0', '1.0', '0.5', '0.5']
    """
    if rounds not in range(MOST_ROUNDS + 1):
        raise Invalid("count-out-of-range", field="rounds", value=rounds, least=0, most=MOST_ROUNDS)
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (scoring.win,) * full + (scoring.draw,) * (accelerated - full)

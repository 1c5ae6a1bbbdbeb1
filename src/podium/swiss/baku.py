"""The Baku acceleration: virtual points for the upper half in the first rounds."""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.points import Points
from podium.core.result import Scoring


def upper_group(numbers: Sequence[int]) -> tuple[int, ...]:
    """The players of group A: the first half, rounded up to an even number of players.

    >>> upper_group(range(1, 12))
    (1, 2, 3, 4, 5, 6)
    """
    ordered = sorted(numbers)
    return tuple(ordered[: 2 * -(-len(ordered) // 4)])


def virtual_points(rounds: int, scoring: Scoring) -> tuple[Points, ...]:
    """What group A gets in each accelerated round: a win, then a draw.

    The first half of the rounds is accelerated, an odd one included; the first half of these,
    again with an odd one, with the points of a win.

    >>> from podium.core.result import FIDE
    >>> [str(points) for points in virtual_points(9, FIDE)]
    ['1.0', '1.0', '1.0', '0.5', '0.5']
    """
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (scoring.win,) * full + (scoring.draw,) * (accelerated - full)

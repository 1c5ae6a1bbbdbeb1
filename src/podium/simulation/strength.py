"""The players of a simulated event: how they are called, how strong they are, and what that is worth."""

from __future__ import annotations

from podium.core.ids import PlayerId
from podium.tiebreaks import performance

BEST, WEAKEST = 2600, 1400
WIDEST_GAP = 400  # a larger difference in rating counts as this one


def ratings_of(players: int) -> dict[PlayerId, int]:
    """How strong each player is: from the best to the weakest in equal steps.

    >>> ratings_of(3)
    {'1': 2600, '2': 2000, '3': 1400}
    """
    step = (BEST - WEAKEST) / max(players - 1, 1)
    return {PlayerId(str(number + 1)): round(BEST - number * step) for number in range(players)}


def name(player: PlayerId | int) -> str:
    """What a player without a name is called."""
    return f"Player {player}"


def expected(own: float, other: float) -> int:
    """The score in a hundred games that the ratings lead one to expect, by FIDE's table.

    >>> expected(2000, 2000), expected(2400, 2000), expected(1400, 2600)
    (50, 92, 8)
    """
    return performance.expected(round(max(-WIDEST_GAP, min(WIDEST_GAP, own - other))))

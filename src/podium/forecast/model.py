"""How a game between two players is likely to end: by their strengths, their level, and who has White.

The expected score is a logistic curve of the gap, on a scale of 480 points: games between people show that the one of
400 promises the favourite too much (J. Sonas, "The Elo rating system - correcting the expectancy tables", ChessBase,
30 March 2011). The first move is worth 35 points, 54 % among equals. Draws have Davidson's form (R. R. Davidson, J. of
the American Statistical Association 65, 1970): the square of their share is that of wins times that of losses, times
`draw_weight` squared. That weight rises with the level and falls with the gap, by four figures fitted on the shares of
draws that chess-db.com published of 8 million tournament games, by mean rating and gap.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import NamedTuple

SCALE = 480 / 2.302585092994046  # points that multiply the odds of the expected score by e
WHITE = 35.0
"""Points that the first move is worth."""
DRAWN, DRAWN_BY_LEVEL, DRAWN_BY_GAP, DRAWN_BY_BOTH = 0.1303, 0.1340, -0.1371, -0.0339
MIDDLE, HUNDRED = 2000.0, 100.0
LOWEST, HIGHEST = 1300.0, 2800.0  # between which games were counted; no level outside says anything else
WIDEST, FARTHEST = 400.0, 2000.0
GRID = tuple(each / 4 for each in range(-16, 17))
"""Standard deviations at which a belief is looked at where a figure is needed and no draw: from -4 to 4."""


class Chances(NamedTuple):
    """How likely the first of two wins, draws and loses; together 1."""

    win: float
    draw: float
    loss: float


def expected(gap: float) -> float:
    """The share of the point that the first gets on average, ahead by so many points of strength, the move included.

    >>> [round(expected(gap), 2) for gap in (0, 35, 400)]
    [0.5, 0.54, 0.87]
    """
    return 1 / (1 + exp(-max(-FARTHEST, min(FARTHEST, gap)) / SCALE))


def draw_weight(level: float, gap: float) -> float:
    """Davidson's weight of draws between players whose mean rating is `level`, `gap` points apart with the move."""
    high = (max(LOWEST, min(HIGHEST, level)) - MIDDLE) / HUNDRED
    wide = min(abs(gap), WIDEST) / HUNDRED
    return exp(DRAWN + DRAWN_BY_LEVEL * high + (DRAWN_BY_GAP + DRAWN_BY_BOTH * high) * wide)


def chances(gap: float, level: float | None) -> Chances:
    """How a game of chess is likely to end for White, stronger by `gap`; without a level a contest without draws, in
    which nobody moves first.

    >>> [round(each, 2) for each in chances(0, 2300)], [round(each, 2) for each in chances(0, None)]
    ([0.32, 0.44, 0.24], [0.5, 0.0, 0.5])
    """
    if level is None:
        score = expected(gap)
        return Chances(score, 0.0, 1 - score)
    ahead, weight = expected(gap + WHITE) - 0.5, draw_weight(level, gap + WHITE)
    # The root of the odds of a win against a loss that, with this weight, gives the expected score.
    root = (ahead * weight + sqrt(ahead * ahead * weight * weight + 1 - 4 * ahead * ahead)) / (1 - 2 * ahead)
    whole = root + 1 / root + weight
    return Chances(root / whole, weight / whole, 1 / root / whole)


def believed_chances(gap: float, spread: float, level: float | None) -> Chances:
    """The chances where the gap is not known, but believed to be normal about `gap`."""
    parts = [(exp(-step * step / 2), chances(gap + step * spread, level)) for step in GRID]
    whole = sum(weight for weight, _ in parts)
    win, draw = (sum(weight * each[at] for weight, each in parts) / whole for at in (0, 1))
    return Chances(win, draw, 1 - win - draw)

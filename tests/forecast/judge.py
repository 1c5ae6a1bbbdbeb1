"""What published figures and plain integration say: the judge of the model, written without it."""

from __future__ import annotations

import math
from collections.abc import Callable

SHARES_OF_DRAWS = {
    1400: (21, 24, 25, 24, 24, 22, 23, 24, 22, 22, 20, 20, 21, 19, 18, 17),
    1600: (28, 29, 30, 29, 27, 27, 27, 26, 25, 25, 23, 22, 20, 20, 20, 19),
    1800: (31, 32, 32, 32, 30, 30, 28, 27, 26, 25, 23, 23, 22, 22, 20, 20),
    2000: (35, 35, 34, 33, 32, 31, 30, 29, 27, 25, 25, 24, 21, 21, 19, 19),
    2200: (42, 42, 40, 39, 37, 36, 34, 32, 30, 28, 25, 24, 22, 20, 19, 17),
    2400: (54, 53, 51, 50, 47, 45, 41, 38, 35, 33, 30, 26, 24, 22, 19, 18),
    2600: (57, 54, 54, 52, 51, 50, 45, 42, 40, 37, 34, 31, 30, 28, 29, 25),
}
"""Draws in a hundred of 8 million tournament games (chess-db.com, 2016): by mean rating, from each figure to 200 above
it, and by gap in steps of 20."""


def shares_of_draws() -> list[tuple[float, float, float]]:
    """The middle of each level, the middle of each gap, and the share of draws there."""
    return [
        (level + 100.0, 20.0 * at + 10, share / 100)
        for level, row in SHARES_OF_DRAWS.items()
        for at, share in enumerate(row)
    ]


def posterior(
    priors: tuple[tuple[float, float], tuple[float, float]],
    likelihood: Callable[[float], float],
    steps: int = 121,
    reach: float = 5.0,
) -> tuple[float, float, float, float]:
    """Mean and spread of two players after one result, by adding up a grid over both strengths."""
    axes = [[mean + reach * spread * (2 * at / (steps - 1) - 1) for at in range(steps)] for mean, spread in priors]
    weights = [
        [math.exp(-(((each - mean) / spread) ** 2) / 2) for each in axis]
        for axis, (mean, spread) in zip(axes, priors, strict=True)
    ]
    total = first = second = first_square = second_square = 0.0
    for own, own_weight in zip(axes[0], weights[0], strict=True):
        for other, other_weight in zip(axes[1], weights[1], strict=True):
            weight = own_weight * other_weight * likelihood(own - other)
            total += weight
            first += weight * own
            second += weight * other
            first_square += weight * own * own
            second_square += weight * other * other
    means = first / total, second / total
    return (
        means[0],
        math.sqrt(first_square / total - means[0] ** 2),
        means[1],
        math.sqrt(second_square / total - means[1] ** 2),
    )

"""How strong players are believed to be: by rating where they have one, by the field where not, moved by results.

A belief is a mean and a spread, in rating points. All results are weighed together: the means are those that make them
and the ratings most likely, and each game narrows the spread by as much as it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Generic, NamedTuple, TypeVar

from podium.forecast.model import SCALE, WHITE, chances, expected

K = TypeVar("K")
RATED_SPREAD = 75.0
"""How far the strength of a rated player in one event is from the rating: what ratings lag behind, and form."""
UNRATED_SPREAD = 250.0
NOBODY_RATED = 1500.0  # an arbitrary zero: only differences count there
SWEEPS = 60
SETTLED = 0.01  # points by which nobody moves any more
LEAST_VARIANCE = 1e-4


@dataclass(frozen=True, slots=True)
class Strength:
    """What a player is believed to be worth, and how sure that is, in rating points."""

    mean: float
    spread: float


class Meeting(NamedTuple, Generic[K]):
    """A contest that was played: one player or several on each side, and the share of the point of the first side.

    `level` is the mean rating of a game of chess, whose first side has White; None where there are no draws and nobody
    moves first.
    """

    first: tuple[K, ...]
    second: tuple[K, ...]
    score: float
    level: float | None


def by_rating(ratings: Mapping[K, int | None]) -> dict[K, Strength]:
    """What players are believed to be worth before a game: who has no rating is somewhere in the field.

    >>> by_rating({"ann": 2000, "ben": None})["ben"]
    Strength(mean=2000.0, spread=250.0)
    """
    known = [rating for rating in ratings.values() if rating]
    middle = sum(known) / len(known) if known else NOBODY_RATED
    return {
        player: Strength(float(rating), RATED_SPREAD) if rating else Strength(middle, UNRATED_SPREAD)
        for player, rating in ratings.items()
    }


def moved(before: Mapping[K, Strength], meetings: Iterable[Meeting[K]]) -> dict[K, Strength]:
    """What players are believed to be worth after the meetings."""
    own: dict[K, list[tuple[Meeting[K], bool]]] = {}
    for meeting in meetings:
        for is_first, side in ((True, meeting.first), (False, meeting.second)):
            for player in side:
                own.setdefault(player, []).append((meeting, is_first))
    means = {player: each.mean for player, each in before.items()}
    known = dict.fromkeys(own, 0.0)
    for _ in range(SWEEPS):
        widest = 0.0
        for player, games in own.items():
            prior = before[player]
            pull, known[player] = (prior.mean - means[player]) / prior.spread**2, 1 / prior.spread**2
            for meeting, is_first in games:
                surprise, weight = _told(meeting, means)
                share = 1 / len(meeting.first if is_first else meeting.second)
                pull += share * (surprise if is_first else -surprise)
                known[player] += share * share * weight
            step = pull / known[player]
            means[player] += step
            widest = max(widest, abs(step))
        if widest < SETTLED:
            break
    return {
        player: Strength(means[player], 1 / sqrt(known[player]) if player in known else each.spread)
        for player, each in before.items()
    }


def side_mean(side: tuple[K, ...], means: Mapping[K, float]) -> float:
    """What a side is worth: a team as much as its players on average."""
    return sum(means[player] for player in side) / len(side)


def _told(meeting: Meeting[K], means: Mapping[K, float]) -> tuple[float, float]:
    """How much a result pulls the first side up, and how much it says, by the means of now."""
    gap = side_mean(meeting.first, means) - side_mean(meeting.second, means)
    score = expected(gap + WHITE if meeting.level is not None else gap)
    slope = score * (1 - score) / SCALE
    likely = chances(gap, meeting.level)
    variance = max(likely.win + likely.draw / 4 - score * score, LEAST_VARIANCE)
    return (meeting.score - score) * slope / variance, slope * slope / variance

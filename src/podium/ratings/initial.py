"""The first rating of a player who has none (B.02, 8.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from podium.core.points import UNIT, Points
from podium.core.ratings.rating_tables import difference_for
from podium.ratings.change import GameResult
from podium.ratings.editions import RatingRules


@dataclass(frozen=True, slots=True)
class InitialRating:
    """What an event adds to a first rating: `games` against rated opponents, the score, and what they alone would give.

    `average` is that of the opponents and the hypothetical ones. `rating` is None without a game and where the score
    is nothing, which is disregarded in a first event. `published` is whether these games are enough for the list:
    others of the last 26 months are added to them.
    """

    games: int
    score: Points
    average: Fraction | None = None
    percentage: int | None = None
    rating: int | None = None
    published: bool = False


def initial_rating(rules: RatingRules, games: Iterable[GameResult]) -> InitialRating:
    """The first rating by these games of a player who has none; games against others without a rating do not count.

    >>> from podium.ratings.editions import rating_rules
    >>> from podium import Points
    >>> met = [GameResult(1800, Points.of(1)) for _ in range(5)]
    >>> initial_rating(rating_rules(), met).rating
    2109
    """
    ratings: list[int] = []
    score = Points(0)
    for game in games:
        if game.rating is not None:
            ratings.append(game.rating)
            score += game.score
    if not score.units:
        return InitialRating(len(ratings), score)
    all_games = len(ratings) + rules.hypothetical
    average = Fraction(sum(ratings) + rules.hypothetical * rules.hypothetical_rating, all_games)
    percentage = half_up(Fraction(score.units + rules.hypothetical * UNIT // 2, all_games))
    rating = min(half_up(average + difference_for(percentage)), rules.highest_initial)
    published = len(ratings) >= rules.fewest_games and rating >= rules.lowest
    return InitialRating(len(ratings), score, average, percentage, rating, published)


def half_up(value: Fraction) -> int:
    """The nearest whole number, a half rounded up."""
    return floor(value + Fraction(1, 2))

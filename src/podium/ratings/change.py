"""The rating change of a rated player (B.02, 8.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from podium.core.errors import Invalid
from podium.core.points import UNIT, Points
from podium.core.ratings.rating_tables import expected
from podium.ratings.coefficient import Coefficient, limited
from podium.ratings.editions import RatingRules


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played and is rated: the rating of the opponent, None for one without, and what was scored."""

    rating: int | None
    score: Points
    round: int = 0


@dataclass(frozen=True, slots=True)
class GameChange:
    """What one game counts; `difference` is the one that counts, `expected` and `change` are hundredths of a point."""

    game: GameResult
    rating: int
    difference: int
    capped: bool
    expected: int
    change: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The rating change of an event, game by game.

    `difference` is score minus expectation in hundredths of a point, `exact` the same times K, `points` that rounded,
    `left_out` the games that are not rated although they were played: against players without a rating, mostly.
    In an event in which the player had several ratings, `periods` are the changes of each, the first first; `rating` is
    the first of them, `coefficient` that of the last, and the new rating follows from the last.
    """

    rating: int
    games: tuple[GameChange, ...]
    left_out: tuple[GameResult, ...]
    coefficient: Coefficient
    periods: tuple[RatingChange, ...] = ()

    @property
    def score(self) -> Points:
        return Points.total(each.game.score for each in self.games)

    @property
    def expected(self) -> Points:
        return Points(sum(each.expected for each in self.games))

    @property
    def difference(self) -> int:
        return sum(each.change for each in self.games)

    @property
    def exact(self) -> Fraction:
        if self.periods:
            return sum((each.exact for each in self.periods), Fraction(0))
        return Fraction(self.difference * self.coefficient.k, UNIT)

    @property
    def points(self) -> int:
        return sum(each.points for each in self.periods) if self.periods else away_from_zero(self.exact)

    @property
    def new_rating(self) -> int:
        return self.periods[-1].new_rating if self.periods else self.rating + self.points


def rating_change(
    rules: RatingRules,
    rating: int,
    games: Iterable[GameResult],
    coefficient: Coefficient,
    *,
    games_in_period: int | None = None,
) -> RatingChange:
    """The change of a player's `rating` by these games.

    `games_in_period` are all that the player has in the rating period, where there are more than these; K times them
    is at most 700.

    >>> from podium.ratings.coefficient import Basis
    >>> from podium.ratings.editions import rating_rules
    >>> k20 = Coefficient(20, Basis.STATED)
    >>> from podium import Points
    >>> won = rating_change(rating_rules(), 2000, [GameResult(2100, Points.of(1))], k20)
    >>> str(won.exact), won.points, won.new_rating
    ('64/5', 13, 2013)
    """
    counted: list[GameChange] = []
    left_out: list[GameResult] = []
    for game in games:
        found = game_change(rules, rating, game)
        if found is None:
            left_out.append(game)
        else:
            counted.append(found)
    known = limited(rules, coefficient, max(games_in_period or 0, len(counted)))
    return RatingChange(rating, tuple(counted), tuple(left_out), known)


def joined_changes(changes: Sequence[RatingChange]) -> RatingChange:
    """The change of an event in which a player had several ratings, of the changes of each, in order; at least one."""
    if not changes:
        raise Invalid("argument-malformed", value=changes, field="changes", of="joined_changes")
    if len(changes) == 1:
        return changes[0]
    return RatingChange(
        changes[0].rating,
        tuple(game for each in changes for game in each.games),
        tuple(game for each in changes for game in each.left_out),
        changes[-1].coefficient,
        tuple(changes),
    )


def game_change(rules: RatingRules, rating: int, game: GameResult) -> GameChange | None:
    """What a game counts for a player of that rating; None where it is not rated."""
    if game.rating is None:
        return None
    gap = rating - game.rating
    apart = rules.unrated_gap is not None and abs(gap) >= rules.unrated_gap
    if apart and max(rating, game.rating) > rules.unrated_above:
        return None
    free = rules.uncapped_from is not None and rating >= rules.uncapped_from
    difference = gap if free else max(-rules.cap, min(rules.cap, gap))
    percentage = expected(difference)
    return GameChange(game, game.rating, difference, difference != gap, percentage, game.score.units - percentage)


def away_from_zero(value: Fraction) -> int:
    """The nearest whole number, a half rounded away from zero (8.3.4).

    >>> away_from_zero(Fraction(5, 2)), away_from_zero(Fraction(-5, 2)), away_from_zero(Fraction(7, 5))
    (3, -3, 1)
    """
    size = int(abs(value) + Fraction(1, 2))
    return size if value > 0 else -size

"""The rating change of a rated player, with the coefficient K; the first rating of one without (B.02, 8.3 and 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import floor

from podium.core.errors import Invalid
from podium.core.points import UNIT, Points
from podium.core.ratings.rating_tables import difference_for, expected
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

    >>> from podium.ratings.change import Basis
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


TOP_TITLES = frozenset({"GM", "IM"})
"""Titles whose holders have nearly all had 2400."""


class Basis(StrEnum):
    """What K was concluded from."""

    STATED = "stated"
    RATING = "rating"
    TITLE = "title"
    AGE = "age"
    FEW_GAMES = "few-games"
    USUAL = "usual"


@dataclass(frozen=True, slots=True)
class Coefficient:
    """K, and what it was concluded from; `reduced_from` is K before the limit of 700 for K times the games."""

    k: int
    basis: Basis
    reduced_from: int | None = None


def development_coefficient(
    rules: RatingRules,
    rating: int,
    *,
    stated: int | None = None,
    title: str | None = None,
    highest: int | None = None,
    turns: int | None = None,
    games: int | None = None,
) -> Coefficient:
    """K of a player of that rating, before the limit that `limited` applies.

    `stated` is K as the rating list has it, which settles it. `highest` is the highest rating ever published, `turns`
    the age reached in the year of the event, `games` how many have been rated so far. Of what is None nothing is
    concluded, but for the title: who is a grandmaster or an international master is taken to have had 2400.

    >>> from podium.ratings.editions import rating_rules
    >>> [development_coefficient(rating_rules(), each, turns=18).k for each in (1800, 2300, 2400)]
    [40, 20, 10]
    """
    if stated is not None:
        return Coefficient(stated, Basis.STATED)
    best = max(rating, highest or 0)
    if best >= rules.top_from:
        return Coefficient(rules.k_top, Basis.RATING)
    if title in TOP_TITLES:
        return Coefficient(rules.k_top, Basis.TITLE)
    if turns is not None and turns <= rules.junior_age and best < rules.junior_below:
        return Coefficient(rules.k_new, Basis.AGE)
    if games is not None and games < rules.new_games:
        return Coefficient(rules.k_new, Basis.FEW_GAMES)
    return Coefficient(rules.k_usual, Basis.USUAL)


def limited(rules: RatingRules, known: Coefficient, games: int) -> Coefficient:
    """The same for `games` rated in one period: the largest whole number whose product with them is at most 700."""
    if known.k * games <= rules.most_k_games:
        return known
    return replace(known, k=rules.most_k_games // games, reduced_from=known.k)

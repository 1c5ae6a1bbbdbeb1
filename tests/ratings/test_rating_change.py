"""The rating change of an event, as FIDE calculates and publishes it."""

import doctest
from datetime import date
from fractions import Fraction
from types import ModuleType

from podium.core.points import Points
from podium.core.ratings import rating_kind, rating_tables
from podium.core.ratings.rating_kind import RatingKind
from podium.ratings import (
    Basis,
    Coefficient,
    GameResult,
    change,
    development_coefficient,
    editions,
    rating_change,
    rating_rules,
)
from podium.ratings.change import limited
from tests.kit.loops import every
from tests.ratings.published_calculations import CALCULATIONS, Calculation

NEWEST = rating_rules()
K10 = Coefficient(10, Basis.STATED)
K20 = Coefficient(20, Basis.STATED)


def games(text: str) -> list[GameResult]:
    parts = (each.split(":") for each in text.split())
    return [GameResult(int(rating), Points.of(score)) for rating, score in parts]


@every("module", [change, change, editions, change, rating_kind, rating_tables])
def test_the_examples_in_the_documentation_run(module: ModuleType) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted > 0
    assert outcome.failed == 0


@every("case", CALCULATIONS, ids=lambda case: case.source)
def test_a_change_is_what_fide_published(case: Calculation) -> None:
    rules = rating_rules(RatingKind.STANDARD, case.day)
    stated = Coefficient(case.k, Basis.STATED)
    found = rating_change(rules, case.rating, games(case.games), stated, games_in_period=case.in_period)
    assert found.difference == case.difference
    assert found.exact == Fraction(case.exact)


@every(
    ("rating", "opponent", "score", "k", "exact"),
    [
        (2003, 2000, "1", 10, "5"),
        (2004, 2000, "1", 10, "4.9"),
        (2206, 2000, "1", 10, "2.4"),
        (2207, 2000, "1", 10, "2.3"),
        (2392, 2000, "1", 10, "0.8"),
        (1656, 2000, "0", 10, "-1.2"),
        (1655, 2000, "0", 10, "-1.1"),
        (2600, 2100, "1", 10, "0.8"),
        (2200, 2700, "0", 20, "-1.6"),
        (1500, 2000, "0.5", 20, "8.4"),
        (2092, 2000, "1", 15, "5.55"),
        (2000, 2092, "0.5", 30, "3.9"),
    ],
)
def test_a_single_game_is_what_the_calculator_of_fide_says(
    rating: int, opponent: int, score: str, k: int, exact: str
) -> None:
    """Figures of ratings.fide.com/calc.phtml."""
    found = rating_change(NEWEST, rating, [GameResult(opponent, Points.of(score))], Coefficient(k, Basis.STATED))
    assert found.exact == Fraction(exact)


def test_from_2650_on_the_true_difference_counts_since_october_2025() -> None:
    won = games("2150:1")
    before = rating_rules(day=date(2025, 9, 30))
    assert rating_change(before, 2650, won, K10).exact == Fraction("0.8")
    assert rating_change(NEWEST, 2650, won, K10).exact == Fraction("0.4")
    assert rating_change(NEWEST, 2649, games("2149:1"), K10).exact == Fraction("0.8")
    assert rating_change(rating_rules(RatingKind.RAPID), 2650, won, K10).exact == Fraction("0.8")


def test_halves_are_rounded_away_from_zero() -> None:
    lost = rating_change(NEWEST, 2813, games("1787:1 2025:1 2310:1 2400:1 2505:.5"), K10)
    assert (lost.exact, lost.points, lost.new_rating) == (Fraction("-2.5"), -3, 2810)  # the list of December 2025
    gained = rating_change(NEWEST, 2000, games("2000:1"), Coefficient(5, Basis.STATED))
    assert (gained.exact, gained.points) == (Fraction("2.5"), 3)


def test_opponents_without_a_rating_do_not_count() -> None:
    found = rating_change(NEWEST, 2000, [GameResult(None, Points.of(1)), *games("2000:.5")], K20)
    assert (len(found.games), len(found.left_out), found.difference) == (1, 1, 0)


def test_rapid_games_with_a_gap_of_600_are_not_rated_where_one_has_more_than_2600() -> None:
    rapid = rating_rules(RatingKind.RAPID)
    assert rating_change(rapid, 2700, games("2100:1"), K10).games == ()
    assert len(rating_change(rapid, 2700, games("2101:1"), K10).games) == 1
    assert len(rating_change(rapid, 2600, games("1500:1"), K10).games) == 1
    assert len(rating_change(rating_rules(RatingKind.BLITZ, date(2024, 11, 30)), 2700, games("2100:1"), K10).games) == 1


@every(
    ("rating", "known", "k", "basis"),
    [
        (1500, {}, 20, Basis.USUAL),
        (2399, {}, 20, Basis.USUAL),
        (2400, {"turns": 15, "games": 3}, 10, Basis.RATING),
        (2350, {"highest": 2401}, 10, Basis.RATING),
        (2250, {"title": "IM"}, 10, Basis.TITLE),
        (2250, {"title": "FM"}, 20, Basis.USUAL),
        (2299, {"turns": 18}, 40, Basis.AGE),
        (2300, {"turns": 18}, 20, Basis.USUAL),
        (2250, {"turns": 18, "highest": 2310}, 20, Basis.USUAL),
        (1500, {"turns": 19}, 20, Basis.USUAL),
        (1500, {"games": 29}, 40, Basis.FEW_GAMES),
        (1500, {"games": 30}, 20, Basis.USUAL),
        (2400, {"stated": 40}, 40, Basis.STATED),
    ],
)
def test_k_by_what_is_known(rating: int, known: dict[str, object], k: int, basis: Basis) -> None:
    found = development_coefficient(NEWEST, rating, **known)  # type: ignore[arg-type]  # each case has its own keys
    assert (found.k, found.basis) == (k, basis)


@every(("k", "played", "limit"), [(40, 17, 40), (40, 18, 38), (20, 35, 20), (20, 39, 17), (10, 71, 9)])
def test_k_times_the_games_of_a_period_is_at_most_700(k: int, played: int, limit: int) -> None:
    found = limited(NEWEST, Coefficient(k, Basis.STATED), played)
    assert (found.k, found.reduced_from) == (limit, k if limit != k else None)

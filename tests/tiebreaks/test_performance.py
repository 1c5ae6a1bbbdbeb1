"""FIDE's conversion tables, and the two performances made of them."""

import doctest
from types import ModuleType

import pytest

from podium.app.standings import explanations
from podium.core.ratings import rating_tables
from podium.core.ratings.rating_tables import difference_for, expected, perfect_performance, performance_rating
from podium.files.trf import record
from podium.tiebreaks import catalogue
from tests.kit.loops import every


@pytest.mark.parametrize("module", [rating_tables, catalogue, record, explanations], ids=lambda module: module.__name__)
def test_the_examples_in_the_documentation_run(module: ModuleType) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted > 0
    assert outcome.failed == 0


@every(
    ("difference", "percentage"),
    [(0, 50), (3, 50), (4, 51), (100, 64), (-100, 36), (400, 92), (735, 99), (736, 100), (-736, 0), (4000, 100)],
)
def test_probabilities_of_the_handbook(difference: int, percentage: int) -> None:
    assert expected(difference) == percentage


@every(("percentage", "difference"), [(0, -800), (1, -677), (50, 0), (70, 149), (99, 677), (100, 800)])
def test_differences_of_the_handbook(percentage: int, difference: int) -> None:
    assert difference_for(percentage) == difference


def test_the_perfect_performance_is_the_lowest_rating_that_suffices() -> None:
    ratings = [2150, 1900, 2300, 1750]
    for score in range(50, 401, 50):
        found = perfect_performance(ratings, score)
        assert sum(expected(found - rating) for rating in ratings) >= score
        assert sum(expected(found - 1 - rating) for rating in ratings) < score


def test_a_score_of_nothing_is_800_below_the_weakest_opponent() -> None:
    assert perfect_performance([2000, 1800], 0) == 1000
    assert performance_rating([2000, 1800], 0) == 1100

"""The first rating of a player who has none."""

from fractions import Fraction

from podium.core.points import Points
from podium.ratings import GameResult, initial_rating, rating_rules
from tests.ratings.test_rating_change import games

RULES = rating_rules()


def test_a_first_rating_is_what_fide_published() -> None:
    """A newcomer of the Washington Dulles Open 2025: 1922 on the list of December 2025."""
    found = initial_rating(RULES, games("1902:.5 1877:.5 1884:1 2012:0 1832:1"))
    assert found.average == Fraction(9507 + 3600, 7)
    assert (found.percentage, found.rating, found.published) == (57, 1922, True)


def test_a_first_rating_is_at_most_2200() -> None:
    assert initial_rating(RULES, games("2400:1 2400:1 2400:1 2400:1 2400:1")).rating == 2200


def test_four_games_are_counted_and_not_yet_published() -> None:
    found = initial_rating(RULES, games("1800:.5 1800:.5 1800:.5 1800:.5"))
    assert (found.games, found.rating, found.published) == (4, 1800, False)


def test_a_first_rating_below_1400_is_not_published() -> None:
    found = initial_rating(RULES, games("1420:0 1410:0 1400:0 1400:0 1400:0 1400:0 1400:.5"))
    assert found.rating is not None
    assert found.rating < 1400
    assert not found.published


def test_a_score_of_nothing_is_disregarded() -> None:
    found = initial_rating(RULES, games("1800:0 1700:0 1600:0 1500:0 1400:0"))
    assert (found.games, found.rating, found.published) == (5, None, False)


def test_others_without_a_rating_do_not_count() -> None:
    found = initial_rating(RULES, [GameResult(None, Points.of(1)), *games("1800:.5")])
    assert (found.games, found.score, found.rating) == (1, Points.of("0.5"), 1800)

"""How games are likely to end: sums, symmetry, Davidson's form, and the figures that were published."""

import math

import pytest

from podium.core.dice import Dice
from podium.forecast.model import WHITE, believed_chances, chances, draw_weight, expected
from tests.forecast.judge import shares_of_draws

GAPS = range(-1200, 1201, 60)
LEVELS = (None, 1000, 1500, 2000, 2500, 2900)


def test_chances_add_up_to_one_and_give_the_expected_score() -> None:
    for level in LEVELS:
        for gap in GAPS:
            likely = chances(gap, level)
            assert min(likely) >= 0
            assert sum(likely) == pytest.approx(1)
            ahead = gap if level is None else gap + WHITE
            assert likely.win + likely.draw / 2 == pytest.approx(expected(ahead))


def test_colours_exchanged_are_results_exchanged() -> None:
    for level in LEVELS:
        move = 0 if level is None else WHITE
        for gap in GAPS:
            one, other = chances(gap - move, level), chances(-gap - move, level)
            assert one == pytest.approx((other.loss, other.draw, other.win))
            assert expected(gap) == pytest.approx(1 - expected(-gap))


def test_draws_have_the_form_of_davidson() -> None:
    for level in LEVELS[1:]:
        for gap in GAPS:
            likely = chances(gap, level)
            assert likely.draw**2 == pytest.approx(draw_weight(level, gap + WHITE) ** 2 * likely.win * likely.loss)


def test_who_is_stronger_wins_more_and_who_plays_higher_draws_more() -> None:
    for level in LEVELS:
        wins = [chances(gap, level).win for gap in GAPS]
        assert wins == sorted(wins)
    draws = [chances(-WHITE, level).draw for level in range(1300, 2801, 100)]
    assert draws == sorted(draws)
    assert len(set(draws)) == len(draws)


def test_draws_are_as_many_as_were_published() -> None:
    """Each of 112 published shares within six in a hundred, and two on average."""
    wrong = [
        (chances(gap, level).draw + chances(-gap, level).draw) / 2 - share for level, gap, share in shares_of_draws()
    ]
    assert max(map(abs, wrong)) < 0.065
    assert math.sqrt(sum(each * each for each in wrong) / len(wrong)) < 0.025


def test_a_gap_that_is_only_believed_is_the_mean_of_many() -> None:
    dice = Dice("believed")
    for gap, spread, level in ((0, 110, 2100), (250, 260, 1600), (-90, 80, None)):
        found = [chances(gap + dice.normal() * spread, level) for _ in range(20_000)]
        for at, each in enumerate(believed_chances(gap, spread, level)):
            assert each == pytest.approx(sum(one[at] for one in found) / len(found), abs=0.006)

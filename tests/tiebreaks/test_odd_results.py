"""Played games in which somebody is punished, and games that are not rated, in tie-breaks (C.07)."""

from fractions import Fraction

import pytest

from podium.core.result import PRESETS
from podium.tiebreaks import values
from tests.kit.crosstables import view
from tests.kit.loops import every

# Ann and Bob get nothing for their game, Cas has a half and Dee none; then two games that are not rated.
TABLE = """
Ann Bob:w0  Cas:bW
Bob Ann:b0  Dee:wD
Cas Dee:w=  Ann:wL
Dee Cas:b0  Bob:bD
"""


@every(
    ("code", "expected"),
    [
        pytest.param("PTS", ["1", "1/2", "1/2", "1/2"], id="each side has what it got"),
        pytest.param("WIN", ["1", "0", "0", "0"], id="7.1: a half point is no win, whatever the other has"),
        pytest.param("WON", ["1", "0", "0", "0"], id="7.2: a game that is not rated is won over the board"),
        pytest.param("BPG", ["1", "1", "0", "2"], id="7.3: all were played with a colour"),
        pytest.param("REP", ["2", "2", "2", "2"], id="7.6: nobody stayed away"),
        pytest.param("STD", ["3/2", "1", "1", "1/2"], id="7.7: more points than the opponent, or as many"),
        pytest.param("BH", ["1", "3/2", "3/2", "1"], id="8.1: all opponents were met"),
        pytest.param("SB", ["1/2", "1/4", "1/4", "1/4"], id="9.1: their scores times the points against them"),
    ],
)
def test_a_game_counts_with_the_points_that_each_side_got(code: str, expected: list[str]) -> None:
    assert list(values(view(TABLE), code).values()) == [Fraction(each) for each in expected]


def test_a_half_point_for_one_side_is_what_a_draw_brings() -> None:
    table = view(TABLE, scoring=PRESETS["3-1-0"])
    assert list(values(table, "PTS").values()) == [3, 1, 1, 1]
    assert list(values(table, "STD").values()) == [Fraction(3, 2), 1, 1, Fraction(1, 2)]


def test_standard_points_measure_an_unplayed_round_by_a_draw() -> None:
    """Article 7.7, also where a forfeit win brings no more than that."""
    table = view("Ann Bob:w+ H\nBob Ann:b- U")
    assert list(values(table, "STD").values()) == [Fraction(3, 2), 1]

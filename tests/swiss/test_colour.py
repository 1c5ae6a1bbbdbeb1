"""What colour a player is due, and who gets White (articles 1.7 and 5)."""

import pytest

from podium.swiss import Colour, ColourRule, Strength, preference
from podium.swiss.colour import Side, colour_of_higher
from tests.kit.loops import every

LETTERS = {"W": Colour.WHITE, "B": Colour.BLACK}


def colours(text: str) -> tuple[Colour, ...]:
    return tuple(LETTERS[letter] for letter in text)


@every(
    ("had", "due", "strength"),
    [
        pytest.param("", None, Strength.NONE, id="who has not played is due nothing"),
        pytest.param("W", "B", Strength.STRONG, id="one White too many is strong"),
        pytest.param("WB", "W", Strength.MILD, id="a balanced player alternates"),
        pytest.param("BW", "B", Strength.MILD, id="and alternates the last colour only"),
        pytest.param("WBBW", "B", Strength.MILD, id="a repetition further back does not count"),
        pytest.param("WW", "B", Strength.ABSOLUTE, id="twice White makes it absolute"),
        pytest.param("BWBB", "W", Strength.ABSOLUTE, id="two Blacks too many are absolute"),
        pytest.param("BBWW", "B", Strength.ABSOLUTE, id="a repetition is absolute though balanced"),
        pytest.param("WWWBB", "W", Strength.ABSOLUTE, id="a repetition outweighs a difference of one"),
        pytest.param("WWBWBW", "B", Strength.ABSOLUTE, id="a difference of two is absolute without repetition"),
        pytest.param("WWWWBB", "B", Strength.ABSOLUTE, id="a difference of two outweighs a repetition"),
    ],
)
def test_the_colour_due(had: str, due: str | None, strength: Strength) -> None:
    wish = preference(colours(had))
    assert (wish.colour, wish.strength) == (LETTERS[due] if due else None, strength)


def side(had: str, place: int) -> Side:
    return Side(preference(colours(had)), colours(had), place)


@every(
    ("higher", "lower", "expected", "rule"),
    [
        pytest.param("WB", "BW", "W", ColourRule.BOTH, id="both get what they are due"),
        pytest.param("", "W", "W", ColourRule.BOTH, id="who has not played leaves the choice to the opponent"),
        pytest.param("BW", "W", "W", ColourRule.STRONGER, id="strong beats mild"),
        pytest.param("BWW", "W", "B", ColourRule.STRONGER, id="absolute beats strong"),
        pytest.param("BWW", "WBWW", "W", ColourRule.STRONGER, id="of two absolute the wider difference wins"),
        pytest.param("WBWB", "BWWB", "W", ColourRule.ALTERNATE, id="the last round in which they differed is turned"),
        pytest.param("WB", "WB", "W", ColourRule.HIGHER, id="the higher ranked gets what is due"),
        pytest.param("WBWB", "WB", "W", ColourRule.HIGHER, id="rounds not played do not count as different"),
    ],
)
def test_who_gets_white(higher: str, lower: str, expected: str, rule: ColourRule) -> None:
    assert colour_of_higher(side(higher, 1), side(lower, 2), Colour.WHITE) == (LETTERS[expected], rule)


@pytest.mark.parametrize(("place", "initial", "expected"), [(1, "W", "W"), (2, "W", "B"), (3, "B", "B"), (4, "B", "W")])
def test_without_games_odd_places_get_the_initial_colour(place: int, initial: str, expected: str) -> None:
    given = colour_of_higher(side("", place), side("", 9), LETTERS[initial])
    assert given == (LETTERS[expected], ColourRule.INITIAL)

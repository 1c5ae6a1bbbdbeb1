"""An evening of doubles from the command line."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def evening(podium: Run) -> Run:
    """Five players, one round drawn: one match and one free game."""
    podium("tournament", "create", "Friday", "--format", "doubles", "--rounds", 5, "--sets-to-win", 2)
    podium("players", "add", "friday", "Ann", "Ben", "Cleo", "Dan", "Eve")
    podium("round", "pair", "friday")
    return podium


def test_the_options_are_stored(podium: Run) -> None:
    made = podium(
        "tournament", "create", "Friday", "--format", "doubles", "--free-games", "random", "--setting", "random",
        "--avoid-opponents", "--set-difference", "--json",
    ).json  # fmt: skip
    assert (made["freeGames"], made["setting"], made["setsToWin"]) == ("random", "random", 3)
    assert (made["avoidOpponents"], made["setDifference"]) == (True, True)


def test_sets_are_entered_and_the_round_is_closed(evening: Run) -> None:
    assert evening("round", "show", "friday").out.count("&") == 2
    assert evening("sets", "friday", 1, 1, "2:").out.endswith(": 2:?\n")
    evening("round", "close", "friday", code=1)
    entered = evening("sets", "friday", 1, 1, ":1", "--json").json
    assert (entered["sets"], entered["result"]) == ({"home": 2, "away": 1}, "2:1")
    evening("round", "close", "friday")
    evening("round", "close", "friday", code=1)
    table = evening("table", "friday", "--json").json["standings"]
    assert [row["points"] for row in table] == [1, 1, 1, 0, 0]
    assert [row["tiebreaks"]["BH"] for row in table] == [0, -1, -1, 2, 2]


@pytest.mark.parametrize(("said", "code"), [("3:1", 2), ("2", 2), ("a:b", 2), ("2:1:0", 2), ("-1:0", 2), ("²:1", 2)])
def test_sets_that_make_no_sense(evening: Run, said: str, code: int) -> None:
    evening("sets", "friday", 1, 1, said, code=code)
    assert evening("sets", "friday", 1, 1, "?:?", "--json").json["sets"] == {"home": None, "away": None}


def test_a_free_game_has_no_sets(evening: Run) -> None:
    evening("sets", "friday", 1, 2, "2:0", code=1)
    evening("sets", "friday", 1, 9, "2:0", code=4)


def test_a_round_is_made_by_hand(podium: Run) -> None:
    podium("tournament", "create", "Friday", "--format", "doubles", "--rounds", 5)
    podium("players", "add", "friday", "Ann", "Ben", "Cleo", "Dan", "Eve")
    shown = podium("round", "pair", "friday", "--match", "Ann", "Ben", "Cleo", "Dan").out
    assert "Ann & Ben" in shown
    assert "Cleo & Dan" in shown
    assert "partners before" in podium("round", "pair", "friday", "--match", "Ben", "Ann", "Cleo", "Eve", code=1).err
    said = podium("round", "pair", "friday", "--match", "Ann", "Cleo", "Ben", "Dan", "--bye", "Eve", code=2)
    assert "not both" in said.err

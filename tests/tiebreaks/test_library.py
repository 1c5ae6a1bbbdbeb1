"""The seven functions of the Buchholz library, with the cases of the original."""

import doctest
import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import podium
from podium import Game
from podium.core.errors import Invalid
from podium.tiebreaks import library as module

CASES = json.loads((Path(__file__).parents[1] / "golden/tiebreaks/echecs_cases.json").read_text("utf-8"))["cases"]
FUNCTIONS = {
    "buchholz": podium.buchholz,
    "buchholzCut1": podium.buchholz_cut1,
    "buchholzCut2": podium.buchholz_cut2,
    "buchholzMedian1": podium.buchholz_median1,
    "buchholzMedian2": podium.buchholz_median2,
    "averageOpponentsBuchholz": podium.average_opponents_buchholz,
    "foreBuchholz": podium.fore_buchholz,
}


def games(case: Any) -> list[list[Game]]:
    return [[Game(**game) for game in one_round] for one_round in case["games"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['fn']} {case.get('note', '')}".strip())
def test_the_cases_of_the_original_hold(case: Any) -> None:
    value = FUNCTIONS[case["fn"]](case["player"], games(case))
    assert value == (pytest.approx(case["expected"]) if case.get("approx") else case["expected"])


def test_the_quick_start_is_a_doctest() -> None:
    assert doctest.testmod(module) == doctest.TestResults(failed=0, attempted=2)


QUICK_START = [
    [Game("A", "B", 1)],
    [Game("A", "C", 0)],
    [Game("D", "A", 0.5)],
    [Game("A", "", 0.5, "half-bye")],
]


def test_byes_count_in_the_other_functions_too() -> None:
    assert podium.buchholz_cut1("A", QUICK_START) == 1.5  # the bye was asked for, so it goes first
    assert podium.average_opponents_buchholz("A", QUICK_START) == 2
    assert podium.fore_buchholz("A", QUICK_START) == 3.5


def test_a_bye_without_a_kind_is_left_out() -> None:
    without = [*QUICK_START[:3], [Game("A", "", 0.5)]]
    assert podium.buchholz("A", without) == 1.5


def test_no_record_of_a_round_is_no_round() -> None:
    games = [[Game("A", "B", 1)], [Game("B", "C", 1)]]
    assert podium.buchholz("A", games) == 1
    assert podium.buchholz("A", [*games, [Game("A", "", 0, "zero-bye")]]) == 2


def test_an_unplayed_opponent_brings_what_article_16_allows() -> None:
    games = [[Game("A", "B", 1, "forfeit-win")], [Game("A", "C", 1)]]
    assert podium.buchholz("A", games) == 0  # the dummy is capped by B's nothing
    assert podium.average_opponents_buchholz("A", games) == 2  # only C was played


@dataclass
class Person:
    id: str


def test_players_without_a_game_count_and_strangers_have_nothing() -> None:
    assert podium.buchholz("X", QUICK_START, players=[Person("X"), Person("A")]) == 0
    assert podium.buchholz("X", QUICK_START, players=["X"]) == 0
    assert podium.buchholz("X", QUICK_START, players=[{"id": "X"}, {"id": "A"}]) == 0
    assert podium.average_opponents_buchholz("X", [], players=["X"]) == 0


def test_values_are_fractions_that_equal_floats() -> None:
    value = podium.buchholz("A", QUICK_START)
    assert isinstance(value, Fraction)
    assert value == 3.5


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("A", "B", 2), "result-unknown"),
        (("A", "B", 1, "bye"), "kind-unknown"),
        (("A", "B", 0.5, "forfeit-win"), "forfeit-drawn"),
        (("A", "B", 0.5, "half-bye"), "bye-has-opponent"),
    ],
)
def test_a_game_that_cannot_be_is_refused(given: Any, code: str) -> None:
    with pytest.raises(Invalid) as raised:
        Game(*given)
    assert raised.value.code == code


def test_a_player_has_one_game_a_round() -> None:
    with pytest.raises(Invalid, match="player-twice-in-round"):
        podium.buchholz("A", [[Game("A", "B", 1), Game("C", "A", 1)]])

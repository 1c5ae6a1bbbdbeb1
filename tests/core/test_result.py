"""Every cell of the table at the top of result.py."""

from collections.abc import Callable
from dataclasses import fields
from typing import NamedTuple

import pytest

from podium.core.errors import Invalid
from podium.core.points import Points
from podium.core.result import CLUB, FIDE, PRESETS, ByeType, Result, Scoring, Worth, check_scoring, scoring
from tests.kit.loops import every


class Row(NamedTuple):
    result: str
    white: str
    black: str
    trf: str
    key: str
    usual: bool = False
    played: bool = True
    rated: bool = True
    score: str = ""


GAMES = [
    Row("1-0", "win", "loss", "10", "1", usual=True),
    Row("0-1", "loss", "win", "01", "3", usual=True),
    Row("1/2-1/2", "draw", "draw", "==", "2", usual=True),
    Row("1-0F", "forfeit_win", "forfeit_loss", "+-", "4", played=False, rated=False),
    Row("0-1F", "forfeit_loss", "forfeit_win", "-+", "5", played=False, rated=False),
    Row("0-0F", "forfeit_loss", "forfeit_loss", "--", "6", played=False, rated=False),
    Row("1/2-0", "draw", "loss", "=0", "7"),
    Row("0-1/2", "loss", "draw", "0=", "8"),
    Row("0-0", "loss", "loss", "00", "9"),
    Row("1-0U", "win", "loss", "WL", "w", rated=False, score="1-0"),
    Row("1/2-1/2U", "draw", "draw", "DD", "d", rated=False, score="1/2-1/2"),
    Row("0-1U", "loss", "win", "LW", "l", rated=False, score="0-1"),
    Row("1/2-0U", "draw", "loss", "DL", "x", rated=False, score="1/2-0"),
    Row("0-1/2U", "loss", "draw", "LD", "y", rated=False, score="0-1/2"),
    Row("0-0U", "loss", "loss", "LL", "z", rated=False, score="0-0"),
    Row("adjourned", "draw", "draw", "??", "a", rated=False),
]
BYES = [
    ("bye", "bye", "U", False, "bye_bye"),
    ("unpaired", "unpaired", "F", False, "bye_unpaired"),
    ("half", "half_bye", "H", True, "bye_half"),
    ("zero", "zero_bye", "Z", True, "bye_zero"),
    ("absent", "zero_bye", "Z", False, "bye_absent"),
    ("club-duty", "zero_bye", "Z", True, "bye_club-duty"),
    ("excused", "zero_bye", "Z", True, "bye_excused"),
    ("free", "unpaired", "F", False, "bye_free"),
    ("unspecified", "zero_bye", "Z", False, "bye_unspecified"),
]
WORTHS = ["win", "draw", "loss", "forfeit_win", "forfeit_loss", "bye", "unpaired", "half_bye", "zero_bye"]
POINTS = {
    "club": dict(zip(WORTHS, ["1.0", "0.5", "0.0", "1.0", "0.0", "0.5", "1.0", "0.5", "0.0"], strict=True)),
    "fide": dict(zip(WORTHS, ["1.0", "0.5", "0.0", "1.0", "0.0", "1.0", "1.0", "0.5", "0.0"], strict=True)),
    "3-1-0": dict(zip(WORTHS, ["3.0", "1.0", "0.0", "3.0", "0.0", "3.0", "3.0", "1.0", "0.0"], strict=True)),
}


@every("row", GAMES, ids=lambda row: row.result)
def test_a_result_answers_every_question(row: Row) -> None:
    result = Result(row.result)
    assert (result.played, result.rated, result.usual) == (row.played, row.rated, row.usual)
    assert (result.white, result.black) == (Worth(row.white), Worth(row.black))
    assert result.trf == tuple(row.trf)
    assert result.key == row.key
    assert result.score is Result(row.score or row.result)
    assert result.final is (row.result != "adjourned")


@every("result", list(Result), ids=lambda result: result.value)
def test_a_result_that_is_not_rated_scores_as_the_rated_one(result: Result) -> None:
    other = result.unrated
    assert not other.rated
    assert other.score is result.score
    assert (other.white, other.black, other.played) == (result.white, result.black, result.played)


@every("ask", [lambda each: each.trf, lambda each: each.key], ids=["codes", "keys"])
def test_no_two_results_share(ask: Callable[[Result], object]) -> None:
    assert len({ask(each) for each in Result}) == len(Result)


def test_every_row_of_a_scoring_table_is_a_worth_and_the_other_way_round() -> None:
    assert [each.name for each in fields(Scoring)] == [worth.value for worth in Worth]


def test_what_c_07_asks_of_each_way_to_score() -> None:
    """Articles 16.1.2 (voluntary), 16.2 (requested, forfeited) and 15 (played)."""
    assert {worth.value for worth in Worth if worth.played} == {"win", "draw", "loss"}
    assert {worth.value for worth in Worth if worth.forfeited} == {"forfeit_win", "forfeit_loss"}
    assert {worth.value for worth in Worth if worth.requested} == {"half_bye", "zero_bye"}
    assert {worth.value for worth in Worth if worth.voluntary} == {"half_bye", "zero_bye", "forfeit_loss"}
    assert [str(worth.standard) for worth in Worth] == ["1.0", "0.5", "0.0", "1.0", "0.0", "0.0", "0.0", "0.0", "0.0"]


@every(("kind", "worth", "trf", "requested", "row"), BYES, ids=[bye[0] for bye in BYES])
def test_a_bye_answers_every_question(kind: str, worth: str, trf: str, requested: bool, row: str) -> None:
    bye = ByeType(kind)
    assert bye.worth is Worth(worth)
    assert bye.trf == trf
    assert bye.requested is requested
    assert bye.row == row


def test_the_table_above_leaves_nothing_out() -> None:
    assert {row.result for row in GAMES} == {result.value for result in Result}
    assert {bye[0] for bye in BYES} == {kind.value for kind in ByeType}
    assert POINTS.keys() == PRESETS.keys()


@every("preset", sorted(POINTS))
@every("worth", list(Worth), ids=lambda worth: worth.value)
def test_a_preset_pays(preset: str, worth: Worth) -> None:
    assert str(scoring(preset).points(worth)) == POINTS[preset][worth.value]


@every("result", list(Result), ids=lambda result: result.value)
@every("table", [CLUB, FIDE], ids=["club", "fide"])
def test_a_game_shares_out_one_point_unless_somebody_is_punished_or_nobody_came(result: Result, table: Scoring) -> None:
    shared = {"0-0F": "0", "0-0": "0", "1/2-0": "0.5", "0-1/2": "0.5"}.get(result.score.value, "1")
    assert table.points(result.white) + table.points(result.black) == Points.of(shared)


def test_a_preset_knows_its_name() -> None:
    assert [PRESETS[name].name for name in PRESETS] == list(PRESETS)
    assert scoring({"bye": 1}).name == "fide"  # equal tables are the same table
    assert scoring({"bye": "0.0"}).name == "custom"


def test_a_custom_table_is_the_club_table_with_values_replaced() -> None:
    table = scoring({"win": 3, "draw": "1", "bye": 1.5})
    assert (str(table.win), str(table.draw)) == ("3.0", "1.0")
    assert str(table.bye) == "1.5"
    assert table.unpaired == table.win  # what was worth a win stays worth that


def test_a_custom_table_may_stand_on_another() -> None:
    assert scoring({"bye": 1}, PRESETS["3-1-0"]).win == Points.of(3)


@every(
    ("given", "code", "value"),
    [
        pytest.param("swiss", "scoring-unknown", "swiss", id="an unknown preset"),
        pytest.param({"wins": 1}, "scoring-unknown", "wins", id="an unknown row"),
        pytest.param({"win": "much"}, "points-malformed", "much", id="a word for a number"),
        pytest.param({"win": 0.333}, "points-malformed", 0.333, id="a third"),
        pytest.param({"win": True}, "points-malformed", True, id="a truth value"),
        pytest.param({"win": None}, "points-malformed", None, id="nothing"),
        pytest.param({"win": [1]}, "points-malformed", [1], id="a list"),
        pytest.param({"win": -1}, "points-out-of-range", -1, id="less than nothing"),
        pytest.param({"win": 101}, "points-out-of-range", 101, id="more than a hundred"),
        pytest.param({"win": 10**400}, "points-out-of-range", 10**400, id="a number of 400 digits"),
    ],
)
def test_a_table_is_refused(given: str | dict[str, object], code: str, value: object) -> None:
    with pytest.raises(Invalid) as caught:
        scoring(given)
    assert (caught.value.code, caught.value.facts["value"]) == (code, value)


@every("text", ["", "1:0", "1 - 0", "½-½", "bye", "1-1", "1-1/2", "1-1F", "1/2-1/2F"])
def test_what_is_no_result_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Result"):
        Result(text)


@every(
    ("given", "code", "value"),
    [
        pytest.param({"draw": 0.6}, "points-not-halves", 0.6, id="a draw of 0.6"),
        pytest.param({"bye": 0.3}, "points-not-halves", 0.3, id="a bye of 0.3"),
        pytest.param({"win": 1, "draw": 1}, "draws-above-win", 1.0, id="two draws above win and loss"),
        pytest.param({"win": 3, "draw": 2}, "draws-above-win", 2.0, id="two draws of 2 above a win of 3"),
        pytest.param({"win": 0.5, "draw": 1}, "draw-out-of-order", 1.0, id="a draw above a win"),
        pytest.param({"win": 0, "draw": 0}, "draw-out-of-order", 0.0, id="nothing to win"),
        pytest.param({"bye": 1.5}, "points-above-win", 1.5, id="a bye above a win"),
        pytest.param({"unpaired": 2}, "points-above-win", 2.0, id="a point too much by the director"),
    ],
)
def test_a_table_that_does_not_reward_playing_well_is_refused(
    given: dict[str, object], code: str, value: float
) -> None:
    with pytest.raises(Invalid) as caught:
        check_scoring(scoring(given))
    assert (caught.value.code, caught.value.facts["value"]) == (code, value)


@every(("base", "bye"), [("club", "1.0"), ("fide", "3.0")], ids=["club: a bye is a draw", "fide: a bye is a win"])
def test_a_table_is_whole(base: str, bye: str) -> None:
    """What was worth a win or a draw follows them: a forfeit win of 3, a half-point bye of 1."""
    table = scoring({"win": 3, "draw": 1}, PRESETS[base])
    check_scoring(table)
    assert [str(table.forfeit_win), str(table.unpaired), str(table.half_bye)] == ["3.0", "3.0", "1.0"]
    assert [str(table.bye), str(table.zero_bye), str(table.forfeit_loss)] == [bye, "0.0", "0.0"]

"""Every cell of the table at the top of result.py."""

from typing import NamedTuple

import pytest

from podium.core.errors import Invalid
from podium.core.points import Points
from podium.core.result import CLUB, FIDE, PRESETS, ByeType, Result, Scoring, Worth, scoring


class Row(NamedTuple):
    result: str
    played: bool
    white: str
    black: str
    decided: bool
    trf: tuple[str, str]
    turned: str


GAMES = [
    Row("1-0", True, "win", "loss", True, ("1", "0"), "0-1"),
    Row("0-1", True, "loss", "win", True, ("0", "1"), "1-0"),
    Row("1/2-1/2", True, "draw", "draw", False, ("=", "="), "1/2-1/2"),
    Row("1-0F", False, "forfeit_win", "forfeit_loss", True, ("+", "-"), "0-1F"),
    Row("0-1F", False, "forfeit_loss", "forfeit_win", True, ("-", "+"), "1-0F"),
    Row("0-0F", False, "forfeit_loss", "forfeit_loss", False, ("-", "-"), "0-0F"),
]
BYES = [
    ("bye", "bye", "U", False, "bye_bye"),
    ("unpaired", "unpaired", "F", False, "bye_unpaired"),
    ("half", "half_bye", "H", True, "bye_half"),
    ("zero", "zero_bye", "Z", True, "bye_zero"),
    ("absent", "zero_bye", "Z", False, "bye_absent"),
    ("free", "unpaired", "F", False, "bye_free"),
    ("unspecified", "zero_bye", "Z", False, "bye_unspecified"),
]
WORTHS = ["win", "draw", "loss", "forfeit_win", "forfeit_loss", "bye", "unpaired", "half_bye", "zero_bye"]
POINTS = {
    "club": dict(zip(WORTHS, ["1.0", "0.5", "0.0", "1.0", "0.0", "0.5", "1.0", "0.5", "0.0"], strict=True)),
    "fide": dict(zip(WORTHS, ["1.0", "0.5", "0.0", "1.0", "0.0", "1.0", "1.0", "0.5", "0.0"], strict=True)),
    "3-1-0": dict(zip(WORTHS, ["3.0", "1.0", "0.0", "3.0", "0.0", "3.0", "3.0", "1.0", "0.0"], strict=True)),
}


@pytest.mark.parametrize("row", GAMES, ids=lambda row: row.result)
def test_a_result_answers_every_question(row: Row) -> None:
    result = Result(row.result)
    assert result.played is row.played
    assert result.white is Worth(row.white)
    assert result.black is Worth(row.black)
    assert result.decided is row.decided
    assert result.trf == row.trf
    assert result.turned is Result(row.turned)


@pytest.mark.parametrize(("kind", "worth", "trf", "requested", "row"), BYES, ids=[bye[0] for bye in BYES])
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


@pytest.mark.parametrize("preset", sorted(POINTS))
@pytest.mark.parametrize("worth", list(Worth), ids=lambda worth: worth.value)
def test_a_preset_pays(preset: str, worth: Worth) -> None:
    assert str(scoring(preset).points(worth)) == POINTS[preset][worth.value]


@pytest.mark.parametrize("result", list(Result), ids=lambda result: result.value)
def test_colours_turned_twice_are_the_colours(result: Result) -> None:
    assert result.turned.turned is result
    assert (result.turned.white, result.turned.black) == (result.black, result.white)
    assert result.turned.played is result.played


@pytest.mark.parametrize("result", [result for result in Result if result is not Result.BOTH_FORFEIT])
@pytest.mark.parametrize("table", [CLUB, FIDE], ids=["club", "fide"])
def test_a_game_shares_out_one_point(result: Result, table: Scoring) -> None:
    assert table.points(result.white) + table.points(result.black) == Points.of(1)


def test_a_preset_knows_its_name() -> None:
    assert [PRESETS[name].name for name in PRESETS] == list(PRESETS)
    assert scoring({"bye": 1}).name == "fide"  # equal tables are the same table
    assert scoring({"bye": "0.25"}).name == "custom"


def test_a_custom_table_is_the_club_table_with_values_replaced() -> None:
    table = scoring({"win": 3, "draw": "1", "bye": 1.5})
    assert (str(table.win), str(table.draw)) == ("3.0", "1.0")
    assert str(table.bye) == "1.5"
    assert table.unpaired == CLUB.unpaired


def test_a_custom_table_may_stand_on_another() -> None:
    assert scoring({"bye": 1}, PRESETS["3-1-0"]).win == Points.of(3)


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("text", ["", "1:0", "1 - 0", "½-½", "bye", "0-0"])
def test_what_is_no_result_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Result"):
        Result(text)

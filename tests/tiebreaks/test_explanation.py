"""Explanations: they add up, for every player and every code."""

from fractions import Fraction

import pytest

from podium.app.standings.explanations import explanation_document, remark
from podium.app.trf.tiebreak_view import view_of
from podium.core.errors import Unknown
from podium.core.points import Points
from podium.core.result import Worth
from podium.tiebreaks import CATALOGUE, Explanation, View, criterion, explain, values
from tests.kit.crosstables import view
from tests.kit.loops import every
from tests.kit.tournaments import Habits, round_robin, swiss

NOT_SUMS = {"AOB", "ARO", "TPR", "PTP", "APRO", "APPO", "DE", "TPN", "RTNG", "EXT"}
CODES = [row.code for row in CATALOGUE] + ["BH/C1", "BH/M2", "BH/P", "FB/C2", "SB/C1", "PS/C2", "KS/L+1", "ARO/M1"]
TOURNAMENTS: list[View] = [view_of(swiss(seed, 20, 7, habits=Habits(15, 15, 5, 10, 3, 3))) for seed in range(3)]
TOURNAMENTS.append(view_of(round_robin(1, 7, habits=Habits(0, 0, 0, 20, 5, 0))))


def explanations(code: str) -> list[Explanation]:
    return [
        explain(table, player, code)
        for table in TOURNAMENTS
        if not (table.rules.round_robin and criterion(code).row.swiss_only)
        for player in table.ids
    ]


@every("code", CODES)
def test_every_player_and_code_is_explained_round_by_round(code: str) -> None:
    for explained in explanations(code):
        assert [part.round for part in explained.parts] == list(range(1, len(explained.parts) + 1))
        assert explanation_document(explained)["value"] == explained.text


@every("code", [code for code in CODES if code.split("/")[0] not in NOT_SUMS])
def test_what_is_not_cut_adds_up_to_the_value(code: str) -> None:
    for explained in explanations(code):
        kept = [part.contribution for part in explained.parts if part.cut_by is None]
        assert sum(amount for amount in kept if amount is not None) == explained.value


@pytest.mark.parametrize("code", ["BH", "SB/C1", "TPR", "DE"])
def test_the_explained_value_is_the_value(code: str) -> None:
    table = TOURNAMENTS[0]
    assert {player: explain(table, player, code).value for player in table.ids} == values(table, code)


def test_an_average_tells_over_how_many_games() -> None:
    explained = explain(TOURNAMENTS[0], 1, "AOB")
    amounts = [part.contribution for part in explained.parts if part.contribution is not None]
    assert explained.facts == {"games": len(amounts)}
    assert explained.value == Fraction(sum(amounts)) / len(amounts)


def test_a_performance_tells_its_average_and_difference() -> None:
    table = view("Ann 2000 Bob:w1 Cas:b=\nBob 1900 Ann:b0 .\nCas 1800 . Ann:w=")
    assert explain(table, "Ann", "TPR").facts == {
        "games": 2,
        "score": Points.of("1.5"),
        "average": 1850,
        "difference": 193,
    }


def test_koya_tells_its_limit() -> None:
    table = view("Ann Bob:w1 U\nBob Ann:b0 U")
    assert explain(table, "Ann", "KS/L+1").facts == {"limit": Points.of("1.5")}


def test_the_words_say_what_a_parent_asks() -> None:
    table = view("Ann Bob:w1 H Cas:b1\nBob Ann:b0 Cas:w0 Z\nCas . Bob:b1 Ann:w0")
    first, second, third = explain(table, "Ann", "BH/C1").parts
    assert (first.worth, first.opponent, first.adjusted) == (Worth.WIN, "Bob", True)
    assert remark(first) == "the opponent's unplayed rounds are adjusted (article 16.3)"
    assert remark(second) == (
        "not played: bye asked for; counts as a game against somebody with the same points, "
        "at most those allowed (article 16.4.2); left out (article 16.5)"
    )
    assert remark(third) == ""


def test_a_stranger_has_no_explanation() -> None:
    with pytest.raises(Unknown):
        explain(TOURNAMENTS[0], 99, "BH")

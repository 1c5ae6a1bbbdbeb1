"""Standings: any list of codes, inside ties, shared ranks, after any round."""

import pytest

from podium.core.errors import Invalid, Refused
from podium.core.points import Points
from podium.tiebreaks import PRESETS, View, preset, standings
from tests.kit.crosstables import view
from tests.kit.loops import every

TABLE = """
Ann 2000 Bob:w1 Cas:w= Dee:b1
Bob 1900 Ann:b0 Dee:w1 Cas:b1
Cas 1800 Dee:b1 Ann:b= Bob:w0
Dee 1700 Cas:w0 Bob:b0 Ann:w0
"""


def test_points_come_first_when_the_list_leaves_them_out() -> None:
    ranking = standings(view(TABLE), ["BH"])
    assert ranking.codes == ("PTS", "BH")
    assert [row.id for row in ranking.rows] == ["Ann", "Bob", "Cas", "Dee"]
    assert [row.points for row in ranking.rows] == [Points.of(x) for x in ("2.5", 2, "1.5", 0)]


def test_whom_nothing_separates_share_a_rank_and_the_next_is_skipped() -> None:
    table = view("Ann Bob:w=\nBob Ann:b=\nCas Z\nDee U")
    ranking = standings(table, ["PTS"])
    assert [(row.rank, row.id) for row in ranking.rows] == [(1, "Dee"), (2, "Ann"), (2, "Bob"), (4, "Cas")]


def test_each_row_names_the_code_that_decided_it() -> None:
    table = view("Ann Bob:w=\nBob Ann:b=\nCas Z\nDee U")
    decided = {row.id: row.decided_by for row in standings(table, ["PTS", "BPG", "TPN"]).rows}
    assert decided == {"Dee": None, "Bob": "PTS", "Ann": "BPG", "Cas": "PTS"}


def test_standings_after_a_round_know_only_that_far() -> None:
    ranking = standings(view(TABLE, after=1), ["PTS", "TPN"])
    assert ranking.rounds == 1
    assert [row.id for row in ranking.rows] == ["Ann", "Cas", "Bob", "Dee"]


def test_before_the_first_round_everybody_is_first() -> None:
    assert set(standings(view(TABLE, after=0), PRESETS["fide-swiss"]).ranks.values()) == {1}


def test_nobody_is_a_ranking_too() -> None:
    assert standings(View([]), ["PTS", "BH", "DE"]).rows == ()


def test_whoever_has_no_value_comes_last() -> None:
    table = view("Ann 2000 U\nBob 1900 Cas:w1\nCas 1800 Bob:b0")
    assert [row.id for row in standings(table, ["PTS", "ARO"]).rows] == ["Bob", "Ann", "Cas"]


def test_reverse_turns_the_order_of_numbers_and_ratings() -> None:
    table = view("Ann 2000 Bob:w=\nBob 1900 Ann:b=")
    assert [row.id for row in standings(table, ["TPN"]).rows] == ["Ann", "Bob"]
    assert [row.id for row in standings(table, ["TPN/R"]).rows] == ["Bob", "Ann"]
    assert [row.id for row in standings(table, ["RTNG"]).rows] == ["Ann", "Bob"]
    assert [row.id for row in standings(table, ["RTNG/R"]).rows] == ["Bob", "Ann"]


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_ranks(name: str) -> None:
    table = view(TABLE, round_robin=name == "fide-round-robin")
    assert standings(table, preset(name)).ranks == {"Ann": 1, "Bob": 2, "Cas": 3, "Dee": 4}


def test_an_unknown_preset_is_refused_with_the_choice() -> None:
    with pytest.raises(Invalid) as raised:
        preset("fide")
    assert raised.value.code == "tiebreak-preset-unknown"
    assert raised.value.facts["allowed"] == sorted(PRESETS)


@every("code", ["BH", "BH/C1", "AOB", "FB", "SOB"])
@every("edition", [2024, 2026])
def test_buchholz_is_refused_in_a_round_robin(code: str, edition: int) -> None:
    with pytest.raises(Refused) as raised:
        standings(view(TABLE, round_robin=True, edition=edition), [code])
    assert (raised.value.code, raised.value.facts["value"]) == ("tiebreak-not-in-round-robin", code)


@every("code", ["ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "RTNG"])
def test_tie_breaks_on_ratings_are_refused_with_unrated_players(code: str) -> None:
    table = "Ann 2000 Bob:w1\nBob Ann:b0"
    with pytest.raises(Refused) as raised:
        standings(view(table), [code])
    assert raised.value.code == "tiebreak-unrated-players"
    assert raised.value.facts["players"] == ["Bob"]
    assert len(standings(view(table, unrated=1400), [code]).rows) == 2

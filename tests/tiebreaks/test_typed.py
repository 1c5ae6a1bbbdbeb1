"""Values computed elsewhere, methods for unrated players, and which codes there are for whom."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from podium.core.errors import Refused
from podium.core.result import FIDE
from podium.tiebreaks import CATALOGUE, Rules, UnratedMethod, View, criterion, standings, value, values
from tests.kit.crosstables import crosstable, view
from tests.kit.loops import every

TABLE = """
Ann 2000 Bob:w=  Cas:b=
Bob      Ann:b=  Dee:w=
Cas 1701 Dee:b=  Ann:w=
Dee 1800 Cas:w=  Bob:b=
"""
FIDE_SWISS = [
    "AOB", "AOB/F", "APPO", "APRO", "ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2", "BH", "BH/C1", "BH/C2",
    "BH/M1", "BH/M2", "BPG", "BWG", "DE", "DE/P", "FB", "FB/C1", "FB/C2", "FB/M1", "FB/M2", "PS", "PS/C1",
    "PS/C2", "PTP", "REP", "RTNG", "RTNG/R", "SB", "SB/C1", "SB/C2", "STD", "TPN", "TPN/R", "TPR", "WIN", "WON",
]  # fmt: skip
FIDE_ROUND_ROBIN = [
    "DE", "BPG", "BWG", "REP", "STD", "SB", "SB/C1", "SB/C2", "RTNG", "RTNG/R", "WIN", "TPN", "TPN/R", "KS",
    "KS/L1", "KS/L2", "KS/L-1", "KS/L-2",
]  # fmt: skip


def typed(**given: str) -> View:
    entrants = crosstable(TABLE)
    read = {name: Fraction(text) for name, text in given.items()}
    return View([replace(each, typed=read.get(str(each.id))) for each in entrants])


def test_typed_values_decide_the_highest_first_and_whoever_has_none_last() -> None:
    ranking = standings(typed(Ann="3.25", Bob="12", Cas="3.5"), ["EXT"])
    assert [(row.id, row.texts[-1]) for row in ranking.rows] == [
        ("Bob", "12"), ("Cas", "3.5"), ("Ann", "3.25"), ("Dee", None)
    ]  # fmt: skip
    assert [row.decided_by for row in ranking.rows] == [None, "EXT", "EXT", "EXT"]


def test_typed_values_can_be_such_that_the_lowest_is_best() -> None:
    ranking = standings(typed(Ann="3.25", Bob="12", Cas="-1"), ["EXT/R"])
    assert [row.id for row in ranking.rows] == ["Cas", "Ann", "Bob", "Dee"]


@pytest.mark.parametrize(
    ("method", "stands"), [(UnratedMethod.LOWEST, 1701), (UnratedMethod.AVERAGE, 1834), (UnratedMethod.FIXED, 1400)]
)
def test_something_stands_for_the_rating_of_the_unrated(method: UnratedMethod, stands: int) -> None:
    """(2000 + 1701 + 1800) / 3 is 1833.67; Ann met Bob, who has no rating, and Cas."""
    unrated = View(crosstable(TABLE), FIDE, Rules(unrated=1400, unrated_method=method))
    assert value(unrated, "RTNG", "Bob") == stands
    assert value(unrated, "ARO", "Ann") == (stands + 1701 + 1) // 2


@pytest.mark.parametrize("method", list(UnratedMethod))
def test_where_nobody_is_rated_no_method_helps(method: UnratedMethod) -> None:
    nobody = View(crosstable("Ann Bob:w1\nBob Ann:b0"), FIDE, Rules(unrated_method=method))
    with pytest.raises(Refused) as caught:
        values(nobody, "ARO")
    assert caught.value.code == "tiebreak-unrated-players"


@every("code", FIDE_SWISS)
def test_every_code_of_fides_list_counts_in_a_swiss(code: str) -> None:
    assert criterion(code).row.by_fide
    values(view(TABLE, unrated=1400), code)


@every("code", FIDE_ROUND_ROBIN)
def test_every_code_of_fides_list_counts_in_a_round_robin(code: str) -> None:
    assert criterion(code).row.by_fide
    values(view(TABLE, unrated=1400, round_robin=True), code)


def test_no_buchholz_counts_in_a_round_robin_whatever_it_is_called() -> None:
    table = view(TABLE, unrated=1400, round_robin=True)
    refused = set()
    for row in CATALOGUE:
        try:
            values(table, row.code)
        except Refused as refusal:
            refused.add((row.code, refusal.code))
    assert refused == {
        (code, "tiebreak-not-in-round-robin") for code in ("BH", "AOB", "FB", "SOB", "MMED", "SOLK", "SOS", "SOSOS")
    }


def test_what_c07_does_not_list_is_not_fides() -> None:
    assert {row.code for row in CATALOGUE if not row.by_fide} == {
        "SOB", "MMED", "SOLK", "CUM", "OCUM", "KASH", "BLK", "SOS", "SOSOS", "SODOS"
    }  # fmt: skip


def test_who_is_left_out_has_no_place_and_counts_for_the_opponents() -> None:
    table = view("Ann Bob:w1 Cas:b1\nBob Ann:b0 Dee:w1\nCas Dee:b1 Ann:w0\nDee Cas:w0 Bob:b0")
    ranking = standings(table, ["BH"], {"Ann"})
    assert [(row.rank, row.id) for row in ranking.rows] == [(1, "Bob"), (1, "Cas"), (3, "Dee")]
    assert dict(zip(ranking.codes, ranking.rows[0].values, strict=True))["BH"] == 2 + 0

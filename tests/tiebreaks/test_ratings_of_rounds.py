"""Tie-breaks on ratings in events longer than 30 days: the first rating counts, or that of each round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from podium.core.ratings.rating_tables import perfect_performance, performance_rating
from podium.core.result import FIDE
from podium.tiebreaks import Rules, View, explain, values
from tests.kit.crosstables import crosstable

# Everybody meets everybody once in three rounds.
TABLE = """
Ann 2100 Ben:w1 Cid:b= Dan:w1
Ben 2000 Ann:b0 Dan:w1 Cid:b=
Cid 1900 Dan:b1 Ann:w= Ben:w=
Dan 1800 Cid:w0 Ben:b0 Ann:b0
"""
LATER: Mapping[str, Mapping[int, int]] = {"Ben": {2: 2050}, "Cid": {2: 1950, 3: 1990}, "Dan": {3: 1700}}


def view(later: Mapping[str, Mapping[int, int]]) -> View:
    entrants = [replace(each, later_ratings=later.get(str(each.id), {})) for each in crosstable(TABLE)]
    return View(entrants, FIDE, Rules())


def test_the_first_ratings_count_where_no_others_are_given() -> None:
    assert values(view({}), "ARO")["Ann"] == 1900  # 2000, 1900, 1800


def test_an_opponent_counts_with_the_rating_of_the_round_of_the_game() -> None:
    assert values(view(LATER), "ARO") == {
        "Ann": 1883,  # Ben in round 1: 2000, Cid in round 2: 1950, Dan in round 3: 1700; 1883.33
        "Ben": 1963,  # Ann 2100, Dan in round 2: 1800, Cid in round 3: 1990; 1963.33
        "Cid": 1983,  # Dan in round 1: 1800, Ann 2100, Ben in round 3: 2050; 1983.33
        "Dan": 2017,  # Cid in round 1: 1900, Ben in round 2: 2050, Ann 2100; 2016.67
    }


def test_performances_are_made_of_the_ratings_of_the_rounds() -> None:
    assert values(view(LATER), "TPR")["Ann"] == performance_rating([2000, 1950, 1700], 250)
    assert values(view(LATER), "PTP")["Ann"] == perfect_performance([2000, 1950, 1700], 250)
    own = values(view(LATER), "TPR")
    others = [own[name] for name in ("Ben", "Cid", "Dan")]
    average = sum(value for value in others if value is not None) / 3
    assert values(view(LATER), "APRO")["Ann"] == pytest.approx(average, abs=0.5)


def test_the_own_rating_is_the_first() -> None:
    assert values(view(LATER), "RTNG")["Cid"] == 1900


def test_the_explanation_has_the_rating_of_each_round() -> None:
    parts = explain(view(LATER), "Ann", "ARO").parts
    assert [part.contribution for part in parts] == [2000, 1950, 1700]

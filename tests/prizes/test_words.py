"""Words of categories and names of fields: read as those of players are, or refused by name (Eligibility 1)."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from podium.app.words.errors import sentence
from podium.core.errors import Invalid
from podium.prizes import Category, Contest, Player, Unmatched, allocate
from podium.prizes.document import read
from tests.kit.loops import every
from tests.prizes.builders import prizes

DOCUMENT: dict[str, Any] = {
    "tournament": {"id": "T1", "start_date": "2026-07-01"},
    "players": [{"id": "a", "name": "Ann", "rank": 1, "gender": "Frau"}],
    "categories": [{"id": "g", "gender": "girls", "prizes": [{"id": "g1", "place": 1}]}],
    "overrides": [{"prize_id": "g1", "player_id": "a"}],
    "rules": {},
}


@every("word", ["Female", "W", "girls", "weiblich", "féminin", "F", " f "])
def test_a_gender_in_any_word_finds_its_players(word: str) -> None:
    document = deepcopy(DOCUMENT)
    document["categories"][0]["gender"] = word
    contest = read(document)
    assert (contest.categories[0].gender, contest.players[0].gender) == ("f", "f")
    assert [award.player_id for award in allocate(contest).winners] == ["a"]


def test_the_library_compares_genders_by_the_same_words() -> None:
    contest = Contest((Player("a", "Ann", 1, gender="W"),), (Category("g", "Girls", gender="Female"),), prizes("g", 1))
    assert [award.player_id for award in allocate(contest).winners] == ["a"]


@every("where", ["players", "categories"])
def test_a_word_that_is_no_gender_is_refused_by_name(where: str) -> None:
    document = deepcopy(DOCUMENT)
    document[where][0]["gender"] = "grils"
    with pytest.raises(Invalid) as refusal:
        read(document)
    assert (refusal.value.code, refusal.value.facts["value"]) == ("gender-unknown", "grils")


def test_a_place_that_no_player_is_from_is_named_beside_the_result() -> None:
    players = (Player("a", "Ann", 1, city="Leeds", gender="m"),)
    categories = (Category("l", "Local", city="Ledes"), Category("g", "Girls", gender="f"))
    allocation = allocate(Contest(players, categories, prizes("l", 1)))
    assert allocation.unmatched == (Unmatched("l", "city", "Ledes"),)


def test_spaces_and_case_do_not_part_a_player_from_a_category() -> None:
    contest = Contest((Player("a", "Ann", 1, club="Rook  & Pawn"),), (Category("c", "C", club="rook & pawn "),), ())
    assert allocate(contest).unmatched == ()


@every(
    ("change", "said"),
    [
        (lambda d: d.update(overides=[]), 'There is no field "overides" in the document: did you mean "overrides"?'),
        (lambda d: d["tournament"].update(startdate="x"), "did you mean"),
        (lambda d: d["categories"][0].update(minAge=8), '"minAge" in categories[0]: did you mean "min_age"?'),
        (lambda d: d["categories"][0]["prizes"][0].update(trophey=True), "did you mean"),
        (lambda d: d["overrides"][0].update(playerid="a"), "did you mean"),
        (lambda d: d["players"][0].update(ratting=1), '"ratting" in players[0]: did you mean "rating"?'),
        (lambda d: d["players"][0].update(shoes=1), 'There is no field "shoes" in players[0]: use "id", "name"'),
        (lambda d: d["rules"].update(useCategoryRang=True), '"useCategoryRang": did you mean "useCategoryRank"?'),
        (lambda d: d.update(decisions=[{"player": ["a"]}]), "did you mean"),
        (lambda d: d.update(rule_config={}), 'Say the rules once, not as "rule_config" and "rules".'),
    ],
)  # fmt: skip
def test_an_unknown_key_is_refused_by_name_with_a_suggestion(
    change: Callable[[dict[str, Any]], object], said: str
) -> None:
    document = deepcopy(DOCUMENT)
    change(document)
    with pytest.raises(Invalid) as refusal:
        read(document)
    assert said in sentence(refusal.value)

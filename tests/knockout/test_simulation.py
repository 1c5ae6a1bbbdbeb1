"""Whole events played from a seed."""

import json

import pytest

from podium.cli.simulate_knockout import document, text
from podium.core.errors import Invalid, Refused
from podium.flow.formats.knockout_rules import merge_rules
from podium.knockout import Outcome, TieBreakPolicy
from podium.simulation.knockout import Chances, odds, play


def test_the_event_of_the_manual() -> None:
    event = play(37, merge_rules(None, {"tieBreakPolicy": "BEST_OF_3"}), 1, Chances(draws=60))
    told = document(event)
    assert json.loads(json.dumps(told)) == told
    assert told["status"] == "FINISHED"
    assert len(told["champions"]) == 1
    assert told["rounds"] == 6
    rows = [row for row in told["matches"] if not row["isTieBreak"]]
    assert len(rows) == 63
    assert sum(row["result"] == "BYE" for row in rows) == 64 - 37
    drawn = [row for row in rows if row["tieBreakMatches"]]
    assert drawn
    assert all(row["resultReason"] in ("TIE_BREAK_BEST_OF_3", "TIE_BREAK_ARMAGEDDON") for row in drawn)
    assert [place["rank"] for place in told["ranking"]][:3] == [1, 2, 3]


def test_the_same_seed_gives_the_same_event() -> None:
    rules = merge_rules(None, {"tieBreakPolicy": "RAPID", "seeding": "drawn"})
    assert document(play(20, rules, 7)) == document(play(20, rules, 7))
    assert document(play(20, rules, 7)) != document(play(20, rules, 8))


@pytest.mark.parametrize("policy", TieBreakPolicy)
def test_every_policy_is_told_as_text(policy: TieBreakPolicy) -> None:
    event = play(9, merge_rules(None, {"tieBreakPolicy": policy.value, "thirdPlaceMatch": True}), 3, Chances(50, 10))
    said = text(event).splitlines()
    assert said[0] == f"Seed 3: 9 players, tie-breaks {policy.value}."
    assert sum(line.startswith(("Champion: ", "Joint champions: ", "No champion")) for line in said) == 1
    assert len([line for line in said if line.strip().endswith("bye")]) >= 7


def test_nobody_coming_at_all_is_an_event_too() -> None:
    event = play(8, merge_rules(None, {"tieBreakPolicy": "RAPID"}), 1, Chances(no_shows=100))
    assert event.state.champions == ()
    assert "No champion" in text(event)


def test_draws_only_are_joint_champions_or_armageddons() -> None:
    assert len(play(8, merge_rules(None, {}), 1, Chances(draws=100)).state.champions) == 8
    event = play(8, merge_rules(None, {"tieBreakPolicy": "RAPID"}), 1, Chances(draws=100))
    assert event.state.champions == ("1",)
    assert {match.played for match in event.state} == {Outcome.DRAW}


def test_odds_count_every_player_in_every_event() -> None:
    counted = odds(6, merge_rules(None, {"tieBreakPolicy": "RAPID"}), 1, times=20)
    assert [sum(ranks.values()) for ranks in counted.values()] == [20] * 6
    assert sum(ranks.get(1, 0) for ranks in counted.values()) == 20


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(Refused, match="bracket-size"):
        play(1, merge_rules(None, {}), 1)
    for rate in (-1, 101):
        with pytest.raises(Invalid, match="rate-out-of-range"):
            Chances(draws=rate)

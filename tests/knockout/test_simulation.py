"""Whole events played from a seed."""

import json
from functools import partial

import pytest
from msgspec import to_builtins

from podium.cli.simulate_knockout import document, ranks, text
from podium.core.errors import Invalid, Refused
from podium.flow.formats.knockout import bracket_of
from podium.knockout import Outcome, TieBreakPolicy
from podium.simulation import odds as counting
from podium.simulation.knockout import Chances, play
from tests.kit.loops import every


def test_the_event_of_the_manual() -> None:
    told = to_builtins(document(play(37, {"tieBreakPolicy": "BEST_OF_3"}, 1, Chances(draws=60)), 1))
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
    settings = {"tieBreakPolicy": "RAPID", "seeding": "drawn"}
    assert document(play(20, settings, 7), 7) == document(play(20, settings, 7), 7)
    assert document(play(20, settings, 7), 7) != document(play(20, settings, 8), 7)


@every("policy", TieBreakPolicy)
def test_every_policy_is_told_as_text(policy: TieBreakPolicy) -> None:
    state = play(9, {"tieBreakPolicy": policy.value, "thirdPlaceMatch": True}, 3, Chances(50, 10))
    said = text(state, 3).splitlines()
    assert said[0] == f"Seed 3: 9 players, tie-breaks {policy.value}."
    assert sum(line.startswith(("Champion: ", "Joint champions: ", "No champion")) for line in said) == 1
    assert len([line for line in said if line.strip().endswith("bye")]) >= 7


def test_nobody_coming_at_all_is_an_event_too() -> None:
    state = play(8, {"tieBreakPolicy": "RAPID"}, 1, Chances(no_shows=100))
    assert bracket_of(state).champions == ()
    assert "No champion" in text(state, 1)


def test_draws_only_are_joint_champions_or_armageddons() -> None:
    assert len(bracket_of(play(8, {}, 1, Chances(draws=100))).champions) == 8
    state = play(8, {"tieBreakPolicy": "RAPID"}, 1, Chances(draws=100))
    assert document(state, 1)["champions"] == ["1"]
    assert {match.played for match in bracket_of(state)} == {Outcome.DRAW}


def test_odds_count_every_player_in_every_event() -> None:
    counted = counting.odds(6, 1, 20, partial(ranks, 6, {"tieBreakPolicy": "RAPID"}, Chances()))
    assert [sum(ranks.values()) for ranks in counted.values()] == [20] * 6
    assert sum(ranks.get(1, 0) for ranks in counted.values()) == 20


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(Refused, match="bracket-size"):
        play(1, {}, 1)
    for rate in (-1, 101):
        with pytest.raises(Invalid, match="rate-out-of-range"):
            Chances(draws=rate)

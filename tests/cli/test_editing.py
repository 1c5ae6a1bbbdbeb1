"""Pairing by hand, leaving and coming back from the command line."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def swiss(podium: Run) -> Run:
    podium("tournament", "create", "Open", "--format", "swiss", "--rounds", 9)
    podium("players", "add", "Open", *"ABCDEF")
    return podium


def test_a_session_is_compared_and_acknowledged(swiss: Run) -> None:
    swiss("round", "pair", "Open")
    shown = swiss("round", "edit", "Open", 1, "--turn", "--reason", "The lot was wrong", "--json").json
    assert shown["editing"] is True
    assert shown["warnings"] == []
    compared = swiss("round", "compare", "Open").out
    assert "The engine would have: " in compared
    assert "is being edited by hand" in compared
    refused = swiss("round", "done", "Open", code=1)
    assert "1 of its pairings differ" in refused.err
    swiss("round", "done", "Open", "--acknowledge", "--reason", "The lot was wrong")
    assert "(reason: The lot was wrong)" in swiss("history", "Open").out
    assert swiss("round", "show", "Open", "--json").json["editing"] is False


def test_what_an_act_means_is_said_and_nothing_changed(swiss: Run) -> None:
    before = swiss("tournament", "show", "Open", "--json").json["version"]
    for act in ("withdraw", "expel", "byes"):
        said = swiss("players", act, "Open", "A", "--explain").out
        assert said.startswith("Points: ")
        assert "Tie-breaks: " in said
        assert "Pairings: " in said
    assert swiss("tournament", "show", "Open", "--json").json["version"] == before


def test_expulsion(swiss: Run) -> None:
    swiss("players", "expel", "Open", "A", "--reason", "Left the hall")
    assert "expelled" in swiss("players", "list", "Open").out
    swiss("players", "return", "Open", "A", code=1)
    swiss("players", "return", "Open", "A", "--confirm")
    assert "expelled" not in swiss("players", "list", "Open").out


def test_the_table_marks_who_has_withdrawn_and_leaves_out_who_was_expelled(swiss: Run) -> None:
    swiss("players", "expel", "Open", "A")
    swiss("players", "withdraw", "Open", "B")
    rows = swiss("table", "Open").out.splitlines()
    assert len(rows) == 6
    assert [row for row in rows if "B (withdrawn)" in row]


def test_half_point_byes_are_denied_and_granted(swiss: Run) -> None:
    swiss("players", "edit", "Open", "A", "--no-half-byes")
    assert "not entitled to half-point byes" in swiss("players", "list", "Open").out
    swiss("players", "edit", "Open", "A", "--half-byes", "--club", "Rooks")
    assert "not entitled" not in swiss("players", "list", "Open").out


def test_a_late_entry_is_told_what_it_means(swiss: Run) -> None:
    swiss("round", "pair", "Open")
    assert "Paired from round 2 on" in swiss("players", "add", "Open", "Late").err


def test_more_rounds_than_the_field_can_carry(swiss: Run) -> None:
    assert "6 players can play 5 rounds" in swiss("tournament", "show", "Open").out
    assert "6 players can play 5 rounds" in swiss("tournament", "change", "Open", "--place", "Hall").err


def test_a_bye_that_the_next_round_was_paired_with_has_to_be_acknowledged(podium: Run) -> None:
    podium("tournament", "create", "Open", "--format", "swiss", "--rounds", 5, "--rules", "fide")
    podium("players", "add", "Open", *"ABCDE")
    podium("round", "pair", "Open")
    for board in (1, 2):
        podium("result", "Open", 1, board, "1-0")
    podium("round", "pair", "Open")
    podium("round", "publish", "Open")
    asked = podium("bye", "Open", 1, "E", "zero", code=1)
    assert "The bye of E in round 1 changes" in asked.err
    podium("bye", "Open", 1, "E", "zero", "--acknowledged", 1)
    report = podium("export", "--tournament", "Open", "--format", "trf").out
    assert "### Correction @ Round 1: 5=PAB => 5=ZPB" in report.splitlines()


def test_a_script_leaves_fide_mode_with_the_number_of_each_question(podium: Run) -> None:
    podium("tournament", "create", "Open", "--format", "swiss", "--rounds", 5, "--rules", "fide")
    leave = ("tournament", "leave-fide-mode", "Open", "--json")
    asked = json.loads(podium(*leave, "--acknowledged", 2, code=1).err)
    assert "step 1 of 2" in asked["detail"]
    asked = json.loads(podium(*leave, "--acknowledged", asked["acknowledge"], code=1).err)
    assert "step 2 of 2" in asked["detail"]
    assert "A federation may refuse to rate it." in asked["detail"]
    assert f"--acknowledged {asked['acknowledge']}" in asked["detail"]
    assert podium("tournament", "show", "Open", "--json").json["fide_mode"] is True
    podium(*leave, "--acknowledged", asked["acknowledge"])
    assert podium("tournament", "show", "Open", "--json").json["fide_mode"] is False

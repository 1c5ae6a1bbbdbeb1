"""A knockout from the command line, from its rules to the champion."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def cup(podium: Run, *options: str) -> None:
    podium("tournament", "create", "Cup", "--format", "knockout", *options)
    for at, name in enumerate(("Ann", "Ben", "Cid", "Dan")):
        podium("players", "add", "Cup", name, "--rating", 2000 - at)


def test_from_the_rules_to_the_champion(podium: Run, tmp_path: Path) -> None:
    cup(podium, "--tie-break-policy", "RAPID", "--time-control", "15+10", "--third-place", "--min-move", "20")
    shown = podium("tournament", "show", "Cup", "--json").json
    assert (shown["tieBreakPolicy"], shown["drawConfig"], shown["thirdPlaceMatch"]) == ("RAPID", {"minMove": 20}, True)
    assert "waits" not in podium("bracket", "Cup", "--build").out
    drawn = podium("match", "Cup", 1, 1, "draw", "--reason", "stalemate", "--json").json
    assert (drawn["result"], len(drawn["tieBreakMatches"])) == ("DRAW", 1)
    podium("match", "Cup", 1, 1, "WHITE_WIN", "--game", 1)
    podium("match", "Cup", 1, 2, "WHITE_WIN")
    podium("match", "Cup", 2, 1, "WHITE_WIN")
    said = podium("bracket", "Cup", "--svg", tmp_path / "cup.svg").out
    assert "Champion: Ann" in said
    assert "in the rapid tie-break" in said
    assert "<svg" in (tmp_path / "cup.svg").read_text()


def test_refusals_have_their_exit_codes(podium: Run) -> None:
    undecided = ("--tie-break-policy", "NONE", "--decisive")
    podium("tournament", "create", "Cup", "--format", "knockout", *undecided, code=2)
    refused = podium("tournament", "create", "Cup", "--format", "knockout", "--rounds", 3, code=2).err
    assert "The rounds of a knockout follow from its players" in refused
    cup(podium, "--tie-break-policy", "BLITZ")
    podium("bracket", "Cup", code=4)
    podium("tournament", "change", "Cup", "--rounds", 3, code=2)
    podium("round", "pair", "Cup")
    podium("round", "show", "Cup")
    podium("bracket", "Cup", "--build", code=1)
    podium("bracket", "Cup", "--another-round", code=1)
    podium("match", "Cup", 2, 1, "WHITE_WIN", code=1)
    podium("match", "Cup", 3, 1, "WHITE_WIN", code=4)
    podium("match", "Cup", 1, 1, "WHITE_WIN", "--game", 1, code=4)
    podium("match", "Cup", 1, 1, "WON", code=2)
    podium("match", "Cup", 1, 1, "DRAW")
    assert "confirm" in podium("match", "Cup", 1, 1, "WHITE_WIN", code=1).err
    podium("match", "Cup", 1, 1, "WHITE_WIN", "--confirm")
    podium("match", "Cup", 1, 1, "clear")


def test_podium_result_reports_matches_too(podium: Run) -> None:
    cup(podium, "--tie-break-policy", "BEST_OF_3")
    podium("result", "Cup", 1, 1, "1-0", code=4)  # nothing is built yet
    podium("bracket", "Cup", "--build")
    assert podium("result", "Cup", 1, 1, "1-0").out == "Ann - Dan: 1-0\n"
    assert "waits for its players" in podium("result", "Cup", 2, 1, "1-0", code=1).err
    podium("result", "Cup", 1, 9, "1-0", code=4)
    podium("result", "Cup", 9, 1, "1-0", code=4)
    podium("result", "Cup", 1, 1, "clear", "--was", "1-0")
    podium("result", "Cup", 1, 1, "1-0F", "--was", "0-1", code=1)
    shown = podium("result", "Cup", 1, 1, "1-0F", "--was", "clear", "--json").json
    assert (shown["result"], shown["round"]) == ("1-0F", 1)


def test_podium_result_does_not_guess_what_is_meant_during_a_tie_break(podium: Run) -> None:
    cup(podium, "--tie-break-policy", "BEST_OF_3")
    podium("bracket", "Cup", "--build")
    said = podium("result", "Cup", 1, 2, "1/2-1/2").out
    assert "3 tie-break games to play: podium match Cup 1 2 RESULT --game 1" in said
    drawn = next(row for row in podium("bracket", "Cup", "--json").json["rounds"][0]["matches"] if row["tieBreaks"])
    first, second, third = drawn["tieBreakMatches"]
    refused = podium("result", "Cup", 1, 2, "1-0", code=1).err
    assert all(id in refused for id in (first, second, third))
    assert "podium match" in refused
    podium("result", "Cup", 1, 2, "½-½")  # says nothing new
    corrected = podium("result", "Cup", 1, 2, "1-0", "--was", "1/2-1/2", code=1).err
    assert "It would undo Semi-finals, board 2, Best of three, game 1: Ben – Cid." in corrected
    assert "With --confirm it does so." in corrected
    podium("result", "Cup", 1, first, "1-0")
    podium("result", "Cup", 1, second, "0-1")
    assert podium("result", "Cup", 1, 2, "1-0").out == "Ben - Cid: 1-0\n"  # what the games led to
    refused_json = podium("result", "Cup", 1, 2, "0-1", "--json", code=1).err
    assert json.loads(refused_json)["code"] == "result-has-consequences"


def test_podium_result_undoes_what_it_must_once_that_is_confirmed(podium: Run) -> None:
    cup(podium, "--tie-break-policy", "RAPID")
    podium("bracket", "Cup", "--build")
    podium("result", "Cup", 1, 1, "1/2-1/2")
    assert podium("result", "Cup", 1, 1, "1-0", "--confirm").out == "Ann - Dan: 1-0\n"
    podium("result", "Cup", 1, 2, "1-0")
    podium("result", "Cup", 2, 1, "1-0")
    refused = podium("result", "Cup", 1, 2, "0-1", code=1).err
    assert "It would undo the title of Ann." in refused
    podium("result", "Cup", 1, 2, "0-1", "--was", "1/2-1/2", "--confirm", code=1)  # that is not what stands
    podium("result", "Cup", 1, 2, "0-1", "--was", "1-0", "--confirm")
    shown = podium("bracket", "Cup").out
    assert "Champion" not in shown
    podium("result", "Cup", 2, 1, "0-1")
    podium("result", "Cup", 1, 1, "clear", code=1)
    assert podium("result", "Cup", 1, 1, "clear", "--confirm").out == "Ann - Dan: no result\n"


def test_table_why_and_verbs_that_a_knockout_does_not_have(podium: Run) -> None:
    podium("tournament", "create", "Cup", "--format", "knockout", "--tiebreak", "BH", code=2)
    cup(podium, "--tie-break-policy", "RAPID")
    podium("tournament", "change", "Cup", "--preset", "fide-swiss", code=2)
    podium("players", "add", "Cup", "Eve")
    podium("bracket", "Cup", "--build")
    assert "bye (" not in podium("round", "show", "Cup", 1).out
    podium("result", "Cup", 1, 2, "0-1")
    rows = podium("table", "Cup", "--after", 1, "--json").json["standings"]
    assert [(row["name"], row["rank"]) for row in rows][-1] == ("Dan", 5)
    podium("table", "Cup", "--after", 3, code=4)
    podium("table", "Cup", "--tiebreak", "BH", code=1)
    assert "Ann is seed 1" in podium("why", "Cup", 1, 1).out
    for arguments in (
        ("bye", "Cup", 1, "Ann", "bye"),
        ("bye", "Cup", 1, "Dan", "unpaired"),
        ("sets", "Cup", 1, 2, "3:1"),
        ("round", "close", "Cup", 1),
        ("round", "edit", "Cup", 2, "--turn", "--round", 1),
        ("export", "--tournament", "Cup", "--format", "trf"),
    ):
        podium(*arguments, code=1)


def test_further_draw_rules_stay_beside_those_that_change(podium: Run) -> None:
    cup(podium, "--min-move", "20", "--further-draw-rules", '{"repetition": "fivefold"}')
    podium("tournament", "change", "Cup", "--max-offers", "1")
    shown = podium("tournament", "show", "Cup", "--json").json
    assert shown["drawConfig"] == {"minMove": 20, "maxOffers": 1, "repetition": "fivefold"}
    podium("tournament", "change", "Cup", "--further-draw-rules", '{"other": [1]}')
    shown = podium("tournament", "show", "Cup", "--json").json
    assert shown["drawConfig"] == {"minMove": 20, "maxOffers": 1, "other": [1]}
    assert "must be an object" in podium("tournament", "change", "Cup", "--further-draw-rules", "{", code=2).err


def test_a_draw_without_offers_needs_its_reason(podium: Run) -> None:
    cup(podium, "--draw-rule-mode", "NO_DRAW_OFFER")
    podium("bracket", "Cup", "--build")
    assert "report a draw with the reason" in podium("match", "Cup", 1, 1, "DRAW", code=1).err
    assert "cannot agree" in podium("match", "Cup", 1, 1, "DRAW", "--reason", "draw_agreement", code=1).err
    podium("result", "Cup", 1, 1, "1/2-1/2", code=1)
    podium("result", "Cup", 1, 1, "1/2-1/2", "--reason", "stalemate")
    assert "stalemate" in podium("bracket", "Cup").out

"""A knockout from the command line, from its rules to the champion."""

from __future__ import annotations

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
    podium("tournament", "create", "Cup", "--format", "knockout", "--decisive", code=2)
    cup(podium, "--tie-break-policy", "BLITZ")
    podium("bracket", "Cup", code=4)
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

"""`podium stages` and events of stages on the command line: created, begun, ranked, simulated."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run
from tests.kit.loops import seeds

GROUPS, CUP = "round-robin groups=2", "knockout perGroup=1 tieBreakPolicy=RAPID"


def test_an_event_of_stages_from_groups_to_champion(podium: Run) -> None:
    podium("tournament", "create", "Evening", "--format", "stages", "--stage", GROUPS, "--stage", CUP)
    for name in ("Ann", "Ben", "Cid", "Dan"):
        podium("players", "add", "evening", name)
    podium("stages", "evening", "--group", "Ann; Dan", "--group", "Ben; Cid")
    podium("round", "pair", "evening")
    for board, result in ((1, "1-0"), (2, "1-0")):
        podium("result", "evening", 1, board, result)
    shown = podium("stages", "evening", "--json").json
    assert [row["status"] for row in shown["stages"]] == ["finished", "planned"]
    podium("players", "withdraw", "evening", "Ann")
    assert "Moved up, since others have left: Dan." in podium("stages", "evening", "--start", 2).out
    podium("undo", "evening")
    podium("undo", "evening")
    begun = podium("stages", "evening", "--start", 2).out
    assert "1. round-robin" in begun
    assert "Moved up" not in begun
    assert "On to stage 2: from group A: Ann; from group B: Ben" in podium("story", "evening").out
    assert "stage 2" in podium("rating-report", "evening", code=1).err
    podium("match", "evening", 2, 1, "WHITE_WIN")
    table = podium("table", "evening", "--json").json["standings"]
    assert [row["rank"] for row in table] == [1, 2, 3, 3]
    assert "1W" in podium("table", "evening", "--stage", 1).out
    podium("stages", "evening", "--start", 2, code=1)


def test_who_is_level_is_named_and_said(podium: Run) -> None:
    podium("tournament", "create", "Evening", "--format", "stages", "--stage", GROUPS, "--stage", CUP)
    for name in ("Ann", "Ben", "Cid", "Dan"):
        podium("players", "add", "evening", name)
    podium("round", "pair", "evening")
    for board in (1, 2):
        podium("result", "evening", 1, board, "1/2-1/2")
    assert "level at the cut" in podium("stages", "evening").out
    podium("stages", "evening", "--start", 2, code=1)
    assert "Cid cannot go on: it is between " not in podium("stages", "evening", "--start", 2, "--lot").out
    podium("undo", "evening")
    named = podium("stages", "evening", "--start", 2, "--goes-on", "Ann", "--goes-on", "Ben")
    assert "goes on: " in named.out
    assert {row["name"] for row in podium("table", "evening", "--json").json["standings"][:2]} == {"Ann", "Ben"}


@pytest.mark.parametrize(
    "stages",
    [
        (),
        ("swiss rounds=3", "double-elimination best=4 tieBreakPolicy=RAPID"),
        ("round-robin groups=2", "round-robin perGroup=2 carry=between", "knockout best=2 tieBreakPolicy=RAPID"),
        ("doubles rounds=3", "knockout best=4 teams=crosswise tieBreakPolicy=RAPID"),
    ],
    ids=["usual", "swiss", "three", "pairs"],
)
@seeds(range(3), long=range(100))
def test_whole_events_are_played_with_corrections(podium: Run, stages: tuple[str, ...], seed: int) -> None:
    plan = [part for each in stages for part in ("--stage", each)]
    options = ("simulate", "--format", "stages", "--players", 13, "--seed", seed, "--corrections", 10, *plan)
    event = podium(*options, "--json").json
    assert {row["status"] for row in event["stages"][:-1]} == {"finished"}
    assert len(event["standings"]) == 13
    assert event == podium(*options, "--json").json

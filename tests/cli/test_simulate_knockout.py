"""`podium simulate --format knockout`: whole events, the odds of many, and values that are refused by name."""

from __future__ import annotations

import pytest

from podium.knockout import TieBreakPolicy
from tests.cli.conftest import Run, Said
from tests.kit.loops import every

POLICIES = [each.value for each in TieBreakPolicy]


def simulate(podium: Run, *options: object, code: int = 0) -> Said:
    return podium("simulate", "--format", "knockout", *options, code=code)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_is_played_to_its_end(podium: Run, policy: str) -> None:
    options = ("--players", 37, "--policy", policy, "--draws", 60, "--no-shows", 5, "--third-place", "--seed", 1)
    event = simulate(podium, *options, "--json").json
    assert (event["status"], event["settings"]["tieBreakPolicy"]) == ("FINISHED", policy)
    assert len(event["champions"]) == 1 or policy == "NONE"
    assert [row["rank"] for row in event["ranking"]] == sorted(row["rank"] for row in event["ranking"])
    assert len(event["ranking"]) == 37
    kinds = {row["tieBreakType"] for row in event["matches"]} - {None}
    assert kinds <= {policy, "ARMAGEDDON"}
    assert bool(kinds) is (policy != "NONE")
    assert f"37 players, tie-breaks {policy}." in simulate(podium, *options).out


@pytest.mark.parametrize("policy", POLICIES)
def test_odds_count_every_event_for_every_player(podium: Run, policy: str) -> None:
    options = ("--players", 6, "--policy", policy, "--times", 20, "--seed", 3)
    told = simulate(podium, *options, "--json").json
    assert (told["times"], told["seed"], len(told["players"])) == (20, 3, 6)
    for player in told["players"]:
        assert sum(player["ranks"].values()) == 20
        assert player["first"] == player["ranks"].get("1", 0)
    firsts = sum(player["first"] for player in told["players"])
    assert firsts == 20 if policy != "NONE" else firsts >= 20
    assert told == simulate(podium, *options, "--json").json
    lines = simulate(podium, *options).out.splitlines()
    assert lines[0].startswith("Seed 3: 20 events of 6 players.")
    assert len(lines) == 7


@pytest.mark.parametrize("grand_final", ["reset", "single"])
def test_a_double_elimination_is_played_to_its_end(podium: Run, grand_final: str) -> None:
    options = ("--format", "double-elimination", "--players", 21, "--grand-final", grand_final, "--seed", 4)
    event = podium("simulate", *options, "--corrections", 40, "--json").json
    assert (event["format"], event["status"]) == ("double-elimination", "FINISHED")
    assert event["settings"]["grandFinal"] == grand_final
    played = [row for row in event["matches"] if row["whiteEntryId"] and row["blackEntryId"] and not row["isTieBreak"]]
    assert len(played) in (40, 41)
    assert "Losers’ final" in podium("simulate", *options).out
    odds = podium("simulate", *options, "--times", 10, "--json").json
    assert sum(player["first"] for player in odds["players"]) == 10
    refused = podium("simulate", *options, "--third-place", code=2)
    assert "--third-place is no option of double-elimination" in refused.err


@every(
    ("options", "code", "named"),
    [
        (("--players", 1), 1, "A bracket of 1 is not possible"),
        (("--players", 1025), 1, "A bracket of 1025 is not possible"),
        (("--players", 1, "--times", 5), 1, "A bracket of 1 is not possible"),
        (("--players", -1), 2, "--players"),
        (("--players", 8, "--policy", "CHESS"), 2, "'CHESS' is not one of"),
        (("--players", 8, "--seeding", "worst"), 2, "'worst' is not one of"),
        (("--players", 8, "--draws", 101), 2, '"draws" cannot be 101'),
        (("--players", 8, "--draws", "nan"), 2, '"draws" cannot be nan'),
        (("--players", 8, "--no-shows", -1), 2, '"no_shows" cannot be -1'),
        (("--players", 8, "--times", 0), 2, "'--times': 0 is not in the range"),
        (("--players", 8, "--times", 10_001), 2, "'--times': 10001 is not in the range"),
        (("--players", 8, "--seed", "lucky"), 2, "'lucky' is not a valid integer"),
        (("--players", 8, "--rounds", 3), 2, "--rounds is no option of knockout"),
        (("--players", 8, "--sets-to-win", 3), 2, "--sets-to-win is no option of knockout"),
    ],
)
def test_bad_values_are_refused_by_name(podium: Run, options: tuple[object, ...], code: int, named: str) -> None:
    assert named in simulate(podium, *options, code=code).err

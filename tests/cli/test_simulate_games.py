"""`podium simulate --format swiss` and `--format round-robin`: whole events and the odds of a field."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.cli.conftest import Run
from tests.kit.loops import every

SWISS = ("simulate", "--format", "swiss", "--players", 11, "--rounds", 5, "--seed", 7)
ROBIN = ("simulate", "--format", "round-robin", "--players", 5, "--seed", 7)
DOUBLES = ("simulate", "--format", "doubles", "--players", 6, "--rounds", 4, "--seed", 7)
KNOCKOUT = ("simulate", "--format", "knockout", "--players", 6, "--policy", "RAPID", "--seed", 7)


def test_a_swiss_as_json(podium: Run) -> None:
    event = podium(*SWISS, "--json").json
    assert list(event) == ["format", "seed", "settings", "players", "rounds", "ranking"]
    assert (event["format"], event["seed"], event["settings"]["rounds"]) == ("swiss", 7, 5)
    assert event["players"][0] == {"id": 1, "name": "Player 1", "rating": 2600}
    assert [each["round"] for each in event["rounds"]] == [1, 2, 3, 4, 5]
    for each in event["rounds"]:
        seated = [player for row in each["pairings"] for player in (row["white"], row["black"])]
        assert sorted([*seated, *(row["id"] for row in each["byes"])]) == list(range(1, 12))
        assert all(row["result"] for row in each["pairings"])
        assert [(row["bye_type"], row["points"]) for row in each["byes"]] == [("bye", 0.5)]
    assert list(event["ranking"][0]["tiebreaks"]) == ["BH/C1", "BH", "DE", "WIN", "BWG"]
    ranks = [row["rank"] for row in event["ranking"]]
    assert ranks == sorted(ranks)
    assert all(above["points"] >= below["points"] for above, below in pairwise(event["ranking"]))
    total = sum(row["points"] for row in event["ranking"])
    assert total == 5 * 5 + 5 * 0.5
    assert podium(*SWISS, "--json").json == event


def test_the_text_ends_with_the_standings(podium: Run) -> None:
    lines = podium(*SWISS, "--tiebreak", "SB", "--tiebreak", "BH").out.splitlines()
    assert lines[0] == "Seed 7: 11 players, 5 rounds."
    assert sum(line.startswith("Round ") for line in lines) == 5
    assert lines[-12].split() == ["rank", "name", "points", "SB", "BH", "details"]


@pytest.mark.parametrize(("options", "rounds"), [((), 5), (("--cycles", 2), 10), (("--rounds", 3), 3)])
def test_a_round_robin_has_the_rounds_of_its_table(podium: Run, options: tuple[object, ...], rounds: int) -> None:
    event = podium(*ROBIN, *options, "--json").json
    assert len(event["rounds"]) == event["settings"]["rounds"] == rounds
    assert f"5 players, {rounds} rounds." in podium(*ROBIN, *options).out


def test_without_a_seed_the_one_that_was_taken_is_told(podium: Run) -> None:
    event = podium(*ROBIN[:-2], "--json").json
    assert podium(*ROBIN[:-1], event["seed"], "--json").json == event


def test_scoring_and_absences(podium: Run) -> None:
    rates = ("--forfeits", 20, "--half-byes", 20, "--full-byes", 20, "--withdrawals", 10, "--returns", 50, "--late", 30)
    event = podium(*SWISS, "--scoring", "3-1-0", *rates, "--json").json
    byes = {(row["bye_type"], row["points"]) for each in event["rounds"] for row in each["byes"]}
    assert {("half", 1), ("unpaired", 3), ("zero", 0)} <= byes
    assert any(row["result"].endswith("F") for each in event["rounds"] for row in each["pairings"])


def test_an_early_end_is_told(podium: Run) -> None:
    said = podium("simulate", "--format", "swiss", "--players", 4, "--rounds", 6, "--seed", 1)
    assert said.err == "No legal round was left after round 3.\n"
    assert said.out.startswith("Seed 1: 4 players, 3 rounds.")
    odds = podium("simulate", "--format", "swiss", "--players", 4, "--rounds", 6, "--seed", 1, "--times", 5)
    assert odds.err == "In 5 of 5 events no legal round was left before the last.\n"


@pytest.mark.parametrize("event", [SWISS, ROBIN, DOUBLES, KNOCKOUT], ids=lambda event: str(event[2]))
def test_the_odds_of_every_format(podium: Run, event: tuple[object, ...]) -> None:
    told = podium(*event, "--times", 40, "--json").json
    assert (told["format"], told["seed"], told["times"]) == (event[2], 7, 40)
    for player in told["players"]:
        assert sum(player["ranks"].values()) == 40
        assert sum(player["odds"].values()) == pytest.approx(1)
        assert player["odds"].get("1", 0) == player["first"] / 40
    best, *_, last = told["players"]
    assert best["first"] > last["first"]
    assert best["rating"] > last["rating"]
    assert podium(*event, "--times", 40, "--json").json == told
    text = podium(*event, "--times", 40).out.splitlines()
    assert text[0].startswith(f"Seed 7: 40 events of {len(told['players'])} players.")
    assert len(text) == 1 + len(told["players"])


@every(
    ("options", "code", "named"),
    [
        ("swiss --players 8", 2, "--rounds is needed for swiss"),
        ("swiss --players 1 --rounds 3", 2, "1 players are not possible: use 2 to 9999"),
        ("swiss --players 10000 --rounds 3", 2, "10000 players are not possible"),
        ("swiss --players 8 --rounds 0", 2, "0 rounds are not possible: use 1 to 99"),
        ("swiss --players 8 --rounds 100", 2, "100 rounds are not possible"),
        ("swiss --players 8 --rounds 3 --draws 101", 2, '"draws" cannot be 101'),
        ("swiss --players 8 --rounds 3 --half-byes nan", 2, '"half_byes" cannot be nan'),
        ("swiss --players 8 --rounds 3 --zero-byes 100", 1, "Too few players: 0 can play"),
        ("swiss --players 8 --rounds 3 --zero-byes 100 --times 3", 1, "Too few players: 0 can play"),
        ("swiss --players 8 --rounds 3 --tiebreak XX", 2, '"XX"'),
        ("swiss --players 8 --rounds 3 --tiebreak BH --tiebreak BH", 2, '"BH"'),
        ("swiss --players 8 --rounds 3 --scoring best", 2, "'best' is not one of"),
        ("swiss --players 8 --rounds 3 --cycles 2", 2, "--cycles is no option of swiss"),
        ("swiss --players 8 --rounds 3 --no-shows 2", 2, "--no-shows is no option of swiss"),
        ("swiss --players 8 --rounds 3 --times 0", 2, "'--times': 0 is not in the range"),
        ("round-robin --players 1", 2, "1 players are not possible: use 2 to 100"),
        ("round-robin --players 101", 2, "101 players are not possible: use 2 to 100"),
        ("round-robin --players 51 --cycles 2", 2, "51 players are not possible: use 2 to 50"),
        ("round-robin --players 8 --cycles 3", 2, "'--cycles': 3 is not in the range"),
        ("round-robin --players 8 --rounds 8", 1, "8 players cannot play 8 rounds: at most 7"),
        ("round-robin --players 8 --rounds -1", 2, "-1 rounds are not possible"),
        ("round-robin --players 8 --accelerated", 2, "--accelerated is no option of round-robin"),
        ("round-robin --players 8 --tiebreak BH", 2, "BH"),
    ],
)
def test_bad_values_are_refused_by_name(podium: Run, options: str, code: int, named: str) -> None:
    said = podium("simulate", "--format", *options.split(), code=code)
    assert named in said.err
    assert said.out == ""

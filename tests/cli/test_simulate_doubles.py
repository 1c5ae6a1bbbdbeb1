"""`podium simulate --format doubles`: a whole event from a seed."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from podium.cli.program import Program
from podium.cli.verbs.simulate import verb
from tests.kit.loops import every


def simulate(*arguments: object) -> Result:
    program = Program(commands=[verb])
    return CliRunner().invoke(program, ["simulate", "--format", "doubles", *map(str, arguments)])


def played(*arguments: object) -> Any:
    result = simulate(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


EXAMPLE = ("--players", 22, "--rounds", 9, "--seed", 1, "--sets-to-win", 3)


@pytest.mark.parametrize("free_games", ["bottom-ranking", "random"])
@pytest.mark.parametrize("setting", ["power-pairing", "random"])
def test_the_document_has_the_promised_shape(free_games: str, setting: str) -> None:
    event = played(*EXAMPLE, "--free-games", free_games, "--setting", setting)
    assert list(event) == ["seed", "guaranteed", "possible", "players", "rounds", "ranking"]
    assert (event["seed"], event["guaranteed"], event["possible"]) == (1, 11, 23)
    assert event["players"][:2] == [{"id": 1, "name": "Player 1"}, {"id": 2, "name": "Player 2"}]
    assert [each["round"] for each in event["rounds"]] == list(range(1, 10))
    for each in event["rounds"]:
        assert set(each) == {"round", "matches", "free"}
        assert len(each["matches"]) == 5
        assert len(each["free"]) == 2
        for match in each["matches"]:
            assert set(match) == {"home", "away", "sets"}
            assert list(match["sets"].values()).count(3) == 1
            assert set(match["sets"].values()) <= {0, 1, 2, 3}
    assert [set(each) for each in event["ranking"]] == [{"rank", "id", "points", "buchholz"}] * 22


def test_nobody_has_a_partner_twice() -> None:
    event = played("--players", 11, "--rounds", 13, "--seed", 4)
    pairs = [
        frozenset(match[side]) for each in event["rounds"] for match in each["matches"] for side in ("home", "away")
    ]
    assert len(set(pairs)) == len(pairs) == 13 * 4


def test_the_same_seed_gives_the_same_bytes_and_another_another_event() -> None:
    assert simulate(*EXAMPLE, "--json").stdout == simulate(*EXAMPLE, "--json").stdout
    assert simulate(*EXAMPLE, "--json").stdout != simulate(*EXAMPLE, "--seed", 2, "--json").stdout


def test_without_a_seed_the_one_that_was_taken_is_told() -> None:
    event = played("--players", 6, "--rounds", 3)
    assert played("--players", 6, "--rounds", 3, "--seed", event["seed"]) == event


def test_who_is_passed_over_is_told() -> None:
    event = played("--players", 6, "--rounds", 7, "--seed", 3)
    passed = [each for round_ in event["rounds"] for each in round_.get("passed_over", [])]
    assert passed
    assert all(each["through"] == 7 for each in passed)
    assert "so that every round up to 7 can be played" in simulate("--players", 6, "--rounds", 7, "--seed", 3).stdout


def test_the_text_ends_with_the_ranking() -> None:
    lines = simulate(*EXAMPLE).stdout.splitlines()
    assert lines[0] == "Seed 1: 22 players, 9 rounds (11 guaranteed, 23 possible)."
    assert lines[-23].split() == ["rank", "player", "points", "buchholz"]


@every(("players", "most"), [(4, 3), (5, 5), (6, 7), (7, 10), (8, 7), (22, 23)])
def test_an_impossible_plan_exits_1_and_names_the_maximum(players: int, most: int) -> None:
    result = simulate("--players", players, "--rounds", most + 1)
    assert (result.exit_code, result.stdout) == (1, "")
    assert str(most) in result.stderr
    assert simulate("--players", players, "--rounds", most).exit_code == 0


def test_fewer_than_four_players_exit_1() -> None:
    result = simulate("--players", 3, "--rounds", 1)
    assert result.exit_code == 1
    assert "at least 4" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--players", 8),
        ("--players", 8, "--rounds", 0),
        ("--players", 8, "--rounds", 3, "--sets-to-win", 0),
        ("--players", 8, "--rounds", 3, "--free-games", "nobody"),
        ("--players", 8, "--rounds", 3, "--setting", "fold"),
    ],
    ids=lambda arguments: " ".join(map(str, arguments[2:])) or "no rounds",
)
def test_wrong_usage_exits_2(arguments: tuple[object, ...]) -> None:
    assert simulate(*arguments).exit_code == 2

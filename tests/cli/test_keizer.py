"""A club season from the command line, and whole seasons by `podium simulate`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from podium.cli.program import Program
from podium.cli.verbs.simulate import verb
from tests.cli.conftest import Run
from tests.kit.loops import seeds


@pytest.fixture
def season(podium: Run) -> Run:
    """Five members who have the shares of a preset but one."""
    podium("tournament", "create", "Season", "--format", "keizer", "--rounds", 30, "--keizer-bye", "0.5")
    podium("players", "add", "season", "Ann", "Ben", "Cleo", "Dan", "Eve")
    return podium


def test_the_options_are_stored_and_changed_by_their_flags(season: Run) -> None:
    made = season("tournament", "change", "season", "--keizer-top", 60, "--keizer-again", 5, "--json").json["keizer"]
    assert (made["preset"], made["top"], made["bye"], made["again"]) == ("classic", 60, 0.5, 5)
    made = season("tournament", "change", "season", "--keizer-preset", "free-keizer", "--json").json["keizer"]
    assert (made["preset"], made["top"], made["bye"], made["loss"]) == ("free-keizer", "auto", 0.667, 0.167)
    assert "0.2x" in season("tournament", "change", "season", "--keizer-loss", "0.2x", code=2).err


def test_absences_are_noted_and_the_table_adds_up(season: Run) -> None:
    season("players", "byes", "season", "Ann", "1=club-duty", "2=excused")
    assert "half" in season("players", "byes", "season", "Ben", "1=half", code=2).err
    season("round", "pair", "season")
    for board in (1, 2):
        season("result", "season", 1, board, "1-0")
    season("round", "close", "season")
    rows = season("table", "season", "--json").json["standings"]
    assert [row["value"] for row in rows] == [8, 7, 6, 5, 4]
    ann = next(row for row in rows if row["name"] == "Ann")
    assert ann["score"] == pytest.approx(ann["value"] * 1.667)
    assert "worth 8 + club duty (5.336) = 13.336" in season("table", "season").out
    assert "from the top each meets the nearest" in season("why", "season", 1, 1).out


def test_who_is_checked_in_is_paired(season: Run) -> None:
    season("check-in", "open", "season")
    season("check-in", "add", "season", "Ann", "Dan")
    made = season("round", "pair", "season", "--json").json
    assert sorted(row["bye_type"] for row in made["pairings"] if row["is_bye"]) == ["absent"] * 3


def simulated(*arguments: object) -> Any:
    program = Program(commands=[verb])
    result = CliRunner().invoke(program, ["simulate", "--format", "keizer", *map(str, arguments), "--json"])
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@seeds(range(3), long=range(1_000))
def test_a_whole_season_is_played_whatever_happens(seed: int) -> None:
    rates = ("--zero-byes", 40, "--withdrawals", 3, "--returns", 20, "--late", 20, "--forfeits", 5, "--odd", 5)
    event = simulated("--players", 6 + seed % 15, "--rounds", 8, "--seed", seed, "--corrections", 30, *rates)
    assert len(event["rounds"]) == 8
    assert [row["rank"] for row in event["ranking"]] == list(range(1, len(event["players"]) + 1))
    for here in event["rounds"]:
        ids = [id for each in here["pairings"] for id in (each["white"], each["black"])]
        assert len(set(ids)) == len(ids)

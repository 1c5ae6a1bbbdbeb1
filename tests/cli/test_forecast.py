"""`podium forecast`: of a database and of a report file, for people and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_an_event_of_a_database(podium: Run) -> None:
    podium("tournament", "create", "Open", "--format", "swiss", "--rounds", 2)
    podium("players", "add", "open", "Ann", "Ben", "Cid", "Dan", "--rating", 1900)
    said = podium("forecast", "open", "--runs", 30, "--seed", 4)
    assert "not a fact" in said.out
    assert "Ann" in said.out
    assert "after a" not in said.out
    podium("round", "pair", "open")
    assert "Ann: after a" in podium("forecast", "open", "--runs", 30, "--seed", 4).out
    answer = podium("forecast", "open", "--runs", 30, "--seed", 4, "--json").json
    assert (answer["runs"], answer["seed"]) == (30, 4)
    assert abs(sum(each["first"] for each in answer["players"]) - 1) < 1e-9
    assert podium("forecast", "open", "--runs", 30, "--seed", 4, "--json").json == answer


def test_a_report_file(without_database: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.trf"
    file.write_text(without_database("generate", "--players", 8, "--rounds", 3, "--seed", 5).out, "utf-8")
    answer = without_database("forecast", file, "--rounds", 5, "--runs", 20, "--json").json
    assert len(answer["players"]) == 8
    assert all(each["points"] <= 5 for each in answer["players"])


def test_what_is_wrong_is_named(podium: Run) -> None:
    podium("tournament", "create", "Free", "--format", "manual")
    assert "by hand" in podium("forecast", "free", code=1).err
    assert "20000" in podium("forecast", "free", "--runs", 0, code=2).err
    assert podium("forecast", "free", "--on", "scheduler", "--json", code=2).err.count("cluster-address") == 1


def test_the_cluster_of_the_settings_is_looked_at_when_podium_is_opened(
    podium: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PODIUM_CLUSTER", "tcp://scheduler")
    assert '"tcp://scheduler" is no address' in podium("tournament", "list", code=2).err
    monkeypatch.setenv("PODIUM_CLUSTER", " tcp://scheduler:8786 ")
    assert "scheduler:8786" in podium("config").out
    podium("tournament", "list")

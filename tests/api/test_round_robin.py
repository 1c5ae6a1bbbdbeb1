"""A round robin over HTTP: all its rounds at once."""

from __future__ import annotations

from tests.kit.http import Caller


def test_all_rounds_are_paired_in_one_version_and_undone_as_one(chief: Caller) -> None:
    event = chief.event("Club", "round-robin")
    event.players("A", "B", "C", "D")
    event.pair()
    made = event("POST", "/rounds/all", {}).ok(201)
    assert [row["round"] for row in made["rounds"]] == [2, 3]
    assert all(len(row["pairings"]) == 2 for row in made["rounds"])
    assert made["version"] == chief.get(event.url)["version"]
    event("POST", "/rounds/all", {}).refused(409, "rounds-exhausted")
    event("POST", "/undo", {}).ok()
    assert len(chief.get(f"{event.url}/rounds")["rounds"]) == 1


def test_other_formats_say_that_they_are_paired_one_by_one(chief: Caller) -> None:
    event = chief.event("Open", "swiss", rounds=3)
    event.players("A", "B", "C", "D")
    problem = event("POST", "/rounds/all", {}).refused(409, "rounds-follow-results")
    assert "swiss" in problem["detail"]

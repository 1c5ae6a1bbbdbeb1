"""Events from events at the command line: duplicates, templates, and what a new knockout is offered."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_a_duplicate_has_the_settings_and_on_request_the_players(podium: Run) -> None:
    podium("user", "add", "ana")
    podium(
        "tournament", "create", "May", "--format", "swiss", "--rounds", "5", "--place", "Hall", "--start", "2026-05-01"
    )
    podium("players", "add", "May", "Ann", "Ben", "Cid")
    june = podium("tournament", "duplicate", "May", "June", "--json").json
    july = podium("tournament", "duplicate", "May", "July", "--players", "--json").json
    assert (june["name"], june["rounds"], june["place"], june["start"]) == ("June", 5, "Hall", None)
    rows = {row["name"]: row for row in podium("tournament", "list", "--json").json["tournaments"]}
    assert [rows[name]["players"] for name in ("May", "June", "July")] == [3, 0, 3]
    assert july["rounds"] == 5


def test_a_template_outlives_its_event_and_is_dropped_by_number(podium: Run) -> None:
    podium("user", "add", "ana")
    podium("tournament", "create", "May", "--format", "doubles", "--sets-to-win", "2")
    podium("template", "keep", "May", "Evening")
    podium("tournament", "delete", "May", "--yes")
    [kept] = podium("template", "list", "--json").json["templates"]
    assert kept["name"] == "Evening"
    made = podium("template", "use", kept["id"], "June", "--json").json
    assert (made["name"], made["format"], made["setsToWin"]) == ("June", "doubles", 2)
    podium("template", "drop", kept["id"])
    podium("template", "use", kept["id"], "July", code=4)


def test_a_new_knockout_decides_draws_unless_one_says_otherwise(podium: Run) -> None:
    usual = podium("tournament", "create", "Cup", "--format", "knockout", "--json").json
    drawn = podium("tournament", "create", "Old", "--format", "knockout", "--tie-break-policy", "NONE", "--json").json
    assert (usual["tieBreakPolicy"], drawn["tieBreakPolicy"]) == ("RAPID", "NONE")

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


def test_a_new_round_robin_follows_c05_and_its_answer_says_so(chief: Caller) -> None:
    """C.05: exchanged rounds, no points for a free day, article 6.6; numbers by hand or by lot."""
    event = chief.event("Berger", "round-robin", cycles=2)
    shown = chief.get(event.url)
    assert {
        name: shown[name] for name in ("swap_last_two", "free_day", "annul_early", "table_numbers", "table_order")
    } == {
        "swap_last_two": True,
        "free_day": "zero",
        "annul_early": True,
        "table_numbers": "list",
        "table_order": [],
    }
    event.players("A", "B", "C")
    ids = {row["name"]: row["id"] for row in chief.get(f"{event.url}/players")["players"]}
    event("PATCH", "", {"table_order": [ids["C"], ids["A"]], "free_day": "half"}).ok()
    event("PATCH", "", {"table_order": ["nobody"]}).refused(404, "unknown-player")
    event.pair()
    [game, free] = chief.get(f"{event.url}/rounds/1")["pairings"]
    assert (game["white_player_id"], game["black_player_id"]) == (ids["A"], ids["B"])
    assert (free["white_player_id"], free["bye_type"]) == (ids["C"], "half")
    event("PATCH", "", {"free_day": "zero"}).refused(409, "rounds-exist")
    event("PATCH", "", {"swap_last_two": False}).refused(409, "rounds-exist")


def test_who_left_before_half_of_the_games_is_marked_in_every_answer(chief: Caller) -> None:
    """C.05, article 6.6."""
    event = chief.event("Berger", "round-robin")
    event.players("A", "B", "C", "D")
    event("POST", "/rounds/all", {}).ok(201)
    ids = {row["name"]: row["id"] for row in chief.get(f"{event.url}/players")["players"]}
    first = chief.get(f"{event.url}/rounds/1")["pairings"]
    for pairing in first:
        chief("PUT", f"/api/pairings/{pairing['id']}/result", {"result": "1-0"}).ok()
    event("POST", f"/players/{ids['D']}/withdraw", {}).ok()
    *rows, last = chief.get(f"{event.url}/standings")["standings"]
    assert (last["name"], last["annulled"], last["rank"], last["points"]) == ("D", True, 4, 0.0)
    assert not any("annulled" in row for row in rows)
    assert {row["name"]: row["details"] for row in rows}["A"] == "0.0; 1 game not counted"
    [section] = chief.get(f"{event.url}/crosstable")["sections"]
    assert section["rows"][-1]["cells"] == ["(0)", "(-)", "(-)", "*"]
    assert section["rows"][-1]["annulled"] is True
    card = chief.get(f"{event.url}/players/{ids['A']}/card")
    assert (card["rounds"][0]["outcome"], card["rounds"][0]["counted"]) == ("win, not counted", False)
    assert "counted" not in card["rounds"][1]

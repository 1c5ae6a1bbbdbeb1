"""Entering late, leaving, coming back, expulsion and byes: what they mean beforehand, and what they do."""

from __future__ import annotations

import pytest

from tests.kit.http import Event, House

PARTS = ("points", "tiebreaks", "pairings")


def begun(hall: House, format: str = "swiss") -> Event:
    event = hall.user("chief").event("Open", format=format, **({"rounds": 3} if format != "knockout" else {}))
    event.players(*"ABCDEF")
    return event


def acts(event: Event, path: str) -> dict[str, dict[str, str]]:
    return {row["act"]: row for row in event("GET", path).ok()["acts"]}


@pytest.mark.parametrize("format", ["swiss", "manual", "round-robin", "doubles", "knockout"])
def test_each_act_is_explained_before_it_is_done(hall: House, format: str) -> None:
    event = begun(hall, format)
    path = f"/players/{event.ids['A']}"
    here = acts(event, f"{path}/participation")
    assert {"withdrawal", "expulsion"} <= set(here)
    assert ("bye-request" in here) is (format not in ("doubles", "knockout"))
    assert all(row[part] and "%(" not in row[part] for row in here.values() for part in PARTS)
    event("POST", f"{path}/withdraw", {}).ok()
    assert set(acts(event, f"{path}/participation")) == {"return"}


def test_a_late_entry_is_explained_once_there_are_rounds(hall: House) -> None:
    event = begun(hall)
    assert acts(event, "/participation") == {}
    event.pair()
    assert "from round 2 on" in acts(event, "/participation")["late-entry"]["pairings"]
    hall.anyone("GET", f"{event.url}/participation").refused(404, "unknown-tournament")


@pytest.mark.parametrize("annulled", [True, False])
def test_that_games_of_whoever_leaves_a_table_early_count_for_nobody_is_said(hall: House, annulled: bool) -> None:
    """C.05, article 6.6, where the settings follow it."""
    event = hall.user("chief").event("Open", format="round-robin", annul_early=annulled)
    event.players(*"ABCD")
    said = acts(event, f"/players/{event.ids['A']}/participation")
    assert all(("6.6" in said[act]["points"]) is annulled for act in ("withdrawal", "expulsion"))


def test_a_swiss_says_nothing_of_games_that_count_for_nobody(hall: House) -> None:
    event = hall.user("chief").event("Open", format="swiss", rounds=3, annul_early=True)
    event.players(*"ABCD")
    said = acts(event, f"/players/{event.ids['A']}/participation")
    assert not any("6.6" in said[act]["points"] for act in ("withdrawal", "expulsion"))
    assert "no place in the standings" in said["expulsion"]["points"]


def test_what_a_requested_bye_is_worth_is_said(hall: House) -> None:
    event = begun(hall)
    said = acts(event, f"/players/{event.ids['A']}/participation")["bye-request"]["points"]
    assert said == "A half-point bye is worth ½, a zero-point bye 0."


def test_an_expulsion_is_marked_and_taken_back_only_with_a_confirmation(hall: House) -> None:
    event = begun(hall)
    path = f"/players/{event.ids['A']}"
    gone = event("POST", f"{path}/expel", {"reason": "Analysed in the bar"}).ok()
    assert (gone["withdrawn"], gone["expelled"]) == (True, True)
    newest = event("GET", "/history").ok()["commits"][0]
    assert (newest["summary"], newest["reason"]) == ("A expelled", "Analysed in the bar")
    event("POST", f"{path}/return", {}).refused(409, "player-expelled")
    assert event("POST", f"{path}/withdraw", {}).ok()["expelled"] is True
    back = event("POST", f"{path}/return", {"confirm": True}).ok()
    assert (back["withdrawn"], back["expelled"]) == (False, False)


def test_who_was_expelled_has_no_place_and_who_withdrew_is_marked(hall: House) -> None:
    event = begun(hall)
    event.pair()
    for name in "AB":
        event("POST", f"/players/{event.ids[name]}/{'expel' if name == 'A' else 'withdraw'}", {}).ok()
    rows = {row["name"]: row for row in event("GET", "/standings").ok()["standings"]}
    assert set(rows) == set("BCDEF")
    assert (rows["B"]["withdrawn"], "withdrawn" in rows["C"]) == (True, False)
    [section] = event("GET", "/crosstable").ok()["sections"]
    assert {row["name"]: row.get("expelled", False) for row in section["rows"]} == {
        **dict.fromkeys("BCDEF", False),
        "A": True,
    }
    assert event("GET", f"/players/{event.ids['A']}/card").ok()["expelled"] is True


def test_whoever_was_expelled_is_not_paired(hall: House) -> None:
    event = begun(hall)
    event("POST", f"/players/{event.ids['A']}/expel", {}).ok()
    made = event.pair()
    playing = {row[side] for row in made["pairings"] for side in ("white_player_id", "black_player_id")}
    assert event.ids["A"] not in playing


@pytest.mark.parametrize(
    ("format", "rounds", "warned"),
    [
        pytest.param("swiss", 6, True, id="a Swiss of six has five rounds without a rematch"),
        pytest.param("swiss", 5, False, id="just as many as there are opponents"),
        pytest.param("round-robin", 7, True, id="a table of six has five rounds"),
        pytest.param("manual", 9, False, id="by hand two may meet again"),
    ],
)
def test_more_rounds_than_the_field_can_carry_are_warned_of_before_round_1(
    hall: House, format: str, rounds: int, warned: bool
) -> None:
    event = hall.user("chief").event("Open", format=format, rounds=rounds)
    assert event("GET", "").ok()["warnings"] == []
    event.players(*"ABCDEF")
    said = event("GET", "").ok()["warnings"]
    assert [one["kind"] for one in said] == (["too-many-rounds"] if warned else [])
    assert event("PATCH", "", {"place": "Hall"}).ok()["warnings"] == said
    event("POST", "/rounds", {"pairings": []} if format == "manual" else {}).ok(201)
    assert event("GET", "").ok()["warnings"] == []


def test_with_an_odd_field_everybody_has_the_bye_once(hall: House) -> None:
    event = hall.user("chief").event("Open", format="swiss", rounds=5)
    event.players(*"ABCDE")
    assert event("GET", "").ok()["warnings"] == []


def test_a_second_half_point_bye_is_refused_in_fide_mode_alone(hall: House) -> None:
    chief = hall.user("chief")
    for rules, limited in (("fide", True), ("club", False)):
        event = chief.event("Open", format="swiss", rounds=5, rules=rules)
        event.players(*"ABCDEF")
        path = f"/players/{event.ids['A']}"
        event("PUT", f"{path}/byes", {"2": "half"}).ok()
        asked = event("PUT", f"{path}/byes", {"2": "half", "4": "half"})
        if limited:
            problem = asked.refused(409, "half-bye-repeated")
            assert "A has a half-point bye in round 2" in problem["detail"]
        else:
            asked.ok()


def test_half_point_byes_can_be_denied_to_a_player(hall: House) -> None:
    event = hall.user("chief").event("Open", format="swiss", rounds=5, rules="fide")
    event.players(*"ABCDEF")
    path = f"/players/{event.ids['A']}"
    assert event("GET", path).ok()["half_byes"] is True
    assert event("PATCH", path, {"half_byes": False, "club": "Rooks"}).ok()["half_byes"] is False
    assert event("GET", "/history").ok()["commits"][0]["summary"].endswith("not entitled to half-point byes")
    assert event("PATCH", path, {"club": "Knights"}).ok()["half_byes"] is False
    event("PUT", f"{path}/byes", {"2": "half"}).refused(409, "half-byes-not-due")
    event("PUT", f"{path}/byes", {"2": "zero"}).ok()
    event("PATCH", path, {"half_byes": None}).refused(400, "malformed")

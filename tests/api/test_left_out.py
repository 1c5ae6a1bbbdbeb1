"""Nobody stays without a record: who has neither game nor bye is named when a round is closed, and can be given one.

The bye specification: "Player F shows up but is unpaired ... No way to record this"; "Full point bye (no-show,
dropped)".
"""

from __future__ import annotations

import pytest

from tests.kit.http import Event, House

KINDS = ["bye", "unpaired", "half", "zero", "absent"]


@pytest.fixture
def event(hall: House) -> Event:
    """A and B have played; C, D and E have nothing in the round, E has dropped out."""
    event = hall.user("chief").event("Open", rounds=3)
    event.players(*"ABCDE")
    event.pairs([("A", "B")])
    event.result("A", "1-0").ok()
    event("POST", f"/players/{event.ids['E']}/withdraw", {}).ok()
    return event


def rows(event: Event, *names: str) -> list[dict[str, object]]:
    return [
        {"player_id": event.ids[name], "name": name, "section": None, "withdrawn": name == "E", "byeTypes": KINDS}
        for name in names
    ]


def test_closing_says_who_has_no_record_and_what_each_can_be_given(event: Event) -> None:
    closed = event("POST", "/rounds/1/close", {}).ok()
    assert closed["status"] == "closed"
    assert closed["unpaired"] == [event.ids["C"], event.ids["D"]]
    assert closed["without_record"] == rows(event, "C", "D", "E")
    assert closed["message"] == (
        "C and D have neither game nor bye in round 1: "
        "record for each one of bye, unpaired, half-point bye, zero-point bye or absent."
    )


def test_they_stay_visible_on_the_closed_round_until_each_has_a_record(event: Event) -> None:
    event("POST", "/rounds/1/close", {}).ok()
    assert event("GET", "/rounds/1").ok()["without_record"] == rows(event, "C", "D", "E")
    for name, kind in (("C", "unpaired"), ("D", "absent"), ("E", "unpaired")):
        given = event("POST", "/rounds/1/byes", {"player_id": event.ids[name], "byeType": kind}).ok(201)
        assert (given["bye_type"], given["result"]) == (kind, f"bye_{kind}")
    seen = event("GET", "/rounds/1").ok()
    assert (seen["status"], seen["unpaired"], seen["without_record"]) == ("closed", [], [])
    points = {name: row[0] for name, row in event.standings.items()}
    assert points == {"A": 1.0, "C": 1.0, "E": 1.0, "B": 0.0, "D": 0.0}
    summaries = [commit["summary"] for commit in event("GET", "/history").ok()["commits"][:2]]
    assert summaries == ["Round 1: E unpaired", "Round 1: D absent"]


def test_nothing_is_said_where_everybody_has_a_record(event: Event) -> None:
    for name in "CD":
        event("POST", "/rounds/1/byes", {"player_id": event.ids[name], "byeType": "half"}).ok(201)
    assert event("POST", "/rounds/1/close", {}).ok()["message"] is None


def test_one_undo_takes_a_bye_of_a_closed_round_back(event: Event) -> None:
    event("POST", "/rounds/1/close", {}).ok()
    event("POST", "/rounds/1/byes", {"player_id": event.ids["C"], "byeType": "half"}).ok(201)
    event("POST", "/undo", {}).ok()
    assert event("GET", "/rounds/1").ok()["status"] == "closed"
    assert event("GET", "/rounds/1").ok()["unpaired"] == [event.ids["C"], event.ids["D"]]


def test_the_endpoint_of_the_specification_keeps_to_its_two_types(event: Event) -> None:
    bye = event("POST", "/rounds/1/byes", {"player_id": event.ids["E"], "byeType": "absent"}).ok(201)["id"]
    event.by("POST", f"/api/pairings/{bye}/bye-result", {"byeType": "absent"}).refused(400, "bye-type-unknown")
    answer = event.by("POST", f"/api/pairings/{bye}/bye-result", {"byeType": "unpaired"}).ok()
    assert answer["message"] == "Unpaired recorded: 1.0 points"

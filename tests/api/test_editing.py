"""Pairing by hand over HTTP: sessions that edits open, warnings in every answer, an acknowledged end."""

from __future__ import annotations

import pytest

from tests.kit.http import Caller, Event, House


@pytest.fixture
def chief(hall: House) -> Caller:
    return hall.user("chief")


def swiss(chief: Caller, **given: object) -> Event:
    event = chief.event("Open", format="swiss", rounds=4, **given)
    event.players(*"ABCDEF")
    return event


def test_a_change_by_hand_opens_a_session_and_says_what_speaks_against_it(chief: Caller) -> None:
    event = swiss(chief)
    event.pair()
    event.result("A", "1-0")
    event.result("B", "1-0")
    event.result("C", "1-0")
    made = event.pair()
    met = next(row for row in event("GET", "/rounds/1").ok()["pairings"])
    board = event.pairing("A", 2)
    rival = met["black_player_id"] if met["white_player_id"] == event.ids["A"] else met["white_player_id"]
    side = "black" if board["white_player_id"] == event.ids["A"] else "white"
    edited = chief("PATCH", f"/api/pairings/{board['id']}", {side: rival, "reason": "By mistake"}).ok()
    assert edited["editing"] is True
    assert "rematch" in {one["kind"] for one in edited["warnings"]}
    assert made["editing"] is False
    assert event("GET", "/rounds/2").ok()["editing"] is True
    assert event("GET", "/history").ok()["commits"][0]["reason"] == "By mistake"


def test_a_round_written_by_hand_comes_with_its_warnings(chief: Caller) -> None:
    event = swiss(chief)
    lines = [{"white": event.ids[white], "black": event.ids[black]} for white, black in ("AB", "CD", "EF")]
    first = event("POST", "/rounds", {"pairings": lines}).ok(201)
    assert (first["editing"], first["warnings"]) == (True, [])
    for name in "ACE":
        event.result(name, "1-0")
    event("POST", "/rounds/1/close", {}).ok()
    again = event("POST", "/rounds", {"pairings": lines}).ok(201)
    assert {one["kind"] for one in again["warnings"]} == {"rematch", "both-colours"}
    assert "warnings" not in event("GET", "/rounds/2").ok()


def test_a_club_event_goes_on_as_before(chief: Caller) -> None:
    """The contract's way: a round by hand or a changed pairing, then publish and close."""
    event = swiss(chief)
    event.pair()
    board = event.pairing("A")["id"]
    chief("PATCH", f"/api/pairings/{board}", {"colours": "swap"}).ok()
    assert event("POST", "/rounds/1/publish", {}).ok()["editing"] is False


def test_by_fide_s_rules_it_is_acknowledged_first(chief: Caller) -> None:
    event = swiss(chief, rules="fide")
    event.pair()
    board = event.pairing("A")["id"]
    chief("PATCH", f"/api/pairings/{board}", {"colours": "swap"}).ok()
    event("POST", "/rounds/1/publish", {}).refused(409, "round-being-edited")
    refused = event("POST", "/rounds/1/edit", {"open": False}).refused(409, "differences-not-acknowledged")
    assert "1 of its pairings differ" in refused["detail"]
    ended = event("POST", "/rounds/1/edit", {"open": False, "acknowledge": True, "reason": "The arbiter's mistake"})
    assert ended.ok()["comparison"]["here"] == ["D - A"] or ended.ok()["comparison"]["here"] == ["A - D"]
    newest = event("GET", "/history").ok()["commits"][0]
    assert newest["reason"] == "The arbiter's mistake"
    said, _, named = newest["summary"].partition("; Named in the report file: ")
    assert said == "Round 1: editing by hand ended with 1 pairing that is not the engine's"
    assert named in ("### MPA @ Round 1: 1-4 => 4-1", "### MPA @ Round 1: 4-1 => 1-4")
    event("POST", "/rounds/1/publish", {}).ok()


def test_a_manual_tournament_needs_none_of_it(chief: Caller) -> None:
    event = chief.event("Open", format="manual")
    event.players(*"ABCD")
    made = event.pairs([("A", "B"), ("C", "D")])
    assert made["editing"] is False
    board = event.pairing("A")["id"]
    assert chief("PATCH", f"/api/pairings/{board}", {"colours": "swap"}).ok()["editing"] is False


def test_a_pairing_taken_away_leaves_two_to_be_warned_of(chief: Caller) -> None:
    event = swiss(chief)
    event.pair()
    removed = chief("DELETE", f"/api/pairings/{event.pairing('A')['id']}").ok()
    assert (removed["editing"], [one["kind"] for one in removed["warnings"]]) == (True, ["left-out", "left-out"])
    assert removed["version"] == event.version


def test_a_bye_given_by_hand_is_checked(chief: Caller) -> None:
    event = chief.event("Open", format="swiss", rounds=4)
    event.players(*"ABC")
    event.pair()
    bye = next(row for row in event("GET", "/rounds/1").ok()["pairings"] if row["is_bye"])["white_player_id"]
    game = next(row for row in event("GET", "/rounds/1").ok()["pairings"] if not row["is_bye"])
    chief("PUT", f"/api/pairings/{game['id']}/result", {"result": "1-0"}).ok()
    rest = [id for id in event.ids.values() if id != bye]
    lines = [{"white": rest[0], "black": rest[1]}, {"white": bye, "byeType": "bye"}]
    second = event("POST", "/rounds", {"pairings": lines}).ok(201)
    assert {"second-bye", "rematch"} <= {one["kind"] for one in second["warnings"]}

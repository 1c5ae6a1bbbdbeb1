"""Whoever looks after the server hides or removes a tournament that is not theirs, and it is said who did."""

from __future__ import annotations

import pytest

from tests.kit.http import PASSWORD, Caller, Event, House


@pytest.fixture
def administrator(hall: House) -> Caller:
    registry = hall.podium.registry
    _, secret = registry.add_token(registry.add_user("vera", PASSWORD, administrator=True), "test")
    return Caller(hall.client, secret)


def test_an_administrator_hides_and_removes_what_is_not_theirs(
    hall: House, event: Event, administrator: Caller
) -> None:
    event("POST", "/publish", {"published": True}).ok()
    administrator("POST", f"/api/tournaments/{event.id}/take-down", {}).ok()
    assert hall.anyone("GET", f"/api/tournaments/{event.id}").status == 404
    hidden = event.by.get(f"{event.url}/history")["commits"][0]
    assert (hidden["type"], hidden["actor"]) == ("PublishTournament", "vera")
    administrator("POST", f"/api/tournaments/{event.id}/take-down", {"remove": True}).ok()
    assert event("GET", "").status == 404
    said = [each["text"] for each in administrator.get("/api/audit")["entries"] if each["tournament_id"] == event.id]
    assert "removed the tournament" in said[0]
    assert "hid the tournament" in said[1]


def test_an_archived_tournament_can_be_hidden_too(hall: House, event: Event, administrator: Caller) -> None:
    event("POST", "/publish", {"published": True}).ok()
    event("POST", "/archive", {"archived": True}).ok()
    administrator("POST", f"/api/tournaments/{event.id}/take-down", {}).ok()
    assert hall.anyone("GET", f"/api/tournaments/{event.id}").status == 404


def test_nobody_else_does(hall: House, event: Event) -> None:
    other = hall.user("otto")
    for caller, status in ((other, 403), (hall.anyone, 401)):
        assert caller("POST", f"/api/tournaments/{event.id}/take-down", {}).status == status
    event("GET", "").ok()

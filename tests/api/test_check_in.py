"""Check-in over HTTP, and what is kept of it in both databases."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from tests.kit.http import Event, House


@pytest.fixture
def event(either_hall: House) -> Event:
    event = either_hall.user("chief").event(format="swiss", rounds=3)
    event.players("Ann", "Bo", "Cy", "Di")
    event("POST", "/publish").ok()
    return event


def test_nobody_is_asked_before_it_is_open(event: Event) -> None:
    event("GET", "/check-in").refused(409, "no-check-in")


def test_who_has_come_and_what_becomes_of_the_rest(event: Event) -> None:
    version = event.version
    opened = event("POST", "/check-in", {"minutes": 20}).ok(201)
    assert (opened["round"], opened["present"], len(opened["absent"]), opened["over"]) == (1, [], 4, False)
    for name in ("Ann", "Bo", "Cy"):
        event("PUT", f"/check-in/players/{event.ids[name]}", {"present": True}).ok()
    event("PUT", f"/check-in/players/{event.ids['Cy']}", {"present": False}).ok()
    now = event("GET", "/check-in").ok()
    assert set(now["present"]) == {event.ids["Ann"], event.ids["Bo"]}
    ended = event("POST", "/check-in/end", {"absent": "half-point-bye"}).ok()
    assert (set(ended["absent"]), ended["version"]) == ({event.ids["Cy"], event.ids["Di"]}, version + 1)
    made = event.pair()
    assert sorted(row["bye_type"] for row in made["pairings"] if row["is_bye"]) == ["half", "half"]


def test_another_deadline_keeps_who_is_there(event: Event) -> None:
    first = event("POST", "/check-in", {}).ok(201)
    event("PUT", f"/check-in/players/{event.ids['Ann']}", {}).ok()
    again = event("POST", "/check-in", {"minutes": 5}).ok(201)
    assert (again["url"], again["present"], first["deadline"]) == (first["url"], [event.ids["Ann"]], None)
    assert again["deadline"] is not None


def test_what_cannot_be_is_refused(event: Event) -> None:
    event("POST", "/check-in", {"minutes": 0}).refused(400, "minutes-out-of-range")
    event("POST", "/check-in", {}).ok(201)
    assert event("PUT", "/check-in/players/nobody", {}).refused(404, "unknown-player")["value"] == "nobody"
    assert event("POST", "/check-in/end", {"absent": "shot"}).refused(400, "malformed")["value"] == "shot"


def test_players_come_for_themselves_alone(either_hall: House, event: Event) -> None:
    event("POST", "/check-in", {}).ok(201)
    ann = event.as_seen_by(either_hall.by_link(event, Role.PLAYER, "Ann"))
    assert ann("PUT", f"/check-in/players/{event.ids['Ann']}", {}).ok()["url"] is None
    ann("PUT", f"/check-in/players/{event.ids['Bo']}", {}).refused(403, "forbidden")
    ann("PUT", f"/check-in/players/{event.ids['Ann']}", {"present": False}).refused(403, "forbidden")
    ann("POST", "/check-in/end", {}).refused(403, "forbidden")
    event.as_seen_by(either_hall.anyone)("GET", "/check-in").refused(401, "credentials-missing")

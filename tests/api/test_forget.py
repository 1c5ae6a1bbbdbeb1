"""A person forgotten over HTTP: for owners, for good, and no cache keeps the name."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from tests.kit.http import Event, House

READ = ("", "/players", "/rounds", "/standings", "/crosstable", "/history", "/state", "/state?version=2", "/export/csv")


@pytest.fixture
def event(either_hall: House) -> Event:
    event = either_hall.user("chief").event()
    event.players("Ann", "Ben")
    event.players("Zebulon Quickstep", club="Wexbridge Knights", gender="m", birth="1971-03-29")
    event.pairs([("Zebulon Quickstep", "Ann")])
    event.result("Ann", "1-0").ok()
    return event


def forget(event: Event) -> int:
    version: int = event("POST", f"/players/{event.ids['Zebulon Quickstep']}/forget").ok()["version"]
    return version


def test_no_answer_names_the_person_any_more(event: Event) -> None:
    asked = [*READ, f"/players/{event.ids['Zebulon Quickstep']}/card", "/state?version=3", "/state?version=5"]
    before = [event("GET", path) for path in asked]
    assert sum(b"Zebulon" in str(each.body).encode() for each in before) > 6
    assert forget(event) == 6
    for path, old in zip(asked, before, strict=True):
        fresh = event("GET", path, If_None_Match=old.headers["etag"])
        assert fresh.status == 200, f"{path} was said not to have changed"
        assert not any(text in str(fresh.body) for text in ("Zebulon", "Wexbridge", "1971"))
    assert event.standings["Player 3"][0] == 1.0


def test_a_past_version_is_cached_until_something_changes(event: Event) -> None:
    then = event("GET", "/state?version=2")
    assert then.headers["etag"].startswith('"2-')
    assert event("GET", "/state?version=2", If_None_Match=then.headers["etag"]).status == 304


def test_it_stands_in_the_history_and_cannot_be_undone(event: Event) -> None:
    version = forget(event)
    newest = event.by.get(f"{event.url}/history")["commits"][0]
    assert (newest["type"], newest["actor"]) == ("ForgetPlayer", "chief")
    assert newest["summary"] == "The personal data of Player 3 were removed"
    assert newest["undoable"] is False
    event("POST", "/undo", {"commit": version}).refused(409, "forgotten-for-good")
    event("POST", "/undo", {"to": 4}, If_Match=f'"{version}"').ok()
    assert "Zebulon" not in str(event.by.get(f"{event.url}/state"))


def test_a_second_click_changes_nothing(event: Event) -> None:
    assert forget(event) == forget(event)


def test_only_owners_may(event: Event, either_hall: House) -> None:
    arbiter = either_hall.role(event, "arbiter", Role.ARBITER)
    path = f"/players/{event.ids['Zebulon Quickstep']}/forget"
    event.as_seen_by(arbiter)("POST", path).refused(403, "forbidden")
    event("POST", "/players/nobody/forget").refused(404, "unknown-player")


def test_what_if_says_that_nothing_played_would_change(event: Event) -> None:
    asked = {"method": "POST", "path": f"{event.url}/players/{event.ids['Zebulon Quickstep']}/forget", "body": {}}
    told = event("POST", "/what-if", asked).ok()
    assert (told["refused"], told["pairings"], told["standings"]) == (None, [], [])
    assert "Zebulon Quickstep" in event.standings

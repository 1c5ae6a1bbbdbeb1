"""The second entry of results over HTTP: blind, then compared."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from tests.kit.http import Event, House

ROUND = "/rounds/1/second-entry"


@pytest.fixture
def event(hall: House) -> Event:
    event = hall.user("chief").event(format="swiss", rounds=3)
    event.players("Ann", "Bo", "Cy", "Di")
    event("POST", "/publish").ok()
    event.pair()
    event("POST", "/rounds/1/publish").ok()
    return event


def test_the_second_entry_is_blind_until_it_is_compared(event: Event) -> None:
    first, second = (row["id"] for row in event("GET", "/rounds/1").ok()["pairings"])
    for pairing in (first, second):
        event.by("PUT", f"/api/pairings/{pairing}/result", {"result": "1-0"}).ok()
    version = event("GET", ROUND).ok()["version"]
    entered = event.by("PUT", f"/api/pairings/{first}/second-entry", {"result": "0-1"}).ok()
    assert entered == {"id": first, "board": 1, "result": "0-1", "version": version}
    blind = event("GET", ROUND).ok()
    assert [(row["id"], row["result"]) for row in blind["entries"]] == [(first, "0-1")]
    assert (blind["open"], "1-0" in str(blind)) == ([second], False)
    found = event("GET", f"{ROUND}/comparison").ok()
    assert found["differing"] == [{"id": first, "board": 1, "first": "1-0", "second": "0-1"}]
    assert (found["agreeing"], found["missing"]) == (0, [second])
    event.by("PUT", f"/api/pairings/{first}/result", {"result": "0-1", "was": "1-0"}).ok()
    event.by("PUT", f"/api/pairings/{second}/second-entry", {"result": "1-0"}).ok()
    found = event("GET", f"{ROUND}/comparison").ok()
    assert (found["agreeing"], found["differing"], found["missing"]) == (2, [], [])
    event.by("PUT", f"/api/pairings/{second}/second-entry", {"result": None}).ok()
    assert event("GET", f"{ROUND}/comparison").ok()["missing"] == [second]


def test_only_those_who_enter_results_enter_them_twice(hall: House, event: Event) -> None:
    pairing = event("GET", "/rounds/1").ok()["pairings"][0]["id"]
    ann = event.as_seen_by(hall.by_link(event, Role.PLAYER, "Ann"))
    ann("GET", ROUND).refused(403, "forbidden")
    ann.by("PUT", f"/api/pairings/{pairing}/second-entry", {"result": "1-0"}).refused(403, "forbidden")
    event.as_seen_by(hall.anyone)("GET", ROUND).refused(401, "credentials-missing")
    event.by("PUT", f"/api/pairings/{pairing}/second-entry", {"result": "2-0"}).refused(400, "result-unknown")
    event.by("PUT", "/api/pairings/none/second-entry", {"result": "1-0"}).refused(404, "unknown-pairing")
    event("GET", "/rounds/9/second-entry").refused(404, "unknown-round")

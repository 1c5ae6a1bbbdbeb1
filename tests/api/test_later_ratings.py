"""Events longer than 30 days over HTTP: the flag, the proposal, ratings by round, and which of them tie-breaks use."""

from __future__ import annotations

import pytest

from tests.kit.http import Event, House


@pytest.fixture
def league(hall: House) -> Event:
    event = hall.user("chief").event("League", "swiss", rounds=9, long_event=True, tiebreaks=["BH"])
    event.players("Ann", "Ben", rating=2000)
    return event


def test_ratings_of_later_rounds_are_set_whole_and_answered(league: Event) -> None:
    path = f"/players/{league.ids['Ann']}"
    answer = league("PUT", f"{path}/ratings", {"7": 2040, "4": 2020}).ok()
    assert (answer["rating"], answer["later_ratings"]) == (2000, {"4": 2020, "7": 2040})
    assert league("PUT", f"{path}/ratings", {"5": 2030}).ok()["later_ratings"] == {"5": 2030}
    assert league("GET", path).ok()["later_ratings"] == {"5": 2030}
    assert league("PUT", f"{path}/ratings", {}).ok()["later_ratings"] == {}


def test_what_cannot_be_is_refused_by_name(league: Event) -> None:
    path = f"/players/{league.ids['Ann']}/ratings"
    assert league("PUT", path, {"x": 2000}).refused(400, "rating-round-out-of-range")["field"] == "later_ratings"
    league("PUT", path, {"1": 2000}).refused(400, "rating-round-out-of-range")
    league("PUT", path, {"3": 9000}).refused(400, "rating-out-of-range")
    league("PATCH", "", {"long_event": False}).ok()
    league("PUT", path, {"3": 2000}).refused(409, "event-not-long")


def test_the_length_is_proposed_and_the_ratings_in_tie_breaks_are_chosen(hall: House) -> None:
    event = hall.user("chief").event("Spring", "swiss", start="2026-01-10", end="2026-04-10")
    shown = event("GET", "").ok()
    assert (shown["long_event"], shown["tiebreak_ratings"]) == (False, "first")
    assert [each["kind"] for each in shown["warnings"]] == ["long-event-proposed"]
    changed = event("PATCH", "", {"long_event": True, "tiebreak_ratings": "round", "tiebreaks": ["ARO"]}).ok()
    assert (changed["long_event"], changed["tiebreak_ratings"]) == (True, "round")
    assert [each["kind"] for each in event("GET", "").ok()["warnings"]] == ["rating-tiebreaks-in-long-event"]

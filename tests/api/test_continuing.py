"""An older event goes on as what it was, over HTTP: `POST /api/tournaments/{id}/continue`."""

from __future__ import annotations

import pytest

from tests.kit.http import Event, House
from tests.kit.loops import every


@pytest.fixture
def event(hall: House) -> Event:
    """Two published rounds of five players, paired by hand, a bye in each."""
    event = hall.user("chief").event("Old")
    event.players(*"ABCDE")
    for number, games in enumerate(([("A", "C"), ("D", "B")], [("B", "A"), ("E", "D")]), start=1):
        event.pairs(games)
        for white, _ in games:
            event.result(white, "1-0").ok()
        event("POST", f"/rounds/{number}/publish", {}).ok()
    return event


def test_it_goes_on_as_a_swiss_and_the_engine_pairs(event: Event) -> None:
    before = event("GET", "/rounds").ok()["rounds"]
    changed = event("POST", "/continue", {"format": "swiss", "rounds": 5}).ok()
    assert (changed["format"], changed["rounds"]) == ("swiss", 5)
    assert changed["tiebreaks"] == ["PTS", "BH/C1", "BH", "DE", "WIN", "BWG"]  # none were chosen before
    assert event("GET", "/rounds").ok()["rounds"] == before  # the same ids, boards, results and byes
    third = event.pair()
    assert third["engine"] == "podium-dutch"
    [bye] = [row["white_player_id"] for row in third["pairings"] if row["is_bye"]]
    assert bye not in (event.ids["E"], event.ids["C"])  # who had it before
    summary = event("GET", "/history").ok()["commits"][1]["summary"]
    changed = "format swiss (was manual), rounds 5 (was none), tie-breaks PTS, BH/C1, BH, DE, WIN, BWG (was none)"
    assert summary == f"Settings: {changed}"


def test_one_undo_takes_it_back(event: Event) -> None:
    event("POST", "/continue", {"format": "swiss", "rounds": 5}).ok()
    event("POST", "/undo", {}).ok()
    tournament = event("GET", "").ok()
    assert (tournament["format"], tournament["rounds"]) == ("manual", None)


@every(
    ("body", "status", "code"),
    [
        ({"format": "swiss"}, 400, "swiss-needs-rounds"),
        ({"format": "swiss", "rounds": 1}, 409, "rounds-exist"),
        ({"format": "doubles"}, 409, "rounds-exist"),
        ({"format": "chess"}, 400, "format-unknown"),
        ({"rounds": 5}, 400, "format-missing"),
        ({"format": "swiss", "rounds": 5, "speed": 1}, 400, "malformed"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_changes(
    event: Event, body: dict[str, object], status: int, code: str
) -> None:
    before = event.version
    event("POST", "/continue", body).refused(status, code)
    assert event.version == before


def test_the_settings_alone_do_not_change_the_format_of_rounds_that_exist(event: Event) -> None:
    event("PATCH", "", {"format": "swiss", "rounds": 5}).refused(409, "rounds-exist")


def test_a_round_robin_follows_its_table(hall: House) -> None:
    event = hall.user("chief").event("Old")
    event.players(*"ABCD")
    event.pairs([("C", "B"), ("A", "D")])
    for name in "CA":
        event.result(name, "1-0").ok()
    event("POST", "/rounds/1/publish", {}).ok()
    event("POST", "/continue", {"format": "round-robin"}).ok()
    assert [row["round"] for row in event("POST", "/rounds/all", {}).ok(201)["rounds"]] == [2, 3]


def test_two_who_met_twice_are_named(event: Event) -> None:
    event.pairs([("C", "A")])
    event("POST", "/rounds/3/publish", {}).ok()
    problem = event("POST", "/continue", {"format": "round-robin"}).refused(409, "met-too-often")
    assert problem["detail"].startswith('"C" and "A" met in rounds 1 and 3')


def test_it_can_be_tried_first(event: Event) -> None:
    asked = {"method": "POST", "path": f"/api/tournaments/{event.id}/continue", "body": {"format": "doubles"}}
    assert event("POST", "/what-if", asked).ok()["refused"]["code"] == "rounds-exist"

"""The story over HTTP: the podium at the end, figures, upsets, the race, and pictures as files."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from podium.app.pictures.svg import FINGERPRINT
from tests.kit.http import Caller, Event, House, Json

SVG = "image/svg+xml"


@pytest.fixture
def over(chief: Caller) -> Event:
    """Four players, two rounds, an upset, all closed."""
    event = chief.event(format="manual", rounds=2)
    for at, name in enumerate(("Ann", "Ben", "Cid", "Dan")):
        event.players(name, rating=2000 - 100 * at, birth="1990-05-04", disability="blind")
    event("POST", "/publish").ok()
    for number, results in enumerate(({"Ann": "1-0", "Cid": "0-1"}, {"Ann": "1-0", "Ben": "1/2-1/2"}), start=1):
        event.pairs([("Ann", "Ben"), ("Cid", "Dan")] if number == 1 else [("Ann", "Dan"), ("Ben", "Cid")])
        event("POST", f"/rounds/{number}/publish").ok()
        for name, result in results.items():
            event.result(name, result).ok()
        if number == 1:
            assert event.by.get(f"{event.url}/story")["sections"][0]["podium"] == []
        event("POST", f"/rounds/{number}/close").ok()
    return event


def told(event: Event) -> Json:
    answer: Json = event.by.get(f"{event.url}/story")
    return answer


def test_the_podium_comes_at_the_end_with_what_decided(over: Event) -> None:
    answer = told(over)
    assert answer["over"] is True
    [section] = answer["sections"]
    first = section["podium"][0]
    assert (first["rank"], first["shared"], first["decided"]) == (1, False, "1 ahead on points")
    assert first["players"] == [{"player_id": over.ids["Ann"], "name": "Ann", "points": 2.0}]


def test_figures_upsets_and_race(over: Event) -> None:
    [section] = told(over)["sections"]
    facts = section["facts"]
    assert (facts["players"], facts["rounds"], facts["games"]) == (4, 2, 4)
    assert (facts["white_wins"], facts["draws"], facts["black_wins"]) == (2, 1, 1)
    assert facts["average_rating"] == 1850
    assert facts["longest_unbeaten_run"]["length"] == 2
    assert facts["biggest_upset"] == section["upsets"][0]
    assert section["upsets"][0]["difference"] == 100
    assert section["rounds"] == [1, 2]
    assert section["race"][0] == {
        "player_id": over.ids["Ann"],
        "name": "Ann",
        "rank": 1,
        "points": [1.0, 2.0],
        "places": [1, 1],
    }


def test_every_picture_is_at_its_address(over: Event) -> None:
    found = told(over)["sections"][0]["pictures"]
    assert [each["name"] for each in found] == ["race", "ranks", "crosstable", "colours", "upsets"]
    for each in found:
        answer = over.by("GET", each["url"])
        svg = answer.ok()
        assert answer.headers["content-type"].startswith(SVG)
        assert FINGERPRINT in answer.headers["content-security-policy"]
        assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_a_player_can_be_shown_beside_the_best(over: Event) -> None:
    dan = over.ids["Dan"]
    svg = over("GET", f"/pictures/race.svg?top=1&player={dan}").ok().decode()
    assert svg.count('class="line') == 2
    over("GET", "/pictures/race.svg?player=nobody").refused(404, "unknown-player")
    over("GET", "/pictures/race.svg?section=Z").refused(404, "unknown-section")
    over("GET", "/pictures/race.svg?top=0").refused(400, "top-out-of-range")
    over("GET", "/pictures/race.svg?top=many").refused(400, "malformed")


@pytest.mark.parametrize("name", ["race", "race.png", "network.svg", "nothing.svg"])
def test_there_is_no_other_picture(over: Event, name: str) -> None:
    over("GET", f"/pictures/{name}").refused(404, "unknown-picture")


def test_the_public_sees_what_is_published_and_nothing_personal(hall: House, over: Event) -> None:
    public = over.as_seen_by(hall.anyone)
    answer = public("GET", "/story")
    assert "1990" not in str(answer.ok())
    assert "blind" not in str(answer.body)
    assert public("GET", "/pictures/race.svg").status == 200
    over("POST", "/publish", {"published": False}).ok()
    public("GET", "/story").refused(404, "unknown-tournament")
    public("GET", "/pictures/race.svg").refused(404, "unknown-tournament")


def test_an_event_without_players_has_no_sections(event: Event) -> None:
    assert told(event) == {"version": event.version, "over": False, "sections": []}
    event("GET", "/pictures/race.svg").refused(404, "unknown-picture")


def test_doubles_have_no_wins_by_colour(chief: Caller) -> None:
    event = chief.event(format="doubles", rounds=1)
    event.players("Ann", "Ben", "Cid", "Dan")
    facts = told(event)["sections"][0]["facts"]
    assert (facts["white_wins"], facts["draws"], facts["black_wins"]) == (None, None, None)

"""What is fixed once round 1 of a Swiss in FIDE mode is paired, over HTTP; ratings that tie-breaks need; uploading."""

from __future__ import annotations

import pytest

from podium.flow.event.declaration import PLAYER_KINDS, Fixed
from podium.flow.event.settings import GIVEN, formats_with
from tests.api.test_fide_mode import play
from tests.kit.http import Caller, Event
from tests.kit.options import another_value

RATED = [{"name": name, "rating": 2000 - 10 * at} for at, name in enumerate("ABCD")]
UNRATED = {"players": [{"name": "New"}]}


@pytest.fixture
def event(chief: Caller) -> Event:
    event = chief.event(format="swiss", rules="fide", rounds=1, tiebreaks=["ARO", "BH"], scoring="3-1-0")
    event("POST", "/players", {"players": RATED}).ok(201)
    return event


def test_each_is_refused_and_nothing_changes(event: Event) -> None:
    event.pair()
    before = event("GET", "").ok()
    for option in GIVEN.values():
        if option.fixed is Fixed.NEVER or "swiss" not in formats_with(option) or option.kind in PLAYER_KINDS:
            continue
        if option.json == "long_event":
            continue  # its own test: it changes nothing here
        value = {"rounds": 7, "rules": "club"}.get(option.json, option.write(another_value(option)))
        further = {}
        if option.json == "format":
            value, further = "round-robin", {"tiebreaks": ["ARO"]}
        refused = event("PATCH", "", {option.json: value, **further}, Podium_Acknowledge="1")
        assert (refused.status, option.json) == (409, option.json), refused
    assert event("GET", "").ok() == before


def test_an_unrated_player_is_asked_about_wherever_ratings_are_needed_and_there_is_a_way_out(event: Event) -> None:
    assert event("GET", "").ok()["warnings"] == []
    asked = event("POST", "/players", UNRATED).refused(409, "fide-mode-asks")
    assert (asked["level"], asked["cautions"][0]["code"]) == ("L2", "tiebreak-needs-ratings")
    assert asked["cautions"][0]["names"] == ["New"]
    assert len(event("GET", "/players").ok()["players"]) == 4
    listed = ("POST", f"{event.url}/players/import", b"name,rating\nNew,\n", "text/csv")
    event.by.raw(*listed).refused(409, "fide-mode-asks")
    event.by.raw(*listed, Podium_Acknowledge="1").ok()
    assert [each["kind"] for each in event("GET", "").ok()["warnings"]] == ["tiebreak-unrated-players"]
    event("POST", "/rounds", {}).refused(409, "fide-mode-asks")
    event("POST", "/rounds", {}, Podium_Acknowledge="1").ok(201)
    for row in event("GET", "/rounds/1").ok()["pairings"]:
        if row["black_player_id"] is not None:
            event.by("PUT", f"/api/pairings/{row['id']}/result", {"result": "1-0"}).ok()
    event("GET", "/export/trf").refused(409, "tiebreak-unrated-players")
    event("PATCH", "", {"unrated_method": "lowest"}).refused(409, "fide-mode-asks")
    event("PATCH", "", {"unrated_method": "lowest"}, Podium_Acknowledge="1").ok()
    written = event("GET", "/export/trf").ok().decode()
    assert "### Configuration @ Round 1: unrated none => unrated lowest" in written
    assert "### Unrated in tie-breaks: lowest" in written
    assert all("ARO" in row["tiebreaks"] for row in event("GET", "/standings").ok()["standings"])


def test_a_file_that_brings_the_same_list_says_so_and_can_be_put_right(event: Event, chief: Caller) -> None:
    event.pair()
    lines = event("GET", "/export/itdx").ok().decode().splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("001"))
    lines[first] = lines[first][:48] + "    " + lines[first][52:]
    made = chief.raw("POST", "/api/tournaments/import", "\n".join(lines).encode(), "text/plain").ok(201)
    assert [each["kind"] for each in made["warnings"]] == ["tiebreak-unrated-players"]
    there = Event(chief, made["id"])
    there("PATCH", "", {"unrated": 1400}).refused(409, "fide-mode-asks")
    there("PATCH", "", {"unrated": 1400}, Podium_Acknowledge="1").ok()


def test_what_the_report_lacks_to_be_uploaded_is_listed(event: Event) -> None:
    lacks = event("GET", "/upload-check").ok()
    assert not lacks["ready"]
    assert [each.partition(":")[0] for each in lacks["lacks"]] == [
        "FIDE’s report still asks for",
        "Players without a FIDE number (4)",
        "Rounds that are not paired",
    ]
    play(event, 1)
    for at, player in enumerate(event("GET", "/players").ok()["players"]):
        event("PATCH", f"/players/{player['id']}", {"fide_id": f"46123{at:02}"}).ok()
    given = {"place": "Bonn", "federation": "GER", "start": "2026-11-14", "end": "2026-11-15", "rate_of_play": "90+30"}
    event("PATCH", "", {**given, "chief_arbiter": "IA Berg, Anna", "round_dates": ["2026-11-16"]}).ok()
    assert event("GET", "/upload-check").ok()["lacks"] == [
        "The dates of the rounds do not follow one another from the first to the last day.",
        "Arbiters without a FIDE number: Berg, Anna.",
    ]
    event("PATCH", "", {"chief_arbiter": "IA Berg, Anna (4612345)", "round_dates": ["2026-11-14", "2026-11-15"]}).ok()
    assert event("GET", "/upload-check").ok()["lacks"] == ["Dates of rounds: 2, of rounds there are 1."]
    event("PATCH", "", {"round_dates": ["2026-11-15"]}).ok()
    assert event("GET", "/upload-check").ok()["ready"]

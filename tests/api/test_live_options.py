"""What a director decides about live games, over the API."""

from __future__ import annotations

import pytest

from tests.kit.http import Caller, Event, House
from tests.kit.loops import every

ARMAGEDDON = {"white": "5+0", "black": "4+0"}
UTC = "2026-08-31T14:00:00.000+00:00"


@pytest.mark.parametrize("format", ["swiss", "round-robin", "manual", "knockout"])
def test_an_event_is_live_with_a_time_control(chief: Caller, format: str) -> None:
    """The contract: `"live": true` on the tournament, with `timeControl`."""
    given = {
        "live": True,
        "timeControl": ARMAGEDDON,
        "drawRuleMode": "NO_DRAW_OFFER",
        "drawConfig": {"minMove": 30, "maxOffers": 2, "claims": True},
        "noShowWait": 60,
        "publicDelay": 15,
    }
    made = chief("POST", "/api/tournaments", {"name": "Open", "format": format, **given}).ok(201)
    assert {name: made[name] for name in given} == given
    url = f"/api/tournaments/{made['id']}"
    changed = chief("PATCH", url, {"live": False, "noShowWait": None, "timeControl": "3+2"}).ok()
    assert (changed["live"], changed["noShowWait"], changed["timeControl"]) == (False, None, "3+2")
    listed = chief.get("/api/tournaments")["tournaments"]
    assert [each["id"] for each in listed] == [made["id"]]


def test_an_armageddon_game_has_a_time_control_of_its_own(chief: Caller) -> None:
    event = chief.event(format="knockout", tieBreakPolicy="ARMAGEDDON", armageddonTimeControl=ARMAGEDDON)
    event.players("Ann", "Ben")
    event.pair()
    [parent] = event.by.get(f"{event.url}/matches")["matches"]
    chief("PUT", f"/api/matches/{parent['id']}/result", {"result": "DRAW"}).ok()
    game = event.by.get(f"{event.url}/matches")["matches"][1]
    assert (game["tieBreakType"], game["timeControlOverride"]) == ("ARMAGEDDON", ARMAGEDDON)


def test_clocks_are_said_as_over_the_board_and_kept_in_one_spelling(either_hall: House) -> None:
    event = either_hall.user("chief").event(format="knockout", tieBreakPolicy="RAPID", timeControl="40/90+30:30+30")
    sides = {"white": "0:30+0", "black": "20/5d3 : 1b2"}
    changed = event("PATCH", "", {"tieBreakTimeControl": "0:45+02", "armageddonTimeControl": sides}).ok()
    assert changed["timeControl"] == "40/90+30 : 30+30"
    assert (changed["tieBreakTimeControl"], changed["armageddonTimeControl"]) == ("0:45+2", sides)
    refused = event("PATCH", "", {"timeControl": "40/90+30"})
    assert (refused.status, refused.body["code"], refused.body["value"]) == (400, "time-control-malformed", "40/90+30")
    assert "40/90+30 : 30+30" in refused.body["detail"]


@every(
    ("given", "code"),
    [
        ({"format": "swiss", "timeControl": "nonsense"}, "time-control-malformed"),
        ({"format": "swiss", "timeControl": {"white": "5+0"}}, "time-control-malformed"),
        ({"format": "swiss", "timeControl": {"white": 5, "black": 4}}, "malformed"),
        ({"format": "swiss", "timeControl": 10}, "malformed"),
        ({"format": "swiss", "live": "yes"}, "malformed"),
        ({"format": "swiss", "noShowWait": -1}, "count-out-of-range"),
        ({"format": "swiss", "noShowWait": 1_000_000_000}, "count-out-of-range"),
        ({"format": "swiss", "noShowWait": "300"}, "malformed"),
        ({"format": "swiss", "publicDelay": 121}, "count-out-of-range"),
        ({"format": "swiss", "publicDelay": 0.5}, "malformed"),
        ({"format": "swiss", "drawRuleMode": "NO_DRAW"}, "no-draw-outside-knockout"),
        ({"format": "swiss", "armageddonTimeControl": "5+0"}, "setting-of-knockout"),
        ({"format": "doubles", "live": True}, "live-not-in-format"),
        ({"format": "doubles", "timeControl": "5+0"}, "setting-of-live-games"),
    ],
)
def test_what_cannot_be_is_named(chief: Caller, given: dict[str, object], code: str) -> None:
    [field] = given.keys() - {"format"}
    refused = chief("POST", "/api/tournaments", {"name": "Open", **given}).refused(400, code)
    assert refused["field"].startswith(field)
    assert refused["detail"]


def test_a_round_is_published_with_the_time_when_its_games_start(event: Event) -> None:
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    for value in ("tomorrow", "2026-08-31T14:00", ""):
        refused = event("POST", "/rounds/1/publish", {"startsAt": value}).refused(400, "moment-malformed")
        assert (refused["field"], refused["value"]) == ("startsAt", value)
    event("POST", "/rounds/1/publish", {"startsAt": 5}).refused(400, "malformed")
    assert event("POST", "/rounds/1/publish", {"startsAt": "2026-08-31T16:00+02:00"}).ok()["startsAt"] == UTC
    assert event.by.get(f"{event.url}/rounds/1")["startsAt"] == UTC


def test_the_body_of_a_publication_may_be_missing(event: Event) -> None:
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    assert event("POST", "/rounds/1/publish").ok()["startsAt"] is None

"""Events longer than 30 days on the pages: proposed, advised on, and ratings of later rounds on the player's form."""

from __future__ import annotations

from podium.flow.commands import ChangeSettings, EditPlayer, SetLaterRatings
from tests.web.conftest import Event, House


def league(house: House) -> Event:
    event = house.event("Ann", "Ben", format="swiss", rounds=4, long_event=True)
    event.do(EditPlayer(event.player("Ann"), {"rating": 2100}))
    return event


def test_the_ratings_of_later_rounds_are_entered_at_the_player(house: House) -> None:
    event = league(house)
    arbiter, card = house.visitor("arbiter"), f"{event.url}/players/{event.player('Ann')}"
    arbiter.get(f"{card}/edit")
    fields = {"rating-2": "2110", "rating-4": " 2130 "}
    page = arbiter.submit(f"{card}/ratings", **fields)
    assert event.state.players[event.player("Ann")].later_ratings == {2: 2110, 4: 2130}
    assert "2100, 2110 from round 2 on, 2130 from round 4 on" in page.text
    arbiter.get(f"{card}/edit")
    arbiter.submit(f"{card}/ratings", **{"rating-2": ""})
    assert event.state.players[event.player("Ann")].later_ratings == {4: 2130}


def test_what_is_no_rating_is_said(house: House) -> None:
    event = league(house)
    arbiter, card = house.visitor("arbiter"), f"{event.url}/players/{event.player('Ann')}"
    arbiter.get(f"{card}/edit")
    page = arbiter.submit(f"{card}/ratings", **{"rating-2": "strong"})
    assert page.problem == 'The rating "strong" is not possible: use 0 to 4000.'
    assert event.state.players[event.player("Ann")].later_ratings == {}


def test_an_event_that_is_not_long_asks_for_no_further_ratings(house: House) -> None:
    event = league(house)
    event.do(SetLaterRatings(event.player("Ann"), {2: 2110}))
    event.do(ChangeSettings({"long_event": False}))
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/players/{event.player('Ann')}/edit")
    assert not page.all("form", id="ratings")
    assert "2110" not in arbiter.get(f"{event.url}/players/{event.player('Ann')}").text


def test_the_advice_stands_where_tie_breaks_are_chosen(house: House) -> None:
    advice = "FIDE advises against tie-breaks on ratings in an event longer than 30 days (C.07, article 10)."
    event = house.event(format="swiss", profile="rated")
    arbiter = house.visitor("arbiter")
    assert advice not in arbiter.get(f"{event.url}/settings").text
    event.do(ChangeSettings({"long_event": True, "tiebreaks": ["BH"]}))
    assert arbiter.get(f"{event.url}/settings").text.count(advice) == 2  # the usual lists, and codes of one's own
    event.do(ChangeSettings({"tiebreaks": ["ARO"]}))
    assert f"{advice} Chosen are: ARO." in arbiter.get(f"{event.url}/settings").text


def test_dates_propose_it(house: House) -> None:
    event = house.event(format="swiss", start="2026-01-10", end="2026-04-10")
    proposed = "By its dates the event lasts 91 days"
    arbiter = house.visitor("arbiter")
    assert proposed in arbiter.get(f"{event.url}/settings").text
    assert proposed in arbiter.get(event.url).text
    event.do(ChangeSettings({"long_event": True}))
    assert proposed not in arbiter.get(f"{event.url}/settings").text

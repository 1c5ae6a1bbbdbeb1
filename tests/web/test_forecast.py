"""The pages of forecasts: said to be one, folded where they are not the main thing, away where they are not wanted."""

from __future__ import annotations

import re

from podium.app.accounts.credentials import LANGUAGE_COOKIE
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    ChangeSettings,
    CloseRound,
    PairRound,
    PublishRound,
    RecordResult,
    RecordSets,
    SetPrizes,
)
from podium.flow.state import Side
from tests.kit.finished import people
from tests.kit.waiting import until
from tests.web.conftest import Event, House


def _swiss(house: House) -> Event:
    event = house.event(format="swiss", rounds=3, tiebreaks=["BH/C1"])
    event.do(AddPlayers(people()))
    return event


def test_the_page_says_that_it_is_a_forecast_and_how_sure(house: House) -> None:
    event = _swiss(house)
    public = house.visitor()
    until(lambda: "not a fact" in public.get(f"/t/{event.id}/forecast").text)
    page = public.get(f"/t/{event.id}/forecast")
    assert "Ann" in page.text
    assert "%" in page.text
    assert re.search(r"1,?000 times|being worked out", page.text)
    [here] = page.all("a", **{"aria-current": "page", "href": f"/t/{event.id}/forecast"})
    assert here.text == "Forecast"
    german = house.visitor().bring(LANGUAGE_COOKIE, "de")
    until(lambda: re.search(r"Ann .* \d,\d", german.get(f"/t/{event.id}/forecast").text) is not None)
    assert not re.search(r"\d\.\d", german.page.text)


def test_nothing_of_chess_is_said_of_an_evening_of_doubles(house: House) -> None:
    event = house.event(*(player.name for player in people()), format="doubles", rounds=3, setsToWin=1)
    event.do(PairRound(1))
    event.do(PublishRound(1))
    event.do(RecordSets(event.state.rounds[0].in_order[0].id, {Side.HOME: 1, Side.AWAY: 0}))
    public = house.visitor()
    until(lambda: "depends most on" in public.get(f"/t/{event.id}/forecast").text)
    assert not re.search("board|white|black|game", public.page.text, re.IGNORECASE)


def test_it_is_folded_on_the_overview_and_on_cards(house: House) -> None:
    event = _swiss(house)
    event.do(PairRound(1))
    event.do(PublishRound(1))
    public = house.visitor()
    best = next(iter(event.state.players))
    whole, own = f"/t/{event.id}/forecast", f"/t/{event.id}/forecast?player={best}"
    for page, address in ((f"/t/{event.id}", whole), (f"/t/{event.id}/players/{best}", own)):
        [fold] = public.get(page).all("details", **{"hx-get": address})
        assert "open" not in fold.attributes
    until(lambda: "after a win" in public.get(own).text)
    assert "What players need" in public.get(own).text


def test_a_player_reads_the_odds_of_every_place_and_prize(house: House) -> None:
    event = _swiss(house)
    event.do(SetPrizes(({"name": "Open", "prizes": [{"place": 1, "cash": 50}]},)))
    best, public = next(iter(event.state.players)), house.visitor()
    own = f"/t/{event.id}/forecast?player={best}"
    until(lambda: "Every place" in public.get(own).text)
    said = public.get(own).text
    assert "Place 2" in said
    assert "Open, place 1" in said
    assert "Prize" in public.get(f"/t/{event.id}/forecast").text


def test_the_wall_has_it_where_a_director_wants_it(house: House) -> None:
    event = _swiss(house)
    event.do(PairRound(1))
    event.do(PublishRound(1))
    wall = f"/t/{event.id}/screen?show=forecast"
    until(lambda: "likely to win" in house.visitor().get(wall).text)


def test_it_is_away_where_it_is_not_wanted(house: House) -> None:
    event = _swiss(house)
    event.do(ChangeSettings({"forecasts": "off"}))
    public = house.visitor()
    assert not public.get(f"/t/{event.id}").all("details", **{"hx-get": f"/t/{event.id}/forecast"})
    assert "shows no forecasts" in public.get(f"/t/{event.id}/forecast").text


def test_the_story_shows_how_the_odds_moved(house: House) -> None:
    event = _swiss(house)
    event.do(PairRound(1))
    event.do(PublishRound(1))
    for game in event.state.rounds[0].boards:
        event.do(RecordResult(game.id, Result.WHITE_WINS))
    event.do(CloseRound(1))
    public = house.visitor()
    until(lambda: "How the odds moved" in public.get(f"/t/{event.id}/story").text)
    drawn = public.client.get(f"/t/{event.id}/pictures/odds.svg")
    assert drawn.status_code == 200
    assert "Ann" in drawn.text

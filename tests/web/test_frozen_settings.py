"""What is fixed once round 1 is paired in FIDE mode, on the pages; ratings that tie-breaks need; uploading."""

from __future__ import annotations

import pytest

from podium.app.event.templates import copied_settings
from podium.core.result import Result
from podium.flow.commands import CloseRound, PairRound
from podium.flow.event.tournament import frozen_options
from podium.web.event.settings_form import field_names
from tests.web.conftest import Event, House


@pytest.fixture
def swiss(house: House) -> Event:
    return house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rules="fide", rounds=1, tiebreaks=["ARO", "BH"])


def test_fields_are_disabled_and_a_form_from_before_changes_nothing(house: House, swiss: Event) -> None:
    owner = house.visitor("owner")
    before = owner.get(f"{swiss.url}/settings")
    names = [name for name in before.form(f"{swiss.url}/settings").fields if name in ("numbering", "equal_order")]
    assert names == ["numbering", "equal_order"]
    swiss.do(PairRound())
    settings = swiss.state.settings
    owner.submit(f"{swiss.url}/settings", numbering="list", equal_order="lots", starting_rank="NRO", scoring="3-1-0")
    assert copied_settings(swiss.state.settings) == copied_settings(settings)
    shown = owner.get(f"{swiss.url}/settings").form(f"{swiss.url}/settings").fields
    fixed = {name for option in frozen_options(swiss.state) for name in field_names(option)}
    assert fixed.isdisjoint(shown)


def test_an_unrated_player_is_asked_about(house: House, swiss: Event) -> None:
    owner = house.visitor("owner")
    owner.get(f"{swiss.url}/players")
    asked = owner.submit(f"{swiss.url}/players", name="New")
    assert owner.status == 409
    assert "New: without a rating, though the tie-breaks of the event need one." in asked.text
    assert len(swiss.state.players) == 4
    owner.submit(f"{swiss.url}/players")
    assert len(swiss.state.players) == 5
    assert "needs a rating of everybody" in owner.get(f"{swiss.url}/settings").text
    assert "needs a rating of everybody" in owner.get(swiss.url).text


def test_the_page_of_the_event_says_what_the_report_lacks_once_rounds_are_paired(house: House, swiss: Event) -> None:
    arbiter = house.visitor("arbiter")
    assert "Players without a FIDE number" not in arbiter.get(swiss.url).text
    swiss.do(PairRound())
    swiss.record(1, Result.WHITE_WINS, Result.WHITE_WINS)
    swiss.do(CloseRound(1))
    shown = arbiter.get(swiss.url).text
    assert "chief arbiter, rate of play, dates of the rounds." in shown
    assert "Players without a FIDE number (4): Ann, Ben, Cid, Dan." in shown
    assert "Players without a FIDE number" not in house.visitor().get(swiss.url).text

"""Live games in the form of the settings, and the time when a round of them starts."""

from __future__ import annotations

import pytest

from podium.flow.commands import PairRound, PublishRound
from podium.flow.state import Stage
from podium.knockout import DrawConfig
from tests.web.conftest import House


def test_a_swiss_becomes_live_in_the_form(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss")
    owner = house.visitor("owner")
    owner.get(f"{event.url}/settings")
    owner.submit(
        f"{event.url}/settings",
        live="true",
        timeControl="5+0/4+0",
        claims="true",
        minMove="30",
        noShowWait="",
        publicDelay="15",
    )
    settings = event.state.settings
    assert (settings.live, settings.time_control, settings.no_show_wait, settings.public_delay) == (
        True,
        "5+0/4+0",
        None,
        15,
    )
    assert settings.draw_config == DrawConfig(30, claims=True)
    fields = owner.get(f"{event.url}/settings").form(f"{event.url}/settings").fields
    assert (fields["live"], fields["timeControl"], fields["claims"]) == ("true", "5+0/4+0", "true")
    owner.submit(f"{event.url}/settings", claims="false", minMove="")
    assert event.state.settings.draw_config is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("timeControl", "fast"),
        ("timeControl", "5+0/"),
        ("noShowWait", "-1"),
        ("noShowWait", "soon"),
        ("publicDelay", "1000000000"),
        ("publicDelay", ""),
        ("drawRuleMode", "NO_DRAW"),
        ("claims", "maybe"),
        ("live", "perhaps"),
    ],
)
def test_what_cannot_be_stands_at_its_field(house: House, field: str, value: str) -> None:
    event = house.event(format="swiss")
    owner = house.visitor("owner")
    owner.get(f"{event.url}/settings")
    owner.submit(f"{event.url}/settings", **{field: value})
    assert owner.status == 400
    assert owner.page.errors.keys() == {field}
    assert event.state.settings.live is False


def test_a_format_that_is_not_played_live_can_be_chosen_in_the_form(house: House) -> None:
    event = house.event(format="swiss")
    owner = house.visitor("owner")
    owner.get(f"{event.url}/settings")
    owner.submit(f"{event.url}/settings", format="doubles", preset="none")
    assert event.state.settings.format == "doubles"


@pytest.mark.parametrize("format", ["swiss", "knockout"])
def test_a_round_of_live_games_is_started_by_the_clock_of_the_event(house: House, format: str) -> None:
    event = house.event("Ann", "Ben", format=format, live=True, time_zone="Europe/Berlin")
    event.do(PairRound())
    if format == "swiss":
        event.do(PublishRound(1))
    here = f"{event.url}/rounds/1" if format == "swiss" else f"{event.url}/bracket"
    arbiter = house.visitor("arbiter")
    arbiter.get(here)
    assert "Games start at (Europe/Berlin)" in arbiter.page.text
    arbiter.submit(f"{event.url}/rounds/1/start", startsAt="tomorrow")
    assert arbiter.status == 400
    arbiter.get(here)
    arbiter.submit(f"{event.url}/rounds/1/start", startsAt="2026-08-31T16:00")
    assert event.state.rounds[0].starts_at == "2026-08-31T14:00:00.000+00:00"
    assert "31 Aug 2026 16:00 (Europe/Berlin)" in arbiter.get(here).text
    arbiter.submit(f"{event.url}/rounds/1/hold")
    assert [each.starts_at for each in event.state.rounds] == [None]
    assert "Games start at (" not in house.visitor().get(here).text


def test_a_round_that_is_reported_by_hand_asks_for_no_time(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss")
    event.do(PairRound())
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/rounds/1")
    assert "startsAt" not in arbiter.page.form(f"{event.url}/rounds/1/publish").fields
    arbiter.submit(f"{event.url}/rounds/1/publish")
    assert event.state.rounds[0].stage is Stage.PUBLISHED

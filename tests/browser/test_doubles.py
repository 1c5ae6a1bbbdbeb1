"""Doubles on two phones: thumbs on large buttons, one side each, everything live."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from podium.flow.commands import CloseRound, PairRound, PublishRound, RecordSets
from podium.flow.state import Match, Side
from tests.browser.conftest import Complaints, Hall, fits
from tests.kit.loops import every
from tests.web.conftest import Event

PHONE = {"width": 390, "height": 844}
THUMB = 44  # the least size of a button in pixels


def matches(event: Event) -> list[Match]:
    return [each for each in event.state.rounds[-1].in_order if isinstance(each, Match)]


@pytest.fixture
def event(hall: Hall) -> Event:
    """Ten players in the second round of nine."""
    event = hall.house.event(*(f"Maximiliane Musterfrau {n:02}" for n in range(1, 11)), format="doubles", rounds=9)
    event.do(PairRound())
    for match in matches(event):
        event.do(RecordSets(match.id, {Side.HOME: 3, Side.AWAY: 1}))
    event.do(CloseRound(1))
    event.do(PairRound())
    event.do(PublishRound(2))
    return event


def test_two_phones_count_one_side_each(
    hall: Hall, event: Event, context: BrowserContext, browser: Browser, complaints: Complaints
) -> None:
    hall.enter(context, "scorer")
    second = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    hall.enter(second, "arbiter")
    one, other = context.new_page(), second.new_page()
    one.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    for phone in (one, other):
        phone.goto(hall.address(event, "/rounds/2"))
        expect(phone.locator("#live")).to_have_attribute("data-state", "connected")
    box = one.locator("#sets-1-home").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= THUMB
    for shown in ("0", "1", "2", "3"):
        one.locator("#sets-1-home").click()
        expect(one.locator("#sets-1-home")).to_have_text(shown)
    for shown in ("0", "1"):
        other.locator("#sets-1-away").click()
        expect(other.locator("#sets-1-away")).to_have_text(shown)
    expect(one.locator("#sets-1-away")).to_have_text("1")
    expect(other.locator("#sets-1-home")).to_have_text("3")
    expect(one.locator("#table-1")).to_have_class(re.compile("decided"))
    second.close()


def test_every_tap_counts_however_fast(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context, "scorer")
    phone = context.new_page()
    phone.goto(hall.address(event, "/rounds/2"))
    phone.evaluate("for (let tap = 0; tap < 4; tap++) document.querySelector('#sets-1-home').click()")
    expect(phone.locator("#sets-1-home")).to_have_text("3")
    assert matches(event)[0].sets.home == 3


@every("path", ["/rounds/2", "/standings", "/screen", "/crosstable", "/settings", ""])
def test_no_page_of_doubles_scrolls_sideways_on_a_phone(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints, path: str
) -> None:
    hall.enter(context, "owner")
    page = context.new_page()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    page.goto(hall.address(event, path))
    fits(page)


def test_the_screen_is_live(hall: Hall, event: Event, context: BrowserContext, complaints: Complaints) -> None:
    page = context.new_page()
    with page.expect_response(re.compile(r"/events(\?|$)")):
        page.goto(hall.address(event, "/screen"))
    event.do(RecordSets(matches(event)[0].id, {Side.HOME: 3, Side.AWAY: 2}))
    expect(page.locator(".shown .wall-score").first).to_have_text("3:2")


def test_a_round_is_written_by_hand_and_its_names_are_struck_off(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event("Ann", "Ben", "Cid", "Dan", "Eve", format="doubles")
    hall.enter(context)
    page = context.new_page()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    page.goto(hall.address(event, "/rounds"))
    page.get_by_role("button", name="Make round 1 by hand").click()
    expect(page.get_by_role("heading", name="Make round 1")).to_be_visible()
    fits(page)
    for place, name in (("Home, player 1", "2"), ("Home, player 2", "Ann"), ("Away, player 1", "5 Eve")):
        page.get_by_label(f"{place}, table 1").fill(name)
    expect(page.locator("li.taken")).to_have_text([re.compile("Ann"), re.compile("Ben"), re.compile("Eve")])
    page.get_by_label("Away, player 2, table 1").fill("cid")
    page.get_by_role("button", name="Make round 1").click()
    expect(page.locator("#table-1")).to_contain_text("Ben")
    expect(page.get_by_role("region", name="Free games")).to_contain_text("Dan")

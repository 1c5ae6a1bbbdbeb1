"""Players report on their phones: without a network too, and each word arrives once."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from podium.app.access import Role
from podium.app.accounts.logins import SESSION_COOKIE
from podium.core.result import Result
from podium.flow.commands import PairRound, PublishRound, RecordResult
from podium.flow.state import Game
from tests.browser.conftest import Complaints, Hall, fits
from tests.web.conftest import Event

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 740}
THUMB = 44  # the least size of a button in pixels


@pytest.fixture
def event(hall: Hall) -> Event:
    """Two games of a published round."""
    event = hall.house.event("Ann Amsel", "Ben Buchfink", "Cid Czak", "Dan Drossel", format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


@pytest.fixture
def phones(hall: Hall, event: Event, browser: Browser) -> Iterator[tuple[Page, Page]]:
    """White and Black of board 1, each with a phone and the own card."""
    game = first_game(event)
    contexts = []
    pages = []
    for player, size in ((game.white, PHONE), (game.black, SMALL)):
        context = browser.new_context(viewport=size)  # type: ignore[arg-type]  # a literal with the two sizes
        registry = hall.house.podium.registry
        link, _ = registry.add_link(event.id, Role.PLAYER, player, None)
        secret = registry.open_link_session(link)
        context.add_cookies([{"name": SESSION_COOKIE, "value": secret, "url": hall.url}])
        page = context.new_page()
        page.goto(hall.address(event, f"/players/{player}"))
        contexts.append(context)
        pages.append(page)
    yield pages[0], pages[1]
    for context in contexts:
        context.close()


def first_game(event: Event) -> Game:
    return next(each for each in event.state.rounds[0].in_order if isinstance(each, Game))


def stored(event: Event) -> Result | None:
    return first_game(event).result


def test_a_report_made_without_a_network_is_sent_once_when_it_is_back(
    event: Event, phones: tuple[Page, Page], complaints: Complaints
) -> None:
    white, black = phones
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/report"):
            sent.append(request.headers["idempotency-key"])

    white.on("request", note)
    won = white.get_by_role("button", name=re.compile("I won"))
    box = won.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= THUMB
    fits(white)
    fits(black)
    white.context.set_offline(True)
    won.click()
    expect(white.locator("#report-queue")).to_contain_text("will be sent when you are online")
    expect(won).to_be_hidden()  # once is enough
    assert stored(event) is None
    white.evaluate("dispatchEvent(new Event('pagehide'))")
    kept = white.evaluate("JSON.parse(localStorage.getItem('podium-reports')).length")
    assert kept == 1  # it outlives the page
    white.context.set_offline(False)
    expect(white.locator("#report-queue > div")).to_have_count(0)
    expect(white.locator(".report.reported")).to_be_visible()
    assert stored(event) is Result.WHITE_WINS
    assert len(set(sent)) == 1
    versions = event.version
    white.reload()
    expect(white.locator(".report.reported")).to_be_visible()
    assert event.version == versions
    expect(black.locator(".report.answers")).to_be_visible()  # live, without a reload
    black.get_by_role("button", name="Yes, that is right").click()
    expect(black.locator(".report.confirmed")).to_be_visible()
    expect(white.locator(".report.confirmed")).to_be_visible()


def test_the_page_of_the_round_has_the_same_report_as_the_card(
    hall: Hall, event: Event, phones: tuple[Page, Page], complaints: Complaints
) -> None:
    white, black = phones
    for page in phones:
        page.goto(hall.address(event, "/rounds/1"))
    white.context.set_offline(True)
    white.get_by_role("button", name=re.compile("I won")).click()
    expect(white.locator("#report-queue")).to_contain_text("will be sent when you are online")
    white.context.set_offline(False)
    expect(white.locator(".report.reported")).to_be_visible()
    expect(black.locator(".report.answers")).to_be_visible()
    white.get_by_role("button", name="Take back").click()
    expect(white.get_by_role("button", name=re.compile("I won"))).to_be_visible()
    assert stored(event) is None
    white.get_by_role("button", name=re.compile("I won")).click()
    black.get_by_role("button", name="Yes, that is right").click()
    expect(white.locator(".report.confirmed")).to_be_visible()
    fits(white)


def test_two_phones_disagree_and_the_arbiter_sees_a_chip(
    hall: Hall, event: Event, phones: tuple[Page, Page], context: BrowserContext, complaints: Complaints
) -> None:
    white, black = phones
    hall.enter(context, "arbiter")
    desk = context.new_page()
    complaints.listen(desk)
    desk.goto(hall.address(event, "/rounds/1"))
    white.get_by_role("button", name=re.compile("I won")).click()
    expect(black.locator(".report.answers")).to_be_visible()
    black.get_by_text("No, it was something else").click()
    black.get_by_role("button", name=re.compile("I won")).click()
    expect(white.locator(".report.disputed")).to_be_visible()
    expect(desk.locator("#board-1 .chip.disputed")).to_be_visible()
    desk.get_by_role("button", name=re.compile("Decide 0-1")).click()
    expect(desk.locator(".chip.disputed")).to_have_count(0)
    expect(white.locator(".report.decided")).to_be_visible()
    assert stored(event) is Result.BLACK_WINS
    assert complaints.heard == []


def test_what_is_refused_stays_on_the_phone_with_the_reason(event: Event, phones: tuple[Page, Page]) -> None:
    white, _ = phones
    white.context.set_offline(True)
    white.get_by_role("button", name=re.compile("I won")).click()
    expect(white.locator("#report-queue")).to_contain_text("will be sent")
    event.do(RecordResult(first_game(event).id, Result.DRAW))
    white.context.set_offline(False)
    refused = white.locator("#report-queue .refused")
    expect(refused).to_contain_text("I won 1-0 was not taken: The result is recorded as ½-½")
    refused.get_by_role("button", name="Dismiss").click()
    expect(refused).to_have_count(0)
    assert stored(event) is Result.DRAW

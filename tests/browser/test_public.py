"""The pages of an event on the phones of players and visitors."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, HandPairing, PairByHand, PublishRound
from tests.browser.conftest import Complaints, Hall, fits
from tests.kit.loops import every
from tests.web.conftest import Event

PHONE: ViewportSize = {"width": 390, "height": 844}
SURNAMES = ("Abramowicz", "Bernhardt", "Castellanos", "Dąbrowski", "Eriksson", "Fernández", "Grünfeld", "Hoffmann")
FORENAMES = ("Anna", "Bartholomew", "Carlos", "Dorothea", "Emil", "Friederike", "Gustav", "Helena")
MANY = 230


def names(count: int) -> list[str]:
    """Names of usual lengths, all of them different."""
    return [f"{SURNAMES[at % 8]}, {FORENAMES[at // 8 % 8]} {chr(65 + at // 64)}." for at in range(count)]


def hand_paired(hall: Hall, count: int) -> Event:
    """An event whose first round is being played."""
    event = hall.house.event(format="manual", tiebreaks=["BH/C1", "SB"])
    fields = (PlayerFields(name, 2400 - at, club=f"Club {at % 9}") for at, name in enumerate(names(count)))
    event.do(AddPlayers(tuple(fields)))
    ids = list(event.state.players)
    event.do(PairByHand(tuple(HandPairing(ids[at], ids[at + 1]) for at in range(0, count, 2))))
    event.do(PublishRound(1))
    return event


@pytest.fixture(scope="module")
def sixty(hall: Hall) -> Event:
    return hand_paired(hall, 60)


@pytest.fixture(scope="module")
def large(hall: Hall) -> Event:
    return hand_paired(hall, MANY)


@pytest.fixture
def phone(browser: Browser, hall: Hall) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    heard = Complaints(hall.url)
    context.on("page", heard.listen)
    yield context
    context.close()
    assert heard.heard == []


def shown_rows(page: Page) -> int:
    return page.locator(".lines tbody tr:visible").count()


@every("theme", ["light", "dark"])
@every("path", ["/standings", "/players"])
def test_sixty_players_take_three_screens_of_a_phone(
    hall: Hall, sixty: Event, browser: Browser, path: str, theme: str
) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme="dark" if theme == "dark" else "light")
    page = context.new_page()
    page.goto(hall.address(sixty, path))
    last = page.locator(".lines tbody tr").nth(59)
    last.scroll_into_view_if_needed()
    assert last.evaluate("row => row.getBoundingClientRect().bottom + scrollY") <= 3 * PHONE["height"]
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        fits(page)
    cut = "cells => cells.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert page.locator(".lines .lead").evaluate_all(cut) == 0
    context.close()


def test_a_tap_opens_the_tiebreaks_and_the_rounds_of_a_row(hall: Hall, sixty: Event, phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(hall.address(sixty, "/standings"))
    row = page.locator(".lines tbody tr").first
    expect(row.locator("[data-label=SB]")).to_be_hidden()
    row.locator(".tap a").tap()
    expect(row.locator("[data-label=SB]")).to_be_visible()
    expect(row.locator(".rounds")).to_contain_text("Round 1: board 1, White against Bernhardt, Anna A. (2399)")
    row.locator(".score").tap()
    expect(row.locator("[data-label=SB]")).to_be_hidden()


def test_a_row_opens_and_everything_is_found_without_scripts(hall: Hall, large: Event, browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(hall.address(large, "/standings"))
    row = page.locator(".lines tbody tr").nth(2)
    row.locator(".tap a").click()
    expect(row.locator("[data-label=SB]")).to_be_visible()
    page.get_by_role("link", name=f"Show all {MANY}").click()
    expect(page.locator(".lines tbody tr")).to_have_count(MANY)
    page.get_by_role("searchbox").fill("gruenfeld")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("main")).to_contain_text("No player matches.")
    page.get_by_role("searchbox").fill("grunfeld anna")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".lines tbody tr").first).to_contain_text("Grünfeld, Anna")
    context.close()


def test_who_finds_himself_once_has_his_board_on_every_page(hall: Hall, phone: BrowserContext) -> None:
    event, other = hand_paired(hall, 8), hand_paired(hall, 8)
    page = phone.new_page()
    page.goto(hall.address(event))
    bar = page.locator("#me")
    expect(bar).to_be_hidden()
    page.get_by_role("searchbox", name="Type your name").press_sequentially("dabrow")
    page.get_by_role("button", name="Dąbrowski, Anna").tap()
    expect(bar).to_contain_text("Round 1: board 2, Black against Castellanos, Anna A. (2398)")
    expect(page.locator("#find-me")).to_be_hidden()
    page.goto(hall.address(event, "/players"))
    expect(bar).to_contain_text("Round 1: board 2")
    expect(page.locator("#live")).to_have_text("Live")
    event.record(1, Result.DRAW, Result.BLACK_WINS)
    expect(bar).to_contain_text("win, 0-1 with Black")
    expect(bar).to_contain_text("rank 1, 1 point")
    page.goto(hall.address(other))
    expect(page.locator("#find-me")).to_be_visible()
    expect(bar).to_be_hidden()
    page.goto(hall.address(event))
    bar.get_by_role("link", name="Change").tap()
    page.get_by_role("button", name="Forget my player").tap()
    expect(page.locator("#find-me")).to_be_visible()
    expect(bar).to_be_hidden()


def test_a_player_can_be_followed_from_the_card(hall: Hall, sixty: Event, phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(hall.address(sixty, f"/players/{sixty.player('Hoffmann, Emil A.')}"))
    page.get_by_role("button", name="Follow").tap()
    expect(page.locator("#me")).to_contain_text("Hoffmann, Emil A.")
    expect(page.get_by_role("button", name="Follow")).to_be_hidden()


def test_a_long_list_goes_on_as_one_scrolls_and_stays_so_when_news_come(
    hall: Hall, large: Event, phone: BrowserContext
) -> None:
    page = phone.new_page()
    page.goto(hall.address(large, "/standings"))
    expect(page.locator("#live")).to_have_text("Live")
    rows = page.locator(".lines tbody tr")
    expect(rows).to_have_count(100)
    page.locator(".pager").scroll_into_view_if_needed()
    expect(rows).to_have_count(200)
    page.locator(".pager").scroll_into_view_if_needed()
    expect(rows).to_have_count(MANY)
    expect(page.locator(".pager")).to_have_count(0)
    large.record(1, Result.BLACK_WINS)
    expect(rows.first).to_contain_text("Bernhardt, Anna A.")
    expect(rows.first.locator(".score")).to_have_text("1")
    expect(rows).to_have_count(MANY)


def test_search_as_one_types_finds_what_is_not_loaded_and_columns_sort(
    hall: Hall, large: Event, phone: BrowserContext
) -> None:
    page = phone.new_page()
    last = names(MANY)[-1]
    page.goto(hall.address(large, "/players"))
    rows = page.locator(".lines tbody tr:visible")
    search = page.get_by_role("searchbox", name="Search players")
    search.press_sequentially(last.replace("Fernández", "fernandez"))
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(last)
    expect(page).to_have_url(re.compile(r"q=fernandez"))
    search.fill("")
    expect(rows).to_have_count(100)
    page.get_by_role("link", name="Rating").tap()  # by the server: not all are here
    expect(page.locator("th[aria-sort=descending]")).to_have_text(re.compile("Rating"))
    page.get_by_role("link", name="Rating").tap()
    expect(rows.first).to_contain_text(last)


def test_a_list_that_is_all_there_is_searched_and_sorted_at_once(
    hall: Hall, sixty: Event, phone: BrowserContext
) -> None:
    page = phone.new_page()
    page.goto(hall.address(sixty, "/rounds/1"))
    rows = page.locator(".lines tbody tr:visible")
    expect(rows).to_have_count(30)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("searchbox", name="Search boards").press_sequentially("fernandez gustav")
    expect(rows).to_have_count(1)
    page.get_by_role("searchbox", name="Search boards").fill("")
    page.get_by_role("link", name="White").tap()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text(re.compile("White"))
    expect(rows.first).to_contain_text("Abramowicz, Anna")
    page.get_by_role("link", name="White").tap()
    expect(rows.first).to_contain_text("Grünfeld, Gustav")
    assert [url for url in asked if f"{sixty.url}/rounds" in url] == []


def test_the_row_of_ones_own_is_one_tap_away(hall: Hall, large: Event, phone: BrowserContext) -> None:
    page = phone.new_page()
    player = large.player(names(MANY)[180])
    page.goto(hall.address(large, f"/players/{player}"))
    page.get_by_role("button", name="Follow").tap()
    page.locator("#me .row").tap()
    expect(page).to_have_url(re.compile("standings"))
    expect(page.locator(f"tr[data-player='{player}']")).to_be_in_viewport()

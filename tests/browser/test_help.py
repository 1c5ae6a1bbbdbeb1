"""The manual on a phone and at a desk: searched while one types, and read without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import Complaints, Hall, fits

WIDEST = ("how-to/withdrawals", "how-to/tie-breaks", "rules/knockout", "reference/api")  # tables and examples


@pytest.fixture
def phone(browser: Browser, hall: Hall) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    heard = Complaints(hall.url)
    context.on("page", heard.listen)
    yield context
    context.close()
    assert heard.heard == []


def test_passages_come_while_one_types_and_lead_to_their_place(phone: BrowserContext, hall: Hall) -> None:
    page = phone.new_page()
    page.goto(f"{hall.url}/")
    page.get_by_role("link", name="Help", exact=True).click()
    page.wait_for_url("**/help**", wait_until="load")  # the first page has a search of its own
    page.get_by_role("searchbox").press_sequentially("adjourned ga")
    page.get_by_role("link", name="Adjourned games").first.click()
    expect(page.locator(":target")).to_have_text("Adjourned games")
    expect(page.locator(":target")).to_be_in_viewport()


def test_a_phone_shows_chapters_without_scrolling_sideways(phone: BrowserContext, hall: Hall) -> None:
    page = phone.new_page()
    for chapter in WIDEST:
        page.goto(f"{hall.url}/help/{chapter}")
        fits(page)


def test_the_manual_is_searched_and_read_without_scripts(browser: Browser, hall: Hall) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{hall.url}/help")
        page.get_by_role("searchbox").fill("half-point bye")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("link", name="Byes of every kind", exact=True).first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Byes of every kind")
        page.get_by_role("navigation", name="Chapters of the manual").get_by_role("link", name="Give prizes").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Give prizes")

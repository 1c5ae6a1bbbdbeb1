"""The first hour without a terminal: from an empty database to a published first round, on a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from tests.browser.conftest import Complaints, Hall, fits

PLAYERS = "Ann Archer 1812\n1640 Ben Baker\nCleo Cook\nDan Dee (1444)"
DESK, PHONE = ViewportSize(width=1280, height=900), ViewportSize(width=390, height=844)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_first_round_is_published_without_a_terminal(
    fresh_hall: Hall, context: BrowserContext, size: ViewportSize
) -> None:
    complaints = Complaints(fresh_hall.url)
    context.on("page", complaints.listen)
    page = context.new_page()
    page.set_viewport_size(size)

    page.goto(fresh_hall.url)
    expect(page).to_have_url(re.compile("/setup$"))
    fits(page)
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Password (required)").fill("correct horse")
    page.get_by_label("Password again").fill("correct horse")
    page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_role("button", name="New tournament")).to_be_visible()
    fits(page)

    page.get_by_role("button", name="New tournament").click()
    page.get_by_label("Name of the tournament").fill("Club Open")
    fits(page)
    page.get_by_role("radio", name="Club evening").check()
    page.get_by_role("button", name="Go on: players").click()

    page.get_by_label("Paste the players").fill(PLAYERS)
    page.get_by_role("button", name="Look at the list").click()
    expect(page.get_by_text("4 players will be entered.")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("Ben Baker.*1640"))).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Go on with 4 players").click()

    expect(page.get_by_label("Rounds", exact=True)).to_have_value("3")
    fits(page)
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_label("Paste the players")).to_have_value(PLAYERS)
    page.go_back()  # the browser's own way back works too
    expect(page.get_by_label("Rounds", exact=True)).to_have_value("3")
    page.get_by_role("button", name="Create and publish").click()

    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.locator("h1")).to_contain_text("published")
    expect(page.locator("#board-1")).to_contain_text("Ann Archer")

    page.goto(f"{fresh_hall.url}/accounts")
    fits(page)
    page.get_by_label("For whom").fill("Bob")
    page.get_by_role("button", name="Make the invitation").click()
    address = page.get_by_label("Address").input_value()
    page.get_by_role("button", name="Sign out").click()
    page.goto(address)
    expect(page.get_by_label("Your name")).to_have_value("Bob")
    page.get_by_label("Password (required)").fill("correct horse")
    page.get_by_label("Password again").fill("correct horse")
    page.get_by_role("button", name="Create the account").click()
    expect(page.locator("#status-line")).to_contain_text("Welcome, Bob.")
    fits(page)
    assert complaints.heard == []

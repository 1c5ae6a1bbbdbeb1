"""The first hour without a terminal: from an empty database to a published first round, on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from podium.app.profiles.protocol import Profile
from podium.app.profiles.registry import PROFILES
from podium.flow.event.settings import formats_with
from tests.browser.conftest import Complaints, Hall, fits
from tests.kit.loops import every

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


@every("profile", PROFILES, ids=lambda profile: profile.name.value)
def test_a_first_event_is_six_decisions_from_its_first_round(
    hall: Hall, context: BrowserContext, profile: Profile
) -> None:
    """A decision is what a director has to choose or to type, or a step that is pressed with nothing else to decide on
    its page. What sends the choices of a page is none of its own; nor is a field that says what is usual."""
    hall.enter(context, "owner")
    page, decisions = context.new_page(), list[str]()
    page.goto(hall.url)
    page.get_by_role("button", name="New tournament").click()

    def decides(what: str, act: Callable[[], object]) -> None:
        decisions.append(what)
        act()

    decides("what it is", page.get_by_role("radio", name=profile.title).check)
    decides("its name", lambda: page.get_by_label("Name of the tournament").fill(f"Ours, {profile.title}"))
    page.get_by_role("button", name="Go on: players").click()
    decides("who plays", lambda: page.get_by_label("Paste the players").fill("Ann\nBen\nCid\nDan\nEve\nFay\nGus\nHal"))
    page.get_by_role("button", name="Go on: rules").click()
    expect(page.get_by_role("button", name="Create and publish")).to_be_visible()
    for option in profile.asked:  # all of these can be seen, and nothing of them has to be decided
        if profile.formats[0].name in formats_with(option):
            expect(page.locator(f"[name={option.json}]")).to_be_visible()
    lacking = page.locator(":is(input, select, textarea)[required]:visible").evaluate_all(
        "fields => fields.filter((field) => !field.value).map((field) => field.name)"
    )
    assert lacking == []
    decides("to publish it", page.get_by_role("button", name="Create and publish").click)
    decides("to open the doors", page.get_by_role("button", name="Open the doors").click)
    decides("to start", page.get_by_role("button", name="Start round 1").click)
    expect(page.locator("#status-line")).to_contain_text(re.compile("Round 1 published|Bracket of 8 built"))
    page.context.clear_cookies()
    page.goto(page.url.partition("?")[0])
    expect(page.get_by_text("Hal").first).to_be_visible()  # everybody sees it
    assert len(decisions) <= 6, decisions
    page.close()  # with its stream: a browser has six to one server

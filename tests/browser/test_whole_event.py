"""A small event from nothing to its standings, by clicks and keys, as a director runs it."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Complaints, Hall


def test_a_director_runs_an_event(fresh_hall: Hall, context: BrowserContext) -> None:
    complaints = Complaints(fresh_hall.url)
    context.on("page", complaints.listen)
    page = context.new_page()

    page.goto(fresh_hall.url)
    expect(page).to_have_url(re.compile("/setup$"))
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Password (required)").fill("correct horse")
    page.get_by_label("Password again").fill("correct horse")
    page.get_by_role("button", name="Create the account").click()

    page.get_by_role("button", name="New tournament").click()
    page.get_by_label("Name of the tournament").fill("Club night")
    page.get_by_role("button", name="Go on: players").click()
    page.get_by_role("button", name="Go on: rules").click()
    page.get_by_role("button", name="Create, hidden for now").click()
    expect(page.get_by_role("heading", name="Add the players")).to_be_visible()

    page.get_by_role("button", name="Add players").click()
    for name, rating in (("Müller, Änne", "1900"), ("Ødegård", "1800"), ("Cid", "1700"), ("Dan", "1600"), ("Eve", "")):
        page.get_by_role("textbox", name="Name").fill(name)
        page.get_by_label("Rating", exact=True).fill(rating)
        page.get_by_role("button", name="Add the player").click()
        expect(page.locator("#status-line")).to_contain_text(f"{name} added")
        expect(page.get_by_role("textbox", name="Name")).to_be_focused()  # the next one can be typed at once
    expect(page.locator("#players tbody tr")).to_have_count(5)

    page.get_by_role("link", name="Overview").click()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.locator("h1")).to_contain_text("published")
    page.wait_for_load_state()  # the heading is there before the script that knows the keys

    page.locator("body").press("ArrowDown")
    expect(page.locator("#board-1")).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("#board-1")).to_have_attribute("data-result", "1-0")
    expect(page.locator("#board-2")).to_be_focused()  # the next one without a result
    page.keyboard.press("2")
    expect(page.locator("#board-2")).to_have_attribute("data-result", "1/2-1/2")
    expect(page.get_by_text("2 of 2 results")).to_be_visible()

    bye = page.locator("tr.bye")
    expect(bye).to_contain_text("bye, ½")
    bye.get_by_label(re.compile("Bye of board")).select_option("unpaired")
    bye.get_by_role("button", name="Set").click()
    expect(page.locator("tr.bye")).to_contain_text("unpaired, 1")
    expect(page.locator("#status-line")).to_contain_text("Unpaired recorded: 1 points")

    page.get_by_role("button", name="Close round 1").click()
    expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()

    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.locator("#standings")).to_contain_text("unpaired (1) = 1")
    expect(page.locator("#standings")).to_contain_text("1W (1) = 1")

    page.get_by_role("link", name="Manage").click()
    page.get_by_role("link", name="History").click()
    newest = page.locator("#history tbody tr").first
    expect(newest).to_contain_text("Round 1 closed")
    newest.get_by_role("button", name="Undo").click()
    expect(page.locator("#history tbody tr").first).to_contain_text("Undid: Round 1 closed")
    assert complaints.heard == []


def test_a_round_is_written_by_hand_and_its_names_are_struck_off(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event("Ann", "Ben", "Cid", format="manual")
    hall.enter(context)
    page: Page = context.new_page()
    page.goto(hall.address(event, "/rounds/pair"))
    page.get_by_label("White, line 1").fill("2")
    page.get_by_label("Black, line 1").fill("3 Cid")
    expect(page.locator("li.taken")).to_have_text([re.compile("Ben"), re.compile("Cid")])
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.locator("tr.bye")).to_contain_text("Ann")
    expect(page.locator("#board-1")).to_contain_text("Ben")


def test_pressing_pair_twice_in_a_row_pairs_once(hall: Hall, context: BrowserContext, complaints: Complaints) -> None:
    event = hall.house.event("Ann", "Ben", "Cid", "Dan")
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(event, "/rounds"))
    page.get_by_role("button", name="Pair round 1").dblclick(no_wait_after=True)
    expect(page).to_have_url(re.compile("/rounds/1$"))
    assert len(event.state.rounds) == 1

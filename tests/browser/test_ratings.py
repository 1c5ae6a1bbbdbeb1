"""A name is looked up as one types, by keys and by mouse; a list that is sent shows how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Hall
from tests.kit.rating_lists import combined_list, to_load, zipped

OPTIONS = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa"]}}


@pytest.fixture
def listed(hall: Hall, tmp_path: Path) -> Iterator[Hall]:
    """The hall, with FIDE's list while the test lasts."""
    lists = hall.house.podium.rating_lists
    lists.load(to_load(tmp_path))
    yield hall
    for name in {each.name for each in lists.lists()}:
        lists.drop(name)


def test_a_name_is_looked_up_and_fills_the_form(listed: Hall, page: Page) -> None:
    event = listed.house.event("Ann")
    listed.enter(page.context)
    page.goto(listed.address(event, "/players"))
    name = page.get_by_role("combobox", name="Name")
    expect(name).to_have_attribute("aria-expanded", "false")
    name.press_sequentially("Mull")
    options = page.locator("#add [role=listbox] [role=option]")
    expect(options).to_have_count(3)
    expect(name).to_have_attribute("aria-expanded", "true")
    assert Axe().run(page, options=OPTIONS).violations_count == 0
    name.press("ArrowDown")
    name.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    name.press("Enter")
    form = page.locator("#add")
    expect(name).to_have_value("Mueller, Hans")
    expect(form.locator("[name=rating]")).to_have_value("1900")
    expect(form.locator("[name=fide_id]")).to_have_value("4600001")
    expect(form.locator("[name=birth]")).to_have_value("1980")
    expect(form.locator("[name=gender]")).to_have_value("m")
    expect(page.get_by_role("listbox")).to_be_hidden()
    name.fill("carlsen")
    options.first.click()
    expect(form.locator("[name=title]")).to_have_value("GM")
    name.press("Enter")
    expect(page.get_by_role("link", name="Carlsen, Magnus", exact=True)).to_be_visible()


def test_a_list_that_is_sent_is_loaded_before_ones_eyes(hall: Hall, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "players_list_foa.zip"
    file.write_bytes(zipped(combined_list()))
    hall.enter(page.context, "owner")
    page.goto(f"{hall.url}/ratings")
    page.locator("#f-file").set_input_files(file)
    page.get_by_role("button", name="Load the list").click()
    expect(page.locator("#rating-lists .chip")).to_have_text("in use")
    expect(page.locator("#rating-lists")).to_contain_text("6 players")
    page.get_by_role("button", name="Remove…").click()
    page.get_by_role("button", name="Remove the list").click()
    expect(page.locator("#rating-lists")).to_contain_text("No rating list is loaded yet")

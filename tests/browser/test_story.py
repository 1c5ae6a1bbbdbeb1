"""The finale in a browser: podium on phone and desk, pictures under the policy, one sheet of paper, certificates."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from podium.flow.commands import AddPlayers, PublishTournament
from tests.browser.conftest import Complaints, Hall, fits
from tests.kit.finished import SETTINGS, people, play_out
from tests.web.conftest import Event

NAMES = tuple(f"Maximiliane Musterfrau-Beispiel, Anna {at:02}" for at in range(1, 13))
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
SHEETS = re.compile(rb"/Type\s*/Page\b")
FORMATS = ("swiss", "round-robin", "doubles", "knockout")


@pytest.fixture(scope="module")
def ended(hall: Hall) -> dict[str, Event]:
    """Finished events with long names."""
    events = {}
    for format in FORMATS:
        settings = {**SETTINGS[format], "place": "Town Hall", "start": "2026-10-02", "end": "2026-10-04"}
        if format == "round-robin":
            settings["rounds"] = 11
        events[format] = event = hall.house.event(format=format, published=False, **settings)
        event.do(AddPlayers(people(NAMES)))
        event.do(PublishTournament())
        play_out(event)
    return events


def sheets(page: Page) -> int:
    """How many pages the page has on paper."""
    return len(SHEETS.findall(page.pdf(prefer_css_page_size=True)))


def test_the_story_fits_desk_and_phone_in_both_themes(
    hall: Hall, ended: dict[str, Event], context: BrowserContext, complaints: Complaints
) -> None:
    page = context.new_page()
    for scheme, size in (("light", DESK), ("dark", PHONE)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two that there are
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a literal with the two sizes
        for format in FORMATS:
            for path in ("", "/story", "/story/print"):
                page.goto(hall.address(ended[format], path))
                expect(page.get_by_role("region", name=re.compile("^Podium"))).to_contain_text(NAMES[0])
                fits(page)
    page.goto(hall.address(ended["swiss"], "/story"))
    chart = page.get_by_role("img", name="Score race")
    expect(chart).to_be_visible()
    ink = chart.locator("text").first.evaluate("text => getComputedStyle(text).fill")
    assert ink == "rgb(165, 176, 169)"  # of the dark theme
    page.get_by_text("As a table").first.click()
    expect(page.get_by_role("table", name="Score race")).to_be_visible()


def test_a_picture_alone_has_its_own_colours(
    hall: Hall, ended: dict[str, Event], context: BrowserContext, complaints: Complaints
) -> None:
    page = context.new_page()
    page.goto(hall.address(ended["swiss"], "/pictures/race.svg"))
    assert page.locator(".paper").evaluate("paper => getComputedStyle(paper).fill") == "rgb(255, 253, 248)"


def test_a_player_is_shown_by_choice(
    hall: Hall, ended: dict[str, Event], context: BrowserContext, complaints: Complaints
) -> None:
    page = context.new_page()
    page.goto(hall.address(ended["round-robin"], "/story"))
    expect(page.locator(".chart-race .own")).to_have_count(0)
    page.get_by_label("Show a player in the pictures").select_option(label=NAMES[-1])
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".chart-race .line.own")).to_have_count(1)
    expect(page.get_by_label("Show a player in the pictures")).to_have_value(ended["round-robin"].player(NAMES[-1]))


def test_the_report_is_one_sheet_of_every_format(
    hall: Hall, ended: dict[str, Event], context: BrowserContext, complaints: Complaints
) -> None:
    page = context.new_page()
    for format in FORMATS:
        page.goto(hall.address(ended[format], "/story/print"))
        assert sheets(page) == 1, format


def test_certificates_are_a_sheet_each(
    hall: Hall, ended: dict[str, Event], context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context, "arbiter")
    page = context.new_page()
    page.goto(hall.address(ended["round-robin"], "/story"))
    page.get_by_role("button", name="Certificates").click()
    page.get_by_label("A line of your own").fill("Well played!")
    page.get_by_role("button", name="Show the certificates").click()
    expect(page.get_by_role("region", name="Certificate of")).to_have_count(3)
    expect(page.get_by_role("region", name="Certificate of").first).to_contain_text("Well played!")
    assert sheets(page) == 3
    page.get_by_role("button", name="Change the wording").click()
    expect(page.get_by_label("A line of your own")).to_have_value("Well played!")

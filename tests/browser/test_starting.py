"""A round of live games that is started in a browser, and what follows a drawn game of a knockout."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from podium.core.ids import PlayerId
from podium.flow.commands import ChangeSettings, PairRound, StartRound
from podium.games.commands import Elapse, NotePresence
from podium.games.state import DueKind
from tests.browser.conftest import Complaints, Hall
from tests.browser.test_match_play import opened
from tests.web.test_live_boards import does, game, paired


@pytest.fixture
def page(hall: Hall, browser: Browser) -> Page:
    """The arbiter's."""
    context = browser.new_context()
    hall.enter(context)
    return context.new_page()


def test_the_director_starts_and_holds_a_round_by_the_clock_of_the_event(hall: Hall, page: Page) -> None:
    event = paired(hall.house, ("Ann", "Ben"))
    event.do(ChangeSettings({"time_zone": "Europe/Berlin"}))
    page.goto(hall.address(event, "/rounds/1"))
    start = page.get_by_role("region", name="Start of the round")
    expect(start).to_contain_text("nobody is absent yet")
    start.get_by_label("Games start at (Europe/Berlin)").fill("2126-12-01T19:30")
    start.get_by_role("button", name="Start the round").click()
    expect(start).to_contain_text("1 Dec 2126 19:30 (Europe/Berlin)")
    assert game(event, 1).terms.starts_at == "2126-12-01T18:30:00.000+00:00"
    start.get_by_role("button", name="Hold the round").click()
    start.get_by_role("button", name="Start the round").click()
    expect(start).to_contain_text("From then on absence counts.")
    assert game(event, 1).terms.starts_at is not None


def test_where_neither_player_came_every_page_of_the_director_asks(hall: Hall, page: Page) -> None:
    event = paired(hall.house, ("Ann", "Ben"))
    event.do(ChangeSettings({"noShowWait": 0}))
    event.do(StartRound(1))
    page.goto(hall.address(event, "/players"))
    expect(page.locator("#attention")).to_have_count(1)
    does(event, 1, None, Elapse(DueKind.NO_SHOW, 0))
    page.reload()
    page.locator("#attention").get_by_role("link", name="Round 1, board 1").click()
    expect(page).to_have_url(re.compile("/rounds/1/live#game-"))
    expect(page.locator(".liverows")).to_contain_text("neither came: decide")
    does(event, 1, None, NotePresence(PlayerId(game(event, 1).white), there=True))
    page.reload()
    expect(page.locator("#attention a")).to_have_count(0)


def test_after_a_drawn_game_the_players_are_counted_down_to_the_next_one(hall: Hall, browser: Browser) -> None:
    event = hall.house.event("Ann", "Ben", format="knockout", live=True, tieBreakPolicy="RAPID", tieBreakPause=8)
    event.do(PairRound())
    event.do(StartRound(1))
    with opened(hall, event, browser) as match:
        match.begin(match.ann)
        match.draw(match.ann)
        for player, colour in ((match.ann, "White"), (match.ben, "Black")):
            following = player.locator("#following")
            expect(following).to_contain_text("The match goes on: a tie-break game")
            expect(following).to_contain_text(f"You play {colour}.")
            expect(following).to_contain_text("The page goes there in")
        for player in (match.ann, match.ben):
            expect(player.locator("main")).to_contain_text("Rapid game")
            expect(player.get_by_role("button", name="I am ready")).to_be_visible()
        match.begin(match.ann)


def test_browsers_do_not_complain(hall: Hall, browser: Browser) -> None:
    """The pages with the form and the question, on a phone as well."""
    event, heard = paired(hall.house, ("Ann", "Ben")), Complaints(hall.url)
    event.do(ChangeSettings({"noShowWait": 0}))
    event.do(StartRound(1))
    does(event, 1, None, Elapse(DueKind.NO_SHOW, 0))
    context = browser.new_context(viewport={"width": 390, "height": 800})
    hall.enter(context)
    context.on("page", heard.listen)
    page = context.new_page()
    for path in ("", "/rounds/1", "/rounds/1/live", "/players"):
        page.goto(hall.address(event, path))
        expect(page.locator("#attention a")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert heard.heard == []

"""Live boards in browsers: rows that sort themselves, what arbiters do, a wall of forty games, and games shown late."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from podium.app.access import Role
from podium.chess import Colour
from podium.core.result import Result
from podium.games.commands import PlayMove
from tests.browser.conftest import Complaints, Hall, fits
from tests.kit.waiting import PATIENCE, until
from tests.web.conftest import Event
from tests.web.test_live_boards import begin, does, game, paired

OPENING = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
FORTY = tuple((f"White {n:02}", f"Black {n:02}") for n in range(1, 41))
WATCH = """() => {
  window.redrawn = new Set();
  new MutationObserver((changes) => {
    const drawn = changes.map(({ target }) => target).filter((target) => target.closest("svg"));
    for (const target of drawn) redrawn.add(target.closest("[data-game]").dataset.game);
  }).observe(document.querySelector("[data-games]"), { childList: true, subtree: true });
}"""
"""Which boards are drawn anew from now on."""


def live(hall: Hall, event: Event) -> str:
    return hall.address(event, "/rounds/1/live")


def row(page: Page, event: Event, board: int) -> Locator:
    return page.locator(f'[data-game="{event.board(1, board)}"]')


def listening(page: Page) -> Page:
    expect(page.locator("#live")).to_have_text("Live")
    return page


@contextmanager
def at_their_boards(hall: Hall, event: Event, *numbers: int) -> Iterator[None]:
    """The players of these boards have the streams of their games open while the block lasts."""
    over, opened = threading.Event(), []

    def watch(game: str, secret: str, ready: threading.Event) -> None:
        headers = {"Authorization": f"Bearer {secret}"}
        with httpx.stream("GET", f"{hall.url}/api/matches/{game}/events", headers=headers, timeout=PATIENCE) as stream:
            for _line in stream.iter_lines():
                ready.set()
                if over.is_set():
                    return

    for number in numbers:
        for colour in Colour:
            player = game(event, number).player(colour)
            secret = hall.house.podium.registry.add_link(event.id, Role.PLAYER, player, None)[1]
            ready = threading.Event()
            opened.append(ready)
            threading.Thread(target=watch, args=(event.board(1, number), secret, ready), daemon=True).start()
    assert all(ready.wait(PATIENCE) for ready in opened)
    try:
        yield
    finally:
        over.set()


@pytest.fixture
def event(hall: Hall) -> Event:
    return paired(hall.house, ("Ann", "Ben"), ("Cid", "Dan"))


def test_rows_follow_the_games_and_sort_themselves_by_need(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    """Least time, disconnected, absent: what needs the arbiter comes up by itself."""
    hall.enter(context)
    page = context.new_page()
    page.goto(live(hall, event))
    listening(page)
    expect(row(page, event, 1)).to_contain_text("Waiting for White and Black.")
    with at_their_boards(hall, event, 1, 2):
        begin(event, 1, "e4")
        expect(row(page, event, 1)).to_contain_text("1.e4")
        expect(page.locator("[data-game]").first).to_have_attribute("data-number", "2")  # nobody is there
        begin(event, 2, "d4")
        expect(row(page, event, 2)).to_contain_text("Black to move.")
        does(event, 2, Colour.BLACK, PlayMove("d5", 1))
        expect(row(page, event, 2)).to_contain_text("1…d5")
        expect(page.locator('[data-need="8"]')).to_have_count(2)
        page.get_by_role("button", name="Board 1: Time…").click()
        page.get_by_label("Seconds for White").fill("300")
        page.get_by_label("Seconds for Black").fill("300")
        page.get_by_role("button", name="Give time").click()
        expect(page.locator("[data-game]").first).to_have_attribute("data-number", "2")  # least time first
        page.get_by_role("button", name="Board 1: Pause").click()
        expect(page.locator("[data-game]").first).to_have_attribute("data-number", "1")
        expect(row(page, event, 1)).to_contain_text("Paused by the arbiter.")
        expect(page.locator(".status-line").last).to_contain_text("Board 1: paused.")
    clock = row(page, event, 2).locator("[data-clock=white]")
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)  # it runs


def test_forty_boards_take_few_clicks(hall: Hall, context: BrowserContext, complaints: Complaints) -> None:
    """All boards are paused, one player gets two minutes, and both are undone."""
    event = paired(hall.house, *FORTY)
    for board in range(1, 41):
        begin(event, board)
    hall.enter(context)
    page = context.new_page()
    page.add_init_script("addEventListener('click', () => (localStorage.clicks = +localStorage.clicks + 1), true)")
    page.goto(live(hall, event))
    listening(page)

    def clicks_until(said: str) -> int:
        expect(page.locator(".status-line").last).to_contain_text(said)
        return int(page.evaluate("[localStorage.clicks, (localStorage.clicks = 0)][0]"))

    page.evaluate("localStorage.clicks = 0")
    page.get_by_label("All boards").click()
    page.locator("#control").get_by_role("button", name="Pause").click()
    assert clicks_until("40 boards changed, paused.") == 2
    page.get_by_role("button", name="Undo", exact=True).click()
    assert clicks_until("40 boards changed, went on.") == 1
    page.get_by_role("button", name="Board 7: Time…").click()
    page.get_by_label("Seconds for Black").fill("120")
    page.get_by_role("button", name="Give time").click()
    assert clicks_until("Board 7: 2:00 more for Black.") == 2
    page.get_by_role("button", name="Undo", exact=True).click()
    assert clicks_until("Board 7: 2:00 less for Black.") == 1
    page.set_viewport_size({"width": 1366, "height": 768})
    last = page.locator("[data-game]").last
    assert last.evaluate("row => row.querySelector('.at').offsetHeight < 40")  # its title is on one line
    last.get_by_role("checkbox").check()
    expect(page.locator("#control")).to_be_in_viewport(ratio=1)  # what is ticked far below is acted on from there


def test_an_arbiter_resumes_declares_and_has_a_game_played_anew(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    begin(event, 1, *OPENING)
    hall.enter(context)
    page = context.new_page()
    page.goto(live(hall, event))
    listening(page)
    page.get_by_role("button", name="Board 1: Pause").click()
    page.get_by_role("button", name="Board 1: Resume").click()
    expect(page.get_by_role("button", name="Board 1: Pause")).to_be_visible()
    page.get_by_role("button", name="Board 1: Declare…").click()
    page.get_by_label("Result", exact=True).select_option("WHITE_WIN")
    page.get_by_role("button", name="Declare it").click()
    expect(row(page, event, 1)).to_contain_text("White wins.")
    assert event.games(1)[0].result is Result.WHITE_WINS
    page.get_by_role("button", name="Board 1: Play anew…").click()
    expect(page.locator("dialog[open]")).to_contain_text("from the first move with full clocks")
    page.get_by_role("button", name="Play it anew").click()
    expect(row(page, event, 1)).to_contain_text("Waiting for")
    assert event.games(1)[0].result is None


def test_a_spectator_on_a_phone_sees_one_board_under_the_other(hall: Hall, event: Event, browser: Browser) -> None:
    begin(event, 1, "e4")
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(live(hall, event))
    listening(page)
    boxes = [each.bounding_box() for each in page.locator("svg.position").all()]
    assert all(box is not None and 300 < box["width"] < 390 for box in boxes)
    fits(page)
    pieces = row(page, event, 1).locator("use")
    does(event, 1, Colour.BLACK, PlayMove("d5", 1))
    expect(row(page, event, 1)).to_contain_text("1…d5")
    does(event, 1, Colour.WHITE, PlayMove("exd5", 2))
    expect(pieces).to_have_count(31)
    expect(row(page, event, 1).locator("rect.last")).to_have_count(2)
    expect(row(page, event, 1).locator("title")).to_have_text("Position after 2.exd5")
    context.close()


def letters(page: Page) -> float:
    """How large the names on the boards of a wall are, in pixels."""
    size: float = page.locator(".wallboards .seat .name").first.evaluate(
        "(name) => parseFloat(getComputedStyle(name).fontSize)"
    )
    return size


def test_a_wall_of_forty_games_draws_the_boards_that_move(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = paired(hall.house, *FORTY)
    for board in range(1, 41):
        begin(event, board)
    page = context.new_page()
    page.set_viewport_size({"width": 1920, "height": 1080})
    with page.expect_response(re.compile("/games/events$")):
        page.goto(hall.address(event, "/screen?show=boards"))
    expect(page.locator("svg.position")).to_have_count(40)
    lowest = max(box["y"] + box["height"] for each in page.locator("[data-game]").all() if (box := each.bounding_box()))
    assert lowest <= 1080  # what is below the edge of a wall nobody sees
    small = letters(page)
    page.set_viewport_size({"width": 3840, "height": 2160})
    assert letters(page) > 1.8 * small >= 1.8 * 14  # as large as the window lets them be
    page.set_viewport_size({"width": 1920, "height": 1080})
    until(lambda: letters(page) == small)
    page.evaluate(WATCH)
    does(event, 7, Colour.WHITE, PlayMove("e4", 0))
    expect(row(page, event, 7)).to_contain_text("1.e4")
    assert page.evaluate("[...redrawn]") == [event.board(1, 7)]  # one move, one board
    for ply, move in enumerate(OPENING):
        for board in range(1, 41):
            if (board, ply) != (7, 0):
                does(event, board, list(Colour)[ply % 2], PlayMove(move, ply))
    expect(page.locator("[data-move]", has_text=re.compile(r"^3…a6$"))).to_have_count(40)


def test_a_move_is_not_shown_before_the_public_may_see_it(
    hall: Hall, browser: Browser, context: BrowserContext, complaints: Complaints
) -> None:
    event = paired(hall.house, ("Ann", "Ben"), delay=1)
    hall.enter(context)
    arbiter = context.new_page()
    arbiter.goto(live(hall, event))
    listening(arbiter)
    outside = browser.new_context()
    spectator = outside.new_page()
    spectator.goto(live(hall, event))
    begin(event, 1, "e4")
    expect(row(arbiter, event, 1)).to_contain_text("1.e4")
    with spectator.expect_response(re.compile(r"/rounds/1/games$")) as answer:
        pass  # those who see games late ask for them
    assert answer.value.json()["games"][0]["ply"] == 0
    expect(row(spectator, event, 1).locator("[data-move]")).to_have_text("")
    expect(spectator.locator("main")).to_contain_text("shown 1 minute later")
    outside.close()


def test_a_link_opened_in_a_browser_leads_to_the_board(hall: Hall, event: Event, browser: Browser) -> None:
    secret = hall.house.podium.registry.add_link(event.id, Role.PLAYER, event.player("Ann"), None)[1]
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{hall.url}/l/{secret}")
    expect(page).to_have_url(hall.address(event, f"/games/{event.board(1, 1)}/play"))
    page.goto(hall.address(event))
    page.get_by_role("button", name="I am ready").click()
    expect(page).to_have_url(re.compile("/play$"))
    assert game(event, 1).ready == {Colour.WHITE}
    context.close()

"""After the game, in browsers: moves that are tried, variations, arrows, the round step by step, a board in a frame."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from podium.app.accounts.logins import SESSION_COOKIE
from podium.chess import BLACK
from podium.games.commands import PlayMove, Resign
from tests.browser.conftest import Complaints, Hall
from tests.browser.test_accessibility import LOOKS, violations
from tests.browser.test_game import address, by_api, click, moves, session, square
from tests.kit.loops import every
from tests.web.conftest import Event
from tests.web.test_live_boards import begin, does, paired

MATE = ("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7")
TRY = "Try moves"

Enter = Callable[..., Page]


@pytest.fixture
def event(hall: Hall) -> Event:
    return paired(hall.house, ("Ann", "Ben"), ("Cid", "Dan"))


@pytest.fixture
def enter(hall: Hall, event: Event, browser: Browser) -> Iterator[Enter]:
    """Opens a page of the event for a player or the public; none of the pages may complain."""
    heard = Complaints(hall.url)
    contexts: list[BrowserContext] = []

    def opened(url: str, player: str | None = None, **how: Any) -> Page:
        context = browser.new_context(**how)
        contexts.append(context)
        if player is not None:
            context.add_cookies([{"name": SESSION_COOKIE, "value": session(event, player), "url": hall.url}])
        context.on("page", heard.listen)
        page = context.new_page()
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [line for line in heard.heard if not line.startswith("request to http://localhost")] == []


def tried(page: Page) -> Locator:
    return page.locator("#lines button")


def test_moves_are_tried_from_any_position_and_are_kept_as_variations(hall: Hall, event: Event, enter: Enter) -> None:
    by_api(event, *MATE)
    page = enter(address(hall, event), "Ben")
    expect(page.locator("#state")).to_have_text("White wins: checkmate.")
    page.get_by_role("button", name=TRY).click()
    moves(page).nth(2).click()  # after 2. Bc4
    click(page, "g8f6")  # in place of 2... Nc6
    expect(page.locator("#said")).to_have_text("Black: knight g8 to f6.")
    expect(page.locator("#looking span")).to_have_text("You try 2… Nf6.")
    click(page, "b1c3")
    expect(tried(page)).to_have_text(["2… Nf6", "Nc3"])
    click(page, "d7e6")  # no pawn goes there
    expect(tried(page)).to_have_text(["2… Nf6", "Nc3"])
    page.keyboard.press("[")
    click(page, "d1h5")
    expect(tried(page)).to_have_text(["2… Nf6", "Nc3", "2… Nf6", "Qh5"])
    tried(page).nth(1).click()
    expect(square(page, "c3")).to_have_class("square black last")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#looking")).to_be_hidden()
    expect(page.locator("rect.check")).to_have_attribute("data-square", "e8")
    page.get_by_role("button", name="First position").click()
    click(page, "e2e4")  # the move of the game is none to try
    expect(page.locator("#looking span")).to_have_text("You look at move 1. e4.")


def test_keys_try_moves_and_draw_arrows_and_say_so(hall: Hall, event: Event, enter: Enter) -> None:
    by_api(event, *MATE)
    page = enter(f"{address(hall, event)}?ply=0")
    said, arrows = page.locator("#said"), page.locator(".arrows path")
    page.get_by_role("button", name=TRY).focus()
    page.keyboard.press("Enter")
    page.locator("[data-cell=e2]").focus()
    for key in ("ArrowRight", "Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(said).to_have_text("White: pawn f2 to f4.")
    for key in ("a", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("[data-cell=f4]")).to_have_attribute("aria-label", "f4, White pawn, picked")
    page.keyboard.press("a")
    expect(said).to_have_text("Arrow from f4 to g5")
    expect(arrows).to_have_attribute("d", re.compile("^M5.5 4.5L6.5 3.5M"))
    page.keyboard.press("[")
    expect(arrows).to_have_attribute("d", "")  # it belongs to its position
    tried(page).click()
    expect(arrows).not_to_have_attribute("d", "")


def test_arrows_are_drawn_by_mouse_and_by_finger(hall: Hall, event: Event, enter: Enter) -> None:
    by_api(event, *MATE)
    page = enter(f"{address(hall, event)}?ply=0", has_touch=True, viewport={"width": 390, "height": 844})
    arrows = page.locator(".arrows path")
    page.get_by_role("button", name=TRY).tap()
    for start, end in (("g1", "f3"), ("g1", "f3"), ("b1", "c3")):  # the second takes the first away
        square(page, start).hover(force=True)
        page.mouse.down(button="right")
        square(page, end).hover(force=True)
        page.mouse.up(button="right")
    expect(arrows).to_have_attribute("d", re.compile(r"^M1.5 7.5L2.5 5.5M[^M]*$"))
    page.get_by_role("button", name="Draw arrows").tap()
    square(page, "e2").tap(force=True)
    square(page, "e4").tap(force=True)
    expect(arrows).to_have_attribute("d", re.compile("M4.5 6.5L4.5 4.5M"))
    page.get_by_role("button", name="Clear").tap()
    expect(arrows).to_have_attribute("d", "")


def test_a_player_tries_nothing_while_the_own_game_is_played(hall: Hall, event: Event, enter: Enter) -> None:
    begin(event, 1, "e4", "e5")
    begin(event, 2, "d4")
    ann, public = enter(address(hall, event), "Ann"), enter(address(hall, event))
    expect(public.get_by_role("button", name=TRY)).to_be_visible()
    expect(ann.get_by_role("button", name=TRY)).to_be_hidden()
    ann.goto(hall.address(event, f"/games/{event.board(1, 2)}/play"))
    expect(ann.locator("#connection")).to_have_text("Connected")
    expect(ann.get_by_role("button", name=TRY)).to_be_hidden()
    ann.goto(address(hall, event))
    does(event, 1, BLACK, Resign())
    ann.get_by_role("button", name=TRY).click()
    click(ann, "g1f3")
    expect(tried(ann)).to_have_text(["2. Nf3"])


def test_the_address_of_a_position_opens_it_and_is_shared(hall: Hall, event: Event, enter: Enter) -> None:
    by_api(event, *MATE)
    page = enter(f"{address(hall, event)}?ply=3&line=g8f6,b1c3")
    expect(tried(page)).to_have_text(["2… Nf6", "Nc3"])
    share = page.get_by_role("button", name="Share the position")
    expect(share).to_have_attribute("data-shares", f"{address(hall, event)}?ply=3&line=g8f6,b1c3")
    page.keyboard.press("[")
    expect(share).to_have_attribute("data-shares", f"{address(hall, event)}?ply=3&line=g8f6")


def test_the_boards_of_a_round_are_stepped_through_together(hall: Hall, event: Event, enter: Enter) -> None:
    begin(event, 1, "e4")
    begin(event, 2, "d4", "d5", "c4")
    does(event, 1, BLACK, PlayMove("e5", 1))
    page = enter(hall.address(event, "/rounds/1/replay"))
    shown = page.locator("[data-move]")
    expect(page.locator("#replay select")).to_be_visible()
    expect(shown).to_have_text(["1…e5", "2.c4"])
    page.get_by_role("button", name="First position").click()
    expect(shown).to_have_text(["", ""])
    page.keyboard.press("]")
    expect(shown).to_have_text(["1.e4", "1.d4"])
    page.get_by_role("button", name="Play").click()
    expect(shown).to_have_text(["1…e5", "2.c4"])
    page.get_by_label("Order").select_option("time")
    page.get_by_role("button", name="One move back").click()
    expect(shown).to_have_text(["1.e4", "2.c4"])
    expect(page.locator(f"#game-{event.board(1, 1)} svg title")).to_have_text("Position after 1.e4")


@contextmanager
def club(page: str) -> Iterator[str]:
    """The address of another site, which has one page."""

    class Club(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Club) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_a_board_in_a_frame_of_another_site_is_live(hall: Hall, event: Event, enter: Enter) -> None:
    begin(event, 1, "e4")
    embed = hall.address(event, f"/games/{event.board(1, 1)}/embed")
    with club(f"<iframe src={embed} width=400 height=580></iframe>") as url:
        page = enter(url)
        board = page.frame_locator("iframe")
        expect(board.locator("#state")).to_have_text("Black to move")
        does(event, 1, BLACK, PlayMove("e5", 1))
        expect(board.locator("#state")).to_have_text("White to move")
        board.get_by_role("button", name="First position").click()
        expect(board.locator("#looking span")).to_have_text("You look at the first position.")
        expect(board.locator("header.hall")).to_be_hidden()


@every("look", LOOKS.values())
def test_none_of_it_breaks_a_rule_of_accessibility(
    hall: Hall, event: Event, enter: Enter, look: tuple[ViewportSize, Literal["light", "dark"]]
) -> None:
    if event.games(1)[0].result is None:
        by_api(event, *MATE)
    page = enter("about:blank", bypass_csp=True, viewport=look[0], color_scheme=look[1], reduced_motion="reduce")
    play = address(hall, event)
    found = violations(page, f"{play}?ply=3&line=g8f6,b1c3")
    expect(tried(page)).to_have_count(2)
    found += violations(page)
    for path in (play.replace("play", "embed"), hall.address(event, "/rounds/1/replay")):
        found += violations(page, path)
    assert found == []

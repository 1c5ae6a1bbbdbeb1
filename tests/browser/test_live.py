"""What happens elsewhere appears by itself, and never under somebody's hands."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from podium.core.result import Result
from podium.flow.commands import HandPairing, PairByHand, PairRound, PublishRound, RecordResult, UnpairRound
from tests.browser.conftest import Complaints, Hall
from tests.web.conftest import Event


@pytest.fixture
def event(hall: Hall) -> Event:
    event = hall.house.event("Ann", "Ben", "Cid", "Dan")
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def connected(page: Page) -> Page:
    expect(page.locator("#live")).to_have_text("Live")
    return page


def confirmed(page: Page) -> None:
    """Waits until the server has answered everything that was entered: a result shows before it is stored."""
    expect(page.locator("[data-busy]")).to_have_count(0)


def test_a_result_appears_on_another_screen(
    hall: Hall, event: Event, browser: Browser, context: BrowserContext, complaints: Complaints
) -> None:
    reader_context = browser.new_context()
    reader = reader_context.new_page()
    reader.goto(hall.address(event, "/standings"))
    connected(reader)
    hall.enter(context, "scorer")
    scorer = context.new_page()
    scorer.goto(hall.address(event, "/rounds/1"))
    scorer.get_by_role("button", name="Board 1: White wins").click()
    expect(reader.locator("#standings")).to_contain_text("1W (1) = 1")
    reader_context.close()


def test_a_round_comes_when_it_is_published_and_goes_when_it_is_unpaired(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event("Ann", "Ben")
    page = context.new_page()
    page.goto(hall.address(event, "/rounds"))
    connected(page)
    expect(page.locator("main")).to_contain_text("No round is paired yet")
    event.do(PairRound())
    event.do(PublishRound(1))
    expect(page).to_have_url(re.compile("/rounds/1$"))
    expect(page.locator("#clock")).to_contain_text("published")
    connected(page)
    event.record(1, Result.DRAW)
    expect(page.locator("#board-1")).to_have_attribute("data-result", "1/2-1/2")
    expect(page.locator("#clock")).to_contain_text("playing")
    event.do(UnpairRound(1))
    expect(page.locator("[data-problem]")).to_contain_text("no round 1")


def test_an_open_menu_stays_open_and_catches_up_later(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/1"))
    connected(page)
    page.get_by_label("Board 1: more results").click()
    event.do(RecordResult(event.board(1, 1), Result.DRAW))
    event.do(RecordResult(event.board(1, 2), Result.BLACK_WINS))
    expect(page.locator("#board-2")).to_have_attribute("data-result", "0-1")
    expect(page.get_by_role("button", name="1-0F White wins by forfeit").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#board-1")).to_have_attribute("data-result", "1/2-1/2")


def test_a_result_that_somebody_else_changed_is_not_overwritten(
    hall: Hall, event: Event, context: BrowserContext
) -> None:
    hall.enter(context)
    page = context.new_page()
    page.route("**/events", lambda route: route.abort())  # as on a train: no news reach this page
    page.goto(hall.address(event, "/rounds/1"))
    event.do(RecordResult(event.board(1, 1), Result.DRAW))
    page.get_by_role("button", name="Board 1: White wins").click()
    expect(page.locator("#board-1 .refusal")).to_contain_text("½-½")
    expect(page.locator("#board-1")).to_have_attribute("data-result", "1/2-1/2")


def test_undo_in_the_status_line_takes_it_back(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context, "scorer")
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/1"))
    page.get_by_role("button", name="Board 2: Black wins").click()
    status_line = page.locator(".status-line")
    expect(status_line).to_have_count(1)
    status_line.get_by_role("button", name="Undo").click()
    expect(page.locator("#board-2")).not_to_have_attribute("data-result", re.compile("."))
    confirmed(page)
    assert event.games(1)[1].result is None


TYPED = """keys => {
  for (const key of keys) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""
"""Keys pressed faster than any server answers."""


def test_results_typed_faster_than_the_answers_come_are_all_kept(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event(*(f"Player {n:02}" for n in range(1, 41)), format="swiss", rounds=5)
    event.do(PairRound())
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/1"))
    connected(page)
    page.keyboard.press("ArrowDown")
    for _ in range(20):  # the first answers come in between, with rows that wait for their own
        page.keyboard.press("1")
    expect(page.locator("tr.done")).to_have_count(20)
    expect(page.locator("#round")).to_have_count(1)
    confirmed(page)
    assert [game.result for game in event.games(1)] == [Result.WHITE_WINS] * 20


def test_a_correction_waits_for_the_answer_to_what_it_corrects(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context, "scorer")
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/1"))
    connected(page)
    page.evaluate(TYPED, ["ArrowDown", "1", "ArrowUp", "1", "2", "3"])
    expect(page.locator("#board-1")).to_have_attribute("data-result", "0-1")
    confirmed(page)
    assert event.games(1)[0].result is Result.BLACK_WINS


def test_results_typed_before_any_answer_go_each_to_the_next_open_board(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event(*(f"Player {n}" for n in range(1, 11)), format="manual")
    players = [each.id for each in event.state.players.values()]
    pairs = zip(players[::2], players[1::2], strict=True)
    event.do(PairByHand(tuple(HandPairing(one, other) for one, other in pairs)))
    event.do(RecordResult(event.board(1, 2), Result.DRAW))
    hall.enter(context, "scorer")
    event.do(PublishRound(1))
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/1"))
    connected(page)
    page.evaluate(TYPED, ["ArrowDown", "1", "3", "2"])  # board 2 has a result: it is passed over
    expect(page.locator("#board-5")).to_be_focused()
    expect(page.locator("tr.done")).to_have_count(4)
    confirmed(page)
    white, drawn, black = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
    assert [game.result for game in event.games(1)] == [white, drawn, black, drawn, None]


def test_a_correction_a_cleared_result_and_the_mouse_stay_where_they_are(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    event.record(1, Result.DRAW)
    hall.enter(context, "scorer")
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/1"))
    connected(page)
    board = page.locator("#board-1")
    board.focus()
    page.keyboard.press("1")
    expect(board).to_have_attribute("data-result", "1-0")
    expect(board).to_be_focused()
    page.keyboard.press("0")
    expect(board).not_to_have_attribute("data-result", re.compile("."))
    expect(board).to_be_focused()
    page.get_by_role("button", name="Board 1: Draw").click()
    expect(board).to_have_attribute("data-result", "1/2-1/2")
    expect(page.get_by_role("button", name="Board 1: Draw")).to_be_focused()

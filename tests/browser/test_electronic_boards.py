"""Boards that move while a page is open (live chess, point 9): the scorer sees what they propose, and confirms it."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect

from podium.app.pgn.importing import game_of, games_of, import_games, records_of, seen_games
from podium.app.pgn.matching import matched_games
from podium.core.result import Result
from podium.files.livechess import BoardGame, BoardMove, BoardPairing, BoardPlayer
from podium.flow.commands import PairRound, PublishRound
from tests.browser.conftest import Complaints, Hall
from tests.web.conftest import Event

NOBODY = BoardPlayer("", "")


def seen_on_board(event: Event, moves: str, result: str) -> None:
    """What `podium watch` stores when board 1 has seen these moves."""
    desk = event.house.podium.desk
    seen = desk.see(event.owner, event.id)
    board = BoardGame(tuple(BoardMove(move, 60_000) for move in moves.split()), result, 518)
    records = records_of(seen_games(desk, seen, games_of(seen.state, 1)))
    game = game_of(1, BoardPairing(1, NOBODY, NOBODY, "*"), board)
    import_games(desk, event.owner, seen, matched_games(seen.state, [game], records, 1), results=False)


def test_a_proposal_appears_on_the_open_page_and_is_confirmed_in_place(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event("Alice", "Bob", "Carol", "Dave")
    event.do(PairRound())
    event.do(PublishRound(1))
    seen_on_board(event, "e4 e5", "*")
    hall.enter(context, "scorer")
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/1"))
    button = page.get_by_role("button", name="Board says 1-0: confirm")
    expect(button).to_have_count(0)
    seen_on_board(event, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", "1-0")
    expect(button).to_have_count(1)
    button.click()
    expect(page.locator("#board-1")).to_have_attribute("data-result", "1-0")
    expect(button).to_have_count(0)
    assert event.games(1)[0].result is Result.WHITE_WINS

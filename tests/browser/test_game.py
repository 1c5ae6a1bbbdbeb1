"""Live games in browsers: by mouse, finger, keys and typing, without a network, in two tabs, without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import chess
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from podium.app.access import Role
from podium.app.accounts.logins import SESSION_COOKIE
from podium.chess import position_number
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import ChangeSettings, HandPairing, PairByHand, PublishRound, SetStartPosition
from podium.games.commands import BeReady, GameCommand, Interrupt, PlayMove
from podium.games.system_acts import SHORTEST_INTERRUPTION
from tests.browser.conftest import Complaints, Hall, fits
from tests.kit.waiting import PATIENCE
from tests.web.conftest import Event

SMALL = {"width": 360, "height": 740}
SCHOLARS_MATE = ("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7")

Enter = Callable[..., Page]


@pytest.fixture
def event(hall: Hall) -> Event:
    """Ann has White against Ben, live."""
    event = hall.house.event("Ann", "Ben", format="manual", live=True, timeControl="10+5")
    event.do(PairByHand((HandPairing(event.player("Ann"), event.player("Ben")),)))
    event.do(PublishRound(1))
    return event


@pytest.fixture
def enter(hall: Hall, event: Event, browser: Browser) -> Iterator[Enter]:
    """Opens the game in a browser of its own, for a player or the public; none of them may complain at the end."""
    heard = Complaints(hall.url)
    contexts: list[BrowserContext] = []

    def opened(player: str | None = None, *, go: bool = True, **how: Any) -> Page:
        context = browser.new_context(**how)
        contexts.append(context)
        if player is not None:
            context.add_cookies([{"name": SESSION_COOKIE, "value": session(event, player), "url": hall.url}])
        context.on("page", heard.listen)
        page = context.new_page()
        if go:
            page.goto(address(hall, event))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [line for line in heard.heard if "ERR_INTERNET_DISCONNECTED" not in line] == []


def address(hall: Hall, event: Event) -> str:
    return hall.address(event, f"/games/{event.board(1, 1)}/play")


def start(*players: Page) -> None:
    """Both say that they are there."""
    for page in players:
        page.get_by_role("button", name="I am ready").click()
    for page in players:
        expect(page.locator("#connection")).to_have_text("Connected")
        expect(page.locator("#game")).to_have_attribute("data-status", "RUNNING")


def square(page: Page, name: str) -> Locator:
    return page.locator(f"rect[data-square={name}]")


def click(page: Page, uci: str) -> None:
    square(page, uci[:2]).click()
    square(page, uci[2:4]).click()


def moves(page: Page) -> Locator:
    return page.locator("#moves button")


def your_move(page: Page) -> None:
    expect(page.locator("#state")).to_have_text("Your move")


def session(event: Event, player: str) -> str:
    """The secret of a session that a player's link opened."""
    registry = event.house.podium.registry
    link, _ = registry.add_link(event.id, Role.PLAYER, event.player(player), None)
    return registry.open_link_session(link)


def by_api(event: Event, *played: str) -> PairingId:
    """Both are ready and these moves are on the board, without any browser."""
    podium, id = event.house.podium, event.board(1, 1)
    game = event.games(1)[0]
    commands: list[GameCommand] = [BeReady(), BeReady(), *(PlayMove(uci, ply) for ply, uci in enumerate(played))]
    names = [event.state.players[player].name for player in (game.white, game.black)]
    actors = [podium.registry.by_session(session(event, name)) for name in names]
    for at, command in enumerate(commands):
        caller = actors[at % 2]
        assert caller is not None
        now = podium.journal.milliseconds()
        podium.desk.submit_game(caller.actor, event.id, id, command, now).result(PATIENCE)
    return id


def test_two_browsers_play_to_mate_and_a_third_watches(event: Event, enter: Enter) -> None:
    ann, ben, public = enter("Ann"), enter("Ben"), enter()
    start(ann, ben)
    expect(public.locator("#state")).to_have_text("White to move")
    for ply, uci in enumerate(SCHOLARS_MATE):
        page = (ann, ben)[ply % 2]
        your_move(page)
        assert page.title().startswith("● Your move")
        click(page, uci)
    for page in (ann, ben, public):
        expect(page.locator("#state")).to_have_text("White wins: checkmate.")
        expect(moves(page)).to_have_text(["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"])
        expect(page.locator("rect.check")).to_have_attribute("data-square", "e8")
        expect(page.get_by_role("button", name="Moves as PGN")).to_be_visible()
    expect(ben.locator("#said")).to_have_text("White: queen h5 takes pawn on f7, checkmate. White wins: checkmate.")
    expect(public.get_by_role("button", name="Resign…")).to_have_count(0)
    stored = event.games(1)[0].result
    assert stored is not None
    assert stored.value == "1-0"


def test_only_legal_moves_can_be_made_and_they_are_shown(enter: Enter) -> None:
    ann, ben = enter("Ann"), enter("Ben")
    start(ann, ben)
    square(ann, "g1").click()
    expect(ann.locator(".target")).to_have_count(2)
    square(ann, "g3").click()
    expect(ann.locator(".target")).to_have_count(0)
    square(ann, "g1").drag_to(square(ann, "f3"))
    expect(moves(ben)).to_have_text(["Nf3"])
    expect(ben.locator("rect.last")).to_have_count(2)
    expect(ben.locator("#said")).to_contain_text("White: knight g1 to f3.")


def test_a_game_by_keys_alone(enter: Enter) -> None:
    """WCAG 2.1.1: picked with Enter, carried with arrows, dropped with Enter; Escape puts it back."""
    ann, ben = enter("Ann"), enter("Ben")

    def press(page: Page, *keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    for page in (ann, ben):
        page.get_by_role("button", name="I am ready").focus()
        page.keyboard.press("Enter")
    your_move(ann)
    ann.locator("[role=gridcell][tabindex='0']").focus()
    expect(ann.locator(":focus")).to_have_attribute("aria-label", "e2, White pawn")
    press(ann, "Enter", "ArrowUp")
    expect(ann.locator(":focus")).to_have_attribute("aria-label", "e3, empty, can be reached")
    press(ann, "Escape", "ArrowDown", "ArrowRight", "Enter", "ArrowUp", "Enter")  # f3
    your_move(ben)
    ben.locator("[role=gridcell][tabindex='0']").focus()
    expect(ben.locator(":focus")).to_have_attribute("aria-label", "e7, Black pawn")
    press(ben, "Enter", "ArrowUp", "ArrowUp", " ")  # e5, as Black sees it
    your_move(ann)
    press(ann, "ArrowRight", "ArrowDown", "Enter", "ArrowUp", "ArrowUp", "Enter")  # g4
    your_move(ben)
    press(ben, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "Enter")  # the queen on d8
    expect(ben.locator("[aria-selected=true]")).to_have_attribute("data-cell", "d8")
    press(ben, "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
    press(ben, "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter")  # h4
    expect(ann.locator("#state")).to_have_text("Black wins: checkmate.")
    press(ann, "[", "[")
    expect(ann.locator("#moves [aria-current]")).to_have_text("e5")


def test_a_typed_move_and_one_that_is_none(enter: Enter) -> None:
    ann, ben = enter("Ann"), enter("Ben")
    start(ann, ben)
    field = ann.get_by_label("Type your move")
    field.fill("Ke5")
    field.press("Enter")
    expect(ann.locator("#problem")).to_contain_text('"Ke5" is not a legal move here')
    your_move(ann)
    field.fill("Nf3")
    field.press("Enter")
    expect(moves(ben)).to_have_text(["Nf3"])
    expect(ann.locator("#problem")).not_to_be_visible()


def test_a_game_by_typed_moves_loads_nothing_anew(enter: Enter) -> None:
    """The address of a form counts, and the ply of the game as it stands, not as the page was loaded."""
    ann, ben = enter("Ann"), enter("Ben")
    for page in (ann, ben):
        page.evaluate("window.loadedOnce = true")
    start(ann, ben)
    for ply, move in enumerate(("e4", "e5", "Nf3", "Nc6")):
        page = (ann, ben)[ply % 2]
        your_move(page)
        page.get_by_label("Type your move").fill(move)
        page.get_by_role("button", name="Play it").click()
    expect(moves(ann)).to_have_text(["e4", "e5", "Nf3", "Nc6"])
    assert [page.evaluate("window.loadedOnce") for page in (ann, ben)] == [True, True]
    assert ann.url.endswith("/play")


def test_a_promotion_by_finger_on_a_small_phone(event: Event, enter: Enter) -> None:
    by_api(event, "a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "g8f6")
    ann = enter("Ann", viewport=SMALL, has_touch=True, is_mobile=True)
    ben = enter("Ben", viewport=SMALL, has_touch=True, is_mobile=True)
    your_move(ann)
    assert ann.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    square(ann, "b7").tap()
    square(ann, "a8").tap()
    ann.get_by_role("button", name="Knight").tap()
    expect(moves(ben).last).to_have_text("bxa8=N")
    expect(ben.locator("#said")).to_have_text("White: pawn b7 takes rook on a8 and becomes a knight.")
    your_move(ben)
    square(ben, "e7").tap()
    square(ben, "e5").tap()
    expect(moves(ann).last).to_have_text("e5")


def test_ten_seconds_without_a_network_lose_and_double_nothing(event: Event, enter: Enter) -> None:
    ann, ben = enter("Ann"), enter("Ben")
    start(ann, ben)
    ann.evaluate("window.stays = true")
    ann.context.set_offline(True)
    click(ann, "e2e4")
    expect(ann.locator("#state")).to_contain_text("your move is kept")
    expect(ann.locator("#connection")).to_contain_text("Connection lost")
    ann.wait_for_timeout(10_000)
    expect(ben.locator("#state")).to_have_text("Your opponent is to move")
    ann.context.set_offline(False)
    your_move(ben)
    expect(ann.locator("#connection")).to_have_text("Connected")
    ann.context.set_offline(True)
    click(ben, "e7e5")  # what happens meanwhile is there afterwards
    expect(moves(ben)).to_have_count(2)
    ann.wait_for_timeout(2_000)
    ann.context.set_offline(False)
    your_move(ann)
    expect(moves(ann)).to_have_text(["e4", "e5"])
    click(ann, "g1f3")
    expect(moves(ben)).to_have_text(["e4", "e5", "Nf3"])
    assert ann.evaluate("window.stays") is True


def test_two_tabs_of_a_player_agree_and_share_one_stream(hall: Hall, event: Event, enter: Enter) -> None:
    ann, ben = enter("Ann"), enter("Ben")
    start(ann, ben)
    asked: list[str] = []
    ann.context.on("request", lambda request: asked.append(request.url))
    other = ann.context.new_page()
    other.goto(address(hall, event))
    expect(other.locator("#connection")).to_have_text("Connected")
    click(other, "d2d4")
    for page in (ann, other, ben):
        expect(moves(page)).to_have_text(["d4"])
    assert not [url for url in asked if url.endswith("/events") and "/matches/" in url]
    ann.close()
    click(ben, "d7d5")
    expect(moves(other)).to_have_text(["d4", "d5"])  # the tab that is left listens itself
    expect(other.locator("#connection")).to_have_text("Connected")
    assert [url for url in asked if url.endswith("/events") and "/matches/" in url]


def test_a_premove_is_shown_played_at_once_and_can_be_cancelled(enter: Enter) -> None:
    ann, ben = enter("Ann"), enter("Ben")
    start(ann, ben)
    click(ben, "e7e5")
    expect(ben.locator("#premove-text")).to_have_text("Premove: e7 to e5")
    expect(ben.locator("rect.premove")).to_have_count(2)
    ben.get_by_role("button", name="Cancel the premove").click()
    expect(ben.locator("rect.premove")).to_have_count(0)
    click(ben, "c7c5")
    click(ann, "e2e4")
    expect(moves(ann)).to_have_text(["e4", "c5"])
    click(ben, "d7d5")
    click(ann, "e4e5")
    expect(moves(ann)).to_have_text(["e4", "c5", "e5", "d5"])
    click(ben, "d5d4")
    click(ann, "e5d6")  # the pawn is gone: what was meant for it is not played
    expect(ben.locator("#said")).to_have_text("The premove is not possible any more.")
    your_move(ben)
    expect(moves(ben)).to_have_count(5)
    for page, uci in ((ben, "b8c6"), (ann, "f1b5"), (ben, "g8f6")):
        your_move(page)
        click(page, uci)
    your_move(ann)
    square(ben, "f6").click()
    square(ben, "b7").click()  # where no knight goes from f6: the pawn is picked instead
    square(ben, "c6").click()  # where the own knight stands: to retake there
    expect(ben.locator("#premove-text")).to_have_text("Premove: b7 to c6")
    click(ann, "b5c6")
    expect(moves(ann).last).to_have_text("bxc6")
    square(ben, "a8").drag_to(square(ben, "a7"))
    expect(ben.locator("#premove-text")).to_have_text("Premove: a8 to a7")


def test_a_draw_is_offered_declined_offered_again_and_accepted(enter: Enter) -> None:
    ann, ben = enter("Ann"), enter("Ben")
    start(ann, ben)
    click(ann, "e2e4")
    your_move(ben)
    click(ben, "e7e5")
    your_move(ann)
    ann.get_by_role("button", name="Offer a draw").click()
    expect(ben.locator("#offer")).to_contain_text("White offers a draw.")
    ben.get_by_role("button", name="Decline").click()
    expect(ann.locator("#offer")).not_to_be_visible()
    ann.get_by_role("button", name="Offer a draw").click()
    expect(ann.get_by_role("button", name="Withdraw the offer")).to_be_visible()
    ben.get_by_role("button", name="Accept the draw").click()
    for page in (ann, ben):
        expect(page.locator("#state")).to_have_text("Draw: by agreement.")


def test_resigning_asks_first(enter: Enter) -> None:
    ann, ben = enter("Ann"), enter("Ben")
    start(ann, ben)
    ann.get_by_role("button", name="Resign…").click()
    ann.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    your_move(ann)
    ann.get_by_role("button", name="Resign…").click()
    ann.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for page in (ann, ben):
        expect(page.locator("#state")).to_have_text("Black wins: resignation.")
        expect(page.get_by_role("button", name="Back to the tournament")).to_be_visible()


def test_the_moves_can_be_looked_at_again(event: Event, enter: Enter) -> None:
    by_api(event, *SCHOLARS_MATE)
    public = enter()
    expect(public.locator("#state")).to_have_text("White wins: checkmate.")
    public.get_by_role("button", name="First position").click()
    expect(public.locator("[data-cell=e2]")).to_have_attribute("aria-label", "e2, White pawn")
    public.get_by_role("button", name="One move on").click()
    expect(public.locator("#said")).to_have_text("White: pawn e2 to e4.")
    moves(public).nth(4).click()
    expect(public.locator("[data-cell=h5]")).to_have_attribute("aria-label", "h5, White queen")
    public.get_by_role("button", name="Turn the board").click()
    expect(public.locator("[role=row]").first.locator("[role=gridcell]").first).to_have_attribute("data-cell", "h1")
    public.get_by_role("button", name="Present position").click()
    expect(public.locator("[data-cell=f7]")).to_have_attribute("aria-label", "f7, White queen")


LOW_CLOCK = """async () => {
    const { Clocks } = await import("/static/game/clocks.js");
    const [white, black] = ["white", "black"].map((colour) => document.querySelector(`[data-clock="${colour}"]`));
    const copy = white.parentNode.appendChild(white.cloneNode(true));
    copy.id = "copy";
    window.low = [];
    const clocks = new Clocks({ white: copy, black }, { now: 1000 }, (colour) => window.low.push(colour));
    clocks.set({ white: 9400, black: 600000, running: "white", delay: 0, low: 20000 }, 0);
}"""


def test_after_an_interruption_the_players_who_are_there_say_so_by_themselves(event: Event, enter: Enter) -> None:
    id = by_api(event, "e2e4")
    ann, ben = enter("Ann"), enter("Ben")
    your_move(ben)
    ben.context.set_offline(True)
    click(ben, "e7e5")
    ann.wait_for_timeout(SHORTEST_INTERRUPTION + 500)
    desk = event.house.podium.desk
    now = desk.journal.milliseconds()
    desk.submit_game(event.owner, event.id, id, Interrupt(now - SHORTEST_INTERRUPTION - 300), now).result(PATIENCE)
    ben.context.set_offline(False)
    for page in (ann, ben):
        expect(page.locator("#state")).to_contain_text("The server was away")
        expect(page.locator("#until")).to_have_text(re.compile(r"It goes on in 0:(10|0\d)\."))  # not in a minute
    expect(moves(ann)).to_have_text(["e4", "e5"])  # the move that was kept, when the game went on
    your_move(ann)


AFTER = """async ([fen, moves]) => {
    const { after, read, write } = await import("/static/game/position.js");
    return write(moves.reduce(after, read(fen)));
}"""


def test_a_king_castles_on_its_rook_in_chess960(hall: Hall, event: Event, enter: Enter) -> None:
    ann = enter("Ann")
    for seed in range(20):
        dice = Random(seed)
        judge = chess.Board.from_chess960_pos(dice.randrange(960))
        first = judge.fen()
        for _ply in range(60):
            legal = list(judge.generate_castling_moves()) or list(judge.legal_moves)
            if legal:
                judge.push(dice.choice(legal))
        assert ann.evaluate(AFTER, [first, [each.uci() for each in judge.move_stack]]) == judge.board_fen()
    for pieces, before, dropped in (
        ("BBNNRKRQ", (), "f1g1"),  # on its rook
        ("RNBQKBNR", ("e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5"), "e1g1"),  # on its own goal
        ("RBBNQNKR", ("f1g3", "f8g6"), "g1h1"),  # which it stands on already
    ):
        freestyle = hall.house.event("Ann", "Ben", format="manual", live=True, chess960=True)
        freestyle.do(PairByHand((HandPairing(freestyle.player("Ann"), freestyle.player("Ben")),)))
        freestyle.do(SetStartPosition(1, position_number(pieces)))
        freestyle.do(PublishRound(1))
        by_api(freestyle, *before)
        ann.context.add_cookies([{"name": SESSION_COOKIE, "value": session(freestyle, "Ann"), "url": hall.url}])
        ann.goto(address(hall, freestyle))
        your_move(ann)
        click(ann, dropped)
        expect(moves(ann).last).to_have_text("O-O")
        expect(ann.locator('g[data-square="g1"]')).to_have_attribute("data-piece", "wk")
        expect(ann.locator('g[data-square="f1"]')).to_have_attribute("data-piece", "wr")


def test_a_low_clock_warns_by_a_word(enter: Enter, event: Event) -> None:
    by_api(event)
    ann = enter("Ann")
    your_move(ann)
    expect(ann.locator('[data-clock="white"] [data-low]')).not_to_be_visible()
    ann.evaluate(LOW_CLOCK)
    copy = ann.locator("#copy")
    expect(copy.locator("b")).to_have_text("0:08.4")  # tenths below ten seconds
    expect(copy.locator("[data-low]")).to_have_text("! low time")
    assert ann.evaluate("window.low") == ["white"]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (360, "light")])
def test_the_board_never_makes_a_page_scroll_sideways(event: Event, enter: Enter, width: int, scheme: str) -> None:
    by_api(event, "e2e4")
    for player in ("Ben", None):
        page = enter(player, viewport={"width": width, "height": 800}, color_scheme=scheme)
        expect(page.locator("#connection")).to_have_text("Connected")
        fits(page)
        board = page.locator(".boardframe").bounding_box()
        assert board is not None
        assert abs(board["width"] - board["height"]) < 1
        assert board["width"] <= width


def test_a_whole_game_without_scripts(event: Event, enter: Enter) -> None:
    ann, ben = enter("Ann", java_script_enabled=False), enter("Ben", java_script_enabled=False)
    for page in (ann, ben):
        page.get_by_role("button", name="I am ready").click()
    for ply, move in enumerate(("f3", "e5", "g4", "Qh4#")):
        page = (ann, ben)[ply % 2]
        page.get_by_role("link", name="Look again").click()
        expect(page.locator("#state")).to_have_text("Your move")
        page.get_by_label("Type your move").fill("Ra5" if ply == 2 else move)
        page.get_by_role("button", name="Play it").click()
        if ply == 2:
            expect(page.locator("#problem")).to_contain_text('"Ra5" is not a legal move here')
            page.get_by_label("Type your move").fill(move)
            page.get_by_role("button", name="Play it").click()
    expect(ben.locator("#state")).to_have_text("Black wins: checkmate.")
    expect(ben.locator("svg.position title")).to_have_text("Position after 2…Qh4#; the game has ended")


STALEMATE = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"
THREEFOLD = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"


@pytest.mark.parametrize(
    ("played", "reason"), [(STALEMATE, "stalemate"), (THREEFOLD, "threefold repetition")], ids=lambda text: text[-9:]
)
def test_the_laws_end_a_game_before_both_players(event: Event, enter: Enter, played: str, reason: str) -> None:
    *before, last = played.split()
    by_api(event, *before)
    ann, ben = enter("Ann"), enter("Ben")
    mover = (ann, ben)[len(before) % 2]
    your_move(mover)
    mover.get_by_label("Type your move").fill(last)
    mover.get_by_role("button", name="Play it").click()
    for page in (ann, ben):
        expect(page.locator("#state")).to_contain_text(reason)


def test_a_flag_falls_before_both_players(event: Event, enter: Enter) -> None:
    """With one second to play for; whoever comes when it is over sees the same."""
    event.do(ChangeSettings({"timeControl": "0+1"}))
    ann, ben = enter("Ann"), enter("Ben")
    for page in (ann, ben):
        page.get_by_role("button", name="I am ready").click()
    for page in (ann, ben):
        expect(page.locator("#state")).to_contain_text("on time")
    assert event.games(1)[0].result is Result.BLACK_WINS
    expect(enter().locator("#state")).to_contain_text("on time")

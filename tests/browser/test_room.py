"""The room of a live game: what a player needs is in the window at every size, and an older position hides nothing."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from podium.app.accounts.logins import SESSION_COOKIE
from podium.chess import BLACK
from podium.flow.commands import (
    ChangeSettings,
    CloseRound,
    HoldRound,
    PairRound,
    PublishRound,
    Revert,
    StartRound,
    UnpairRound,
)
from podium.games.commands import DeclareResult, GameCommand, OfferDraw, PauseGame, PlayMove, Resign, ResumeGame
from podium.knockout import Outcome
from tests.browser.conftest import Complaints, Hall
from tests.browser.test_game import address, click, moves, session, your_move
from tests.kit.live import THREEFOLD
from tests.kit.waiting import PATIENCE
from tests.web.conftest import Event
from tests.web.test_live_boards import begin, does, paired

SIZES = (
    (1366, 768, "en"),
    (1280, 800, "en"),
    (820, 1180, "de"),
    (768, 1024, "fr"),
    (1180, 820, "en"),
    (390, 844, "en"),
    (390, 664, "fr"),
    (844, 390, "de"),
)
PICTURES = os.environ.get("PODIUM_ROOM_PICTURES")
OUT_OF_VIEW = """(wanted) => {
    const found = wanted.flatMap((one) => [...document.querySelectorAll(one)]).filter((one) => one.checkVisibility());
    const shown = (one) => {
        const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
        return inside && at !== null && (one.contains(at) || at.contains(one) || one.matches(".boardframe"));
    };
    return found.filter((one) => !shown(one)).map((one) => one.outerHTML.slice(0, 90));
}"""
CUT = ("error: [object Event]",)  # what htmx says of a stream that the server ended
NEEDED = (".boardframe", "[data-clock]", ".strip .name", "#state", "#offer-text", ".now button", ".now a[role=button]")

Enter = Callable[..., Page]


@pytest.fixture
def event(hall: Hall) -> Event:
    return paired(hall.house, ("Ann", "Ben"))


@pytest.fixture
def enter(hall: Hall, event: Event, browser: Browser) -> Iterator[Enter]:
    """Opens the game for a player or the public; none of the pages may complain."""
    heard = Complaints(hall.url)
    contexts: list[BrowserContext] = []

    def opened(player: str | None = None, script: str = "", **how: Any) -> Page:
        context = browser.new_context(**how)
        contexts.append(context)
        if player is not None:
            context.add_cookies([{"name": SESSION_COOKIE, "value": session(event, player), "url": hall.url}])
        context.on("page", heard.listen)
        page = context.new_page()
        if script:
            page.add_init_script(script)
        page.goto(address(hall, event))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [line for line in heard.heard if "ERR_INTERNET_DISCONNECTED" not in line and line not in CUT] == []


def wait(event: Event) -> None:
    event.do(StartRound(1))


def offer(event: Event) -> None:
    begin(event, 1, "e4", "d5", "exd5", "Qxd5")
    does(event, 1, BLACK, OfferDraw())


def rule(event: Event, round: int, command: GameCommand) -> None:
    """What the arbiter does at the first board of a round."""
    podium = event.house.podium
    now = podium.journal.milliseconds()
    podium.desk.submit_game(event.owner, event.id, event.board(round, 1), command, now).result(PATIENCE)


def pause(event: Event) -> None:
    rule(event, 1, PauseGame())


def end(event: Event) -> None:
    does(event, 1, BLACK, Resign())


def test_all_that_a_player_needs_is_in_the_window(event: Event, enter: Enter) -> None:
    """At every size, from the lobby to the end, without scrolling; the board takes what the rest leaves."""
    schemes = ("light", "dark") if PICTURES else ("light",)
    pages = [
        enter("Ann", viewport={"width": width, "height": height}, color_scheme=scheme, locale=language)
        for width, height, language in SIZES
        for scheme in schemes
    ]
    steps = (("WAITING", wait), ("RUNNING", offer), ("PAUSED", pause), ("FINISHED", end))
    found = []
    for status, step in steps:
        step(event)
        for at, page in enumerate(pages):
            expect(page.locator("#game")).to_have_attribute("data-status", status)
            expect(page.locator("#offer")).to_be_visible(visible=status == "RUNNING")
            if status == "FINISHED":
                expect(page.locator("#after .primary")).to_be_visible()
            size = page.viewport_size
            found += [(status, size, one) for one in page.evaluate(OUT_OF_VIEW, list(NEEDED))]
            if page.evaluate("document.documentElement.scrollHeight > innerHeight"):
                found.append((status, size, "the page scrolls"))
            box = page.locator(".boardframe").bounding_box()
            assert box is not None
            assert size is not None
            assert abs(box["width"] - box["height"]) < 1
            if box["width"] < 0.85 * min(size["width"], size["height"]):
                found.append((status, size, f"the board is only {box['width']:.0f} wide"))
            if PICTURES:
                scheme = schemes[at % len(schemes)]
                page.screenshot(path=f"{PICTURES}/{status}-{size['width']}x{size['height']}-{scheme}.png")
    assert found == []


def test_an_older_position_hides_nothing_of_the_present(event: Event, enter: Enter) -> None:
    begin(event, 1, "e4", "e5", "Nf3", "Nc6")
    ann, ben = enter("Ann"), enter("Ben")
    your_move(ann)
    ann.get_by_role("button", name="One move back").click()
    looking = ann.locator("#looking")
    expect(looking).to_contain_text("You look at move 2. Nf3.")
    expect(ann.locator("#state")).to_have_text("Your move")
    ann.get_by_role("button", name="First position").click()
    expect(looking).to_contain_text("You look at the first position.")
    does(event, 1, BLACK, OfferDraw())
    expect(ann.get_by_role("button", name="Accept the draw")).to_be_visible()
    looking.get_by_role("button", name="Back to the game").click()
    expect(looking).not_to_be_visible()
    expect(ann.locator("[data-cell=c6]")).to_have_attribute("aria-label", "c6, Black knight")
    ben.get_by_role("button", name="First position").click()
    click(ann, "f1b5")
    expect(ben.locator("#looking")).not_to_be_visible()  # a move of the opponent brings back
    expect(ben.locator("[data-cell=b5]")).to_have_attribute("aria-label", "b5, White bishop")
    assert ben.title().startswith("● Your move")
    expect(ann).to_have_title(re.compile("^Your opponent is to move"))
    ann.get_by_role("button", name="First position").click()
    end(event)
    expect(ann.locator("#state")).to_have_text("White wins: resignation.")
    expect(ann.locator("#looking")).to_be_visible()


def test_several_premoves_are_played_one_after_the_other_and_dropped_together(event: Event, enter: Enter) -> None:
    begin(event, 1)
    ann, ben = enter("Ann"), enter("Ben")
    expect(ben.locator("#connection")).to_have_text("Connected")
    for uci in ("e7e5", "b8c6", "c6d4"):
        click(ben, uci)
    expect(ben.locator("#premove-text")).to_have_text("Premoves: e7–e5, b8–c6, c6–d4")
    expect(ben.locator("[data-cell=d4]")).to_have_attribute("aria-label", "d4, Black knight")
    click(ann, "e2e4")
    expect(moves(ann)).to_have_text(["e4", "e5"])
    click(ann, "g1f3")
    expect(moves(ann)).to_have_text(["e4", "e5", "Nf3", "Nc6"])
    expect(ben.locator("#premove-text")).to_have_text("Premove: c6 to d4")
    click(ben, "a7a6")
    expect(ben.locator("#premove-text")).to_have_text("Premoves: c6–d4, a7–a6")
    ben.keyboard.press("Escape")
    expect(ben.locator("#premove")).not_to_be_visible()
    expect(ben.locator("[data-cell=c6]")).to_have_attribute("aria-label", "c6, Black knight")


def test_settings_of_the_player_are_kept_by_the_browser(event: Event, enter: Enter) -> None:
    """Asked about each move, a queen without a question, and how the board looks."""
    begin(event, 1, "a4", "b5", "axb5", "a6", "bxa6", "Bb7", "axb7", "Nf6")
    ann = enter("Ann")
    your_move(ann)
    ann.get_by_text("How you play and see it").click()
    ann.get_by_label("A pawn becomes a queen").check()
    ann.get_by_label("Ask before each of my moves").check()
    ann.locator("[data-setting=pieces]").select_option("outlined")
    ann.locator("[data-setting=board]").select_option("blue")
    ann.reload()
    expect(ann.locator("html")).to_have_attribute("data-board", "blue")
    expect(ann.locator("html")).to_have_attribute("data-pieces", "outlined")
    your_move(ann)
    click(ann, "b7a8")
    expect(ann.locator("#confirm")).to_contain_text("b7 to a8?")
    ann.keyboard.press("Escape")
    expect(ann.locator("#confirm")).not_to_be_visible()
    expect(ann.locator("[data-cell=b7]")).to_have_attribute("aria-label", "b7, White pawn")
    click(ann, "b7a8")
    ann.keyboard.press("Enter")
    expect(moves(ann).last).to_have_text("bxa8=Q")


def test_a_move_that_is_kept_is_framed_and_presence_is_said(event: Event, enter: Enter) -> None:
    begin(event, 1, "e4", "d5", "exd5")
    ann, ben = enter("Ann"), enter("Ben")
    for page in (ann, ben):
        expect(page.locator("[data-presence=white]")).to_have_text("here")
        expect(page.locator("[data-presence=black]")).to_have_text("here")
    expect(ann.locator("[data-taken=white]")).to_have_attribute("aria-label", "taken: pawn; 1 ahead")
    ben.context.set_offline(True)
    click(ben, "d8d5")
    expect(ben.locator(".squares .kept")).to_have_count(2)
    ben.context.set_offline(False)
    expect(moves(ann)).to_have_count(4)
    expect(ben.locator(".squares .kept")).to_have_count(0)
    expect(ann.locator("[data-taken=black]")).to_have_attribute("aria-label", "taken: pawn")
    expect(ann.locator("#times rect")).to_have_count(4)
    ben.context.close()
    expect(ann.locator("[data-presence=black]")).to_have_text("not connected", timeout=30_000)


DEVICE = """
    window.told = [];
    window.away = true;
    Object.defineProperty(document, "hidden", { get: () => window.away });
    const lock = { released: false, release: async () => void told.push("sleeps") };
    const request = async () => (told.push("wakes"), lock);
    Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => ({ request }) });
    Navigator.prototype.vibrate = () => told.push("shakes");
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(_title, { body }) { told.push(body); }
    };
    ServiceWorkerRegistration.prototype.showNotification = async (_title, { body }) => void told.push(body);
"""


def test_the_device_tells_of_the_start_stays_awake_and_shakes(event: Event, enter: Enter) -> None:
    ann = enter("Ann", script=DEVICE)

    def told(*wanted: str) -> None:
        ann.wait_for_function(
            "(wanted) => JSON.stringify(told) === wanted", arg=json.dumps(wanted, separators=(",", ":"))
        )

    expect(ann.locator("#connection")).to_have_text("Connected")
    ann.get_by_text("How you play and see it").click()
    ann.get_by_label("Tell me when my game starts").check()
    begin(event, 1)
    told("Your game starts.")
    ann.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    told("Your game starts.", "wakes")
    click(ann, "e2e4")
    expect(moves(ann)).to_have_count(1)
    does(event, 1, BLACK, PlayMove("e5", 1))
    told("Your game starts.", "wakes", "shakes")
    does(event, 1, BLACK, OfferDraw())
    told("Your game starts.", "wakes", "shakes", "shakes")
    end(event)
    told("Your game starts.", "wakes", "shakes", "shakes", "sleeps")


def test_a_pairing_that_is_taken_back_and_brought_again_leaves_the_players_at_the_board(
    event: Event, enter: Enter
) -> None:
    begin(event, 1, "e4")
    page = enter("Ben")
    your_move(page)
    event.do(UnpairRound(1))
    expect(page.locator("#state")).to_have_text("This pairing was taken back: the game stands still.")
    event.do(Revert())
    rule(event, 1, ResumeGame())
    your_move(page)
    click(page, "e7e5")
    expect(moves(page)).to_have_count(2)


def test_a_player_whose_link_is_ended_reads_it_at_the_board(event: Event, enter: Enter) -> None:
    begin(event, 1, "e4")
    page = enter("Ben")
    your_move(page)
    registry = event.house.podium.registry
    with page.expect_response("**/me/line*"):  # then every part has heard of it
        for link in registry.links(event.id):
            registry.drop_link(event.id, link.id)
    expect(page.locator("#problem")).to_contain_text("You are not signed in any more: open your link again")
    click(page, "e7e5")
    expect(page.locator("#problem")).to_be_visible()
    expect(moves(page)).to_have_count(1)
    expect(page.locator("#game")).to_have_attribute("data-you", "black")


def test_the_lobby_tests_sound_and_clock(event: Event, enter: Enter) -> None:
    event.do(StartRound(1, "2126-12-01T18:30:00+00:00"))
    ann = enter("Ann")
    expect(ann.locator("#state")).to_have_text("The clock starts at the announced time.")
    event.do(HoldRound(1))
    expect(ann.locator("#state")).to_have_text("The clock starts when both players are ready.")
    lobby = ann.get_by_role("region", name="Before the game")
    expect(lobby).to_contain_text("Ann has White, Ben has Black. You play White.")
    expect(lobby).to_contain_text("Round 1, board 1 · 10 minutes, 5 seconds a move")
    expect(ann.locator("[data-presence=black]")).to_have_text("not here yet")
    lobby.get_by_role("button", name="Test sound and clock").click()
    expect(lobby).to_contain_text(re.compile(r"The server answers in \d+ ms"))
    begin(event, 1)
    expect(lobby).not_to_be_visible()
    pause(event)  # before the first move
    expect(ann.get_by_role("button", name="Resign…")).to_be_visible()


def test_a_page_leads_to_the_next_board_and_after_the_last_to_the_standings(hall: Hall, browser: Browser) -> None:
    event = hall.house.event("Ann", "Ben", format="round-robin", live=True, timeControl="10+5", cycles=2)
    event.do(PairRound())
    event.do(PublishRound(1))
    with browser.new_context() as context:
        context.add_cookies([{"name": SESSION_COOKIE, "value": session(event, "Ann"), "url": hall.url}])
        page = context.new_page()
        page.goto(address(hall, event))
        expect(page.locator("#live")).to_have_attribute("data-state", "connected")
        rule(event, 1, DeclareResult(Outcome.WHITE_WIN))
        following = page.locator("#following")
        expect(following).to_contain_text("If there is another board for you, it opens here as soon as it is out.")
        event.do(CloseRound(1))
        event.do(PairRound())
        event.do(PublishRound(2))
        expect(following).to_contain_text(re.compile(r"round 2, board 1. You play (White|Black). The page goes there"))
        page.wait_for_url(f"**/games/{event.board(2, 1)}/play")
        expect(page.locator("#live")).to_have_attribute("data-state", "connected")
        rule(event, 2, DeclareResult(Outcome.DRAW))
        expect(following).to_contain_text("That was the last round; the standings are next.")
        expect(following).to_contain_text(re.compile(r"The page goes there in (1:00|0:\d\d)"))
        following.get_by_role("button", name="Stay here").click()
        expect(following.locator("span")).to_have_text("")
        expect(following).to_have_attribute("data-url", f"{event.url}/standings")


def test_a_draw_that_can_be_claimed_has_its_button_in_view(event: Event, enter: Enter) -> None:
    event.do(ChangeSettings({"drawConfig": {"claims": True}}))
    begin(event, 1, *THREEFOLD.split()[:-1])
    ann = enter("Ann", viewport={"width": 390, "height": 664})
    claim = ann.locator(".now").get_by_role("button", name="Claim a draw")
    expect(ann.locator("#connection")).to_have_text("Connected")
    expect(claim).not_to_be_visible()
    does(event, 1, BLACK, PlayMove(THREEFOLD.split()[-1], 7))
    expect(claim).to_be_in_viewport(ratio=1)
    claim.click()
    expect(ann.locator("#state")).to_have_text("Draw: threefold repetition.")


def test_a_claim_that_is_not_true_is_read_by_both_until_the_next_move(event: Event, enter: Enter) -> None:
    event.do(ChangeSettings({"drawConfig": {"claims": True, "claimPenalty": True}}))
    begin(event, 1, "e4", "e5")
    ann, ben = enter("Ann"), enter("Ben")
    said = "White claimed a draw that is none: 2:00 more for Black."
    ann.get_by_label("Type your move").fill("Nf3")
    ann.get_by_role("button", name="Claim a draw").click()
    for page in (ann, ben):
        expect(page.locator("#false-claim")).to_have_text(said)
        expect(moves(page)).to_have_text(["e4", "e5", "Nf3"])
    expect(ann.get_by_label("Type your move")).to_have_value("")
    your_move(ben)
    click(ben, "b8c6")
    for page in (ann, ben):
        expect(page.locator("#false-claim")).to_be_hidden()


def test_a_player_who_leaves_the_window_is_noted_for_arbiters(event: Event, enter: Enter) -> None:
    begin(event, 1, "e4")
    page = enter("Ben")
    your_move(page)
    with page.expect_response(lambda answer: answer.url.endswith("/away")) as told:
        page.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))")
        page.evaluate("performance.now = ((real) => () => real() + 41000)(performance.now.bind(performance))")
        page.evaluate("document.hasFocus = () => true; dispatchEvent(new Event('focus'))")
    assert told.value.status == 200
    id = event.board(1, 1)
    left = event.house.podium.registry.windows_left(event.id, [id])
    [(game, player)] = left
    assert (game, player, 41_000 <= left[game, player][0].ms < 80_000) == (id, event.player("Ben"), True)

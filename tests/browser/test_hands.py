"""Keys, dialogs, phones, and a browser without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from podium.core.result import Result
from podium.flow.commands import CloseRound, PairRound, PublishRound, UnpairRound
from tests.browser.conftest import Complaints, Hall, fits
from tests.kit.loops import every
from tests.web.conftest import Event

LONG = (
    "Müller-Lüdenscheidt, Hans-Jürgen Maximilian",
    "van den Bergh-Vanderstraeten, Maximiliaan",
    "García Márquez de la Fuente, José Ignacio",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren",
    "Li, Wei",
)
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def event(hall: Hall) -> Event:
    """A tournament with long names, one round closed and one being played."""
    event = hall.house.event(*LONG, name="41. Internationales Bodensee-Open und Seniorenmeisterschaft", place="Saal")
    for number in (1, 2):
        event.do(PairRound())
        event.do(PublishRound(number))
        event.record(number, Result.WHITE_WINS_BY_FORFEIT, *([Result.DRAW] if number == 1 else []))
    event.do(CloseRound(1))
    return event


def test_no_page_scrolls_sideways_on_a_phone(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context, "owner")
    page = context.new_page()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    player, game = event.player(LONG[0]), event.board(1, 1)
    paths = [
        "",
        "/settings",
        "/people",
        "/people/players",
        "/players",
        f"/players/{player}",
        f"/players/{player}/edit",
        "/players/import",
        "/rounds/1",
        "/rounds/2",
        "/rounds/2?edit=yes",
        f"/rounds/2?edit={event.board(2, 2)}",
        "/rounds/2/print",
        "/rounds/2/print?by=name",
        "/rounds/pair",
        "/standings",
        "/crosstable",
        "/history",
        "/history/5",
        f"/what-if?pairing={game}&result=0-1",
    ]
    wide = []
    for url in [hall.address(event, path) for path in paths] + [
        f"{hall.url}/",
        f"{hall.url}/new",
        f"{hall.url}/account",
    ]:
        page.goto(url)
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            wide.append(url)
    assert wide == []


@every("path", ["", "/rounds", "/prizes", "/history", "/people"])
def test_the_tab_of_the_page_is_in_view_on_a_phone(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints, path: str
) -> None:
    hall.enter(context, "owner")
    page = context.new_page()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    page.goto(hall.address(event, path))
    expect(page.locator(".sections [aria-current]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".sections a")).to_have_count(6)
    cut = "tabs => tabs.filter((tab) => tab.right > innerWidth || tab.scrollWidth > tab.clientWidth).length"
    assert page.locator(".sections a > span").evaluate_all(cut) == 0
    assert page.locator(".sections").evaluate("bar => bar.getBoundingClientRect().bottom") <= 100


def test_results_can_be_hit_with_a_thumb(hall: Hall, event: Event, context: BrowserContext) -> None:
    hall.enter(context, "scorer")
    page = context.new_page()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    page.goto(hall.address(event, "/rounds/2"))
    box = page.get_by_role("button", name="Board 2: Draw").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    page.get_by_role("button", name="Board 2: Draw").click()
    expect(page.locator("#board-2")).to_have_attribute("data-result", "1/2-1/2")


def test_keys_help_search_and_jump(hall: Hall, event: Event, context: BrowserContext, complaints: Complaints) -> None:
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/2"))
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).not_to_be_visible()
    for key in ("g", "2", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#board-2")).to_be_focused()
    page.keyboard.press("3")
    expect(page.locator("#board-2")).to_have_attribute("data-result", "0-1")
    page.keyboard.press("ArrowUp")  # back to the board that was left as there was none to go on to
    page.keyboard.press("0")
    expect(page.locator("#board-2")).not_to_have_attribute("data-result", re.compile("."))
    page.keyboard.press("7")  # means something only among the other results
    expect(page.locator("#board-2 details.more")).not_to_have_attribute("open", "")
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Half a point for White only 7")).to_be_visible()
    page.keyboard.press("7")
    expect(page.locator("#board-2")).to_have_attribute("data-result", "1/2-0")
    page.goto(hall.address(event, "/players"))
    page.keyboard.press("/")
    expect(page.get_by_label("Search players")).to_be_focused()
    page.keyboard.type("1 li 3")  # keys mean letters while typing
    expect(page.get_by_label("Search players")).to_have_value("1 li 3")


def test_a_dialog_names_the_consequences_and_can_be_left(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/2"))
    page.get_by_role("button", name="Unpair…").click()
    dialog = page.get_by_role("dialog", name="Unpair round 2?")
    expect(dialog).to_contain_text("with 1 result")
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    assert len(event.state.rounds) == 2
    page.get_by_role("button", name="Unpair…").click()
    dialog.get_by_role("button", name="Unpair round 2").click()
    expect(page.locator("#status-line")).to_contain_text("Round 2 unpaired")
    assert len(event.state.rounds) == 1


def test_a_change_on_the_way_does_not_cut_off_the_answer_to_a_form(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    """The stream may say that the round is gone before the answer to the form that took it back is there."""
    hall.enter(context)
    page = context.new_page()
    held: list[Route] = []
    page.route("**/rounds/2/unpair", lambda route: held.append(route))
    with page.expect_response(re.compile(r"/events(\?|$)")):
        page.goto(hall.address(event, "/rounds/2"))
    page.get_by_role("button", name="Unpair…").click()
    with page.expect_request("**/rounds/2/unpair"):
        page.get_by_role("button", name="Unpair round 2").click(no_wait_after=True)
    with page.expect_response(lambda response: response.status == 404):
        event.do(UnpairRound(2))
    held[0].fulfill(body="<title>Answer</title>Round 2 unpaired", content_type="text/html")
    expect(page).to_have_title("Answer")


def test_a_link_is_made_and_opened_by_a_player(
    hall: Hall, event: Event, browser: Browser, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context, "owner")
    page = context.new_page()
    page.goto(hall.address(event, "/people"))
    white = next(game for game in event.games(2) if game.result is None).white
    page.get_by_label("For").select_option(white)
    page.get_by_role("button", name="Make the link").click()
    address = page.get_by_label("Address").input_value()
    phone = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    player = phone.new_page()
    player.goto(address)
    player.get_by_role("button", name="I won").click()
    expect(player.get_by_role("button", name="Take back")).to_be_visible()
    assert all(game.result for game in event.games(2))
    phone.close()


def test_moments_are_told_in_the_readers_own_time(hall: Hall, event: Event, browser: Browser) -> None:
    context = browser.new_context(timezone_id="Asia/Tokyo", locale="en-GB")
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(event, "/history"))
    moment = page.locator("time").first
    expect(moment).not_to_contain_text("UTC")
    told = page.evaluate(
        "at => new Date(at).toLocaleTimeString('en-GB', {timeStyle: 'short'})", moment.get_attribute("datetime")
    )
    expect(moment).to_contain_text(told)
    context.close()


def test_everything_works_without_scripts(hall: Hall, browser: Browser) -> None:
    event = hall.house.event("Ann", "Ben", "Cid")
    context = browser.new_context(java_script_enabled=False)
    hall.enter(context, "owner")
    page = context.new_page()
    page.goto(hall.address(event))
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Publish round 1").click()
    page.get_by_role("button", name="Board 1: White wins").click()
    expect(page.locator("#status-line")).to_contain_text("1-0")
    page.get_by_label("Board 1: more results").click()
    page.get_by_role("link", name="All results of board 1").click()
    page.get_by_role("button", name="0-1F Black wins by forfeit").click()
    expect(page.locator("#board-1")).to_have_attribute("data-result", "0-1F")
    page.locator("#status-line").get_by_role("button", name="Undo").click()
    expect(page.locator("#board-1")).to_have_attribute("data-result", "1-0")
    page.get_by_role("button", name="Unpair…").click()
    page.get_by_role("button", name="Unpair round 1").click()
    expect(page.locator("main")).to_contain_text("No round is paired yet")
    context.close()


def test_dark_and_print_are_looks_of_the_same_page(
    hall: Hall, event: Event, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(event, "/rounds/2/print"))
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).not_to_be_visible()
    expect(page.locator("nav.sections")).not_to_be_visible()
    expect(page.locator("table.boards")).to_be_visible()


def test_slips_with_codes_are_made_printed_and_used(
    hall: Hall, event: Event, browser: Browser, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context, "owner")
    page = context.new_page()
    page.goto(hall.address(event, "/people"))
    page.get_by_role("button", name="Links for all players").click()
    page.get_by_role("button", name="Make the links").click()
    expect(page.locator(".slip")).to_have_count(len(LONG))
    code = page.get_by_role("img", name=f"QR code of the link of {LONG[4]}").bounding_box()
    assert code is not None
    assert min(code["width"], code["height"]) >= 120
    address = page.locator(".slip", has_text=LONG[4]).locator(".address").inner_text()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="links made")).not_to_be_visible()
    expect(page.locator(".slip svg").first).to_be_visible()
    page.emulate_media(media="screen")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    fits(page)
    phone = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    player = phone.new_page()
    player.goto(address)
    expect(player.locator("main")).to_contain_text(LONG[4])
    phone.close()

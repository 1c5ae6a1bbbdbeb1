"""The arbiter's loop in a browser: keys, rows, the bar of what comes next, places changed, results entered twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from podium.core.result import Result
from podium.flow.commands import PairRound, PublishRound, RecordResult
from tests.browser.conftest import Complaints, Hall, fits
from tests.web.conftest import Event

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
BOARDS = 30
MIDDLE = """row => {
  const { top, bottom } = row.getBoundingClientRect();
  return Math.abs((top + bottom) / 2 - innerHeight / 2) / innerHeight;
}"""
"""How far the middle of a row is from the middle of the window, in heights of the window."""


def paired(hall: Hall, players: int) -> Event:
    event = hall.house.event(*(f"Player {n:02}" for n in range(1, players + 1)), format="swiss", rounds=5)
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def opened(hall: Hall, context: BrowserContext, event: Event, path: str, size: str = "desktop") -> Page:
    hall.enter(context)
    page = context.new_page()
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))  # type: ignore[arg-type]  # the two sizes
    page.goto(hall.address(event, path))
    expect(page.locator("#live")).to_have_attribute("data-state", "connected")
    return page


def confirmed(page: Page) -> None:
    expect(page.locator("[data-busy]")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_round_is_entered_closed_paired_looked_at_and_published_by_keys(
    hall: Hall, context: BrowserContext, complaints: Complaints, size: str
) -> None:
    event = paired(hall, 2 * BOARDS)
    page = opened(hall, context, event, "/rounds/1", size)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.keyboard.press("ArrowDown")
    for _ in range(20):
        page.keyboard.press("1")
    confirmed(page)
    expect(page.locator("tr.done")).to_have_count(20)
    expect(page.locator("#round-heading")).to_contain_text("20 of 30 results")
    whole = [request for request in asked if request.method == "GET" and request.url.endswith("/rounds/1")]
    assert whole == [], "the round is never loaded again"
    assert len(asked) <= 22, [request.url for request in asked]
    active = page.locator("#board-21")
    expect(active).to_be_focused()
    assert active.evaluate(MIDDLE) < 0.1, "the board that is being entered is in the middle of the window"
    for _ in range(10):
        page.keyboard.press("2")
    page.keyboard.press("3")  # one too many
    expect(page.locator("#finish")).to_contain_text("All 30 results are in.")
    confirmed(page)
    assert event.games(1)[-1].result is Result.DRAW
    expect(page.locator(".status-line")).to_have_count(1)
    fits(page)
    page.keyboard.press("Enter")
    expect(page.locator("#finish")).to_contain_text("Round 2 is a draft")
    expect(page.locator("tr[data-board]")).to_have_count(BOARDS)
    page.keyboard.press("Enter")
    expect(page.locator("#round-heading .chip")).to_have_text("published")


def test_a_refused_result_turns_its_row_red_says_why_and_comes_back(hall: Hall, context: BrowserContext) -> None:
    event = paired(hall, 8)
    hall.enter(context, "scorer")
    page = context.new_page()
    page.route("**/events", lambda route: route.abort())  # no news reach this page
    page.goto(hall.address(event, "/rounds/1"))
    event.do(RecordResult(event.board(1, 2), Result.DRAW))
    page.locator("#board-2").focus()
    page.keyboard.press("1")
    expect(page.locator("#board-2 .refusal")).to_contain_text("½-½")
    expect(page.locator("#board-2")).to_have_class("done refused")
    expect(page.locator("#board-2")).to_have_attribute("data-result", "1/2-1/2")
    page.locator("#board-2").focus()
    page.keyboard.press("0")  # it is known now what is stored
    expect(page.locator("#board-2")).to_have_class("open")
    confirmed(page)


def test_results_entered_without_a_network_are_sent_once_when_it_is_back_even_by_the_next_page(
    hall: Hall, context: BrowserContext
) -> None:
    event = paired(hall, 8)
    page = opened(hall, context, event, "/rounds/1")
    context.set_offline(True)
    page.keyboard.press("ArrowDown")
    for key in "123":
        page.keyboard.press(key)
    expect(page.locator("#board-1 .chip.unsent")).to_have_text("not sent yet")
    expect(page.locator("#unsent")).to_contain_text("3 results are not sent yet")
    expect(page.locator("#board-4")).to_be_focused()
    assert [game.result for game in event.games(1)] == [None] * 4
    page.locator("#board-2").focus()
    page.keyboard.press("1")  # a correction, before anything was sent
    context.set_offline(False)
    expect(page.locator("#unsent")).to_be_hidden()
    confirmed(page)
    expect(page.locator(".chip.unsent")).to_have_count(0)
    results = [Result.WHITE_WINS, Result.WHITE_WINS, Result.BLACK_WINS, None]
    assert [game.result for game in event.games(1)] == results

    version = event.version
    swallowed: list[str] = []

    def swallow(route: Route) -> None:
        """The server gets it the first time, the browser hears nothing."""
        if not swallowed:
            route.fetch()
        swallowed.append(route.request.post_data or "")
        route.abort()

    page.route("**/games/*/result", swallow)
    page.locator("#board-4").focus()
    page.keyboard.press("2")
    expect(page.locator("#board-4 .chip.unsent")).to_be_visible()
    assert event.games(1)[3].result is Result.DRAW
    assert swallowed
    assert event.version == version + 1
    page.unroute_all(behavior="wait")
    with page.expect_request("**/games/*/result") as sent:
        page.reload()
    assert sent.value.post_data == swallowed[0], "the same entry with the same key"
    expect(page.locator("#unsent")).to_be_hidden()
    confirmed(page)
    expect(page.locator("#board-4")).to_have_class("done")
    assert event.version == version + 1, "it was recorded once"
    assert page.evaluate("localStorage.getItem('podium-results')") == "[]"


def test_the_menu_of_a_board_is_made_when_it_is_opened(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = paired(hall, 8)
    page = opened(hall, context, event, "/rounds/1")
    expect(page.locator("tr[data-board] button[data-key='4']")).to_have_count(0)
    page.get_by_label("Board 2: more results").click()
    page.get_by_role("button", name="White wins by forfeit").click()
    expect(page.locator("#board-2 summary")).to_have_text("1-0F")
    confirmed(page)
    page.locator("#board-3").focus()
    page.keyboard.press("m")
    page.keyboard.press("5")
    expect(page.locator("#board-3 summary")).to_have_text("0-1F")
    confirmed(page)
    page.locator("#board-2").focus()
    page.keyboard.press("0")
    expect(page.locator("#board-2")).to_have_class("open")
    confirmed(page)
    assert [game.result for game in event.games(1)] == [None, None, Result.BLACK_WINS_BY_FORFEIT, None]


def test_what_others_enter_comes_as_rows(hall: Hall, context: BrowserContext, complaints: Complaints) -> None:
    event = paired(hall, 20)
    page = opened(hall, context, event, "/rounds/1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    event.record(1, *[Result.WHITE_WINS] * 5)
    expect(page.locator("tr.done")).to_have_count(5)
    expect(page.locator("#round-heading")).to_contain_text("5 of 10 results")
    assert all("/changes?since=" in url for url in asked)
    page.get_by_role("button", name="Unpair…").click()  # the heading is whole
    expect(page.get_by_role("dialog")).to_contain_text("Its 10 pairings go")


@pytest.mark.parametrize("size", SIZES)
def test_two_players_change_places_by_clicks_and_by_keys(
    hall: Hall, context: BrowserContext, complaints: Complaints, size: str
) -> None:
    event = paired(hall, 8)
    page = opened(hall, context, event, "/rounds/1", size)
    page.get_by_role("button", name="Edit pairings").click()
    first, second = event.games(1)[:2]
    page.locator("#board-1 .white a").click()
    expect(page.locator("#board-1 .white a")).to_have_attribute("aria-current", "true")
    page.locator("#board-2 .black a").click()
    expect(page.locator("#swap")).to_contain_text("change places")
    page.get_by_role("button", name="Change places").click()
    expect(page.locator(".status-line")).to_be_visible()
    assert (event.games(1)[0].white, event.games(1)[1].black) == (second.black, first.white)
    page.locator("#board-1").focus()
    page.keyboard.press("w")
    page.locator("#board-2").focus()
    page.keyboard.press("b")
    expect(page.get_by_role("button", name="Change places")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#swap")).to_have_count(0)
    assert (event.games(1)[0].white, event.games(1)[1].black) == (first.white, second.black)


def test_a_player_dragged_onto_another_proposes_the_change(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = paired(hall, 8)
    page = opened(hall, context, event, "/rounds/1")
    page.get_by_role("button", name="Edit pairings").click()
    first, second = event.games(1)[:2]
    page.locator("#board-1 .white a").drag_to(page.locator("#board-2 .white a"))
    expect(page.locator("#swap")).to_contain_text("change places")
    assert event.games(1)[0].white == first.white, "nothing happens before it is confirmed"
    page.get_by_role("button", name="Change places").click()
    expect(page.locator(".status-line")).to_be_visible()
    assert (event.games(1)[0].white, event.games(1)[1].white) == (second.white, first.white)


def test_results_are_entered_a_second_time_and_compared(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = paired(hall, 6)
    event.record(1, *[Result.WHITE_WINS] * 3)
    page = opened(hall, context, event, "/rounds/1")
    page.get_by_role("button", name="Second entry").click()
    page.wait_for_url("**/second*")
    expect(page.locator("#live")).to_have_attribute("data-state", "connected")
    expect(page.locator("tr.done")).to_have_count(0)
    for key in ("ArrowDown", "1", "2", "1"):
        page.keyboard.press(key)
    expect(page.locator("#finish")).to_contain_text("All 3 results are entered twice.")
    page.keyboard.press("Enter")
    expect(page.locator("#differs-2")).to_contain_text("½-½")
    page.get_by_role("button", name="½-½, the second").click()
    expect(page.locator("main")).to_contain_text("No board differs.")
    assert event.games(1)[1].result is Result.DRAW


def test_keys_act_on_the_first_open_board_and_enter_goes_on_after_a_click(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = paired(hall, 8)
    page = opened(hall, context, event, "/rounds/1")
    expect(page.locator(".entry-keys")).to_contain_text("1 White wins 2 Draw 3 Black wins")
    page.keyboard.press("1")
    expect(page.locator("#board-1")).to_have_attribute("data-result", "1-0")
    expect(page.locator("#board-2")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    expect(page.locator("#board-2")).to_have_attribute("data-result", "0-1")
    for board in (3, 4):
        page.locator(f"#board-{board} .segments button").first.click()
    confirmed(page)
    expect(page.locator("#finish")).to_contain_text("All 4 results are in.")
    page.keyboard.press("Enter")
    expect(page).to_have_url(hall.address(event, "/rounds/2"))
    assert [each.result for each in event.games(1)] == [
        Result.WHITE_WINS,
        Result.BLACK_WINS,
        Result.WHITE_WINS,
        Result.WHITE_WINS,
    ]


@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_the_check_in_follows_what_is_typed_and_the_desk_is_on_every_screen(
    hall: Hall, context: BrowserContext, complaints: Complaints, size: str
) -> None:
    event = hall.house.event("Müller", "Bo", "Cy", format="swiss", rounds=5)
    page = opened(hall, context, event, "/checkin", size)
    expect(page.get_by_role("heading", name="Withdrawal")).to_be_visible()
    page.get_by_role("button", name="Withdraw the player").click()  # the browser asks for a player
    assert not any(each.withdrawn for each in event.state.players.values())
    page.get_by_role("button", name="Open the check-in").click()
    lines = page.locator(".arrivals li:visible")
    expect(lines).to_have_count(3)
    page.locator("#search").fill("mull")
    expect(lines).to_have_count(1)
    lines.get_by_role("button", name="Check in").click()
    expect(page.locator(".arrivals li.here")).to_have_count(1)
    expect(lines).to_have_count(1)
    page.locator("#search").fill("nobody")
    expect(page.get_by_text("No player matches.")).to_be_visible()

"""A knockout by mouse, by keys, on a phone, on another screen, and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from podium.app.access import Role
from podium.app.accounts.logins import SESSION_COOKIE
from podium.core.ids import PairingId
from podium.flow.commands import PairRound
from podium.flow.formats.knockout import match_report
from podium.knockout import BracketMatch, Outcome
from tests.browser.conftest import Complaints, Hall, fits
from tests.browser.test_hands import LONG, PHONE
from tests.web.conftest import Event

RAPID: dict[str, Any] = {"tieBreakPolicy": "RAPID", "thirdPlaceMatch": True}
NAMES = ("Ann", "Ben", "Cid", "Dan")  # Ann meets Dan, Ben meets Cid


@pytest.fixture
def cup(hall: Hall) -> Event:
    """Four players in a bracket with a best of three for every draw."""
    event = hall.house.event(*NAMES, format="knockout", tieBreakPolicy="BEST_OF_3")
    event.do(PairRound())
    return event


def match(event: Event, round: int, board: int = 1) -> BracketMatch:
    assert event.state.knockout is not None
    found = event.state.knockout.on_board(round, board)
    assert found is not None
    return found


def report(event: Event, id: PairingId, outcome: Outcome) -> None:
    event.do(match_report(id, outcome))


def connected(page: Page) -> Page:
    expect(page.locator("#live")).to_have_text("Live")
    return page


def board(page: Page, number: int) -> Locator:
    return page.locator(f"#board-{number}")


def test_a_director_plays_a_knockout_to_its_champion(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context, "owner")
    page = context.new_page()
    page.goto(f"{hall.url}/new")
    page.get_by_label("Name of the tournament").fill("Town cup")
    page.get_by_role("radio", name="Knockout cup").check()
    page.get_by_role("button", name="Go on: players").click()
    page.get_by_role("button", name="Go on: rules").click()
    rules = page.locator("form.guided")
    expect(page.get_by_label("Sections")).not_to_be_visible()  # a bracket has none
    expect(page.get_by_label("Rounds", exact=True)).not_to_be_visible()  # they follow from the players
    page.get_by_role("button", name="All settings").click()
    policy, draws = rules.get_by_label("When a match is drawn"), page.get_by_label("Draws", exact=True)
    decisive = rules.get_by_label("Every match must have a winner")
    no_draw = draws.locator("option[value=NO_DRAW]")
    expect(policy.locator("option")).to_contain_text(["takes both players", "rapid", "blitz", "Black", "three", "five"])
    expect(policy).to_have_value("RAPID")  # a new cup decides its draws
    policy.select_option("NONE")
    expect(no_draw).to_be_disabled()  # without a tie-break nothing would resolve one
    expect(decisive).to_be_disabled()
    policy.select_option("RAPID")
    expect(no_draw).to_be_enabled()
    decisive.check()
    draws.select_option("NO_DRAW")
    policy.select_option("NONE")
    expect(draws).to_have_value("ALLOW_ALL")
    expect(decisive).not_to_be_checked()
    policy.select_option("BEST_OF_3")
    page.get_by_role("button", name="Create, hidden for now").click()

    page.get_by_role("button", name="Add players").click()
    for name in NAMES[:3]:
        page.get_by_role("textbox", name="Name").fill(name)
        page.get_by_role("button", name="Add the player").click()
        expect(page.locator("#status-line")).to_contain_text(f"{name} added")
    page.get_by_role("link", name="Bracket").click()
    expect(page.locator("main")).to_contain_text("3 players will be in it: 2 rounds, and 1 bye")
    page.get_by_role("button", name="Build the bracket").click()
    expect(page.locator("svg.bracket")).to_contain_text("Winner of semi-final 2")

    connected(page)
    page.locator("body").press("ArrowDown")  # board 1 is a bye: nothing to enter there
    expect(board(page, 2)).to_be_focused()
    page.keyboard.press("2")
    expect(board(page, 2)).to_contain_text("tie-break")
    games = board(page, 2).get_by_role("list").get_by_role("listitem")
    expect(games).to_have_count(3)
    expect(games.nth(1).locator(".pair")).to_have_text(re.compile(r"Cid\s+–\s+Ben"))  # colours alternate
    page.keyboard.press("ArrowDown")
    expect(games.nth(0)).to_be_focused()
    page.keyboard.press("1")
    expect(games.nth(0)).to_have_attribute("data-result", "WHITE_WIN")
    page.get_by_role("button", name="Cid – Ben, Best of three, game 2: Black wins").click()
    expect(games.nth(2)).to_contain_text("not needed")
    expect(board(page, 2)).to_contain_text("Ben wins in the best of three")

    page.get_by_role("button", name="Go on: Final").click()
    page.get_by_role("button", name="Ann – Ben: Black wins").click()
    champion = page.get_by_role("region", name="Champion")
    expect(champion).to_contain_text("Ben")
    expect(page.get_by_role("button", name="Final ranking")).to_be_visible()
    expect(page.locator("svg.bracket .advancing")).to_have_text(["Ann", "Ben", "Ben"])

    page.locator("svg.bracket [data-player]", has_text="Ben").first.hover()
    expect(page.locator("svg.bracket .path")).to_have_text(["Ben", "Ben"])  # the whole way of who is pointed at

    page.locator("#status-line").get_by_role("button", name="Undo").last.click()
    expect(champion).not_to_be_visible()
    expect(board(page, 1)).to_contain_text("to play")


def test_the_bracket_changes_on_another_screen(
    hall: Hall, cup: Event, browser: Browser, context: BrowserContext, complaints: Complaints
) -> None:
    elsewhere = browser.new_context(viewport={"width": 1920, "height": 1080})
    reader, wall = elsewhere.new_page(), elsewhere.new_page()
    reader.goto(hall.address(cup, "/bracket"))
    reader.evaluate("document.body.dataset.loaded = 'once'")
    connected(reader)
    with wall.expect_response(re.compile(r"/events(\?|$)")):
        wall.goto(hall.address(cup, "/screen"))
    hall.enter(context, "scorer")
    page = context.new_page()
    page.goto(hall.address(cup, "/bracket"))
    page.get_by_role("button", name="Ann – Dan: White wins").click()
    for screen in (reader, wall):
        expect(screen.locator("svg.bracket .advancing")).to_have_text("Ann")
    expect(board(reader, 1)).to_contain_text("decided")
    page.get_by_role("button", name="Ben – Cid: Draw").click()
    expect(board(reader, 2)).to_contain_text("Best of three, game 3")
    assert reader.evaluate("document.body.dataset.loaded") == "once"
    expect(reader.locator("form.results")).to_have_count(0)  # readers read
    elsewhere.close()


def test_a_correction_asks_before_it_undoes_what_followed(
    hall: Hall, cup: Event, context: BrowserContext, complaints: Complaints
) -> None:
    for round, number in ((1, 1), (1, 2), (2, 1)):
        report(cup, match(cup, round, number).id, Outcome.WHITE_WIN)
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(cup, "/bracket?round=1"))
    board(page, 1).get_by_text("Correct Ann – Dan").click()
    board(page, 1).get_by_role("button", name="Ann – Dan: Black wins").click()
    dialog = page.get_by_role("dialog", name="Change Ann – Dan to 0-1?")
    expect(dialog.get_by_role("listitem")).to_have_text(["the title of Ann", "Final: Ann – Ben (1-0)"])
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    assert match(cup, 1).result is Outcome.WHITE_WIN
    connected(page)
    board(page, 1).focus()
    page.keyboard.press("3")  # by keys as well
    dialog.get_by_role("button", name="Change it and undo these").click()
    expect(board(page, 1)).to_have_attribute("data-result", "BLACK_WIN")
    expect(page).to_have_url(re.compile(r"/bracket\?round=1$"))
    assert match(cup, 2).players == (cup.player("Dan"), cup.player("Ben"))
    page.locator("#status-line").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("region", name="Champion")).to_contain_text("Ann")
    board(page, 2).get_by_role("link", name="Details of Ben – Cid").click()
    connected(page)
    page.get_by_text("Correct Ben – Cid").click()
    page.get_by_label("Result").select_option("DRAW")
    page.get_by_label("How it ended").select_option("STALEMATE")
    page.get_by_role("button", name="Save the result").click()
    dialog = page.get_by_role("dialog", name="Change Ben – Cid to ½-½?")
    expect(dialog).to_contain_text("Final: Ann – Ben (1-0)")
    dialog.get_by_role("button", name="Change it and undo these").click()
    expect(page.get_by_role("heading", name="Best of three, game 3")).to_be_visible()
    expect(page.locator("main")).to_contain_text("½-½, stalemate, tie-break games decide")


def test_a_result_that_somebody_else_entered_is_not_overwritten(
    hall: Hall, cup: Event, context: BrowserContext
) -> None:
    hall.enter(context)
    page = context.new_page()
    page.route("**/events", lambda route: route.abort())  # as on a train: no news reach this page
    page.goto(hall.address(cup, "/bracket"))
    report(cup, match(cup, 1).id, Outcome.WHITE_WIN)
    page.get_by_role("button", name="Ann – Dan: Black wins").click()
    expect(page.locator(".refusal")).to_contain_text("The result is 1-0, not open")
    expect(board(page, 1)).to_have_attribute("data-result", "WHITE_WIN")


def test_of_a_double_elimination_a_phone_shows_one_round_and_a_desk_all(hall: Hall, context: BrowserContext) -> None:
    event = hall.house.event(*LONG, format="double-elimination")
    event.do(PairRound())
    page = context.new_page()
    page.goto(hall.address(event, "/bracket"))
    expect(page.locator("svg.bracket")).to_be_visible()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    expect(page.locator("svg.bracket")).to_be_hidden()
    expect(board(page, 1)).to_be_in_viewport()
    page.get_by_role("link", name="Losers’ round 1").click()
    expect(page.locator("#list-title")).to_contain_text("Losers’ round 1")
    fits(page)


def test_a_player_reports_the_own_games_once_with_a_phone(hall: Hall, cup: Event, browser: Browser) -> None:
    link, _ = hall.house.podium.registry.add_link(cup.id, Role.PLAYER, cup.player("Dan"), None)
    phone = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    secret = hall.house.podium.registry.open_link_session(link)
    phone.add_cookies([{"name": SESSION_COOKIE, "value": secret, "url": hall.url}])
    page = phone.new_page()
    page.goto(hall.address(cup))
    page.get_by_role("button", name="To your game").click()
    own = page.get_by_role("region", name="Your game")
    expect(own).to_contain_text("You have Black against Ann")
    page.wait_for_load_state("load")  # sizes are those of the style sheet
    box = own.get_by_role("button", name="Draw").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    own.get_by_role("button", name="Draw").click()
    own = own.filter(has=page.get_by_role("button", name="I won"))  # what was reported stays in view below
    expect(own).to_contain_text("Best of three, game 1")  # the tie-break game comes by itself
    own.get_by_role("button", name="I won").click()
    expect(own).to_contain_text("Best of three, game 2")  # and no longer the game just reported
    expect(own).to_contain_text("You have White against Ann")
    own.get_by_role("button", name="I won").click()
    expect(own).to_have_count(0)
    expect(page.locator(".report.kept")).to_have_count(0)  # it has reached the server
    expect(page.locator("form.results")).to_have_count(0)  # once: what is reported is the arbiter's to change
    assert match(cup, 1).result is Outcome.BLACK_WIN
    phone.close()


def test_nothing_scrolls_sideways_on_a_phone_and_names_are_whole(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event(*LONG, format="knockout", tieBreakPolicy="BEST_OF_5", thirdPlaceMatch=True)
    event.do(PairRound())
    report(event, match(event, 1, 2).id, Outcome.DRAW)
    hall.enter(context, "owner")
    page = context.new_page()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    first = match(event, 1, 2)
    paths = ("/bracket", "/bracket?round=2", "/bracket?q=li", f"/matches/{first.id}", "/standings", "/rounds/1/print")
    for path in (*paths, f"/players/{first.white}", "/screen", "/settings", ""):
        page.goto(hall.address(event, path))
        fits(page)
    page.goto(hall.address(event, "/bracket"))
    card = board(page, 2)
    for name in (LONG[3], LONG[4]):
        line = card.get_by_role("link", name=name, exact=True)
        expect(line).to_be_visible()
        assert line.evaluate("line => line.scrollWidth <= line.clientWidth + 1")
    lists, drawn = page.locator(".matchlist").bounding_box(), page.locator(".picture").bounding_box()
    assert lists is not None
    assert drawn is not None
    assert lists["y"] < drawn["y"]  # what one can do comes first


def test_a_small_projector_shows_every_match_of_the_round(hall: Hall, browser: Browser) -> None:
    event = hall.house.event(*(f"Player {seed:03}" for seed in range(1, 65)), format="knockout", tieBreakPolicy="RAPID")
    event.do(PairRound())
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(hall.address(event, "/screen"))
    expect(page.locator("#wall")).to_have_attribute("data-shown", "slide-1-1 1/1")
    expect(page.locator(".wall-lines > li:visible")).to_have_count(32)
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    page.close()


def test_a_large_bracket_has_rounds_boards_and_players_to_jump_to(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event(
        *(f"Player {seed:03}" for seed in range(1, 129)), format="knockout", tieBreakPolicy="RAPID"
    )
    event.do(PairRound())
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(event, "/bracket"))
    expect(page.locator(".bracketmatches > li")).to_have_count(32)
    page.get_by_role("navigation", name="Boards").get_by_role("link", name="33–64").click()
    expect(page.locator("svg.bracket")).to_contain_text("Player 002")
    expect(page.locator("svg.bracket")).not_to_contain_text("Player 001")
    connected(page)
    for key in ("g", "4", "0", "Enter", "1"):
        page.keyboard.press(key)
    expect(board(page, 40)).to_have_attribute("data-result", "WHITE_WIN")
    expect(page).to_have_url(re.compile("from=33"))
    page.get_by_label("Find a player").fill("player 077")
    page.keyboard.press("Enter")
    expect(page.locator(".bracketmatches > li")).to_have_count(1)
    expect(page.locator("svg.bracket .sought")).to_have_text("Player 077")


def test_a_result_by_key_leads_to_the_next_match_without_one(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event(*(f"P{seed}" for seed in range(1, 9)), format="knockout", tieBreakPolicy="BEST_OF_3")
    event.do(PairRound())
    report(event, match(event, 1, 2).id, Outcome.WHITE_WIN)
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(event, "/bracket"))
    connected(page)
    board(page, 1).focus()
    page.keyboard.press("2")
    expect(board(page, 3)).to_be_focused()
    expect(board(page, 1)).to_contain_text("tie-break")
    expect(board(page, 3)).to_be_focused()  # also when the games of the tie-break are there
    games = board(page, 1).get_by_role("list").get_by_role("listitem")
    games.nth(0).focus()
    page.keyboard.press("1")
    expect(games.nth(1)).to_be_focused()
    page.keyboard.press("2")
    expect(games.nth(2)).to_be_focused()
    expect(games.nth(0)).to_have_attribute("data-result", "WHITE_WIN")
    expect(games.nth(1)).to_have_attribute("data-result", "DRAW")
    board(page, 2).focus()
    page.keyboard.press("3")  # a correction
    expect(board(page, 2)).to_have_attribute("data-result", "BLACK_WIN")
    expect(board(page, 2)).to_be_focused()


def test_a_knockout_works_without_scripts(hall: Hall, browser: Browser) -> None:
    event = hall.house.event(*NAMES, format="knockout", tieBreakPolicy="ARMAGEDDON")
    context = browser.new_context(java_script_enabled=False)
    hall.enter(context, "owner")
    page = context.new_page()
    page.goto(hall.address(event))
    page.get_by_role("button", name="Build the bracket").click()
    page.get_by_role("button", name="Ann – Dan: Draw").click()
    page.get_by_role("button", name="Dan – Ann, Armageddon game: Draw").click()
    expect(board(page, 1)).to_contain_text("Ann wins in the Armageddon game")  # Black wins a draw
    page.get_by_label("Ben – Cid: more results").click()
    page.get_by_role("button", name="+ − Black did not come").nth(-1).click()
    page.get_by_role("button", name="Go on: Final").click()
    page.get_by_role("button", name="Ann – Ben: White wins").click()
    expect(page.get_by_role("region", name="Champion")).to_contain_text("Ann")
    page.goto(hall.address(event, "/bracket?round=1"))
    board(page, 2).get_by_text("Correct Ben – Cid").click()
    board(page, 2).get_by_role("button", name="Ben – Cid: Black wins").click()
    dialog = page.get_by_role("dialog", name="Change Ben – Cid to 0-1?")
    expect(dialog).to_contain_text("the title of Ann")
    dialog.get_by_role("button", name="Leave it as it is").click()
    assert match(event, 1, 2).result is Outcome.WHITE_WIN
    board(page, 2).get_by_text("Correct Ben – Cid").click()
    board(page, 2).get_by_role("button", name="Ben – Cid: Black wins").click()
    dialog.get_by_role("button", name="Change it and undo these").click()
    expect(board(page, 2)).to_have_attribute("data-result", "BLACK_WIN")
    page.locator("#status-line").get_by_role("button", name="Undo").click()
    expect(board(page, 2)).to_have_attribute("data-result", "WHITE_WIN")
    context.close()


A4 = {"width": 688, "height": 1016}  # between margins of 14 mm, in pixels
LETTERS = "svg => svg.getScreenCTM().a * parseFloat(svg.getAttribute('font-size')) * 72 / 96"


@pytest.mark.parametrize(("players", "sections", "pages"), [(16, 1, 1), (64, 5, 3), (200, 17, 9)])
def test_a_bracket_is_printed_on_sheets_that_can_be_read(
    hall: Hall, context: BrowserContext, complaints: Complaints, players: int, sections: int, pages: int
) -> None:
    event = hall.house.event(*(f"Player {seed:03}" for seed in range(1, players + 1)), format="knockout", **RAPID)
    event.do(PairRound())
    hall.enter(context, "owner")
    page = context.new_page()
    page.goto(hall.address(event, "/bracket"))
    page.get_by_role("link", name="Print").or_(page.get_by_role("button", name="Print")).click()
    expect(page).to_have_url(re.compile(r"/bracket/print\?round=1$"))
    sheets = page.locator(".onpaper")
    expect(sheets).to_have_count(sections)
    page.wait_for_load_state("load")  # an address is there before its page is
    printed = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == pages
    page.emulate_media(media="print")
    page.set_viewport_size({"width": A4["width"], "height": A4["height"]})
    for at in range(sections):
        box = sheets.nth(at).bounding_box()
        assert box is not None
        assert box["width"] <= A4["width"]
        assert box["height"] <= A4["height"] / 2  # two on a sheet
        assert sheets.nth(at).locator("svg").evaluate(LETTERS) >= 7.9  # points
    expect(page.get_by_role("button", name="Print")).not_to_be_visible()


def test_the_page_of_a_large_bracket_sends_its_readers_to_the_sheets(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event(*(f"Player {seed:03}" for seed in range(1, 17)), format="knockout", **RAPID)
    event.do(PairRound())
    hall.enter(context, "owner")
    page = context.new_page()
    page.goto(hall.address(event, "/bracket"))
    connected(page)
    picture, instead = page.locator(".bracketview .picture"), page.get_by_text("This is one round of the bracket")
    expect(picture).to_be_visible()
    expect(instead).not_to_be_visible()
    page.emulate_media(media="print")
    expect(picture).not_to_be_visible()  # its letters would be those of a stamp
    expect(instead).to_be_visible()
    expect(page.get_by_text("Take the bracket back")).to_have_count(3)
    for button in page.get_by_text("Take the bracket back").all():
        expect(button).not_to_be_visible()  # a button is nothing for paper
    page.emulate_media(media="screen")
    page.keyboard.press("Control+p")
    expect(page.get_by_role("heading", name="Round of 16 to Final")).to_be_visible()

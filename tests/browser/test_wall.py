"""Screens on the wall: letters that are read from ten metres, turns, and one clock for all."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from podium.app.hall.event_clock import ClockAction, ClockOrder
from podium.app.hall.screens import Content, Screen, ScreenItem, Theme
from podium.flow.commands import PairRound, PublishRound
from tests.browser.conftest import Complaints, Hall
from tests.kit.loops import every
from tests.web.conftest import Event

SIZES = [(1024, 768), (1280, 800), (1920, 1080), (3840, 2160)]
FIRST = ["Anna", "Ben", "Carla", "David", "Emma", "Felix", "Greta", "Hannes", "Ida", "Jonas"]
LAST = ["Müller", "Fischer", "Zimmermann", "Koch", "Schröder", "Wolf"]
SIXTY = [f"{last}, {first}" for last in LAST for first in FIRST]
LONG = [
    f"{last}, {first} {number:02}"
    for number in range(5)
    for last in ("van der Sterren-Hogenboom", "Praggnanandhaa", "Vachier-Lagrave", "Li")
    for first in ("Wilhelmina", "Rameshbabu", "Maximilian")
]

# Every text on show: how high its capitals are, in parts of the height of the screen, and whether any of it is cut off.
LOOK = """() => {
  const context = document.createElement("canvas").getContext("2d");
  const capital = (element) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    context.font = `${fontWeight} 200px ${fontFamily}`;
    return context.measureText("H").actualBoundingBoxAscent / 200 * parseFloat(fontSize) / innerHeight;
  };
  const edges = document.querySelector(".shown .box").getBoundingClientRect();
  const texts = [...document.querySelectorAll(".shown .wall-lines > li > *")].filter((each) => each.offsetParent);
  const cut = texts.filter((each) => {
    const [box, range] = [each.getBoundingClientRect(), document.createRange()];
    range.selectNodeContents(each);
    const ink = range.getBoundingClientRect();
    const line = each.closest("li").getBoundingClientRect();
    const outside = ink.left < edges.left - 1 || ink.right > edges.right + 1 || box.bottom > edges.bottom + 1;
    return outside || ink.right > line.right + 1 || each.scrollWidth > each.clientWidth + 1;
  });
  const page = document.documentElement;
  return {
    least: Math.min(...texts.map(capital)),
    cut: cut.map((each) => each.textContent),
    scrolls: page.scrollWidth > innerWidth || page.scrollHeight > innerHeight,
    boards: texts.filter((each) => each.matches(".wall-at")).map((each) => each.textContent),
  };
}"""

# How high the capitals of names in a bracket are, in parts of the height of the screen.
CAPITALS = """() => {
  const context = document.createElement("canvas").getContext("2d");
  const name = document.querySelector("svg.bracket text.player");
  context.font = `200px ${getComputedStyle(name).fontFamily}`;
  const capital = context.measureText("H").actualBoundingBoxAscent / 200;
  return capital * parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().d / innerHeight;
}"""


def paired(hall: Hall, names: list[str], **given: Any) -> Event:
    event = hall.house.event(*names, **{"format": "swiss", "rounds": 5, **given})
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


@pytest.fixture(scope="module")
def thirty(hall: Hall) -> Event:
    return paired(hall, SIXTY)


@pytest.fixture(scope="module")
def long(hall: Hall) -> Event:
    return paired(hall, LONG)


def on_show(page: Page, what: str) -> None:
    """Wait until a page of a slide is on show: `slide-1-1 1/2`."""
    expect(page.locator("#wall")).to_have_attribute("data-shown", what)


@every(("width", "height"), SIZES)
def test_thirty_boards_are_read_from_ten_metres_at_once(
    hall: Hall, thirty: Event, page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(hall.address(thirty, "/screen"))
    on_show(page, "slide-1-1 1/1")
    expect(page.locator(".shown [data-event-clock]")).to_have_text(re.compile(r"\d\d:\d\d"))
    look = page.evaluate(LOOK)
    assert look["least"] >= 1 / 45
    assert (look["cut"], look["scrolls"]) == ([], False)
    assert look["boards"] == [str(board) for board in range(1, 31)]
    expect(page.locator("form, nav, header.hall")).to_have_count(0)


@every(("width", "height"), [*SIZES[:2], (820, 1180)])
def test_event_round_and_clock_are_whole_on_every_wall(
    hall: Hall, thirty: Event, page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(hall.address(thirty, "/screen"))
    expect(page.locator(".shown [data-event-clock]")).to_have_text(re.compile(r"\d\d:\d\d"))
    cut = page.evaluate("""() => {
      const header = document.querySelector(".shown header").getBoundingClientRect();
      return [...document.querySelectorAll(".shown header > *")].filter((each) => {
        const { top, bottom, right } = each.getBoundingClientRect();
        return each.textContent && (top < 0 || bottom > header.bottom + 1 || right > header.right);
      }).map((each) => each.textContent); }""")
    assert cut == []


@pytest.mark.parametrize(("width", "height"), SIZES[:2])
def test_what_does_not_fit_in_legible_letters_takes_turns_whole(
    hall: Hall, long: Event, page: Page, width: int, height: int
) -> None:
    page.clock.install()
    page.set_viewport_size({"width": width, "height": height})
    hall.house.podium.screens.change_screens(
        long.id, lambda _: (Screen("hall", "Hall", Theme.CONTRAST, (ScreenItem(Content.PAIRINGS, 5),)),)
    )
    page.goto(hall.address(long, "/screen/hall"))
    expect(page.locator("#wall")).to_have_attribute("data-shown", re.compile("slide-1-1 1/"))
    pages = int((page.locator("#wall").get_attribute("data-shown") or "").rpartition("/")[2])
    boards: list[str] = []
    for number in range(1, pages + 1):
        on_show(page, f"slide-1-1 {number}/{pages}")
        look = page.evaluate(LOOK)
        assert look["least"] >= 1 / 45
        assert (look["cut"], look["scrolls"]) == ([], False)
        boards += look["boards"]
        page.clock.fast_forward(5_000)
    assert boards == [str(board) for board in range(1, 31)]
    on_show(page, f"slide-1-1 1/{pages}")


@every(("width", "height"), SIZES[:3])
def test_a_bracket_is_not_cut(hall: Hall, browser: Browser, width: int, height: int) -> None:
    event = hall.house.event(*LONG[:16], format="knockout", tieBreakPolicy="RAPID")
    event.do(PairRound())
    size: ViewportSize = {"width": width, "height": height}
    page = browser.new_page(viewport=size)
    page.goto(hall.address(event, "/screen"))
    expect(page.locator("svg.bracket text.round")).to_have_count(3)
    drawn = page.evaluate("""() => [...document.querySelectorAll("svg.bracket :is(rect, text)")].map((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect(); return [left, top, right, bottom]; })""")
    assert min(left for left, *_ in drawn) >= 0
    assert min(top for _, top, *_ in drawn) >= 0
    assert max(right for *_, right, _ in drawn) <= width
    assert max(bottom for *_, bottom in drawn) <= height
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    if width / height >= 1.6:  # on a narrower wall the names of three rounds are as large as its width lets them be
        assert page.evaluate(CAPITALS) >= 1 / 45
    page.close()


def test_a_screen_that_hangs_before_the_first_round_shows_it_and_takes_turns(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    event = hall.house.event(*SIXTY[:10], format="swiss", rounds=3)
    page = context.new_page()
    page.clock.install()
    with page.expect_response(re.compile(r"/events(\?|$)")):
        page.goto(hall.address(event, "/screen"))
    expect(page.locator("#wall")).to_contain_text("No round is paired yet")
    event.do(PairRound())
    event.do(PublishRound(1))
    page.clock.run_for(1_000)
    expect(page.locator(".shown h2")).to_have_text("Round 1")
    page.clock.fast_forward(15_000)
    expect(page.locator(".shown h2")).to_have_text("Standings")
    page.clock.fast_forward(15_000)
    expect(page.locator(".shown h2")).to_have_text("Round 1")


def test_a_screen_goes_on_while_there_is_no_network(hall: Hall, thirty: Event, context: BrowserContext) -> None:
    page = context.new_page()
    page.clock.install()
    page.goto(hall.address(thirty, "/screen"))
    expect(page.locator(".shown h2")).to_have_text("Round 1")
    context.set_offline(True)
    page.clock.fast_forward(15_000)
    expect(page.locator(".shown h2")).to_have_text("Standings")
    context.set_offline(False)


def test_one_clock_and_its_messages_are_on_every_wall_and_phone(
    hall: Hall, browser: Browser, context: BrowserContext, complaints: Complaints
) -> None:
    event = paired(hall, SIXTY[:8])
    hall.enter(context)
    director = context.new_page()
    elsewhere = browser.new_context(viewport={"width": 390, "height": 844})
    wall, phone = elsewhere.new_page(), elsewhere.new_page()
    for page, path in ((wall, "/screen"), (phone, "/standings"), (director, "/screens")):
        with page.expect_response(re.compile(r"/events(\?|$)")):
            page.goto(hall.address(event, path))
    clocks = (wall.locator(".shown [data-event-clock]"), phone.locator("#strip [data-event-clock]"))
    expect(clocks[0]).to_have_text(re.compile(r"\d:\d\d"))  # the time of day, for want of another
    expect(clocks[1]).to_be_hidden()
    director.get_by_label("Minutes").fill("90")
    director.get_by_role("button", name="Start a countdown").click()
    for clock in clocks:
        expect(clock).to_have_text(re.compile(r"^1:(30:00|29:\d\d)$"))
    director.get_by_role("button", name="Pause").click()
    expect(director.get_by_role("button", name="Go on")).to_be_visible()
    left = director.locator(".bigclock [data-event-clock]").inner_text()
    for clock in clocks:
        expect(clock).to_have_text(left)
    director.get_by_label("What everybody is to read").fill("Lunch is served.")
    director.get_by_role("button", name="Show the message").click()
    expect(wall.locator("#wall-messages")).to_have_text("Lunch is served.")
    expect(phone.locator("#strip li")).to_have_text("Lunch is served.")
    director.get_by_role("button", name="Take down").click()
    expect(wall.locator("#wall-messages")).to_be_hidden()
    expect(phone.locator("#strip li")).to_have_count(0)
    expect(director.get_by_role("button", name="Take down")).to_have_count(0)  # it has arrived
    elsewhere.close()


def test_a_clock_goes_by_the_time_of_the_server(hall: Hall, thirty: Event, page: Page) -> None:
    """A device whose own clock is an hour wrong shows what all others show."""
    page.add_init_script("const real = Date.now; Date.now = () => real() + 3600_000;")
    hall.house.podium.screens.change_clock(thirty.id, ClockOrder(ClockAction.START, 45))
    page.goto(hall.address(thirty, "/screen?show=clock"))
    expect(page.locator(".eventclock.whole")).to_have_text(re.compile(r"^4[45]:\d\d$"))
    box = page.locator(".eventclock.whole").bounding_box()
    assert box is not None
    assert box["height"] > 300  # it fills the wall
    hall.house.podium.screens.change_clock(thirty.id, ClockOrder(ClockAction.HIDE))


def test_a_director_composes_a_screen(
    hall: Hall, thirty: Event, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context)
    page = context.new_page()
    page.goto(hall.address(thirty, "/screens"))
    page.get_by_role("textbox", name="Name (required)").fill("Entrance")
    page.get_by_role("button", name="Make the screen").click()
    screen = page.get_by_role("region", name="Entrance")
    screen.get_by_label("Show also").select_option("Pairings by name")
    screen.get_by_role("button", name="Add").click()
    screen.get_by_role("button", name="Pairings by name: up").click()
    screen.get_by_role("button", name="Pairings by name: up").click()
    expect(screen.locator(".items li").first).to_contain_text("Pairings by name")
    screen.get_by_role("button", name="Standings: remove").click()
    screen.get_by_label("Theme").select_option("dark")
    screen.get_by_role("button", name="Save").click()
    expect(screen.locator(".items li")).to_have_count(2)
    page.goto(hall.address(thirty, "/screen/entrance"))
    expect(page.locator("body")).to_have_attribute("data-wall", "dark")
    expect(page.locator(".shown .wall-lines li").first).to_contain_text("Fischer, Anna")

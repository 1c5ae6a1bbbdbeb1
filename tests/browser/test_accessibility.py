"""Pages by the rules of WCAG 2.1 A and AA, as far as axe-core sees them, and what they say without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from podium.app.hall.check_in import next_round
from podium.app.hall.event_clock import ClockAction, ClockOrder
from podium.app.showcase.events import create_showcase
from podium.bootstrap import Podium, application, open_podium
from podium.config import Config
from podium.core.ids import TournamentId
from podium.core.ratings.rated_player import RatedPlayer
from podium.flow.state import Tournament
from tests.browser.conftest import Hall
from tests.kit.loops import ALL_SEEDS
from tests.kit.rating_lists import to_load
from tests.kit.server import serving
from tests.web.conftest import PASSWORD, House

OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]},
    "preload": False,  # no rule with these tags reads style sheets or media
}
LOOKS: dict[str, tuple[ViewportSize, Literal["light", "dark"]]] = {
    "desk in light": ({"width": 1280, "height": 800}, "light"),
    "phone in dark": ({"width": 390, "height": 844}, "dark"),
}
MISSING = "/nowhere"
PUBLIC = (
    *("/", "/login", MISSING, "/help/how-to/byes", "/help?q=bye"),
    *("/t/spring", "/t/spring/me", "/t/spring/standings", "/t/spring/players", "/t/spring/rounds/4", "/t/spring/story"),
    *("/t/spring/rating-report", "/t/spring/screen", "/t/club/crosstable", "/t/doubles/rounds/4", "/t/doubles/story"),
    *("/t/cup/bracket", "/t/cup/story", "/t/junior", "/t/junior/prizes", "/t/online/rounds/1/live"),
    *("/t/rapid/stages", "/t/rapid/standings?stage=1", "/t/season/rounds/9", "/t/season/standings", "/t/blitz/bracket"),
)
DIRECTOR = (
    *("/account", "/accounts", "/audit"),
    *("/t/spring/rounds/4", "/t/spring/rounds/4/edit", "/t/spring/players", "/t/spring/people"),
    *("/t/spring/settings", "/t/spring/screens", "/t/spring/checkin", "/t/spring/history"),
    *("/t/weekend/prizes", "/t/doubles/rounds/4", "/t/cup/rounds/3", "/t/autumn", "/t/junior/certificates"),
    "/t/spring/print",
    *("/ratings", "/t/spring/players/compare", "/t/spring/players/ratings"),
    *("/t/spring/ties", "/t/spring/typed-tiebreaks", "/t/rapid/stages/groups"),
)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server of this module's own: empty at first, later with the showcase."""
    podium = open_podium(Config(database=f"sqlite:///{tmp_path_factory.mktemp('showcase') / 'podium.db'}"))
    app = application(podium)
    with serving(app) as server:
        yield Hall(server.url, House(podium, app))
    podium.close()


def same_names(podium: Podium) -> list[RatedPlayer]:
    """Players of a list who are called like those of the spring event."""
    players = state_of(podium, "spring").players.values()
    return [RatedPlayer(str(4_600_000 + each.number), each.name, standard=1500) for each in players]


@pytest.fixture(scope="module")
def setup_violations(empty: Hall, browser: Browser) -> list[str]:
    """What is wrong with the page that only an empty Podium has."""
    found = []
    for size, scheme in LOOKS.values():
        with browser.new_context(bypass_csp=True, viewport=size, color_scheme=scheme) as context:
            found += violations(context.new_page(), empty.url)
    return found


@pytest.fixture(scope="module")
def showcase(empty: Hall, setup_violations: list[str], tmp_path_factory: pytest.TempPathFactory) -> Hall:
    """The same server with an event of every format, and in one of them a check-in, a message and a clock."""
    podium = empty.house.podium
    empty.house.users["owner"] = owner = podium.registry.add_user("Owner", PASSWORD)
    create_showcase(podium.desk, owner.actor)
    spring = TournamentId("spring")
    podium.check_ins.open(spring, next_round(state_of(podium, "spring")), None)
    podium.screens.add_message(spring, "Lunch is served.", None)
    podium.rating_lists.load(to_load(tmp_path_factory.mktemp("lists"), same_names(podium)))
    podium.screens.change_clock(spring, ClockOrder(ClockAction.START, 45))
    return empty


def state_of(podium: Podium, event: str) -> Tournament:
    state = podium.journal.head(TournamentId(event)).state
    assert state is not None
    return state


def violations(page: Page, address: str | None = None) -> list[str]:
    """Every element of the page that breaks a rule: the page, the rule, the element and why."""
    if address is not None:
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok or address.endswith(MISSING), (address, answer.status)
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{page.url}: {rule['id']}: {node['target'][-1]} {node['html'][:160]}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def test_the_first_page_of_an_empty_podium_breaks_no_rule(setup_violations: list[str]) -> None:
    assert setup_violations == []


@pytest.mark.seeds  # each page in one of the looks, and in both in `make long`
@pytest.mark.parametrize("look", LOOKS)
def test_no_page_breaks_a_rule_of_accessibility(showcase: Hall, browser: Browser, look: str) -> None:
    size, scheme = LOOKS[look]
    on_a_phone = look == "phone in dark"
    podium, found = showcase.house.podium, list[str]()
    spring, online = state_of(podium, "spring"), state_of(podium, "online")
    check_in = podium.check_ins.under_way(spring.id)
    assert check_in is not None
    best, game = next(iter(spring.players)), online.rounds[0].in_order[1]
    own = (f"/t/spring/players/{best}", f"/t/spring/checkin/{check_in.code}", f"/t/online/games/{game.id}/play")
    with browser.new_context(bypass_csp=True, viewport=size, color_scheme=scheme, reduced_motion="reduce") as context:
        page = context.new_page()
        if on_a_phone or ALL_SEEDS:
            for path in (*PUBLIC, *own):
                found += violations(page, showcase.url + path)
        showcase.enter(context, "owner")
        if not on_a_phone or ALL_SEEDS:
            for path in (*DIRECTOR, f"/t/spring/players/{best}/edit"):
                found += violations(page, showcase.url + path)
        found += new_event_violations(page, showcase.url)
    assert found == [], "\n".join(found)


def new_event_violations(page: Page, home: str) -> list[str]:
    """What is wrong with the three pages on which an event is created."""
    found = violations(page, f"{home}/new")
    page.get_by_label("Name of the tournament").fill("Club Open")
    page.get_by_role("radio", name="Club evening").check()
    page.get_by_role("button", name="Go on: players").click()
    page.get_by_label("Paste the players").fill("Ann Archer 1812\n1640 Ben Baker\nCleo Cook")
    page.get_by_role("button", name="Look at the list").click()
    expect(page.get_by_text("3 players will be entered.")).to_be_visible()
    found += violations(page)
    page.get_by_role("button", name="Go on with 3 players").click()
    expect(page.get_by_label("Rounds", exact=True)).to_be_visible()
    return found + violations(page)


@pytest.fixture
def without_scripts(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(java_script_enabled=False)
    yield context
    context.close()


def test_public_pages_are_read_without_scripts(showcase: Hall, without_scripts: BrowserContext) -> None:
    spring = state_of(showcase.house.podium, "spring")
    page = without_scripts.new_page()
    names = [player.name for player in spring.players.values()]

    page.goto(f"{showcase.url}/t/spring")
    expect(page.locator("main")).to_contain_text("Assembly Rooms")
    expect(page.locator("main")).to_contain_text("Round 4")
    for path in ("/standings", "/players"):
        page.goto(f"{showcase.url}/t/spring{path}")
        for name in names:
            expect(page.locator("main tbody").get_by_text(name, exact=True).first).to_be_visible()
    page.goto(f"{showcase.url}/t/spring/rounds/4")
    for game in spring.rounds[3].games.values():
        for player in game.players:
            expect(page.locator("main tbody").get_by_text(spring.players[player].name).first).to_be_visible()
    page.goto(f"{showcase.url}/t/spring/story")
    expect(page.get_by_role("img", name="Score race")).to_be_visible()
    page.get_by_text("As a table").first.click()
    expect(page.get_by_role("table", name="Score race")).to_be_visible()

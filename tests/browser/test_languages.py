"""Every page in every language on a phone: nothing is wider than the screen, and nothing stays in English.

Beside the catalogues that Podium has, pages speak a made-up language whose words are two fifths longer than English.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from podium.app.accounts.credentials import LANGUAGE_COOKIE
from podium.app.hall.check_in import next_round
from podium.app.showcase.events import create_showcase
from podium.app.words import language
from podium.app.words.language import SOURCE
from podium.bootstrap import application, open_podium
from podium.config import Config
from podium.core.ids import TournamentId
from tests.browser.conftest import Hall
from tests.browser.test_accessibility import DIRECTOR, PUBLIC, state_of
from tests.kit.loops import ALL_SEEDS
from tests.kit.pseudo import LONG, lengthened, write_pseudo
from tests.kit.server import serving
from tests.web.conftest import PASSWORD, House

PHONE = {"width": 390, "height": 844}
CATALOGUES = language.FOLDER
LANGUAGES = (SOURCE, *sorted(path.stem for path in CATALOGUES.glob("*.po")), LONG)
FURTHER = (
    *("/new", "/offline", "/t/spring/continue", "/t/spring/people/players", "/t/spring/players/import"),
    *("/t/spring/rounds/pair", "/t/spring/rounds/4/second", "/t/spring/rounds/4/print", "/t/spring/rounds/4/pgn"),
    *("/t/doubles/rounds/teams", "/t/weekend/prizes/category", "/t/weekend/prizes/import", "/t/weekend/prizes/run"),
    *("/t/junior/certificates/print?for=players", "/t/spring/story/print"),
    *("/t/cup/bracket/print", "/t/spring/history/3", "/t/spring/audit"),
)
"""Pages of directors beside those that are looked at for accessibility."""
# The page itself, and what one can press that nobody can reach by scrolling a part of it.
TOO_WIDE = """() => {
  const room = document.documentElement.clientWidth;
  const scrolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const beyond = [...document.querySelectorAll("a, button, input, select, textarea, summary")].filter((one) => {
    const place = one.getBoundingClientRect();
    return place.width > 1 && place.right > room + 1 && !scrolls(one.parentElement);
  });
  const wide = document.documentElement.scrollWidth > room ? [`page of ${document.documentElement.scrollWidth}`] : [];
  return [...wide, ...beyond.map((one) => one.outerHTML.slice(0, 120))];
}"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server with an event of every format, which speaks all languages and the made-up one."""
    folder = tmp_path_factory.mktemp("languages")
    for path in CATALOGUES.glob("*.po"):
        shutil.copy(path, folder)
    write_pseudo(folder, LONG, lengthened)
    podium = open_podium(Config(database=f"sqlite:///{folder / 'podium.db'}"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "FOLDER", folder)
        app = application(podium)
        house = House(podium, app)
        house.users["owner"] = owner = podium.registry.add_user("Owner", PASSWORD)
        create_showcase(podium.desk, owner.actor)
        spring = state_of(podium, "spring")
        podium.check_ins.open(TournamentId("spring"), next_round(spring), None)
        podium.screens.add_message(TournamentId("spring"), "Lunch is served.", None)
        with serving(app) as server:
            yield Hall(server.url, house)
    podium.close()


def too_wide(page: Page, address: str, code: str) -> list[str]:
    """What of a page is wider than the screen; the page is in that language."""
    page.goto(address, wait_until="domcontentloaded")
    spoken = page.locator("html").get_attribute("lang")
    assert spoken is not None
    assert spoken.split("-")[0] == code.split("_")[0], address
    return [f"{code} {address}: {each}" for each in page.evaluate(TOO_WIDE)]


@pytest.mark.seeds
@pytest.mark.parametrize("code", LANGUAGES if ALL_SEEDS else (LONG,))  # whose every text is longer than any other
def test_no_page_is_wider_than_a_phone(hall: Hall, browser: Browser, code: str) -> None:
    podium, found = hall.house.podium, list[str]()
    spring, online = state_of(podium, "spring"), state_of(podium, "online")
    best, game = next(iter(spring.players)), online.rounds[0].in_order[1]
    own = (f"/t/spring/players/{best}", f"/t/online/games/{game.id}/play")
    size: ViewportSize = {"width": PHONE["width"], "height": PHONE["height"]}
    with browser.new_context(viewport=size, reduced_motion="reduce", service_workers="block") as context:
        context.add_cookies([{"name": LANGUAGE_COOKIE, "value": code, "url": hall.url}])
        page = context.new_page()
        for path in (*PUBLIC, *own):
            found += too_wide(page, hall.url + path, code)
        hall.enter(context, "owner")
        for path in (*DIRECTOR, *FURTHER, f"/t/spring/players/{best}/edit"):
            found += too_wide(page, hall.url + path, code)
    assert found == [], "\n".join(found)

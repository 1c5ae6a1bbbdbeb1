"""The pictures of README and docs: `make pictures`. Their PNG files, in docs/images, are committed.

The demo is served on a free port of this machine and looked at with the system's Chromium; its events are the same
every time.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from podium.app.accounts.logins import SESSION_COOKIE
from podium.app.hall.event_clock import ClockAction, ClockOrder
from podium.app.showcase.events import EVENTS, create_showcase
from podium.app.showcase.showcase_event import ShowcaseEvent
from podium.bootstrap import Podium, opened
from podium.cli.verbs.serve import NAME, PASSWORD
from podium.config import Config
from podium.core.ids import TournamentId
from podium.flow.commands import ChangeSettings, PairRound
from podium.flow.state import Game

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.kit import services  # needs the path above

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
MOST_BYTES = 150_000
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 720}


@dataclass(frozen=True, slots=True)
class Picture:
    """One page as somebody sees it."""

    name: str
    path: str
    size: ViewportSize
    theme: Literal["light", "dark"] = "light"
    scale: float = 1
    as_owner: bool = False
    ready: str = "main"  # what must be on the page


@dataclass(frozen=True, slots=True)
class Stage:
    """A database with events to look at: the session of their owner, and the address of a game that is being played."""

    session: str
    game: str


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="podium-pictures-") as folder, sync_playwright() as playwright:
        database = str(Path(folder) / "pictures.db")
        with opened(Config(database)) as podium:
            stage = prepared(podium)
        with demo(database) as home:
            browser = playwright.chromium.launch(
                executable_path=services.chromium(), args=list(services.CHROMIUM_FLAGS)
            )
            for picture in pictures(stage):
                take(browser, home, stage, picture)
            browser.close()


def pictures(stage: Stage) -> tuple[Picture, ...]:
    """What is to be taken."""
    return (
        Picture("round", "/t/spring/rounds/4", {"width": 1280, "height": 712}, as_owner=True),
        Picture("overview-phone", "/t/spring", PHONE, scale=2),
        Picture("standings-phone-dark", "/t/spring/standings", PHONE, "dark", scale=2),
        Picture("doubles-phone", "/t/doubles/rounds/4", {"width": 390, "height": 780}, scale=2, as_owner=True),
        Picture("wall", "/t/weekend/screen", {"width": 1280, "height": 720}, ready="#wall[data-shown]"),
        Picture("podium", "/t/january/story", {"width": 1280, "height": 836}),
        Picture("bracket", "/t/cup/bracket", DESK),
        Picture("game", stage.game, DESK),
    )


def prepared(podium: Podium) -> Stage:
    """The showcase of the demo, its Swiss once more, played to the end, and on one wall a message and a clock."""
    owner = podium.registry.add_user(NAME, PASSWORD)
    create_showcase(podium.desk, owner.actor)
    winter = ShowcaseEvent(podium.desk, owner.actor, TournamentId("january"))
    EVENTS["spring"](winter)
    winter.do(ChangeSettings({"name": "Winter Swiss", "start": "2026-01-02", "end": "2026-01-06"}))
    winter.finish()
    while len(winter.state.rounds) < (winter.state.settings.rounds or 0):
        winter.do(PairRound())
        winter.finish()
    weekend = TournamentId("weekend")
    podium.screens.add_message(weekend, "Round 4 begins at 14:00. Coffee is served in the library.", None)
    podium.screens.change_clock(weekend, ClockOrder(ClockAction.START, 60))
    podium.screens.change_clock(weekend, ClockOrder(ClockAction.PAUSE))  # the same minute in every picture
    online = podium.journal.head(TournamentId("online")).state
    assert online is not None
    under_way = [game for game in online.rounds[0].in_order if isinstance(game, Game)][1]
    return Stage(podium.registry.open_session(owner), f"/t/online/games/{under_way.id}/play")


@contextmanager
def demo(database: str) -> Iterator[str]:
    """The address of the demo on this database, while the block lasts."""
    command = [sys.executable, "-m", "podium", "demo", "--port", "0", "--db", database, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.terminate()


def take(browser: Browser, home: str, stage: Stage, picture: Picture) -> None:
    """Write one picture; ends the program if it is too large to be committed."""
    context = browser.new_context(
        viewport=picture.size,
        color_scheme=picture.theme,
        device_scale_factor=picture.scale,
        reduced_motion="reduce",
        locale="en-GB",
        timezone_id="Europe/London",
        service_workers="block",
    )
    if picture.as_owner:
        context.add_cookies([{"name": SESSION_COOKIE, "value": stage.session, "url": home}])
    page = context.new_page()
    page.goto(home + picture.path)
    page.locator(picture.ready).wait_for()
    page.evaluate("document.fonts.ready")
    file = IMAGES / f"{picture.name}.png"
    page.screenshot(path=file)
    context.close()
    size = file.stat().st_size
    print(f"{file.relative_to(ROOT)}: {size:,} bytes")
    if size > MOST_BYTES:
        sys.exit(f"{file.name} has more than {MOST_BYTES:,} bytes: choose a smaller window")


if __name__ == "__main__":
    main()

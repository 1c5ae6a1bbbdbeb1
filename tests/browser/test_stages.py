"""An evening of doubles of seventeen on a tablet: new partners each round, the cut, and a final of four fixed pairs."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from podium.core.ids import TournamentId
from podium.core.result import Result
from podium.flow.commands import RecordResult, RecordSets
from podium.flow.state import Side
from tests.browser.conftest import Complaints, Hall, fits
from tests.browser.test_accessibility import violations
from tests.web.conftest import Event

TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}
NAMES = [f"Maximiliane Musterfrau {number:02}" for number in range(1, 18)]


def created(hall: Hall, page: Page) -> Event:
    """The evening, set up as a director does, with all that is suggested."""
    page.goto(f"{hall.url}/new")
    page.fill("[name=name]", "Thursday doubles")
    page.locator("[name=profile][value=doubles]").check(force=True)
    page.get_by_role("button", name="Go on: players").click()
    page.fill("[name=text]", "\n".join(NAMES))
    page.get_by_role("button", name="Go on: rules").click()
    page.select_option("[name=format]", "stages")
    expect(page.locator("[name=firstStage]")).to_be_visible()
    page.get_by_role("button", name="Create and publish").click()
    page.wait_for_url(re.compile("/t/[^/]+$"))
    return Event(hall.house, TournamentId(page.url.rpartition("/")[2]), hall.house.users["owner"].actor)


def test_an_evening_of_doubles_ends_with_a_champion(
    hall: Hall, context: BrowserContext, complaints: Complaints
) -> None:
    hall.enter(context, "owner")
    page = context.new_page()
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]  # a literal with the two sizes
    event = created(hall, page)
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Publish round 1").first.click()
    for match in event.state.rounds[0].matches[1:]:
        event.do(RecordSets(match.id, {Side.HOME: 3, Side.AWAY: 0}))
    page.locator("#score-1-3-0").click()
    page.get_by_role("button", name="Close round 1").click()
    expect(page.get_by_text("closed").first).to_be_visible()
    page.goto(hall.address(event, "/stages"))
    page.get_by_role("button", name="Start the knockout").click()
    expect(page.get_by_text("Level at the cut: 7 places")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a literal with the two sizes
    fits(page)
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]  # a literal with the two sizes
    page.get_by_role("button", name="Draw lots").click()
    page.get_by_role("link", name="Semi-finals").click()
    page.wait_for_url(re.compile("bracket"))
    for board in ("board-1", "board-2"):
        page.locator(f"#{board}").get_by_role("button", name=re.compile("wins the match")).first.click()
        expect(page.locator(f"#{board}")).to_contain_text("decided")
    [final] = event.state.rounds[-1].in_order
    event.do(RecordResult(final.id, Result.WHITE_WINS))
    page.goto(hall.address(event, "/stages"))
    expect(page.get_by_text("Champion", exact=True)).to_be_visible()

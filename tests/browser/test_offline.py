"""Podium on a phone whose network goes away: the worker shows what was last seen, and says since when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from podium.bootstrap import application, open_podium
from podium.config import Config
from podium.flow.commands import PairRound, PublishRound
from tests.browser.conftest import Hall
from tests.kit.server import RunningServer, serving
from tests.web.conftest import PASSWORD, ROLES, House

pytestmark = pytest.mark.browser


@dataclass
class LonelyHall(Hall):
    """A server that can be stopped while a browser looks at it."""

    server: RunningServer


@pytest.fixture
def lonely_hall(ready_sqlite_url: str) -> Iterator[LonelyHall]:
    podium = open_podium(Config(database=ready_sqlite_url))
    users = {who: podium.registry.add_user(who.capitalize(), PASSWORD) for who in ROLES}
    app = application(podium)
    with serving(app) as server:
        yield LonelyHall(server.url, House(podium, app, users), server)
    podium.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(service_workers="allow", viewport={"width": 390, "height": 800})
    yield context.new_page()
    context.close()


def test_public_pages_are_read_without_a_network_and_those_of_the_arbiter_are_not(
    lonely_hall: LonelyHall, phone: Page
) -> None:
    event = lonely_hall.house.event("Ann", "Ben")
    event.do(PairRound())
    event.do(PublishRound(1))
    phone.goto(lonely_hall.address(event))
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    phone.wait_for_function("() => caches.open('pages').then((pages) => pages.keys()).then((all) => all.length === 1)")
    phone.goto(lonely_hall.address(event, "/rounds/1"))
    expect(phone.get_by_role("link", name="Ann").first).to_be_visible()
    lonely_hall.enter(phone.context)
    phone.goto(lonely_hall.address(event, "/settings"))
    phone.goto(lonely_hall.address(event, "/standings"))
    urls = "() => caches.open('pages').then((pages) => pages.keys()).then((all) => all.map((one) => one.url))"
    kept = phone.wait_for_function(urls).json_value()  # not evaluate(), which waits without a limit
    assert sorted(kept) == [lonely_hall.address(event), lonely_hall.address(event, "/rounds/1")], json.dumps(kept)

    lonely_hall.server.stop()
    phone.wait_for_function(f"() => fetch('{lonely_hall.url}/health').then(() => false, () => true)")
    phone.goto(lonely_hall.address(event, "/rounds/1"))
    expect(phone.locator(".offline")).to_contain_text("Offline: as of")
    expect(phone.get_by_role("link", name="Ann").first).to_be_visible()
    assert phone.locator(".hall").evaluate("each => getComputedStyle(each).backgroundColor") != "rgba(0, 0, 0, 0)"
    phone.goto(lonely_hall.address(event, "/settings"))
    expect(phone.get_by_role("heading", name="You are offline")).to_be_visible()

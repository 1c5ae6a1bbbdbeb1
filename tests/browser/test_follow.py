"""Being told when the next round is out: by push through the worker, and without a key while a page is open."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from podium.app.hall.push_messages import new_key
from podium.bootstrap import application, open_podium
from podium.config import Config
from podium.flow.commands import PairRound, PublishRound
from tests.browser.conftest import Hall
from tests.kit.push import FakeBrowser, PushService, push_service
from tests.kit.server import serving
from tests.kit.waiting import PATIENCE
from tests.web.conftest import PASSWORD, ROLES, Event, House

pytestmark = pytest.mark.browser

FOLLOW, STOP = "Tell me when the next round is out", "Do not tell me any more"
# A browser's own push service is far away: this one is at hand, and remembers whether somebody subscribed.
SUBSCRIBING = """(subscription) => {
  const made = { endpoint: subscription.endpoint, toJSON: () => subscription };
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw Error("refused");
    localStorage.setItem("test-subscribed", "yes");
    return made;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("test-subscribed") ? made : null);
}"""
NOTICES = """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((all) => all.map(({ title, body }) => [title, body]))"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture(scope="module")
def push_hall(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server that can send push messages, also to this machine; and one that cannot."""
    file = tmp_path_factory.mktemp("push") / "podium.db"
    key = new_key() if request.param == "with a key" else ""
    contact = "mailto:chess@example.org" if key else ""
    podium = open_podium(Config(f"sqlite:///{Path(file)}", push_key=key, push_contact=contact, push_anywhere=True))
    users = {who: podium.registry.add_user(who.capitalize(), PASSWORD) for who in ROLES}
    app = application(podium)
    with serving(app) as server:
        yield Hall(server.url, House(podium, app, users))
    podium.close()


@pytest.fixture
def phone(browser: Browser, push_hall: Hall) -> Iterator[BrowserContext]:
    context = browser.new_context(service_workers="allow", viewport={"width": 390, "height": 800})
    context.grant_permissions(["notifications"], origin=push_hall.url)
    yield context
    context.close()


def follow(phone: BrowserContext, hall: Hall, event: Event, reader: FakeBrowser) -> Page:
    """The page of the event in a browser whose reader has just asked to be told."""
    phone.add_init_script(f"({SUBSCRIBING})({json.dumps(reader.subscription)})")
    page = phone.new_page()
    page.goto(hall.address(event))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name=FOLLOW).click()
    expect(page.get_by_role("button", name=STOP)).to_be_visible()
    return page


def publish_round(event: Event) -> None:
    event.do(PairRound())
    event.do(PublishRound(len(event.state.rounds)))


def notices(page: Page, deliver: Callable[[], None] = lambda: None) -> Any:
    """The messages that the device shows, once there is one; what may be lost is delivered until it is shown."""
    until = time.monotonic() + PATIENCE
    while True:
        deliver()
        for _ in range(100):
            if shown := page.evaluate(NOTICES):
                return shown
            assert time.monotonic() < until, "nothing is shown"
            page.wait_for_timeout(50)


@pytest.mark.parametrize("push_hall", ["with a key"], indirect=True)
def test_a_round_that_is_out_reaches_a_phone_by_push_until_one_has_enough(
    push_hall: Hall, phone: BrowserContext, service: PushService
) -> None:
    event = push_hall.house.event("Ann", "Ben", "Cy", "Di", format="swiss", rounds=3)
    reader = service.browser("phone")
    page = follow(phone, push_hall, event, reader)
    expect(page.locator(".follow [role=status]")).to_have_text("You will be told when the next round is out.")
    publish_round(event)
    [sent] = service.wait(1)
    news = reader.read(sent.body)
    assert "Round 1" in news["body"]
    [[_title, body]] = notices(page, lambda: deliver(page, push_hall, news))
    assert body == news["body"]

    with page.expect_response(lambda answer: answer.request.method == "DELETE") as gone:
        page.get_by_role("button", name=STOP).click()
    assert gone.value.ok
    expect(page.get_by_role("button", name=FOLLOW)).to_be_visible()
    expect(page.locator(".follow [role=status]")).to_be_empty()


def deliver(page: Page, hall: Hall, news: object) -> None:
    """Hand a message to the worker, as the browser does with what its push service sends."""
    session = page.context.new_cdp_session(page)
    registrations: list[dict[str, str]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda found: registrations.extend(found["registrations"]))
    session.send("ServiceWorker.enable")
    until = time.monotonic() + PATIENCE
    while not registrations:
        assert time.monotonic() < until, "the browser knows of no worker"
        page.wait_for_timeout(20)
    registration = registrations[0]["registrationId"]
    message = {"origin": hall.url, "registrationId": registration, "data": json.dumps(news)}
    session.send("ServiceWorker.deliverPushMessage", message)
    session.detach()


@pytest.mark.parametrize("push_hall", ["without a key"], indirect=True)
def test_without_a_key_the_open_page_tells(push_hall: Hall, phone: BrowserContext, service: PushService) -> None:
    event = push_hall.house.event("Ann", "Ben", "Cy", "Di", format="swiss", rounds=3)
    page = follow(phone, push_hall, event, service.browser("unused"))
    expect(page.locator(".follow [role=status]")).to_contain_text("while this page is open")
    expect(page.locator("#live")).to_have_attribute("data-state", "connected")
    publish_round(event)
    [[title, body]] = notices(page)
    assert (title, "Round 1" in body) == (event.state.settings.name, True)
    assert page.evaluate("localStorage.getItem('test-subscribed')") is None


@pytest.mark.parametrize("push_hall", ["without a key"], indirect=True)
def test_who_does_not_allow_messages_is_told_how(push_hall: Hall, browser: Browser) -> None:
    event = push_hall.house.event("Ann", "Ben", format="swiss", rounds=1)
    context = browser.new_context(service_workers="allow")
    context.add_init_script("Notification.requestPermission = async () => 'denied'")
    page = context.new_page()
    page.goto(push_hall.address(event))
    page.get_by_role("button", name=FOLLOW).click()
    expect(page.locator(".follow [role=status]")).to_contain_text("does not allow messages")
    expect(page.get_by_role("button", name=FOLLOW)).to_be_visible()
    context.close()

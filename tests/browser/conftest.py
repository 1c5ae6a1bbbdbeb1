"""Podium on a port, and a browser that complains about everything it should complain about."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from podium.app.accounts.logins import SESSION_COOKIE
from podium.bootstrap import application, open_podium
from podium.config import Config
from tests.kit.lasting_browser import STEP, LastingBrowser, closing_in_time
from tests.kit.server import serving
from tests.web.conftest import PASSWORD, ROLES, Event, House

expect.set_options(timeout=STEP)
EMBEDDERS = "http://localhost:*"
"""The sites whose pages may have boards of the hall in frames: to a browser they are not 127.0.0.1."""


def fits(page: Page) -> None:
    """Wait for the page with its looks, and fail where it is wider than the screen."""
    page.wait_for_load_state()
    page.wait_for_function("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@dataclass
class Hall:
    """A server on this machine, and the house behind it."""

    url: str
    house: House

    def enter(self, context: BrowserContext, who: str = "arbiter") -> None:
        """Let the browser be somebody."""
        secret = self.house.podium.registry.open_session(self.house.users[who])
        context.add_cookies([{"name": SESSION_COOKIE, "value": secret, "url": self.url}])

    def address(self, event: Event, path: str = "") -> str:
        return f"{self.url}{event.url}{path}"


@dataclass
class Complaints:
    """What a browser complained about, and whom else it talked to."""

    home: str
    heard: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.heard.append(f"error: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        # A refusal is an answer like any other; browser and htmx log its status all the same.
        refusal = re.search(r"status of 4\d\d|Status Error Code 4\d\d", message.text)
        worker = "Service Worker registration blocked by Playwright" in message.text
        if message.type in ("error", "warning") and not refusal and not worker:
            self.heard.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.heard.append(f"request to {request.url}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    with closing_in_time():
        return (yield)


@pytest.fixture(scope="session")
def browser(launch_browser: Callable[[], Browser]) -> Iterator[Browser]:
    """One browser for all tests, and another should it have to be ended."""
    lasting = cast(Browser, LastingBrowser(launch_browser))
    yield lasting
    lasting.close()


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Browsers without workers, which would keep requests from the eyes of a test; test_offline.py has them."""
    return {**browser_context_args, "service_workers": "block"}


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """One server for all tests that need nothing but a tournament of their own."""
    podium = open_podium(
        Config(database=f"sqlite:///{tmp_path_factory.mktemp('hall') / 'podium.db'}", embedders=EMBEDDERS)
    )
    users = {who: podium.registry.add_user(who.capitalize(), PASSWORD) for who in ROLES}
    app = application(podium)
    with serving(app) as server:
        yield Hall(server.url, House(podium, app, users))
    podium.close()


@pytest.fixture
def fresh_hall(ready_sqlite_url: str) -> Iterator[Hall]:
    """A server that nobody has used yet."""
    podium = open_podium(Config(database=ready_sqlite_url))
    app = application(podium)
    with serving(app) as server:
        yield Hall(server.url, House(podium, app))
    podium.close()


@pytest.fixture
def complaints(hall: Hall, context: BrowserContext) -> Iterator[Complaints]:
    """Fails the test if any page of the browser complained, or asked another server for anything."""
    found = Complaints(hall.url)
    context.on("page", found.listen)
    yield found
    assert found.heard == []

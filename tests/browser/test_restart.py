"""A live game whose server is stopped and started again while both players have it open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from podium.app.access import Role
from podium.bootstrap import Podium, application, open_podium
from podium.config import Config
from podium.core.result import Result
from podium.flow.commands import HandPairing, PairByHand, PublishRound
from podium.games import player_acts
from podium.games.state import LiveGame, Status
from podium.storage.live.presence import SILENCE
from tests.browser.conftest import Hall
from tests.kit.server import RunningServer, start_server
from tests.web.conftest import PASSWORD, ROLES, Event, House


@dataclass
class RestartedHall(Hall):
    """A server that is stopped, and started again at the same address on the same database."""

    server: RunningServer

    @property
    def podium(self) -> Podium:
        return self.house.podium

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        """Another Podium in the place of the one that was stopped."""
        config, port = self.podium.config, self.server.port
        self.podium.close()
        self.house.podium = open_podium(config)
        self.house.app = application(self.podium)
        self.server = start_server(self.house.app, port)


@pytest.fixture
def restarted_hall(ready_sqlite_url: str) -> Iterator[RestartedHall]:
    podium = open_podium(Config(database=ready_sqlite_url))
    users = {who: podium.registry.add_user(who.capitalize(), PASSWORD) for who in ROLES}
    house = House(podium, application(podium), users)
    server = start_server(house.app)
    hall = RestartedHall(server.url, house, server)
    yield hall
    hall.stop()
    hall.podium.close()


@pytest.fixture
def event(restarted_hall: RestartedHall) -> Event:
    """Ann has White against Ben, with fifteen seconds for the first move."""
    event = restarted_hall.house.event("Ann", "Ben", format="manual", live=True, timeControl="0+15")
    event.do(PairByHand((HandPairing(event.player("Ann"), event.player("Ben")),)))
    event.do(PublishRound(1))
    return event


@pytest.fixture
def players(restarted_hall: RestartedHall, event: Event, browser: Browser) -> Iterator[list[Page]]:
    """Both at the board, each by their link in a browser of their own."""
    contexts = [browser.new_context() for _ in range(2)]
    pages = []
    for context, name in zip(contexts, ("Ann", "Ben"), strict=True):
        _, secret = restarted_hall.podium.registry.add_link(event.id, Role.PLAYER, event.player(name), None)
        page = context.new_page()
        page.goto(f"{restarted_hall.url}/l/{secret}")
        expect(page.locator("#connection")).to_have_text("Connected")
        page.evaluate("window.loadedOnce = true")
        pages.append(page)
    yield pages
    for context in contexts:
        context.close()


def game(event: Event) -> LiveGame:
    found = event.house.podium.journal.game(event.board(1, 1)).state
    assert found is not None
    return found


def test_a_flag_falls_after_a_restart_that_cost_nobody_time(
    restarted_hall: RestartedHall, event: Event, players: list[Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_acts, "AFTER_BOTH_ARE_BACK", 3000)  # instead of ten seconds
    for page in players:
        page.get_by_role("button", name="I am ready").click()
    for page in players:
        expect(page.locator("#game")).to_have_attribute("data-status", "RUNNING")

    restarted_hall.stop()
    left = game(event).clocks_at(restarted_hall.podium.journal.milliseconds()).white
    for page in players:
        expect(page.locator("#connection")).to_contain_text("Connection lost")
    players[0].wait_for_timeout(SILENCE + 500)  # shorter silences count as a server that is busy
    restarted_hall.start()
    stopped = game(event)
    assert (stopped.status, stopped.ply) == (Status.PAUSED, 0)
    assert stopped.clocks.white >= left > 0  # nothing was charged since

    for page in players:
        expect(page.locator("#state")).to_contain_text("The server was away")
        expect(page.locator("#until")).to_have_text(re.compile(r"It goes on in 0:0\d\."))  # for both are back
    for page in players:
        expect(page.locator("#game")).to_have_attribute("data-status", "RUNNING")
        expect(page.locator("#connection")).to_have_text("Connected")
    for page in players:
        expect(page.locator("#state")).to_have_text("Black wins: on time.")
        assert page.evaluate("window.loadedOnce") is True
    assert event.games(1)[0].result is Result.BLACK_WINS
    over = game(event)
    assert (over.clocks.white, over.clocks.black) == (0, 15_000)

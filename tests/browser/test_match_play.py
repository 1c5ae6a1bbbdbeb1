"""Whole matches of a live knockout, played by both players in browsers of their own until the bracket has a winner."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from podium.app.access import Role
from podium.flow.commands import PairRound
from tests.browser.conftest import Complaints, Hall
from tests.web.conftest import Event

FOOLS_MATE = ("f3", "e5", "g4", "Qh4")


@dataclass(frozen=True, slots=True)
class Match:
    """The final of two, Ann and Ben, each at the board that their link leads to; Ann has White in the first game."""

    ann: Page
    ben: Page
    bracket: Page

    def begin(self, white: Page, *said: str) -> None:
        """Both are ready for a game, in which `white` has White, of which the page says what it is."""
        for page in (self.ann, self.ben):
            for text in said:
                expect(page.locator("main")).to_contain_text(text)
            page.get_by_role("button", name="I am ready").click()
        for page in (self.ann, self.ben):
            expect(page.locator("#game")).to_have_attribute("data-status", "RUNNING")
            expect(page.locator("#connection")).to_have_text("Connected")
        expect(white.locator("#state")).to_have_text("Your move")

    def play(self, white: Page, *moves: str) -> None:
        for ply, move in enumerate(moves):
            page = white if ply % 2 == 0 else self.opponent(white)
            expect(page.locator("#state")).to_have_text("Your move")
            page.get_by_label("Type your move").fill(move)
            page.get_by_role("button", name="Play it").click()
            expect(page.locator("#moves button")).to_have_count(ply + 1)

    def draw(self, white: Page) -> None:
        """Each makes a move, and they agree a draw."""
        self.play(white, "e4", "e5")
        expect(white.locator("#state")).to_have_text("Your move")
        white.get_by_role("button", name="Offer a draw").click()
        self.opponent(white).get_by_role("button", name="Accept the draw").click()
        self.ends("Draw: by agreement.")

    def resign(self, page: Page) -> None:
        page.get_by_role("button", name="Resign…").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    def ends(self, text: str) -> None:
        for page in (self.ann, self.ben):
            expect(page.locator("#state")).to_have_text(text)

    def go_on(self) -> None:
        """Each goes on to the next game of the match."""
        for page, opponent in ((self.ann, "Ben"), (self.ben, "Ann")):
            page.get_by_role("button", name=f"Go on: play {opponent}").click()
            expect(page.get_by_role("button", name="I am ready")).to_be_visible()

    def opponent(self, page: Page) -> Page:
        return self.ben if page is self.ann else self.ann

    def won_by(self, name: str, how: str) -> None:
        """The bracket, which somebody has had open all the time, has its champion; nothing is left to play."""
        expect(self.bracket.get_by_role("region", name="Champion")).to_contain_text(name)
        expect(self.bracket.locator("#board-1")).to_contain_text(f"{name} wins {how}")
        for page in (self.ann, self.ben):
            expect(page.locator("#after")).to_contain_text(f"{name} wins {how}")
            expect(page.get_by_role("button", name="Your games")).to_be_visible()
            expect(page.get_by_role("button", name=re.compile("Go on: play"))).to_have_count(0)


@contextmanager
def opened(hall: Hall, event: Event, browser: Browser) -> Iterator[Match]:
    """Both players with their links, and a spectator at the bracket; none of their browsers may complain."""
    heard = Complaints(hall.url)
    contexts = [browser.new_context() for _ in range(3)]
    pages = []
    for context, name in zip(contexts, ("Ann", "Ben", None), strict=True):
        context.on("page", heard.listen)
        page = context.new_page()
        if name is None:
            page.goto(hall.address(event, "/bracket"))
        else:
            _, secret = hall.house.podium.registry.add_link(event.id, Role.PLAYER, event.player(name), None)
            page.goto(f"{hall.url}/l/{secret}")
        expect(page.locator("#live")).to_have_text("Live")
        pages.append(page)
    yield Match(*pages)
    for context in contexts:
        context.close()
    assert heard.heard == []


@pytest.fixture
def match(request: pytest.FixtureRequest, hall: Hall, browser: Browser) -> Iterator[Match]:
    """A match with the tie-breaks that the test names."""
    settings: dict[str, Any] = {"timeControl": "10+5", "tieBreakTimeControl": "3+2", "armageddonTimeControl": "5+0/4+0"}
    event = hall.house.event("Ann", "Ben", format="knockout", live=True, tieBreakPolicy=request.param, **settings)
    event.do(PairRound())
    with opened(hall, event, browser) as match:
        yield match


@pytest.mark.parametrize("match", ["RAPID"], indirect=True)
def test_a_drawn_match_is_won_in_its_rapid_game(match: Match) -> None:
    match.begin(match.ann, "10 minutes, 5 seconds a move")
    match.draw(match.ann)
    match.go_on()
    match.begin(match.ann, "Rapid game", "3 minutes, 2 seconds a move")
    match.play(match.ann, *FOOLS_MATE)
    match.ends("Black wins: checkmate.")
    match.won_by("Ben", "in the rapid")


@pytest.mark.parametrize("match", ["BEST_OF_3"], indirect=True)
def test_a_best_of_three_goes_to_its_third_game(match: Match) -> None:
    """Colours alternate; each game can be played when the one before it is over."""
    match.begin(match.ann)
    match.draw(match.ann)
    match.go_on()
    match.begin(match.ann, "Best of three, game 1")
    match.resign(match.ben)
    match.ends("White wins: resignation.")
    match.go_on()
    match.begin(match.ben, "Best of three, game 2")
    match.resign(match.ann)
    match.ends("White wins: resignation.")
    match.go_on()
    match.begin(match.ann, "Best of three, game 3")
    match.resign(match.ben)
    match.won_by("Ann", "in the best of three")


@pytest.mark.parametrize("match", ["ARMAGEDDON"], indirect=True)
def test_a_drawn_armageddon_game_is_won_by_black(match: Match) -> None:
    """Ann had White in the match, so it is she who has Black and the odds."""
    match.begin(match.ann)
    match.draw(match.ann)
    match.go_on()
    match.begin(match.ben, "Armageddon game", "White 5 minutes", "If it is drawn, Black, Ann, wins the match.")
    match.draw(match.ben)
    match.won_by("Ann", "in the Armageddon")

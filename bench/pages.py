"""How long people wait for the long pages of a large event on a slow phone.

    python bench/pages.py [turns]

*Browser*: Chromium with the screen of a phone and a processor slowed down four times opens pages of an event of 1,000
players, each time with empty caches. A page is usable when it is loaded, its scripts have run and the screen has been
drawn after that. Beside it: how long until the rows that a search means are drawn after the last letter typed, until
the next rows are there after scrolling to the end, how long the page is, and how many bytes its rows take.

Prints medians in milliseconds beside their limits. Ends with 1 if one is missed.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from _crowd import crowd
from _server import server
from playwright.sync_api import Browser, Page, sync_playwright
from results import games

from podium.app.access import OPERATOR
from podium.bootstrap import Podium, opened
from podium.config import Config
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    CreateTournament,
    HandPairing,
    PairByHand,
    PublishRound,
    PublishTournament,
    RecordResult,
)

TURNS = 3
PLAYERS = 1_000
ROUNDS = 5
SLOWER = 4
PHONE = {"width": 390, "height": 844}
USABLE = 1_500  # milliseconds until a page can be used
FOUND = 1_000  # milliseconds from the last letter typed until what it means is drawn
EVENT = "open"
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)

DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"
"""The time since the page was asked for, once the screen was drawn again."""
TYPED = """async (text) => {
  const field = document.querySelector("[data-filters]");
  const start = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const rows = () => [...document.querySelectorAll(".lines tbody tr:not([hidden])")];
  while (rows().length === 0 || rows().length > 20) await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - start;
}"""
SCROLLED = """async () => {
  const count = () => document.querySelectorAll(".lines tbody tr").length;
  const before = count();
  const start = performance.now();
  scrollTo(0, document.documentElement.scrollHeight);
  while (count() === before) await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - start;
}"""


@dataclass(frozen=True, slots=True)
class Measure:
    """How long one page took, in milliseconds; its height in pixels, and the bytes of a row."""

    usable: float
    found: float
    went_on: float
    height: int
    row_bytes: int


def large_event(podium: Podium, stream: str, players: int, rounds: int) -> TournamentId:
    """A published event with names, ratings, clubs and tie-breaks, whose last round is being played."""
    id, desk = TournamentId(stream), podium.desk
    given = {"name": "Grand Open", "format": "manual", "tiebreaks": ["BH/C1", "BH", "SB"], "place": "Vienna"}
    desk.perform(OPERATOR, id, CreateTournament(id, given))
    fields = tuple(
        PlayerFields(f"Surname{at % 97} {at}, Forename{at % 53}", rating=2500 - at, club=f"Club {at % 40}")
        for at in range(players)
    )
    state = desk.perform(OPERATOR, id, AddPlayers(fields)).state
    desk.perform(OPERATOR, id, PublishTournament())
    ids = list(state.players)
    for turn in range(1, rounds + 1):
        turned = ids[turn:] + ids[:turn]
        lines = tuple(HandPairing(turned[at], turned[-1 - at]) for at in range(players // 2))
        state = desk.perform(OPERATOR, id, PairByHand(lines, turn)).state
        desk.perform(OPERATOR, id, PublishRound(turn))
        played = games(state, turn) if turn < rounds else games(state, turn)[: players // 4]
        waiting = [
            desk.submit(OPERATOR, id, RecordResult(game, RESULTS[at % len(RESULTS)])) for at, game in enumerate(played)
        ]
        for future in waiting:
            future.result()
    return id


@contextmanager
def slow_phone(browser: Browser) -> Iterator[Page]:
    """A page of a browser that knows nothing yet, on a phone whose processor is slower."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=3, is_mobile=True, has_touch=True)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()


def measure(browser: Browser, url: str) -> Measure:
    """One visit to a list."""
    with slow_phone(browser) as page:
        page.goto(url, wait_until="load")
        usable = page.evaluate(DRAWN)
        height = page.evaluate("document.documentElement.scrollHeight")
        rows = page.evaluate("[...document.querySelectorAll('.lines tbody tr')].map((row) => row.outerHTML.length)")
        went_on = page.evaluate(SCROLLED)
        found = page.evaluate(TYPED, "surname7 7,")
        return Measure(usable, found, went_on, height, round(statistics.mean(rows)))


def browser_half(turns: int) -> bool:
    """Measure the lists of a large event on a slow phone; whether every limit was kept."""
    kept = True
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = f"sqlite:///{Path(folder) / 'podium.db'}"
        with opened(Config(database=database)) as podium:
            id = large_event(podium, EVENT, PLAYERS, ROUNDS)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        with server("podium", database) as port:
            print(f"{PLAYERS} players, a phone slowed down {SLOWER} times, medians of {turns} in milliseconds")
            heads = "page", "usable", "limit", "found", "limit", "more rows", "pixels", "bytes/row"
            print("{:12}{:>8}{:>7}{:>8}{:>7}{:>11}{:>8}{:>11}".format(*heads))
            for path in ("standings", "players", f"rounds/{ROUNDS}"):
                measure(browser, f"http://127.0.0.1:{port}/t/{id}/{path}")  # the server's own memories, once
                taken = [measure(browser, f"http://127.0.0.1:{port}/t/{id}/{path}") for _ in range(turns)]
                usable = statistics.median(each.usable for each in taken)
                found = statistics.median(each.found for each in taken)
                went_on = statistics.median(each.went_on for each in taken)
                print(
                    f"{path:12}{usable:8.0f}{USABLE:7}{found:8.0f}{FOUND:7}{went_on:11.0f}"
                    f"{taken[0].height:8}{taken[0].row_bytes:11}"
                )
                kept = kept and usable <= USABLE and found <= FOUND
        browser.close()
    return kept


def server_half() -> bool:
    """Prints what the public pages of a large event cost when a crowd reads them; whether the limit is kept."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "pages.db")
        with opened(Config(database=database)) as podium:
            stream = large_event(podium, EVENT, PLAYERS, ROUNDS)
        with server("podium", database) as port:
            return crowd(port, [f"/t/{stream}/standings", f"/t/{stream}", f"/api/tournaments/{stream}/standings"])


def main(turns: int) -> int:
    """Prints the figures of both halves; 1 if a limit is missed."""
    return 0 if all([browser_half(turns), server_half()]) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS))

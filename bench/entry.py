"""Entering results by keyboard in a round of 500 boards, in a real browser.

    python bench/entry.py [boards]

Prints two figures beside their limits. The first: milliseconds from a key to the picture that shows its result, the
median and the slowest of twenty; the limit is 50 for the median. The second: milliseconds from the last of twenty keys,
pressed as fast as the browser takes them, until the server has confirmed all twenty and the page shows it; the limit is
2,000. Beside it stands what it took in requests and bytes.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from _server import server
from playwright.sync_api import Page, Response, sync_playwright
from results import event

from podium.app.access import OPERATOR, Role
from podium.app.accounts.logins import SESSION_COOKIE
from podium.bootstrap import opened
from podium.config import Config
from podium.flow.commands import PublishRound, PublishTournament

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.kit import services  # needs the path above

BOARDS = 500
KEYS = 20
SHOWN_MS = 50
CONFIRMED_MS = 2_000

WATCH = """() => {
  window.shown = [];
  document.addEventListener("keydown", () => {
    const pressed = performance.now();
    window.pressed = pressed;
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => window.shown.push(performance.now() - pressed);
      painted.port2.postMessage(null);
    });
  }, true);
}"""
"""Notes for each key how long it was until the next picture."""

SHOWN = """count => new Promise((resolve) => {
  const look = () => (window.shown.length < count ? setTimeout(look, 10) : resolve(window.shown));
  look();
})"""
"""What was noted, once there is so much of it."""

CONFIRMED = """count => new Promise((resolve) => {
  const look = () => {
    const done = document.querySelectorAll("tr.done[data-board]").length;
    if (done < count || document.querySelector("[data-busy]")) return setTimeout(look, 10);
    resolve(performance.now() - window.pressed);
  };
  look();
})"""
"""Milliseconds from the last key until so many boards are confirmed."""


def measure(page: Page, url: str) -> None:
    """Print both figures of the round at `url`."""
    page.goto(url)
    page.locator("#live[data-state=connected]").wait_for()
    page.evaluate(WATCH)
    page.keyboard.press("ArrowDown")
    for at in range(1, KEYS + 1):
        page.keyboard.press("123"[at % 3])
        page.evaluate(CONFIRMED, at)
    shown = page.evaluate(SHOWN, KEYS + 1)[1:]
    print(
        f"a key shows after {statistics.median(shown):.0f} ms (at most {SHOWN_MS}); "
        f"the slowest of {KEYS} after {max(shown):.0f} ms"
    )
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    for at in range(KEYS):
        page.keyboard.press("123"[at % 3])
    waited = page.evaluate(CONFIRMED, 2 * KEYS)
    size = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    print(f"{KEYS} fast keys are confirmed {waited:,.0f} ms after the last (at most {CONFIRMED_MS:,})")
    print(f"{len(answers)} requests, {size:,} bytes")


def main() -> None:
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else BOARDS
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = str(Path(folder) / "entry.db")
        with opened(Config(database=database)) as podium:
            user = podium.registry.add_user("chief", "correct horse")
            stream = event(podium, "entry", 2 * boards, 4)
            podium.registry.set_roles(stream, {"chief": Role.OWNER})
            podium.desk.perform(OPERATOR, stream, PublishTournament())
            podium.desk.perform(OPERATOR, stream, PublishRound(4))
            secret = podium.registry.open_session(user)
        with server("podium", database) as port:
            browser = playwright.chromium.launch(
                executable_path=services.chromium(), args=list(services.CHROMIUM_FLAGS)
            )
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            home = f"http://127.0.0.1:{port}"
            context.add_cookies([{"name": SESSION_COOKIE, "value": secret, "url": home}])
            print(f"{boards} boards")
            measure(context.new_page(), f"{home}/t/{stream}/rounds/4")
            browser.close()


if __name__ == "__main__":
    main()

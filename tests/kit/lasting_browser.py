"""A browser that is started anew when it is gone, and the end of one that does not answer any more.

Now and then Chromium does not answer the request to close a window that is on its way to another page. Nothing is
wrong with the pages then: the process is ended, and the next test has another.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error

from tests.kit.waiting import PATIENCE

CLOSES_WITHIN = PATIENCE
STEP = 1000 * PATIENCE / 2  # milliseconds for every step of a browser


class LastingBrowser:
    """What `launch` starts, and starts again where it was ended."""

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._browser = launch()

    def new_context(self, **options: Any) -> BrowserContext:
        try:
            return self._context(options)
        except Error:
            if not self._gone():
                raise
            self._browser = self._launch()
            return self._context(options)

    def _context(self, options: dict[str, Any]) -> BrowserContext:
        context = self._browser.new_context(**options)
        context.set_default_timeout(STEP)
        return context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._browser, name)

    def _gone(self) -> bool:
        """Whether the browser answers nothing any more; `is_connected` knows of its end a little later."""
        try:
            self._browser.new_browser_cdp_session().detach()
        except Error:
            return True
        return False


@contextmanager
def closing_in_time(seconds: float = CLOSES_WITHIN) -> Iterator[None]:
    """Ends the browsers of this process if the block takes longer than that."""
    timer = threading.Timer(seconds, end_browsers)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end_browsers() -> None:
    """Ends the browsers that this process has started, by way of Playwright's driver."""
    for driver in _children(os.getpid()):
        for browser in _children(driver):
            os.kill(browser, signal.SIGKILL)


def _children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:  # it has ended meanwhile
            continue
        if int(text.rpartition(")")[2].split()[1]) == parent:
            found.append(int(stat.parent.name))
    return found

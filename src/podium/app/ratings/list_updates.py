"""FIDE's list fetched from its site: when somebody asks, or every day while the server runs."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from podium.app.ratings.rating_lists import Progress, RatingList
from podium.core.errors import PodiumError

log = logging.getLogger("podium.ratings")

EVERY = 600.0  # seconds between two looks whether it is time
ENDS_WITHIN = 10.0  # seconds that closing waits for the thread


@dataclass(frozen=True, slots=True)
class UpdateState:
    """Where lists are fetched from, whether that is done daily, when it was last tried, and what stood in the way."""

    address: str
    daily: bool = False
    checked_at: str | None = None
    problem: PodiumError | None = None
    under_way: bool = False


class ListUpdates(Protocol):
    """What fetches the lists that have a known source."""

    def state(self) -> UpdateState: ...
    def switch(self, *, daily: bool) -> None: ...
    def update(self, by: str, progress: Progress | None = None) -> RatingList | None: ...
    def start(self, by: str) -> bool: ...
    def start_if_due(self) -> bool: ...


class DailyUpdates:
    """A thread that has lists fetched once a day, from `start` until `close`, where an administrator wants that."""

    def __init__(self, start_if_due: Callable[[], bool]) -> None:
        self._start_if_due = start_if_due
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="podium-list-updates", daemon=True)

    def start(self) -> None:
        """Look from now on."""
        self._thread.start()

    def close(self) -> None:
        """Look no more; what is under way ends by itself."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(ENDS_WITHIN)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._start_if_due()
            except PodiumError as problem:  # the database is away: the next look is in ten minutes
                log.warning("lists-not-updated: %s", problem.code)
            self._closed.wait(EVERY)

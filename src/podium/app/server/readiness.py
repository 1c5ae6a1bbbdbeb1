"""Whether Podium can do its work: each part is checked by what it does, not by whether it is there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from podium.core.errors import PodiumError, Unavailable

FRESH = 1.0  # seconds for which what was found out counts, for everybody who asks
PATIENCE = 5.0  # seconds to wait for a check that somebody else has begun

Check = Callable[[], None]
"""Raises the error that says what is wrong with a part."""


class Readiness:
    """The checks of all parts, by what the part is called; `faults` counts what others have met since."""

    def __init__(
        self,
        checks: Mapping[str, Check],
        clock: Callable[[], float] = time.monotonic,
        faults: Callable[[], int] = lambda: 0,
    ) -> None:
        self._checks = checks
        self._clock = clock
        self._faults = faults
        self._counted = 0
        self._lock = threading.Lock()
        self._checked: float | None = None
        self._problem: PodiumError | None = None

    def check(self) -> None:
        """Return where everything works; else raise what is wrong with the first part that does not, and name it."""
        if not self._lock.acquire(timeout=PATIENCE):
            raise Unavailable("database-busy", part="database")
        try:
            if not self._is_fresh():
                self._problem = self._found()
                self._checked, self._counted = self._clock(), self._faults()
            problem = self._problem
        finally:
            self._lock.release()
        if problem is not None:
            raise problem.with_traceback(None)

    def _is_fresh(self) -> bool:
        """Whether what was found out counts still: it is not long ago, and nobody has met a fault since."""
        if self._checked is None or self._faults() != self._counted:
            return False
        return 0 <= self._clock() - self._checked < FRESH

    def _found(self) -> PodiumError | None:
        for part, check in self._checks.items():
            try:
                check()
            except PodiumError as problem:
                problem.facts["part"] = part
                return problem
        return None

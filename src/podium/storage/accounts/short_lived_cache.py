"""A short memory for what is asked with every request: who a secret belongs to, what somebody is in an event."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from datetime import datetime
from typing import TypeVar

from podium.app.memory import Recent

LASTS = 1.0  # seconds for which another process may not notice that a token was revoked
CHECKED_LATER = 300.0  # seconds for which the holder of a link is remembered where the journal checks it
MOST = 10_000

V = TypeVar("V")


class ShortLivedCache:
    """Answers of the last second, forgotten all at once by `clear`. Nobody sets the clock by which it counts."""

    def __init__(self, clock: Callable[[], datetime], elapsed: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._elapsed = elapsed
        self._held: Recent[Hashable, tuple[float, datetime | None, object]] = Recent(MOST, personal=False)
        self.clear = self._held.clear

    @property
    def generation(self) -> int:
        """How often all was forgotten, since something was changed."""
        return self._held.generation

    def recall(self, kind: type[V], *key: Hashable, longer: float = 0) -> V | None:
        """What was found under `key`, if that is not long ago; `longer` is for those who ask again whether it holds."""
        held = self._held.get((kind, *key))
        if held is None:
            return None
        until, ends, value = held
        if until + longer <= self._elapsed() or (ends is not None and ends <= self._clock()):
            return None
        return value if isinstance(value, kind) else None

    def keep(self, value: V, generation: int, *key: Hashable, ends: str | None = None) -> V:
        """`value`, remembered under `key`, unless something was forgotten since `generation` was read.

        `ends` is when it is no longer true, as an ISO time.
        """
        until = datetime.fromisoformat(ends) if ends else None
        self._held.put((type(value), *key), (self._elapsed() + LASTS, until, value), generation)
        return value

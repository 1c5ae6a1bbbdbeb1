"""A short memory for what is asked with every request: who a secret belongs to, what somebody is in an event."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from datetime import datetime
from typing import TypeVar

LASTS = 1.0  # seconds for which another process may not notice that a token was revoked
CHECKED_LATER = 300.0  # seconds for which the holder of a link is remembered where the journal checks it
MOST = 10_000

V = TypeVar("V")


class ShortLivedCache:
    """Answers of the last second, forgotten all at once by `clear`. Nobody sets the clock by which it counts."""

    def __init__(self, clock: Callable[[], datetime], elapsed: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._elapsed = elapsed
        self._held: dict[Hashable, tuple[float, datetime | None, object]] = {}
        self.generation = 0

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
        if generation == self.generation:
            if len(self._held) >= MOST:
                self._held.clear()
            until = datetime.fromisoformat(ends) if ends else None
            self._held[(type(value), *key)] = (self._elapsed() + LASTS, until, value)
        return value

    def clear(self) -> None:
        """Drop everything: something was changed."""
        self.generation += 1
        self._held.clear()

"""A short memory for what is asked with every request: who a secret belongs to, what somebody is in an event."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import datetime, timedelta
from typing import TypeVar

LASTS = timedelta(seconds=3)  # how long another process may not notice that a token was revoked
MOST = 10_000

V = TypeVar("V")


class ShortLivedCache:
    """Answers of the last seconds, forgotten all at once by `forget`."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._held: dict[Hashable, tuple[datetime, object]] = {}
        self.generation = 0

    def recall(self, kind: type[V], *key: Hashable, longer: timedelta = timedelta()) -> V | None:
        """What was found under `key`, if that is not long ago; `longer` is for those who ask again whether it holds."""
        held = self._held.get((kind, *key))
        if held is None or held[0] + longer <= self._clock():
            return None
        value = held[1]
        return value if isinstance(value, kind) else None

    def keep(self, value: V, generation: int, *key: Hashable, ends: str | None = None) -> V:
        """`value`, remembered under `key`, unless something was forgotten since `generation` was read.

        `ends` is when it is no longer true, as an ISO time.
        """
        if generation == self.generation:
            if len(self._held) >= MOST:
                self._held.clear()
            until = self._clock() + LASTS
            self._held[(type(value), *key)] = (min(until, datetime.fromisoformat(ends)) if ends else until, value)
        return value

    def clear(self) -> None:
        """Drop everything: something was changed."""
        self.generation += 1
        self._held.clear()

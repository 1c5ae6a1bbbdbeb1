"""How long an attack may go on: when its time is over it begins nothing more, and reports what it has done."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """A moment of `time.monotonic` after which nothing more is begun."""

    until: float = math.inf

    @classmethod
    def of(cls, seconds: float) -> TimeLimit:
        return cls(time.monotonic() + seconds)

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.until

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self.until - time.monotonic())

    def share(self, of_rest: float) -> TimeLimit:
        """A limit that ends after that share of what is left."""
        return self if math.isinf(self.until) else TimeLimit.of(of_rest * self.left)


NO_LIMIT = TimeLimit()

"""How often something may be tried: limits that hold across all processes of a Podium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

WINDOW = 60_000  # milliseconds in which `most` attempts may be made


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """`most` attempts a minute for what `kind` and `whose` name: an account, an address, a device."""

    kind: str
    whose: str
    most: int

    @property
    def step(self) -> int:
        """The milliseconds after which one attempt more is free again."""
        return max(1, WINDOW // self.most)


class Attempts(Protocol):
    """Where attempts are counted, in one step for all processes."""

    def count(self, limits: Sequence[AttemptLimit]) -> int:
        """Count one attempt under each of the limits and return 0; where one is reached, count none.

        What is returned then is for how many seconds no attempt is free.
        """

    def give_back(self, limits: Sequence[AttemptLimit]) -> None:
        """Take back one attempt that was counted: it was no guess."""

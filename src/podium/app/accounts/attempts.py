"""How often something may be tried: limits that hold across all processes of a Podium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

WINDOW = 60_000  # milliseconds from the first attempt in which `most` may be made


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """`most` attempts a minute for what `kind` and `whose` name: an account, an address, a device."""

    kind: str
    whose: str
    most: int


class Attempts(Protocol):
    """Where attempts are counted, in one step for all processes."""

    def count(self, limits: Sequence[AttemptLimit]) -> int:
        """Count one attempt under each of the limits and return 0; where one is reached, count none.

        What is returned then is for how many seconds no attempt is free.
        """

    def give_back(self, limits: Sequence[AttemptLimit]) -> None:
        """Take back one attempt that was counted: it was no guess."""

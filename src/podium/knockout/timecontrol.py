"""Time controls as they are written: minutes for the game, a plus, seconds added by each move."""

from __future__ import annotations

import re
from dataclasses import dataclass

from podium.core.errors import Invalid

MOST_MINUTES = 600
MOST_INCREMENT = 600
_WRITTEN = re.compile(r"([0-9]{1,4})\+([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time each player has: `minutes` for the game and `increment` seconds with each move.

    >>> TimeControl.of("03+2"), str(TimeControl.of("03+2"))
    (TimeControl(minutes=3, increment=2), '3+2')
    """

    minutes: int
    increment: int

    @classmethod
    def of(cls, text: object, field: str = "timeControl") -> TimeControl:
        """The time control written as `text`; raises Invalid naming the `field` and what stands in it."""
        found = _WRITTEN.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise Invalid("time-control-malformed", field=field, value=text)
        minutes, increment = int(found[1]), int(found[2])
        # With neither minutes nor seconds nobody could make a move.
        if minutes > MOST_MINUTES or increment > MOST_INCREMENT or minutes + increment == 0:
            most = f"{MOST_MINUTES}+{MOST_INCREMENT}"
            raise Invalid("time-control-out-of-range", field=field, value=text, most=most)
        return cls(minutes, increment)

    def __str__(self) -> str:
        return f"{self.minutes}+{self.increment}"

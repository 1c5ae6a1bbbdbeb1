"""Time controls as they are written: minutes for the game, a plus, seconds added by each move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from podium.core.errors import Invalid

MOST_MINUTES = 600
MOST_INCREMENT = 600
_WRITTEN = re.compile(r"([0-9]{1,4})\+([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time each player has: `minutes` for the game and `increment` seconds with each move.

    >>> TimeControl.parse("03+2"), str(TimeControl.parse("03+2"))
    (TimeControl(minutes=3, increment=2), '3+2')
    """

    minutes: int
    increment: int

    @classmethod
    def parse(cls, text: object, field: str = "timeControl") -> TimeControl:
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


@dataclass(frozen=True, slots=True)
class TimeControls:
    """The time of White and of Black: the same, or less for the one who wins a draw.

    >>> str(TimeControls.parse("3+2")), str(TimeControls.parse({"white": "5+0", "black": "4+0"}))
    ('3+2', '5+0/4+0')
    >>> TimeControls.parse("5+0/4+0").document
    {'white': '5+0', 'black': '4+0'}
    """

    white: TimeControl
    black: TimeControl

    @classmethod
    def parse(cls, value: object, field: str = "timeControl") -> TimeControls:
        """The time controls of a text, of two with a slash between them, or of an object that names both sides."""
        if isinstance(value, Mapping):
            if value.keys() != {"white", "black"}:
                raise Invalid("time-control-malformed", field=field, value=dict(value))
            return cls(TimeControl.parse(value["white"], field), TimeControl.parse(value["black"], field))
        if isinstance(value, str) and "/" in value:
            white, _slash, black = value.partition("/")
            return cls(TimeControl.parse(white, field), TimeControl.parse(black, field))
        both = TimeControl.parse(value, field)
        return cls(both, both)

    @property
    def document(self) -> object:
        """How JSON says it: a text, or an object where the sides differ."""
        if self.white == self.black:
            return str(self.white)
        return {"white": str(self.white), "black": str(self.black)}

    def __str__(self) -> str:
        return str(self.white) if self.white == self.black else f"{self.white}/{self.black}"

"""Time controls as they are written: minutes, a sign that says what each move brings, seconds; one period or several.

| written | means |
| --- | --- |
| `90+30` | 90 minutes, and 30 seconds more with each move |
| `0:30+0` | 30 seconds |
| `90d5` | 90 minutes; before each move the clock stands still for 5 seconds (US delay) |
| `90b5` | 90 minutes; after each move what it took is given back, up to 5 seconds (Bronstein) |
| `40/90+30 : 30+30` | 90 minutes for 40 moves, then 30 minutes, and 30 seconds more with each move |
| `5+0/4+0` | White's and Black's, where they differ |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from podium.core.errors import Invalid

MOST_MINUTES = 600
MOST_INCREMENT = 600
MOST_PERIODS = 4
_PERIOD = r"(?:([1-9][0-9]{0,2})/)?([0-9]{1,4})(?::([0-5][0-9]))?([+db])([0-9]{1,4})"
_ONE = re.compile(_PERIOD)
_BARE = re.sub(r"\((?!\?)", "(?:", _PERIOD)
_PERIODS = rf"{_BARE}(?: ?: ?{_BARE}){{0,{MOST_PERIODS - 1}}}"
_WRITTEN = re.compile(_PERIODS)
_BOTH = re.compile(rf"({_PERIODS})/({_PERIODS})")


class Added(StrEnum):
    """What the seconds of a move are: more time, a delay before its clock runs, or up to so much given back."""

    INCREMENT = "+"
    DELAY = "d"
    BRONSTEIN = "b"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time each player has: `minutes` and `seconds` for the game, or for so many `moves` and `then` another time
    control; `increment` are the seconds of each move, which are `added` in one of three ways.

    >>> TimeControl.parse("03+2").minutes, str(TimeControl.parse("03+2"))
    (3, '3+2')
    >>> str(TimeControl.parse("40/90+30:30d5"))
    '40/90+30 : 30d5'
    """

    minutes: int
    increment: int
    seconds: int = 0
    added: Added = Added.INCREMENT
    moves: int | None = None
    then: TimeControl | None = None

    @classmethod
    def parse(cls, text: object, field: str = "timeControl") -> TimeControl:
        """The time control written as `text`; raises Invalid naming the `field` and what stands in it."""
        if not isinstance(text, str) or not _WRITTEN.fullmatch(text):
            raise Invalid("time-control-malformed", field=field, value=text)
        control: TimeControl | None = None
        for moves, minutes, seconds, added, extra in reversed(_ONE.findall(text)):
            if bool(moves) is not bool(control):  # every period but the last says for how many moves it is
                raise Invalid("time-control-malformed", field=field, value=text)
            period = cls(int(minutes), int(extra), int(seconds or 0), Added(added), int(moves) if moves else None)
            # With neither minutes nor an increment nobody could make a move.
            playable = period.base or (period.increment and period.added is Added.INCREMENT)
            if period.base > 60 * MOST_MINUTES or period.increment > MOST_INCREMENT or not playable:
                most = f"{MOST_MINUTES}+{MOST_INCREMENT}"
                raise Invalid("time-control-out-of-range", field=field, value=text, most=most)
            control = replace(period, then=control)
        assert control is not None
        return control

    @property
    def base(self) -> int:
        """The seconds of this period."""
        return 60 * self.minutes + self.seconds

    @property
    def periods(self) -> Iterator[TimeControl]:
        """This period and those after it."""
        period: TimeControl | None = self
        while period is not None:
            yield period
            period = period.then

    def period(self, move: int) -> TimeControl:
        """The period that a player's move belongs to, moves counted from 1."""
        period = self
        while period.moves is not None and period.then is not None and move > period.moves:
            move, period = move - period.moves, period.then
        return period

    def length(self, moves: int) -> int:
        """The seconds that a player has for a game of so many moves, all periods counted.

        >>> TimeControl.parse("40/90+30 : 30+10").length(60) == 60 * 120 + 40 * 30 + 20 * 10
        True
        """
        return sum(each.base for each in self.periods) + sum(self.period(n).increment for n in range(1, moves + 1))

    @property
    def in_seconds(self) -> str:
        """As PGN and report files have it: in seconds, without what nothing is added by.

        >>> TimeControl.parse("40/90+30 : 30+30").in_seconds, TimeControl.parse("5+0").in_seconds
        ('40/5400+30:1800+30', '300')
        """
        return ":".join(each._with_moves(str(each.base), bare=not each.increment) for each in self.periods)

    def __str__(self) -> str:
        clocks = (
            (each, f"{each.minutes}:{each.seconds:02}" if each.seconds else str(each.minutes)) for each in self.periods
        )
        return " : ".join(each._with_moves(clock) for each, clock in clocks)

    def _with_moves(self, time: str, *, bare: bool = False) -> str:
        """The time of this period alone, with its number of moves and what each of them brings."""
        return f"{f'{self.moves}/' if self.moves else ''}{time}{'' if bare else f'{self.added}{self.increment}'}"


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
        if isinstance(value, str) and (both := _BOTH.fullmatch(value)):
            return cls(TimeControl.parse(both[1], field), TimeControl.parse(both[2], field))
        one = TimeControl.parse(value, field)
        return cls(one, one)

    @property
    def document(self) -> object:
        """How JSON says it: a text, or an object where the sides differ."""
        if self.white == self.black:
            return str(self.white)
        return {"white": str(self.white), "black": str(self.black)}

    def __str__(self) -> str:
        return str(self.white) if self.white == self.black else f"{self.white}/{self.black}"

"""What can happen at a board, and what each outcome means to every rule that asks.

The whole table stands here once; nothing else in Podium decides what a result is worth.

| result      | played | White scores | Black scores | decided | TRF White / Black |
| ----------- | ------ | ------------ | ------------ | ------- | ----------------- |
| 1-0         | yes    | win          | loss         | yes     | 1 / 0             |
| 0-1         | yes    | loss         | win          | yes     | 0 / 1             |
| 1/2-1/2     | yes    | draw         | draw         | no      | = / =             |
| 1-0F        | no     | forfeit win  | forfeit loss | yes     | + / -             |
| 0-1F        | no     | forfeit loss | forfeit win  | yes     | - / +             |
| 0-0F        | no     | forfeit loss | forfeit loss | no      | - / -             |

| bye         | given by             | scores    | in FIDE's words             | TRF  |
| ----------- | -------------------- | --------- | --------------------------- | ---- |
| bye         | the pairing          | bye       | pairing-allocated bye       | U    |
| unpaired    | the director         | unpaired  | full-point bye              | F    |
| half        | asked for beforehand | half-bye  | half-point bye              | H    |
| zero        | asked for beforehand | zero-bye  | zero-point bye              | Z    |
| absent      | nobody: did not come | zero-bye  | absence                     | Z    |
| free        | the draw of doubles  | one point, whatever the scoring         | F    |
| unspecified | an older database    | what that database recorded, else 0     | Z    |
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum

from podium.core.errors import Invalid
from podium.core.points import Points


class Worth(Enum):
    """One row of a scoring table: how a player came by points in one round."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    BYE = "bye"
    UNPAIRED = "unpaired"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"


class Result(Enum):
    """The outcome of a game between two players, written from White's side."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    WHITE_WINS_BY_FORFEIT = "1-0F"
    BLACK_WINS_BY_FORFEIT = "0-1F"
    BOTH_FORFEIT = "0-0F"

    @property
    def played(self) -> bool:
        """Whether pieces were moved: a forfeited game is no meeting, gives no colour, no rating."""
        return _GAMES[self].played

    @property
    def white(self) -> Worth:
        return _GAMES[self].white

    @property
    def black(self) -> Worth:
        return _GAMES[self].black

    @property
    def decided(self) -> bool:
        """Whether exactly one player won."""
        return _GAMES[self].white in _WON or _GAMES[self].black in _WON

    @property
    def trf(self) -> tuple[str, str]:
        """The result codes of White and of Black in a tournament report file."""
        return _GAMES[self].trf

    @property
    def turned(self) -> Result:
        """The same outcome seen with the colours exchanged."""
        return _TURNED.get(self, self)


class ByeType(Enum):
    """Why a player had no game in a round."""

    BYE = "bye"
    UNPAIRED = "unpaired"
    HALF = "half"
    ZERO = "zero"
    ABSENT = "absent"
    FREE = "free"
    UNSPECIFIED = "unspecified"

    @property
    def worth(self) -> Worth:
        return _BYES[self].worth

    @property
    def trf(self) -> str:
        return _BYES[self].trf

    @property
    def requested(self) -> bool:
        """Whether a player asks for it beforehand, for given rounds."""
        return self in (ByeType.HALF, ByeType.ZERO)

    @property
    def can_be_given(self) -> bool:
        """Whether a director can give it by hand."""
        return self not in (ByeType.FREE, ByeType.UNSPECIFIED)

    @property
    def row(self) -> str:
        """How a results row names it: `bye_bye`, `bye_unpaired`."""
        return f"bye_{self.value}"


@dataclass(frozen=True, slots=True)
class _Meaning:
    played: bool
    white: Worth
    black: Worth
    trf: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _ByeMeaning:
    worth: Worth
    trf: str


_GAMES = {
    Result.WHITE_WINS: _Meaning(True, Worth.WIN, Worth.LOSS, ("1", "0")),
    Result.BLACK_WINS: _Meaning(True, Worth.LOSS, Worth.WIN, ("0", "1")),
    Result.DRAW: _Meaning(True, Worth.DRAW, Worth.DRAW, ("=", "=")),
    Result.WHITE_WINS_BY_FORFEIT: _Meaning(False, Worth.FORFEIT_WIN, Worth.FORFEIT_LOSS, ("+", "-")),
    Result.BLACK_WINS_BY_FORFEIT: _Meaning(False, Worth.FORFEIT_LOSS, Worth.FORFEIT_WIN, ("-", "+")),
    Result.BOTH_FORFEIT: _Meaning(False, Worth.FORFEIT_LOSS, Worth.FORFEIT_LOSS, ("-", "-")),
}
_BYES = {
    ByeType.BYE: _ByeMeaning(Worth.BYE, "U"),
    ByeType.UNPAIRED: _ByeMeaning(Worth.UNPAIRED, "F"),
    ByeType.HALF: _ByeMeaning(Worth.HALF_BYE, "H"),
    ByeType.ZERO: _ByeMeaning(Worth.ZERO_BYE, "Z"),
    ByeType.ABSENT: _ByeMeaning(Worth.ZERO_BYE, "Z"),
    ByeType.FREE: _ByeMeaning(Worth.UNPAIRED, "F"),
    ByeType.UNSPECIFIED: _ByeMeaning(Worth.ZERO_BYE, "Z"),
}
_WON = frozenset({Worth.WIN, Worth.FORFEIT_WIN})
_TURNED = {
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.BLACK_WINS: Result.WHITE_WINS,
    Result.WHITE_WINS_BY_FORFEIT: Result.BLACK_WINS_BY_FORFEIT,
    Result.BLACK_WINS_BY_FORFEIT: Result.WHITE_WINS_BY_FORFEIT,
}


@dataclass(frozen=True, slots=True)
class Scoring:
    """What each outcome is worth in one tournament; `scoring("club")` and friends are presets."""

    win: Points
    draw: Points
    loss: Points
    forfeit_win: Points
    forfeit_loss: Points
    bye: Points
    unpaired: Points
    half_bye: Points
    zero_bye: Points

    def points(self, worth: Worth) -> Points:
        """The points that a player gets for `worth`."""
        value: Points = getattr(self, worth.value)
        return value

    @property
    def name(self) -> str:
        """The preset this table equals, or `custom`."""
        return next((name for name, table in PRESETS.items() if table == self), "custom")


def _table(*values: str) -> Scoring:
    return Scoring(*(Points.of(value) for value in values))


#                  win  draw  loss  fwin floss  bye  unpaired half zero
PRESETS = {
    "club": _table("1", "0.5", "0", "1", "0", "0.5", "1", "0.5", "0"),
    "fide": _table("1", "0.5", "0", "1", "0", "1", "1", "0.5", "0"),
    "3-1-0": _table("3", "1", "0", "3", "0", "3", "3", "1", "0"),
}
CLUB = PRESETS["club"]
FIDE = PRESETS["fide"]


def scoring(given: str | dict[str, object], base: Scoring = CLUB) -> Scoring:
    """The preset of that name, or the table `base` with the `given` values replaced."""
    if isinstance(given, str):
        if given not in PRESETS:
            raise Invalid("scoring-unknown", value=given, allowed=sorted(PRESETS))
        return PRESETS[given]
    names = [field.name for field in fields(Scoring)]
    values = {name: getattr(base, name) for name in names}
    for name, value in given.items():
        if name not in values:
            raise Invalid("scoring-unknown", value=name, allowed=names)
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise Invalid("points-malformed", value=value)
        points = Points.of(value)
        if not Points(0) <= points <= Points.of(100):
            raise Invalid("points-out-of-range", value=value)
        values[name] = points
    return Scoring(**values)

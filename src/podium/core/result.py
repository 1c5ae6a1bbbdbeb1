"""What can happen at a board, and what each outcome means to every rule that asks.

The whole table stands here once, as data; nothing else in Podium decides what a result is worth. A new result is a
member of `Result`, and its words in `app/rounds/result_words.py`. In short:

| result             | White, Black score         | played | rated | TRF White / Black      |
| ------------------ | -------------------------- | ------ | ----- | ---------------------- |
| 1-0, 0-1           | win, loss                  | yes    | yes   | 1 / 0, 0 / 1           |
| 1/2-1/2            | draw, draw                 | yes    | yes   | = / =                  |
| 0-0                | loss, loss                 | yes    | yes   | 0 / 0                  |
| 1/2-0, 0-1/2       | draw, loss                 | yes    | yes   | = / 0, 0 / =           |
| 1-0U ... 0-1/2U    | as without the U           | yes    | no    | W, D, L for 1, =, 0    |
| 1-0F, 0-1F         | forfeit win, forfeit loss  | no     | no    | + / -, - / +           |
| 0-0F               | forfeit loss, forfeit loss | no     | no    | - / -                  |
| adjourned          | draw, draw, for now        | yes    | no    | ? / ?                  |

What was played is a meeting that is not repeated, gives its colours, and counts in tie-breaks as a game with the points
that each side got: after a 0-0 both have lost, after a 1/2-0 one has what a draw brings and the other has lost.

| bye         | given by             | scores    | in FIDE's words             | TRF  |
| ----------- | -------------------- | --------- | --------------------------- | ---- |
| bye         | the pairing          | bye       | pairing-allocated bye       | U    |
| unpaired    | the director         | unpaired  | full-point bye              | F    |
| half        | asked for beforehand | half-bye  | half-point bye              | H    |
| zero        | asked for beforehand | zero-bye  | zero-point bye              | Z    |
| absent      | nobody: did not come | zero-bye  | absence                     | Z    |
| club-duty   | asked for beforehand | zero-bye; a share of the own worth in a Keizer  | Z    |
| excused     | asked for beforehand | zero-bye; a share of the own worth in a Keizer  | Z    |
| free        | the draw of doubles  | one point, whatever the scoring         | F    |
| unspecified | an older database    | what that database recorded, else 0     | Z    |
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from podium.core.errors import Invalid
from podium.core.points import Points

_NOTHING, _HALF, _ONE = Points(0), Points.of("0.5"), Points.of(1)


class Worth(Enum):
    """One row of a scoring table: how a player came by points in one round.

    Each is `played` over the board, `forfeited` (paired and not played), `requested` (the player had asked not to play,
    or was away: C.07, articles 16.2.3 and 16.2.5) or given. `standard` is what a game brings on the scale of 1, a half
    and 0, whatever the scoring; nothing for a bye.
    """

    WIN = "win", "played", _ONE
    DRAW = "draw", "played", _HALF
    LOSS = "loss", "played", _NOTHING
    FORFEIT_WIN = "forfeit_win", "forfeited", _ONE
    FORFEIT_LOSS = "forfeit_loss", "forfeited", _NOTHING
    BYE = "bye", "given", _NOTHING
    UNPAIRED = "unpaired", "given", _NOTHING
    HALF_BYE = "half_bye", "requested", _NOTHING
    ZERO_BYE = "zero_bye", "requested", _NOTHING

    _value_: str
    played: bool
    forfeited: bool
    requested: bool
    standard: Points
    __hash__ = object.__hash__  # that of an enum is slow, and tie-breaks ask for the worth of every round

    def __new__(cls, value: str, *row: Any) -> Worth:
        self = object.__new__(cls)
        self._value_, (kind, self.standard) = value, row
        self.played, self.forfeited, self.requested = (kind == each for each in ("played", "forfeited", "requested"))
        return self

    @property
    def voluntary(self) -> bool:
        """Whether the round was left unplayed by the player's own will (C.07, article 16.1.2)."""
        return self.requested or self is Worth.FORFEIT_LOSS


class Result(Enum):
    """The outcome of a game between two players, written from White's side; U: not rated, F: forfeited.

    Each has the worth for White and for Black, their codes in a tournament report file (`trf`), and the `key` that
    enters it; the unusual ones once the choice of more results is open.
    """

    WHITE_WINS = "1-0", Worth.WIN, Worth.LOSS, "10", "1"
    BLACK_WINS = "0-1", Worth.LOSS, Worth.WIN, "01", "3"
    DRAW = "1/2-1/2", Worth.DRAW, Worth.DRAW, "==", "2"
    WHITE_WINS_BY_FORFEIT = "1-0F", Worth.FORFEIT_WIN, Worth.FORFEIT_LOSS, "+-", "4"
    BLACK_WINS_BY_FORFEIT = "0-1F", Worth.FORFEIT_LOSS, Worth.FORFEIT_WIN, "-+", "5"
    BOTH_FORFEIT = "0-0F", Worth.FORFEIT_LOSS, Worth.FORFEIT_LOSS, "--", "6"
    WHITE_DRAWS = "1/2-0", Worth.DRAW, Worth.LOSS, "=0", "7"
    BLACK_DRAWS = "0-1/2", Worth.LOSS, Worth.DRAW, "0=", "8"
    BOTH_LOSE = "0-0", Worth.LOSS, Worth.LOSS, "00", "9"
    WHITE_WINS_UNRATED = "1-0U", Worth.WIN, Worth.LOSS, "WL", "w"
    DRAW_UNRATED = "1/2-1/2U", Worth.DRAW, Worth.DRAW, "DD", "d"
    BLACK_WINS_UNRATED = "0-1U", Worth.LOSS, Worth.WIN, "LW", "l"
    WHITE_DRAWS_UNRATED = "1/2-0U", Worth.DRAW, Worth.LOSS, "DL", "x"
    BLACK_DRAWS_UNRATED = "0-1/2U", Worth.LOSS, Worth.DRAW, "LD", "y"
    BOTH_LOSE_UNRATED = "0-0U", Worth.LOSS, Worth.LOSS, "LL", "z"
    ADJOURNED = "adjourned", Worth.DRAW, Worth.DRAW, "??", "a"

    _value_: str
    white: Worth
    black: Worth
    trf: tuple[str, str]
    key: str
    played: bool
    """Whether pieces were moved: a forfeited game is no meeting, gives no colour, no rating."""
    rated: bool
    """Whether it counts for ratings: a game that was played, has ended, and was no shorter than a move."""
    usual: bool
    """Whether nearly every game ends so: it is entered by one key, and players report it themselves."""

    def __new__(cls, value: str, *row: Any) -> Result:
        self = object.__new__(cls)
        self._value_ = value
        self.white, self.black, codes, self.key = row
        self.trf = codes[0], codes[1]
        self.played, self.rated, self.usual = self.white.played, codes[0] in "1=0", self.key in "123"
        return self

    @property
    def final(self) -> bool:
        """Whether the game has ended; until then it counts as a draw."""
        return self is not Result.ADJOURNED

    @property
    def score(self) -> Result:
        """The same outcome, whether rated or not: `1-0` for `1-0` and for `1-0U`."""
        return _RATED.get(self, self)

    @property
    def unrated(self) -> Result:
        """The same outcome of a game that is not rated: `1-0U` for `1-0`; a forfeit never is."""
        return _UNRATED.get(self, self)


class ByeType(Enum):
    """Why a player had no game in a round.

    Each has its worth, its code in a report file (`trf`), and who brings it: the pairing, a player who has `requested`
    it beforehand for given rounds, or nobody. Most can be given by the director.
    """

    BYE = "bye", Worth.BYE, "U"
    UNPAIRED = "unpaired", Worth.UNPAIRED, "F"
    HALF = "half", Worth.HALF_BYE, "H"
    ZERO = "zero", Worth.ZERO_BYE, "Z"
    ABSENT = "absent", Worth.ZERO_BYE, "Z"
    CLUB_DUTY = "club-duty", Worth.ZERO_BYE, "Z"
    EXCUSED = "excused", Worth.ZERO_BYE, "Z"
    FREE = "free", Worth.UNPAIRED, "F"
    UNSPECIFIED = "unspecified", Worth.ZERO_BYE, "Z"

    _value_: str
    worth: Worth
    trf: str

    def __new__(cls, value: str, *row: Any) -> ByeType:
        self = object.__new__(cls)
        self._value_, (self.worth, self.trf) = value, row
        return self

    @property
    def requested(self) -> bool:
        """Whether a player asks for it beforehand, for given rounds."""
        return self in (ByeType.HALF, ByeType.ZERO, ByeType.CLUB_DUTY, ByeType.EXCUSED)

    @property
    def foreseen(self) -> bool:
        """Whether some format lets it be noted beforehand: what is asked for, and that somebody will not come."""
        return self.requested or self is ByeType.ABSENT

    @property
    def can_be_given(self) -> bool:
        """Whether a director can give it by hand."""
        return self not in (ByeType.FREE, ByeType.UNSPECIFIED)

    @property
    def row(self) -> str:
        """How a results row names it: `bye_bye`, `bye_unpaired`."""
        return f"bye_{self.value}"


AS_OFFERED = tuple(sorted(Result, key=lambda each: each.key if each.usual else "4"))
"""The results in the order in which they are offered, the usual ones first."""
BY_TRF = {result.trf: result for result in Result}
"""The result that the codes of White and of Black stand for in a report file."""
BYE_BY_TRF: dict[str, ByeType] = {kind.trf: kind for kind in reversed(ByeType)}
"""The bye that a code stands for in a report file: the first of those that are written so."""
_UNRATED = {result: Result(f"{result.value}U") for result in Result if result.rated}
_RATED = {other: rated for rated, other in _UNRATED.items()}


Source = Worth | ByeType
"""Where points come from: the outcome of a game, or the kind of a bye."""


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
    """The preset of that name, or the table `base` with the `given` values replaced.

    What was worth a win or a draw and is not given stays worth that, so that a table is always whole; a player who was
    not there gets nothing, whatever a loss is worth.

    >>> table = scoring({"win": 3, "draw": 1})
    >>> str(table.forfeit_win), str(table.half_bye)
    ('3.0', '1.0')
    """
    if isinstance(given, str):
        if given not in PRESETS:
            raise Invalid("scoring-unknown", value=given, allowed=sorted(PRESETS))
        return PRESETS[given]
    names = [field.name for field in fields(Scoring)]
    values: dict[str, Points] = {}
    for name, value in given.items():
        if name not in names:
            raise Invalid("scoring-unknown", value=name, allowed=names)
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise Invalid("points-malformed", value=value)
        points = Points.of(value)
        if not Points(0) <= points <= Points.of(100):
            raise Invalid("points-out-of-range", value=value)
        values[name] = points
    follows = {base.draw: "draw", base.win: "win"}
    for name in names:  # those of games come first, the others may follow them
        worth = getattr(base, name)
        values.setdefault(name, values.get(follows.get(worth, ""), worth))
    return Scoring(**values)


def check_scoring(table: Scoring) -> None:
    """Nothing, if a table of points rewards playing well; raises Invalid that names what does not fit.

    Points come in halves. A win is worth most, a draw is between a win and a loss, two draws are no more than a win and
    a loss, and nobody gets more without a game than for winning one.
    """
    worths = {each.name: table.points(Worth(each.name)) for each in fields(table)}
    for name, worth in worths.items():
        if worth.units % _HALF.units:
            raise Invalid("points-not-halves", value=worth.number, part=name)
    if not table.loss <= table.draw <= table.win or table.loss == table.win:
        raise Invalid("draw-out-of-order", value=table.draw.number, win=table.win.number, loss=table.loss.number)
    if table.draw + table.draw > table.win + table.loss:
        raise Invalid("draws-above-win", value=table.draw.number, win=table.win.number, loss=table.loss.number)
    for name, worth in worths.items():
        if worth > table.win:
            raise Invalid("points-above-win", value=worth.number, part=name, win=table.win.number)

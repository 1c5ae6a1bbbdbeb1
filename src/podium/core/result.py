"""What can happen at a board, and what each outcome means to every rule that asks.

The whole table stands here once, as data; nothing else in Podium decides what a result is worth. A new result is a
member of `Result` with its row in `_GAMES`, and its words in `app/rounds/result_words.py`. In short:

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

    @property
    def played(self) -> bool:
        """Whether it comes from a game over the board."""
        return _WORTHS[self].played

    @property
    def forfeited(self) -> bool:
        """Whether it comes from a game that was paired and not played."""
        return _WORTHS[self].forfeited

    @property
    def requested(self) -> bool:
        """Whether the player had asked not to play, or was away (C.07, article 16.2.3 and 16.2.5)."""
        return _WORTHS[self].requested

    @property
    def voluntary(self) -> bool:
        """Whether the round was left unplayed by the player's own will (C.07, article 16.1.2)."""
        return self.requested or self is Worth.FORFEIT_LOSS

    @property
    def standard(self) -> Points:
        """What a game brings on the scale of 1, a half and 0, whatever the scoring; nothing for a bye."""
        return _WORTHS[self].standard


class Result(Enum):
    """The outcome of a game between two players, written from White's side; U: not rated, F: forfeited."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    WHITE_WINS_BY_FORFEIT = "1-0F"
    BLACK_WINS_BY_FORFEIT = "0-1F"
    BOTH_FORFEIT = "0-0F"
    WHITE_DRAWS = "1/2-0"
    BLACK_DRAWS = "0-1/2"
    BOTH_LOSE = "0-0"
    WHITE_WINS_UNRATED = "1-0U"
    DRAW_UNRATED = "1/2-1/2U"
    BLACK_WINS_UNRATED = "0-1U"
    WHITE_DRAWS_UNRATED = "1/2-0U"
    BLACK_DRAWS_UNRATED = "0-1/2U"
    BOTH_LOSE_UNRATED = "0-0U"
    ADJOURNED = "adjourned"

    @property
    def played(self) -> bool:
        """Whether pieces were moved: a forfeited game is no meeting, gives no colour, no rating."""
        return _GAMES[self].played

    @property
    def rated(self) -> bool:
        """Whether it counts for ratings: a game that was played, has ended, and was no shorter than a move."""
        return _GAMES[self].rated

    @property
    def usual(self) -> bool:
        """Whether nearly every game ends so: it is entered by one key, and players report it themselves."""
        return _GAMES[self].usual

    @property
    def final(self) -> bool:
        """Whether the game has ended; until then it counts as a draw."""
        return self is not Result.ADJOURNED

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
    def key(self) -> str:
        """The key that enters it; the unusual ones once the choice of more results is open."""
        return _GAMES[self].key

    @property
    def turned(self) -> Result:
        """The same outcome seen with the colours exchanged."""
        return BY_TRF[self.trf[::-1]]

    @property
    def score(self) -> Result:
        """The same outcome, whether rated or not: `1-0` for `1-0` and for `1-0U`."""
        return _RATED.get(self, self)

    @property
    def unrated(self) -> Result:
        """The same outcome of a game that is not rated: `1-0U` for `1-0`; a forfeit never is."""
        return _UNRATED.get(self, self)


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
        return _BYES[self].requested

    @property
    def can_be_given(self) -> bool:
        """Whether a director can give it by hand."""
        return _BYES[self].can_be_given

    @property
    def row(self) -> str:
        """How a results row names it: `bye_bye`, `bye_unpaired`."""
        return f"bye_{self.value}"


_NOTHING, _HALF, _ONE = Points(0), Points.of("0.5"), Points.of(1)


@dataclass(frozen=True, slots=True)
class _WorthMeaning:
    played: bool = False
    forfeited: bool = False
    requested: bool = False
    standard: Points = _NOTHING


@dataclass(frozen=True, slots=True)
class _Meaning:
    white: Worth
    black: Worth
    trf: tuple[str, str]
    key: str
    usual: bool = False
    played: bool = True
    rated: bool = True


@dataclass(frozen=True, slots=True)
class _ByeMeaning:
    worth: Worth
    trf: str
    requested: bool = False
    can_be_given: bool = True


_WORTHS = {
    Worth.WIN: _WorthMeaning(played=True, standard=_ONE),
    Worth.DRAW: _WorthMeaning(played=True, standard=_HALF),
    Worth.LOSS: _WorthMeaning(played=True),
    Worth.FORFEIT_WIN: _WorthMeaning(forfeited=True, standard=_ONE),
    Worth.FORFEIT_LOSS: _WorthMeaning(forfeited=True),
    Worth.BYE: _WorthMeaning(),
    Worth.UNPAIRED: _WorthMeaning(),
    Worth.HALF_BYE: _WorthMeaning(requested=True),
    Worth.ZERO_BYE: _WorthMeaning(requested=True),
}
_GAMES = {
    Result.WHITE_WINS: _Meaning(Worth.WIN, Worth.LOSS, ("1", "0"), "1", usual=True),
    Result.DRAW: _Meaning(Worth.DRAW, Worth.DRAW, ("=", "="), "2", usual=True),
    Result.BLACK_WINS: _Meaning(Worth.LOSS, Worth.WIN, ("0", "1"), "3", usual=True),
    Result.WHITE_WINS_BY_FORFEIT: _Meaning(
        Worth.FORFEIT_WIN, Worth.FORFEIT_LOSS, ("+", "-"), "4", played=False, rated=False
    ),
    Result.BLACK_WINS_BY_FORFEIT: _Meaning(
        Worth.FORFEIT_LOSS, Worth.FORFEIT_WIN, ("-", "+"), "5", played=False, rated=False
    ),
    Result.BOTH_FORFEIT: _Meaning(Worth.FORFEIT_LOSS, Worth.FORFEIT_LOSS, ("-", "-"), "6", played=False, rated=False),
    Result.WHITE_DRAWS: _Meaning(Worth.DRAW, Worth.LOSS, ("=", "0"), "7"),
    Result.BLACK_DRAWS: _Meaning(Worth.LOSS, Worth.DRAW, ("0", "="), "8"),
    Result.BOTH_LOSE: _Meaning(Worth.LOSS, Worth.LOSS, ("0", "0"), "9"),
    Result.WHITE_WINS_UNRATED: _Meaning(Worth.WIN, Worth.LOSS, ("W", "L"), "w", rated=False),
    Result.DRAW_UNRATED: _Meaning(Worth.DRAW, Worth.DRAW, ("D", "D"), "d", rated=False),
    Result.BLACK_WINS_UNRATED: _Meaning(Worth.LOSS, Worth.WIN, ("L", "W"), "l", rated=False),
    Result.WHITE_DRAWS_UNRATED: _Meaning(Worth.DRAW, Worth.LOSS, ("D", "L"), "x", rated=False),
    Result.BLACK_DRAWS_UNRATED: _Meaning(Worth.LOSS, Worth.DRAW, ("L", "D"), "y", rated=False),
    Result.BOTH_LOSE_UNRATED: _Meaning(Worth.LOSS, Worth.LOSS, ("L", "L"), "z", rated=False),
    Result.ADJOURNED: _Meaning(Worth.DRAW, Worth.DRAW, ("?", "?"), "a", rated=False),
}
_BYES = {
    ByeType.BYE: _ByeMeaning(Worth.BYE, "U"),
    ByeType.UNPAIRED: _ByeMeaning(Worth.UNPAIRED, "F"),
    ByeType.HALF: _ByeMeaning(Worth.HALF_BYE, "H", requested=True),
    ByeType.ZERO: _ByeMeaning(Worth.ZERO_BYE, "Z", requested=True),
    ByeType.ABSENT: _ByeMeaning(Worth.ZERO_BYE, "Z"),
    ByeType.FREE: _ByeMeaning(Worth.UNPAIRED, "F", can_be_given=False),
    ByeType.UNSPECIFIED: _ByeMeaning(Worth.ZERO_BYE, "Z", can_be_given=False),
}
_WON = frozenset({Worth.WIN, Worth.FORFEIT_WIN})
AS_OFFERED = tuple(_GAMES)
"""The results in the order in which they are offered, the usual ones first."""
BY_TRF = {meaning.trf: result for result, meaning in _GAMES.items()}
"""The result that the codes of White and of Black stand for in a report file."""
BYE_BY_TRF: dict[str, ByeType] = {kind.trf: kind for kind in reversed(ByeType)}
"""The bye that a code stands for in a report file: the first of those that are written so."""
_UNRATED = {result: Result(f"{result.value}U") for result, meaning in _GAMES.items() if meaning.rated}
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


HALF = Points.of("0.5")


def scoring(given: str | dict[str, object], base: Scoring = CLUB) -> Scoring:
    """The preset of that name, or the table `base` with the `given` values replaced.

    What was worth a win or a draw and is not given stays worth that, so that a table is always whole; whoever was not
    there gets nothing, whatever a loss is worth.

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
        if worth.units % HALF.units:
            raise Invalid("points-not-halves", value=worth.number, part=name)
    if not table.loss <= table.draw <= table.win or table.loss == table.win:
        raise Invalid("draw-out-of-order", value=table.draw.number, win=table.win.number, loss=table.loss.number)
    if table.draw + table.draw > table.win + table.loss:
        raise Invalid("draws-above-win", value=table.draw.number, win=table.win.number, loss=table.loss.number)
    for name, worth in worths.items():
        if worth > table.win:
            raise Invalid("points-above-win", value=worth.number, part=name, win=table.win.number)

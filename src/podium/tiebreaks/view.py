"""The one prepared view that every tie-break reads: whole numbers in lists, made once.

Players and rounds are counted from 0 here; points are whole hundredths (`Points.units`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeVar

from podium.core.errors import Invalid, Unknown
from podium.core.points import Points
from podium.core.ratings.official_ratings import RATINGS
from podium.core.ratings.rating_tables import rounded
from podium.core.result import FIDE, Scoring, Worth

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
PlayerKey = str | int
EDITIONS = (2024, 2026)
NOTHING = Points(0)


class Colour(Enum):
    """The colour a player had, or would have had in a game that was forfeited."""

    WHITE = "w"
    BLACK = "b"


class Record(NamedTuple):
    """One round of one player; a tuple, because a large tournament has tens of thousands.

    `points` stands where the round brought something else than the scoring table says. A bye of which nobody knows
    the kind is a game of a player against the same player: its points count, and it is no opponent.
    """

    worth: Worth
    opponent: PlayerKey | None = None
    colour: Colour | None = None
    points: Points | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player and what each round brought, in order.

    A round of None is left out altogether, as if the tournament had not had it for this player; a
    round that a player missed is a zero-point bye and has to be recorded as one. `bonus` is points
    added to the total, or taken away, outside any round. `later_ratings` are there where the ratings of each round
    count: by the round, from 1, from which each holds. `typed` is the value of a tie-break that was computed elsewhere.
    """

    id: PlayerKey
    records: tuple[Record | None, ...] = ()
    number: int = 0
    rating: int | None = None
    bonus: Points = NOTHING
    later_ratings: Mapping[int, int] = field(default_factory=dict)
    typed: Fraction | None = None


class UnratedMethod(Enum):
    """What stands for the rating of a player who has none, in tie-breaks on ratings.

    C.07 leaves it to the regulations of the tournament: a rating that they name, or the lowest or the average (a whole
    number, a half rounded up) of the rated ones.
    """

    FIXED = "fixed"
    LOWEST = "lowest"
    AVERAGE = "average"


def _checked_rating(rating: int | None) -> int | None:
    if rating is not None and rating not in RATINGS:
        raise Invalid("rating-out-of-range", value=rating)
    return rating or None


@dataclass(frozen=True, slots=True)
class Rules:
    """What the regulations of a tournament say about its tie-breaks.

    `edition` is the year of C.07. In a round robin the pairings are fixed beforehand (article 15.2). `unrated`
    is the rating that stands for a player without one where `unrated_method` is a fixed one; with None, a tie-break
    on ratings is refused as soon as somebody has none.
    """

    edition: int = 2026
    round_robin: bool = False
    unrated: int | None = None
    unrated_method: UnratedMethod = UnratedMethod.FIXED

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise Invalid("edition-unknown", value=self.edition, allowed=EDITIONS)
        _checked_rating(self.unrated)

    def rating_of_unrated(self, ratings: Sequence[int | None]) -> int | None:
        """The rating that stands for those of `ratings` who have none; None where there is none to be had."""
        if self.unrated_method is UnratedMethod.FIXED:
            return self.unrated
        rated = [rating for rating in ratings if rating]
        if not rated:
            return None
        if self.unrated_method is UnratedMethod.LOWEST:
            return min(rated)
        return rounded(sum(rated), len(rated))


FIDE_SWISS = Rules()


class ByPlayer(Protocol[T_co]):
    """A value for each player, read by the player's index."""

    def __getitem__(self, player: int, /) -> T_co: ...


class Rows(NamedTuple):
    """What a view holds of each round of one player."""

    worths: list[Worth | None]  # None: no round for this player
    points: list[int]
    opponents: list[int]  # -1: nobody
    played: list[bool]  # over the board
    voluntary: list[bool]  # a voluntary unplayed round
    standard: list[int]  # points on the scale of 1, a half and 0
    black: list[bool]


class View:
    """Everything the tie-breaks ask for, by player and round."""

    __slots__ = (
        "_memo", "black", "count", "draw", "ids", "index", "later_ratings", "loss", "numbers", "opponents",
        "planned", "played", "points", "ratings", "rounds", "rules", "scores", "standard", "typed", "unrated",
        "voluntary", "win", "worths",
    )  # fmt: skip

    def __init__(
        self,
        entrants: Sequence[Entrant],
        scoring: Scoring = FIDE,
        rules: Rules = FIDE_SWISS,
        *,
        after: int | None = None,
        planned: int | None = None,
    ) -> None:
        """`after`: only the first so many rounds; `planned`: how many there will be."""
        length = max((len(entrant.records) for entrant in entrants), default=0)
        if after is not None and after < 0:
            raise Invalid("round-unknown", value=after, last=length)
        self.rounds = length if after is None else min(after, length)
        self.planned = max(planned or 0, length)
        self.rules = rules
        self.win = scoring.win.units
        self.draw = scoring.draw.units
        self.loss = scoring.loss.units
        self.ids = [entrant.id for entrant in entrants]
        self.count = len(self.ids)
        self.index = {key: i for i, key in enumerate(self.ids)}
        if len(self.index) != self.count:
            twice = next(key for i, key in enumerate(self.ids) if self.index[key] != i)
            raise Invalid("entrant-twice", value=twice)
        self.numbers = [entrant.number or i for i, entrant in enumerate(entrants, 1)]
        self.ratings = [_checked_rating(entrant.rating) for entrant in entrants]
        self.later_ratings = {
            i: [(first - 1, _checked_rating(later)) for first, later in sorted(entrant.later_ratings.items())]
            for i, entrant in enumerate(entrants)
            if entrant.later_ratings
        }
        self.unrated = rules.rating_of_unrated(self.ratings)
        self.typed = [entrant.typed for entrant in entrants]
        meanings = {
            worth: (scoring.points(worth).units, worth.played, worth.voluntary, worth.standard.units) for worth in Worth
        }
        nothing = self._rows((), meanings)  # one for everybody without a record: rows are read, never changed
        rows = [self._rows(entrant.records, meanings) if entrant.records else nothing for entrant in entrants]
        self.worths = [row.worths for row in rows]
        self.points = [row.points for row in rows]
        self.opponents = [row.opponents for row in rows]
        self.played = [row.played for row in rows]
        self.voluntary = [row.voluntary for row in rows]
        self.standard = [row.standard for row in rows]
        self.black = [row.black for row in rows]
        self.scores = [sum(row.points) + entrant.bonus.units for row, entrant in zip(rows, entrants, strict=True)]
        self._memo: dict[tuple[Any, ...], Any] = {}

    def _rows(self, records: Sequence[Record | None], meanings: Mapping[Worth, tuple[int, bool, bool, int]]) -> Rows:
        """The rounds of one player."""
        index, rounds = self.index, self.rounds
        worths: list[Worth | None] = [None] * rounds
        points, opponents, black = [0] * rounds, [-1] * rounds, [False] * rounds
        played, voluntary, standard = [False] * rounds, [False] * rounds, [0] * rounds
        for r, record in enumerate(records[:rounds]):
            if record is None:
                continue
            worth, opponent, colour, given = record
            worths[r] = worth
            points[r], played[r], voluntary[r], standard[r] = meanings[worth]
            if given is not None:
                points[r] = given.units
            if opponent is not None:
                black[r] = colour is Colour.BLACK
                if opponent not in index:
                    raise Unknown("player", opponent)
                opponents[r] = index[opponent]
        return Rows(worths, points, opponents, played, voluntary, standard, black)

    def remembered(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What `make` gave for `key` the first time; a view never changes."""
        if key not in self._memo:
            self._memo[key] = make()
        value: T = self._memo[key]
        return value

    def all(self, of: Callable[[int], T]) -> list[T]:
        """`of` every player, in their order: the one loop over players."""
        return [of(player) for player in range(self.count)]

    def each(self, key: tuple[Any, ...], of: Callable[[int], T]) -> ByPlayer[T]:
        """`of` every player, remembered under `key`."""
        return self.remembered(key, lambda: self.all(of))

    def player(self, key: PlayerKey) -> int:
        """The index of a player; raises Unknown."""
        if key not in self.index:
            raise Unknown("player", key)
        return self.index[key]

    @property
    def final(self) -> int:
        """The index of the final round, if it is among those counted; else -1."""
        return self.rounds - 1 if self.rounds == self.planned else -1


class PartialView(View):
    """A view read for few of its players: what is remembered of each is computed when it is read."""

    __slots__ = ()

    def each(self, key: tuple[Any, ...], of: Callable[[int], T]) -> ByPlayer[T]:
        """`of` each player that is read, remembered under `key`."""
        return self.remembered(key, lambda: _WhenRead(of))


class _WhenRead(dict[int, T]):
    """The value of each player, computed when it is first read."""

    def __init__(self, of: Callable[[int], T]) -> None:
        super().__init__()
        self._of = of

    def __missing__(self, player: int) -> T:
        value = self[player] = self._of(player)
        return value

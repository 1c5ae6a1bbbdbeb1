"""What a tournament report file says: players, rounds, scoring and the wishes of the pairing.

The code of a cell is the letter that `core/result.py` has for one side of a result, or for a bye; a blank is a game
without a result or, without an opponent, a round without a record.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from podium.core.points import Points
from podium.core.result import BYE_BY_TRF, FIDE, ByeType, Result, Scoring, Worth
from podium.files.trf.remark import NOWHERE, Places, Remark
from podium.files.trf_systems import System, system_in_words, system_of

BYE_CODES: dict[str, ByeType] = {code: kind for code, kind in BYE_BY_TRF.items() if kind is not ByeType.BYE}
"""The byes that a file can announce for a round to come (record 240)."""
CODES: dict[str, Worth] = {
    **{code: worth for each in Result for code, worth in zip(each.trf, (each.white, each.black), strict=True)},
    **{code: kind.worth for code, kind in BYE_BY_TRF.items()},
}
GAMES = frozenset(code for each in Result for code in each.trf)
PLAYED = frozenset(code for each in Result if each.played for code in each.trf)
BYES = CODES.keys() - GAMES
PENDING = " "
NOT_OVER = Result.ADJOURNED.trf[0]
"""The code of a game that is adjourned, on either side."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player; `opponent` is a start number or 0, `colour` is w, b or -."""

    opponent: int = 0
    colour: str = "-"
    code: str = PENDING

    @property
    def paired(self) -> bool:
        """Whether an opponent was scheduled."""
        return self.opponent > 0

    @property
    def played(self) -> bool:
        """Whether pieces were moved."""
        return self.code in PLAYED

    @property
    def pending(self) -> bool:
        """Whether this is a game without a result."""
        return self.opponent > 0 and self.code == PENDING

    @property
    def worth(self) -> Worth | None:
        """The row of the scoring table; None for nothing."""
        return CODES.get(self.code)


NOTHING = Cell()


@dataclass(frozen=True, slots=True)
class Entry:
    """One player (record 001). `points` and `rank` are what the file claims.

    `rating` is the one that counts. Where national ratings have a say in it (record 172), a player who has one has it
    in `national_rating`, and FIDE's in `fide_rating`.
    """

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: Points | None = None
    rank: int | None = None
    cells: tuple[Cell, ...] = ()
    fide_rating: int | None = None
    national_rating: int | None = None

    @property
    def rating_of_fide(self) -> int | None:
        """What stands in the columns of FIDE's rating."""
        return self.rating if self.national_rating is None else self.fide_rating

    @property
    def games_not_over(self) -> int:
        """How many games of the player are adjourned, or have a result that is not known."""
        return sum(cell.code == NOT_OVER for cell in self.cells)

    def tells(self, cell: Cell) -> bool:
        """Whether a game is to be told by this one of its two players: White or, without colours, the lower number."""
        return cell.paired and (cell.colour == "w" or (cell.colour == "-" and self.number < cell.opponent))

    def cell(self, round_number: int) -> Cell:
        """What the player did in a round, which counts from 1; an empty cell past the record."""
        return self.cells[round_number - 1] if round_number <= len(self.cells) else NOTHING


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Fictitious points for players `first` to `last` in some rounds (records 250 and XXA)."""

    points: Points
    first_round: int
    last_round: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Players who may not meet in some rounds (records 260 and XXP); no last round: never."""

    numbers: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class RequestedBye:
    """A bye announced for a round (record 240)."""

    round: int
    type: ByeType
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points out of the ordinary (record 299).

    With a `code`, what the players get for that result in that round; without one, points added
    to (or taken from) what they have, from that round on. Round None: in all rounds, from the
    beginning; round 999 (`AT_THE_END`): only in the final standings.
    """

    points: Points
    numbers: tuple[int, ...]
    code: str = ""
    round: int | None = None


AT_THE_END = 999
RESULT_LETTERS = {"1": "W", "=": "D", "0": "L"}
"""What record 299 calls the results whose code in record 001 is another."""


@dataclass(frozen=True)  # no slots: the index of start numbers is cached on first use
class Report:
    """A tournament as a report file tells it. Dates are written YYYY-MM-DD; what is no date stays as it is.

    `rank_method` is how the starting order was made (record 172), by a code of the format, and `rank_federation`
    whose ratings the national ones are. `stated_players` and `stated_rated` are the numbers that the file claims;
    they are counted again when it is written. `remarks` are what is not as in the file, and `places` where things stand
    in it.
    """

    entries: tuple[Entry, ...] = ()
    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    kind: str = ""
    type_code: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    dates: tuple[str, ...] = ()
    planned_rounds: int | None = None
    initial_colour: str | None = None
    by_rank: bool = False
    scoring: Scoring = FIDE
    tiebreaks: tuple[str, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    byes: tuple[RequestedBye, ...] = ()
    absent: tuple[int, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    others: tuple[str, ...] = ()
    rank_federation: str = ""
    rank_method: str = ""
    stated_players: str = field(default="", compare=False)
    stated_rated: str = field(default="", compare=False)
    remarks: tuple[Remark, ...] = field(default=(), compare=False)
    places: Places = field(default=NOWHERE, compare=False)

    @cached_property
    def by_number(self) -> dict[int, Entry]:
        """The players by start number."""
        return {entry.number: entry for entry in self.entries}

    @cached_property
    def paired_rounds(self) -> int:
        """The last round that has a game or an allocated bye; later cells announce byes."""
        return max(
            (
                number
                for entry in self.entries
                for number, cell in enumerate(entry.cells, 1)
                if cell.opponent or cell.code == "U"
            ),
            default=0,
        )

    @cached_property
    def finished_rounds(self) -> int:
        """How many rounds are paired and have all their results."""
        pending = (number for entry in self.entries for number, cell in enumerate(entry.cells, 1) if cell.pending)
        return min(pending, default=self.paired_rounds + 1) - 1

    @property
    def adjourned(self) -> bool:
        """Whether a game is not over, and a draw until it is."""
        return any(entry.games_not_over for entry in self.entries)

    @property
    def ranking_alone(self) -> bool:
        """Whether ranks are all that the file says of the outcome: it has no round, and they part the players."""
        return not any(entry.cells for entry in self.entries) and len({entry.rank for entry in self.entries}) > 1

    @property
    def rounds(self) -> int:
        """The number of rounds of the tournament: the planned ones, or those there are."""
        return max(self.planned_rounds or 0, self.paired_rounds)

    def acceleration(self, number: int, round_number: int) -> Points:
        """The fictitious points of a player in a round; the last record that names both counts."""
        given = Points(0)
        for record in self.accelerations:
            if record.first <= number <= record.last and record.first_round <= round_number <= record.last_round:
                given = record.points
        return given

    @cached_property
    def units(self) -> dict[str, int]:
        """What each result code brings, in hundredths of a point."""
        return {PENDING: 0, **{code: self.scoring.points(worth).units for code, worth in CODES.items()}}

    @cached_property
    def overruled(self) -> dict[tuple[int, int], Points]:
        """The points of (player, round) that record 299 puts over the scoring table."""
        return {
            place: extra.points
            for extra in self.adjustments
            if extra.code
            for number in extra.numbers
            for place in self._rounds_of(number, extra)
        }

    def _rounds_of(self, number: int, extra: Adjustment) -> list[tuple[int, int]]:
        """Where an adjustment holds for a player: in its round, or in every one with that result."""
        if extra.round is not None:
            return [(number, extra.round)]
        cells = enumerate(self.by_number[number].cells, 1) if number in self.by_number else ()
        return [(number, played) for played, cell in cells if RESULT_LETTERS.get(cell.code, cell.code) == extra.code]

    def score(self, entry: Entry, rounds: int | None = None) -> Points:
        """The points of a player after `rounds` (None: all there are), by results and record 299."""
        cells = entry.cells if rounds is None else entry.cells[:rounds]
        units = self.units
        total = sum([units[cell.code] for cell in cells])
        for (number, played), points in self.overruled.items():
            if number == entry.number and played <= len(cells):
                total += points.units - units[cells[played - 1].code]
        return Points(total) + self.bonus(entry.number, rounds)

    def cell_points(self, number: int, round_number: int, cell: Cell) -> Points:
        """What one round brought a player: the scoring table, or what record 299 puts over it."""
        overruled = self.overruled.get((number, round_number))
        return Points(self.units[cell.code]) if overruled is None else overruled

    def bonus(self, number: int, rounds: int | None = None) -> Points:
        """What record 299 adds or takes outside any result, after `rounds` (None: at the end)."""
        return Points.total(
            extra.points
            for extra in self.adjustments
            if not extra.code
            and number in extra.numbers
            and (extra.round is None or rounds is None or extra.round <= rounds)
        )

    @property
    def system(self) -> System | None:
        """The pairing system by FIDE's code (record 192), else one that is named in words (record 092); None for the
        Dutch one in words, and for a code that FIDE does not have."""
        return system_of(self.type_code) if self.type_code else system_in_words(self.kind)

    @property
    def stated_system(self) -> str:
        """What the file says of the pairing system, by code or in words."""
        return self.type_code or self.kind

    @property
    def round_robin(self) -> bool | None:
        """Whether the pairings were fixed beforehand; None where the file does not say."""
        code, kind = self.type_code.upper(), self.kind.upper()
        if code:
            return "ROUNDROBIN" in code
        if "SWISS" in kind:
            return False
        if any(word in kind for word in ("ROBIN", "BERGER")) or "RR" in kind.split():
            return True
        return None

    def after(self, rounds: int) -> Report:
        """The same tournament with only its first `rounds` rounds; the plan stays."""
        entries = tuple(replace(entry, cells=entry.cells[:rounds]) for entry in self.entries)
        return replace(self, entries=entries)

"""A tournament as it stands: settings, players, rounds.

States are values. A change copies the one part it touches, so untouched rounds stay the *same object* and views can be
remembered by the identity of the parts they read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import ClassVar, Literal, TypeVar

from podium.core.collation import Language
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player
from podium.core.points import Points
from podium.core.result import CLUB, ByeType, Result, Scoring
from podium.doubles import FreeGame, FreeGames, PassedOver, Reserve, Sets, Setting, Team, Verdict, verdict
from podium.flow.event.kept_records import NO_RECORDS, KeptApart, KeptRecords
from podium.flow.fide.breaches import Breach
from podium.flow.prizes.prizes import Prizes
from podium.flow.rounds.statements import PlayerReports, Report
from podium.games.terms import USUAL_WAIT
from podium.knockout import DrawConfig, DrawRuleMode, Knockout, Rules
from podium.knockout.rules import USUAL_TIME_CONTROL
from podium.tiebreaks import UnratedMethod

K = TypeVar("K")
V = TypeVar("V")
MISSING = Verdict.MISSING.value


class InitialColour(Enum):
    """The colour of the first player of a Swiss in round 1: decided, or drawn from a seed that is kept."""

    WHITE = "white"
    BLACK = "black"
    DRAWN = "drawn"


class Acceleration(Enum):
    """Whether the first rounds of a Swiss are accelerated."""

    NONE = "none"
    BAKU = "baku"


class Numbering(Enum):
    """How the players of a Swiss get their pairing numbers."""

    RATING = "rating"
    LIST = "list"


class EqualOrder(Enum):
    """What decides between players of the same rating and title when numbers are given: C.04.2 leaves it open."""

    NAME = "name"
    FIDE_ID = "fide_id"
    AGE = "age"
    LOTS = "lots"


class StartingRank(Enum):
    """By which ratings the starting order was made, as FIDE's report file names the methods (record 172)."""

    UNSTATED = "unstated"
    FIDE = "FIDE"
    NATIONAL = "NRO"
    FIDE_OR_NATIONAL = "FIDON"
    NATIONAL_OR_FIDE = "NIDOF"
    HIGHER = "HBFN"
    LOWER = "LBFN"
    OTHER = "OTHER"


class TiebreakRatings(Enum):
    """Which ratings count in tie-breaks on ratings, where an event is so long that players have several."""

    FIRST = "first"
    OF_THE_ROUND = "round"


class Apart(Enum):
    """What players must not share to be paired with one another in a Swiss."""

    CLUB = "club"
    FEDERATION = "federation"

    def own(self, player: Player) -> str:
        """The club or the federation by which a player is kept apart from others; empty for none."""
        return (player.fields.club if self is Apart.CLUB else player.fields.federation) or ""


class Stage(Enum):
    """How far a round is: seen by the director, seen by all, or done."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class TableNumbers(Enum):
    """How the players of a round robin get their numbers in the table."""

    LIST = "list"
    RATING = "rating"
    DRAWN = "drawn"


class FreeDay(Enum):
    """What the free day is worth that everybody has in a round robin of an odd number."""

    ZERO = "zero"
    HALF = "half"
    FULL = "full"
    BYE = "bye"

    @property
    def kind(self) -> ByeType:
        """The bye that it is written down as."""
        return _FREE_DAYS[self]


_FREE_DAYS = {
    FreeDay.ZERO: ByeType.ZERO,
    FreeDay.HALF: ByeType.HALF,
    FreeDay.FULL: ByeType.UNPAIRED,
    FreeDay.BYE: ByeType.BYE,
}
Seats = Mapping[str, tuple[PlayerId, ...]]
"""The players of a round robin by section, in the order of their seats; an odd table has a vacant last seat."""

Numbers = Mapping[str, Mapping[PlayerId, int]]
"""The pairing numbers of the players by section, each section from 1."""
NO_NUMBERS: Numbers = {}


class RuleSet(Enum):
    """Whose rules an event obeys beside those of its engine."""

    CLUB = "club"
    FIDE = "fide"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the director decided about the tournament; dates are ISO, `rounds` None is open-ended.

    `rules` are whose the event obeys: what is declared before round 1 stays so by FIDE's.

    `format` is the name of one of `flow.formats.registry.FORMATS`.
    `edition` is the year of the tie-break regulations; `unrated` the rating that stands for players without one in
    tie-breaks on ratings, unless `unrated_method` is another; they are refused without one. `knockout` are the rules
    of a knockout, and of that alone. `language` is that by whose alphabet names are sorted.

    From `free_games` to `set_difference` it is about doubles. For a Swiss: `lot` is the seed that a drawn initial
    colour comes from; `forbidden` lists groups of players who may not meet one another, `apart` what else keeps two
    apart.

    From `federation` on it is what FIDE's report file asks for besides: `rate_of_play` in words, `round_dates` from
    round 1, `national_ratings` the federation whose ratings `starting_rank` means. `rating_lists` are where ratings are
    looked for, as `fide/rapid`, the main one first; none are those that the rate of play proposes. With `check_ratings`
    whatever the lists say otherwise is shown by itself. `equal_order` decides among players of the same rating and
    title; `equal_lot` is the seed of their lots.

    For a round robin: `swap_last_two` exchanges the last two rounds of the first of two cycles, `free_day` is what
    sitting out an odd table is worth, `annul_early` leaves out the games of a player who withdraws before half of them.
    `table_order` are the players whose numbers were set by hand, from number 1; the others follow as `table_numbers`
    says.

    From `live` on it is about games that are played in Podium. A knockout has `time_control`, `draw_rule_mode` and
    `draw_config` among its rules instead. Who is not there `no_show_wait` seconds after a game was opened loses it
    (None: never); the public sees games `public_delay` minutes late. `player_reports` is when a result counts that
    players report.

    From `description` on it is what is announced: paragraphs of text, who to ask, and when rounds are planned to begin
    (`round_times`, by the clock of `time_zone`, or of a place that is not said).

    A `long_event` lasts longer than 30 days: players may have several ratings, each from a round on, and
    `tiebreak_ratings` says which of them count in tie-breaks. In `chess960` each round has a start position that is
    drawn when it is paired.
    """

    name: str
    format: str
    rounds: int | None = None
    place: str | None = None
    start: str | None = None
    end: str | None = None
    sections: tuple[str, ...] = ()
    scoring: Scoring = CLUB
    tiebreaks: tuple[str, ...] = ()
    cycles: int = 1
    edition: int = 2026
    unrated: int | None = None
    unrated_method: UnratedMethod = UnratedMethod.FIXED
    free_games: FreeGames = FreeGames.BOTTOM_RANKING
    setting: Setting = Setting.POWER_PAIRING
    sets_to_win: int = 3
    avoid_opponents: bool = False
    set_difference: bool = False
    initial_colour: InitialColour = InitialColour.WHITE
    lot: str | None = None
    acceleration: Acceleration = Acceleration.NONE
    numbering: Numbering = Numbering.RATING
    forbidden: tuple[tuple[PlayerId, ...], ...] = ()
    apart: tuple[Apart, ...] = ()
    knockout: Rules | None = None
    rules: RuleSet = RuleSet.CLUB
    language: Language = Language.ANY
    swap_last_two: bool = False
    free_day: FreeDay = FreeDay.BYE
    annul_early: bool = False
    table_numbers: TableNumbers = TableNumbers.LIST
    table_order: tuple[PlayerId, ...] = ()
    federation: str | None = None
    chief_arbiter: str | None = None
    deputy_arbiters: tuple[str, ...] = ()
    rate_of_play: str | None = None
    round_dates: tuple[str, ...] = ()
    starting_rank: StartingRank = StartingRank.UNSTATED
    national_ratings: str | None = None
    rating_lists: tuple[str, ...] = ()
    check_ratings: bool = False
    equal_order: EqualOrder = EqualOrder.NAME
    equal_lot: str | None = None
    live: bool = False
    time_control: str = USUAL_TIME_CONTROL
    draw_rule_mode: DrawRuleMode = DrawRuleMode.ALLOW_ALL
    draw_config: DrawConfig | None = None
    no_show_wait: int | None = USUAL_WAIT
    public_delay: int = 0
    player_reports: PlayerReports = PlayerReports.AT_ONCE
    description: str | None = None
    organiser: str | None = None
    contact: str | None = None
    time_zone: str | None = None
    round_times: tuple[str, ...] = ()
    long_event: bool = False
    tiebreak_ratings: TiebreakRatings = TiebreakRatings.FIRST
    chess960: bool = False


@dataclass(frozen=True, slots=True)
class RecordedPoints:
    """What a result brought beside the scoring table, by a report file; another result brings the usual."""

    result: Result
    white: Points
    black: Points


@dataclass(frozen=True, slots=True)
class Game:
    """Two players at a board; `result` is None until it is known. A `pinned` one was put on its board by hand.

    Byes and matches answer what a game does, with None or False where they have no such thing: what has a `result` is
    a game, what has a `bye_kind` a bye, and a type checker knows it.
    """

    id: PairingId
    board: int
    white: PlayerId
    black: PlayerId
    section: str = ""
    result: Result | None = None
    pinned: bool = False
    recorded: RecordedPoints | None = None
    is_bye: ClassVar[Literal[False]] = False
    bye_kind: ClassVar[None] = None

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (self.white, self.black)

    @property
    def sides(self) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
        """White and Black, as a match has two teams."""
        return (self.white,), (self.black,)

    def opponent(self, player: PlayerId) -> PlayerId:
        """The one of the two players who is not `player`."""
        return self.black if player == self.white else self.white

    def points(self, player: PlayerId, scoring: Scoring) -> Points:
        """What the game brought one of its players; nothing while it has no result."""
        if self.result is None:
            return Points(0)
        white = player == self.white
        if self.recorded is not None and self.recorded.result is self.result:
            return self.recorded.white if white else self.recorded.black
        return scoring.points(self.result.white if white else self.result.black)

    @property
    def adjourned(self) -> bool:
        """Whether the game is not over, and counts as a draw until it is."""
        return self.result is Result.ADJOURNED

    @property
    def entered(self) -> bool:
        """Whether there is a result."""
        return self.result is not None

    @property
    def played(self) -> bool:
        """Whether there is a result, and no forfeit."""
        return self.result is not None and self.result.played

    @property
    def problem(self) -> str | None:
        """What keeps the round open; None once there is a result."""
        return MISSING if self.result is None else None


@dataclass(frozen=True, slots=True)
class Bye:
    """A player without an opponent; `recorded` is what an older database paid for an unspecified one."""

    id: PairingId
    board: int
    player: PlayerId
    kind: ByeType
    section: str = ""
    recorded: Points | None = None
    is_bye: ClassVar[Literal[True]] = True
    result: ClassVar[None] = None
    problem: ClassVar[None] = None
    entered: ClassVar[Literal[False]] = False
    played: ClassVar[Literal[False]] = False
    adjourned: ClassVar[Literal[False]] = False

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (self.player,)

    @property
    def bye_kind(self) -> ByeType:
        """The kind of the bye; None of what is none."""
        return self.kind

    def points(self, scoring: Scoring) -> Points:
        """What the bye is worth."""
        return self.recorded if self.recorded is not None else scoring.points(self.kind.worth)


class Side(Enum):
    """The two teams of a match."""

    HOME = "home"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams at a table; the sets of each are None, shown as `?`, until entered. `to_win` sets win."""

    id: PairingId
    board: int
    home: Team
    away: Team
    section: str = ""
    sets: Sets = field(default_factory=Sets)
    to_win: int = 3
    is_bye: ClassVar[Literal[False]] = False
    bye_kind: ClassVar[None] = None
    result: ClassVar[None] = None
    recorded: ClassVar[None] = None
    adjourned: ClassVar[Literal[False]] = False

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (*self.home, *self.away)

    @property
    def sides(self) -> tuple[Team, Team]:
        """The two teams, the home team first."""
        return self.home, self.away

    def opponents(self, player: PlayerId) -> Team:
        """The team that `player` is not in."""
        return self.away if player in self.home else self.home

    def partner(self, player: PlayerId) -> PlayerId:
        """The other player of the team of `player`."""
        first, second = self.home if player in self.home else self.away
        return second if player == first else first

    @property
    def entered(self) -> bool:
        """Whether the sets of one team at least are entered."""
        return self.sets != Sets()

    @property
    def played(self) -> bool:
        """Whether exactly one team has won."""
        return self.verdict is Verdict.WON

    @property
    def verdict(self) -> Verdict:
        """Whether exactly one team has won, and if not, what is wrong."""
        return verdict(self.sets.home, self.sets.away, self.to_win)

    @property
    def problem(self) -> str | None:
        """What keeps the round open; None once exactly one team has won."""
        return None if self.played else self.verdict.value

    @property
    def turned(self) -> Match:
        """The same match seen from the other side."""
        return replace(self, home=self.away, away=self.home, sets=Sets(self.sets.away, self.sets.home))

    def of(self, side: Side) -> int | None:
        """The sets of one side."""
        return self.sets.home if side is Side.HOME else self.sets.away


Pairing = Game | Bye | Match


@dataclass(frozen=True, slots=True)
class Boards:
    """Some pairings of one round, as events carry them."""

    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    matches: tuple[Match, ...] = ()

    @classmethod
    def of(cls, *pairings: Pairing) -> Boards:
        return cls(
            tuple(pairing for pairing in pairings if isinstance(pairing, Game)),
            tuple(pairing for pairing in pairings if isinstance(pairing, Bye)),
            tuple(pairing for pairing in pairings if isinstance(pairing, Match)),
        )

    def __iter__(self) -> Iterator[Pairing]:
        yield from self.games
        yield from self.matches
        yield from self.byes


@dataclass(frozen=True, slots=True)
class Draw:
    """What belongs to a drawn round of doubles: one way to go on, and why some players sit out."""

    reserve: Reserve = ()
    free: tuple[FreeGame, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    rounds_left: int = 0


@dataclass(frozen=True, slots=True)
class Renumbered:
    """Pairing numbers that were given when so many `rounds` were paired; they hold until the next one is.

    Those given `by_hand` are not as ratings and names would give them: two players exchanged theirs. `exchanged` are
    all who did so far, of each two the one first who comes before the other since then.
    """

    rounds: int
    numbers: Numbers
    by_hand: bool = False
    exchanged: tuple[tuple[PlayerId, PlayerId], ...] = ()


class TieOrderedBy(Enum):
    """What decided an order of players whom the tie-breaks leave level: lots, or the director."""

    LOT = "lot"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class TieOrder:
    """The order of players who share a place after so many `rounds`, the best first.

    It holds while exactly these players share a place. `seed` is what lots were drawn from.
    """

    rounds: int
    players: tuple[PlayerId, ...]
    by: TieOrderedBy
    seed: str | None = None

    def is_about(self, rounds: int, players: Collection[PlayerId]) -> bool:
        """Whether it orders just these players after so many rounds."""
        return self.rounds == rounds and len(players) == len(self.players) and set(players) == set(self.players)


@dataclass(frozen=True, slots=True)
class StartPosition:
    """The start position of a round of Chess960 by its number, and the seed it was drawn from; None: by people."""

    number: int
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One round: who meets whom, and where it stands. `engine`, `edition` and `seed` say how it was paired.

    `numbers` are the pairing numbers that it was paired with.

    `editing` is true while a director changes its pairings by hand, `implied` if nobody asked for that session: an
    edit opened it. An `automatic` round comes, ends and opens again with results alone, as the rounds of a bracket do.
    `tie_breaks` are the games played off after a drawn one, by the id of that; they are inside its result. `starts_at`
    is the start that a person gave to its live games (ISO, UTC); None: it is not started, and nobody is absent.
    """

    number: int
    games: Mapping[PairingId, Pairing]
    stage: Stage = Stage.DRAFT
    engine: str = "hand"
    edition: str | None = None
    seed: str | None = None
    paired_at: str = ""
    draw: Draw | None = None
    editing: bool = False
    implied: bool = False
    automatic: bool = False
    tie_breaks: Mapping[PairingId, tuple[Game, ...]] = field(default_factory=dict)
    numbers: Numbers = field(default_factory=lambda: NO_NUMBERS)
    starts_at: str | None = None

    @property
    def pending(self) -> list[Game | Match]:
        """The games that still lack a result, and the matches that nobody, or both, have won."""
        return [each for each in self.games.values() if each.problem]

    @property
    def unsettled(self) -> int:
        """How many games are not over: those that lack a result, and the drawn ones that are being played off."""
        return len(self.pending) + sum(self.games[id].result is Result.DRAW for id in self.tie_breaks)

    @property
    def adjourned(self) -> int:
        """How many games count as draws until they are over."""
        return sum(each.adjourned for each in self.games.values())

    @property
    def in_order(self) -> list[Pairing]:
        """Games by board, then byes."""
        return sorted(self.games.values(), key=lambda each: (each.is_bye, each.board))

    @property
    def boards(self) -> list[Game]:
        """The games of two players, by board."""
        return [each for each in self.in_order if isinstance(each, Game)]

    @property
    def matches(self) -> list[Match]:
        """The matches of two teams, by table."""
        return [each for each in self.in_order if isinstance(each, Match)]

    @property
    def meetings(self) -> list[Game | Match]:
        """The games and matches by board: all that is no bye."""
        return [each for each in self.in_order if not each.is_bye]

    @property
    def byes(self) -> list[Bye]:
        """The byes in order."""
        return [each for each in self.in_order if each.is_bye]

    @property
    def every(self) -> list[Pairing]:
        """Games by board, each followed by its tie-break games, then byes."""
        return [each for pairing in self.in_order for each in (pairing, *self.tie_breaks.get(pairing.id, ()))]

    @property
    def every_board(self) -> list[Game]:
        """The games of two players by board, each followed by its tie-break games."""
        return [each for each in self.every if isinstance(each, Game)]

    def pairing(self, id: PairingId) -> Pairing:
        """The pairing or tie-break game of that id, which must exist."""
        if id in self.games:
            return self.games[id]
        return next(game for games in self.tie_breaks.values() for game in games if game.id == id)

    def of(self, player: PlayerId) -> Pairing | None:
        """The pairing of `player` in this round, if there is one."""
        return next((each for each in self.games.values() if player in each.players), None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The whole state of a tournament; `reports` are what players said of the results of their own games.

    `tie_orders` are the orders that lots or the director gave to players who share a place; lots are drawn from the id,
    those of a copy from `lots_from`, the id of the event that it copies.

    `fide_mode_exit` is how many rounds were paired when the event left FIDE mode; None while it is in it, or never was.
    `window_kept` is the first round that can still change in FIDE mode though rounds that were played were taken back;
    1 while none were. `played` are the rounds of a round robin in the order in which each section played them.
    `start_positions` are those of the rounds of a Chess960 event, by round. `starts` are when the rounds of a bracket
    start, those to come as well.
    `breaches` are the acts since that FIDE's report file names; `rating_results` the results by which games are rated
    where these are not the ones that count in the event.
    """

    id: TournamentId
    settings: Settings
    players: Mapping[PlayerId, Player] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    where: Mapping[PairingId, int] = field(default_factory=dict)
    seats: Seats = field(default_factory=dict)
    published: bool = False
    archived: bool = False
    deleted: bool = False
    prizes: Prizes = field(default_factory=Prizes)
    knockout: Knockout | None = None
    kept: KeptRecords = NO_RECORDS
    renumbered: Renumbered | None = None
    reports: Mapping[PairingId, Report] = field(default_factory=dict)
    fide_mode_exit: int | None = None
    window_kept: int = 1
    played: tuple[tuple[str, int], ...] = ()
    start_positions: Mapping[int, StartPosition] = field(default_factory=dict)
    starts: Mapping[int, str] = field(default_factory=dict)
    tie_orders: tuple[TieOrder, ...] = ()
    lots_from: str | None = None
    breaches: tuple[Breach, ...] = ()
    rating_results: Mapping[PairingId, Result] = field(default_factory=dict)
    withheld: tuple[KeptApart, ...] = ()
    """Players who may not meet, where the reader is not to know: rounds are explained by it, and nothing names it."""

    @property
    def in_fide_mode(self) -> bool:
        """Whether the event is played by FIDE's rules and has not left them."""
        return self.settings.rules is RuleSet.FIDE and self.fide_mode_exit is None

    @property
    def numbers(self) -> Numbers:
        """The pairing numbers that are fixed: those of the last round, or given since; none before the first."""
        given = self.renumbered
        if given is not None and bool(given.rounds) == bool(self.rounds) and len(self.rounds) <= given.rounds:
            return given.numbers
        return self.rounds[-1].numbers if self.rounds else NO_NUMBERS

    def start_of(self, round: int) -> str | None:
        """The start that a person gave to the live games of a round."""
        return self.rounds[round - 1].starts_at if round <= len(self.rounds) else self.starts.get(round)

    @property
    def rounds_paired(self) -> int:
        """How many rounds have begun: an automatic one has when all before it are over."""
        open_ones = (here.number for here in self.rounds if here.automatic and here.stage is not Stage.CLOSED)
        return next(open_ones, len(self.rounds))

    @property
    def rounds_published(self) -> int:
        """How many rounds have begun for readers who see no drafts."""
        open_to_all = next((at for at, here in enumerate(self.rounds) if here.stage is Stage.DRAFT), len(self.rounds))
        return min(open_to_all, self.rounds_paired)

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that pair and rank separately; one without a name where there are none."""
        return self.settings.sections or ("",)

    def pairing(self, id: PairingId) -> Pairing:
        """The pairing of that id, which must exist."""
        return self.rounds[self.where[id] - 1].pairing(id)

    def game(self, id: PairingId) -> Game:
        """The game of that id, which must be one."""
        game = self.pairing(id)
        assert isinstance(game, Game)
        return game

    def in_section(self, section: str) -> list[Player]:
        """The players of `section` in the order of the list."""
        alone = self.sections == (section,)
        own = self.players.values() if alone else (each for each in self.players.values() if each.section == section)
        return sorted(own, key=lambda player: player.number)


def with_items(mapping: Mapping[K, V], items: Mapping[K, V]) -> dict[K, V]:
    """A copy of `mapping` with `items` put in."""
    return {**mapping, **items}


def without(mapping: Mapping[K, V], keys: frozenset[K]) -> dict[K, V]:
    """A copy of `mapping` that lacks `keys`."""
    return {key: value for key, value in mapping.items() if key not in keys}

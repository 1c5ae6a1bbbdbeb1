"""A tournament as it stands: settings, players, rounds.

States are values. A change copies the one part it touches, so untouched rounds stay the *same object* and views can be
remembered by the identity of the parts they read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import ClassVar, Literal

from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player
from podium.core.points import Points
from podium.core.result import ByeType, Result, Scoring
from podium.doubles import Sets, Team, Verdict, verdict
from podium.flow.event.kept_records import NO_RECORDS, KeptApart, KeptRecords
from podium.flow.event.setting_values import RuleSet, Settings
from podium.flow.fide.breaches import Breach
from podium.flow.prizes.prizes import Prizes
from podium.flow.rounds import kept_values
from podium.flow.rounds.statements import Report
from podium.knockout import Knockout


class Stage(Enum):
    """How far a round is: seen by the director, seen by all, or done."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


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
    recorded: kept_values.RecordedPoints | None = None
    is_bye: ClassVar[Literal[False]] = False
    is_match: ClassVar[Literal[False]] = False
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
        return Verdict.MISSING.value if self.result is None else None


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
    is_match: ClassVar[Literal[False]] = False
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
    is_match: ClassVar[Literal[True]] = True
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

    def sets_of(self, side: Side) -> int | None:
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
    def from_pairings(cls, *pairings: Pairing) -> Boards:
        return cls(
            tuple(pairing for pairing in pairings if isinstance(pairing, Game)),
            tuple(pairing for pairing in pairings if isinstance(pairing, Bye)),
            tuple(pairing for pairing in pairings if pairing.is_match),
        )

    def __iter__(self) -> Iterator[Pairing]:
        return iter((*self.games, *self.matches, *self.byes))


@dataclass(frozen=True, slots=True)
class Round:
    """One round: who meets whom, and where it stands. `engine`, `edition` and `seed` say how it was paired,
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
    draw: kept_values.Draw | None = None
    editing: bool = False
    implied: bool = False
    automatic: bool = False
    tie_breaks: Mapping[PairingId, tuple[Game, ...]] = field(default_factory=dict)
    numbers: kept_values.Numbers = field(default_factory=lambda: kept_values.NO_NUMBERS)
    starts_at: str | None = None

    @property
    def pending(self) -> list[Game | Match]:
        """The games that still lack a result, and the matches that nobody, or both, have won."""
        return [each for each in self.games.values() if each.problem]

    @property
    def unsettled(self) -> int:
        """How many games are not over: those that lack a result, and the drawn ones that are being played off."""
        return len(self.pending) + sum(map(self.is_played_off, self.tie_breaks))

    def is_played_off(self, id: PairingId) -> bool:
        """Whether that game was drawn, and tie-break games decide it now."""
        return id in self.tie_breaks and self.games[id].result is Result.DRAW

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
        return [each for each in self.in_order if each.is_match]

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

    def pairing_of(self, player: PlayerId) -> Pairing | None:
        """The pairing of `player` in this round, if there is one."""
        return next((each for each in self.games.values() if player in each.players), None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The whole state of a tournament; `reports` are what players said of the results of their own games.

    `tie_orders` are the orders that lots or the director gave to players who share a place; lots are drawn from the id,
    those of a copy from `lots_from`, the id of the event that it copies. `start_positions` are those of Chess960, by
    round. `starts` are when the rounds of a bracket start, those to come as well. `tables` are those at which matches
    are and were played, where there are fewer than matches; who was called last is last. `played` are the rounds of a
    round robin in the order in which each section played them.

    `stages` are those that have begun, of an event that has some, and `groups` those of the first one until it does. Of
    a stage itself `seeds` are its players as they went on to it, and `met` those who do not play one another again.

    `fide_mode_exit` is how many rounds were paired when the event left FIDE mode; None while it is in it, or never was.
    `window_kept` is the first round that can still change in FIDE mode though rounds that were played were taken back;
    1 while none were. `breaches` are the acts since that FIDE's report file names; `rating_results` the results by
    which games are rated where these are not the ones that count in the event.
    """

    id: TournamentId
    settings: Settings
    players: Mapping[PlayerId, Player] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    where: Mapping[PairingId, int] = field(default_factory=dict)
    seats: kept_values.Seats = field(default_factory=dict)
    published: bool = False
    archived: bool = False
    deleted: bool = False
    prizes: Prizes = field(default_factory=Prizes)
    knockout: Knockout | None = None
    kept: KeptRecords = NO_RECORDS
    renumbered: kept_values.Renumbered | None = None
    reports: Mapping[PairingId, Report] = field(default_factory=dict)
    fide_mode_exit: int | None = None
    window_kept: int = 1
    played: tuple[tuple[str, int], ...] = ()
    start_positions: Mapping[int, kept_values.StartPosition] = field(default_factory=dict)
    starts: Mapping[int, str] = field(default_factory=dict)
    tables: Mapping[PairingId, int] = field(default_factory=dict)
    tie_orders: tuple[kept_values.TieOrder, ...] = ()
    lots_from: str | None = None
    breaches: tuple[Breach, ...] = ()
    rating_results: Mapping[PairingId, Result] = field(default_factory=dict)
    stages: tuple[PlayedStage, ...] = ()
    groups: kept_values.Groups | None = None
    seeds: tuple[PlayerId, ...] = ()
    met: frozenset[frozenset[PlayerId]] = frozenset()
    withheld: tuple[KeptApart, ...] = ()
    """Players who may not meet, where the reader is not to know: rounds are explained by it, and nothing names it."""

    @property
    def parts(self) -> tuple[Tournament, ...]:
        """What is played and ranked by itself: the stages that have begun, or the event as a whole."""
        return tuple(each.event for each in self.stages) or (self,)

    @property
    def has_stage_to_come(self) -> bool:
        """Whether another stage is to begin after those that have."""
        return len(self.stages) < len(self.settings.stages)

    @property
    def in_fide_mode(self) -> bool:
        """Whether the event is played by FIDE's rules and has not left them."""
        return self.settings.rules is RuleSet.FIDE and self.fide_mode_exit is None

    @property
    def numbers(self) -> kept_values.Numbers:
        """The pairing numbers that are fixed: those of the last round, or given since; none before the first."""
        given = self.renumbered
        if given is not None and bool(given.rounds) == bool(self.rounds) and len(self.rounds) <= given.rounds:
            return given.numbers
        return self.rounds[-1].numbers if self.rounds else kept_values.NO_NUMBERS

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


@dataclass(frozen=True, slots=True)
class PlayedStage:
    """A stage that has begun, as an event of its own: its rounds count from 1, and its groups are sections.

    `before` is how many rounds were played in the stages before it.
    """

    begun: kept_values.BegunStage
    event: Tournament
    before: int

    @property
    def rounds(self) -> range:
        """The numbers of its rounds in the whole event."""
        return range(self.before + 1, self.before + len(self.event.rounds) + 1)

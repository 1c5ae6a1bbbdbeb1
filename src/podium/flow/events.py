"""What happened. Events carry what was before and what is after, so that each has an exact opposite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player
from podium.core.result import Result
from podium.flow.event.kept_records import NO_RECORDS, KeptRecords
from podium.flow.event.setting_values import Settings
from podium.flow.fide.breaches import Breach
from podium.flow.prizes.prizes import Allocated, Plan
from podium.flow.rounds.kept_values import BegunStage, Draw, Groups, Numbers, Renumbered, Seats, StartPosition, TieOrder
from podium.flow.rounds.statements import Report
from podium.flow.state import Boards, Side, Stage
from podium.knockout import BracketMatch, Changed, Rules
from podium.prizes import Rules as PrizeRules


@dataclass(frozen=True, slots=True)
class Visibility:
    """Who can see and change the event."""

    published: bool = False
    archived: bool = False
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """An event began. Of a copy `lots_from` is the id of the event that it copies, from which its lots are drawn."""

    id: TournamentId
    settings: Settings
    kept: KeptRecords = NO_RECORDS
    lots_from: str | None = None


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    before: Settings
    after: Settings


@dataclass(frozen=True, slots=True)
class VisibilityChanged:
    before: Visibility
    after: Visibility


@dataclass(frozen=True, slots=True)
class Seating:
    """Seats of a round robin that changed hands after they were drawn."""

    before: Seats
    after: Seats

    @property
    def opposite(self) -> Seating:
        return Seating(self.after, self.before)


@dataclass(frozen=True, slots=True)
class FormatChanged:
    """An event with rounds goes on as another format; `seats` are those that its games were found to have."""

    before: Settings
    after: Settings
    seats: Seating | None = None


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """Players added (only `after`), removed (only `before`) or edited (both, in the same order).

    `seats` is there when a late entry took the vacant seat of a round robin, or gave it up.
    """

    before: tuple[Player, ...] = ()
    after: tuple[Player, ...] = ()
    seats: Seating | None = None


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A round came to be; `seats` are the round-robin numbers drawn with it.

    `editing` is true of one that was written by hand, and of one that comes back as it was taken: while it was changed
    by hand; `implied` where nobody had asked for that session. `numbers` are the pairing numbers that it was paired
    with; None is an event of the time when they followed from the players as they stood.
    """

    round: int
    boards: Boards
    engine: str
    at: str
    edition: str | None = None
    seed: str | None = None
    seats: Seats | None = None
    stage: Stage = Stage.DRAFT
    draw: Draw | None = None
    editing: bool = False
    implied: bool = False
    numbers: Numbers | None = None
    starts_at: str | None = None


@dataclass(frozen=True, slots=True)
class RoundUnpaired:
    """A round was taken back; `undone` is all that is needed to bring it again."""

    undone: RoundPaired


@dataclass(frozen=True, slots=True)
class BoardsChanged:
    """Pairings of a round were edited by hand: those in `before` gave way to those in `after`."""

    round: int
    before: Boards
    after: Boards


@dataclass(frozen=True, slots=True)
class ResultRecorded:
    round: int
    pairing: PairingId
    before: Result | None
    after: Result | None

    @property
    def ends_adjournment(self) -> bool:
        """Whether it is about the end of an adjourned game, which a closed round does not wait for."""
        both = (self.before, self.after)
        return Result.ADJOURNED in both and None not in both


@dataclass(frozen=True, slots=True)
class SetsRecorded:
    """The sets of one side of a match; the other side is another event, so that neither overwrites the other."""

    round: int
    pairing: PairingId
    side: Side
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class ReportChanged:
    """What players said of the result of their game; the result itself, if it changed with it, is another event.

    `player` is whose word it was; None where the organisers decided, or others sit at the board now.
    """

    round: int
    pairing: PairingId
    before: Report | None
    after: Report | None
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class StageChanged:
    """A round is another stage; one that is published may come with the time when its live games start."""

    round: int
    before: Stage
    after: Stage
    starts_at: str | None = None


@dataclass(frozen=True, slots=True)
class RoundStartChanged:
    """A person gave the live games of a round their start (ISO, UTC), another one, or none any more."""

    round: int
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class StartPositionChanged:
    """A round of Chess960 has a start position, another one, or none any more."""

    round: int
    before: StartPosition | None
    after: StartPosition | None


@dataclass(frozen=True, slots=True)
class NumbersChanged:
    """Players got other pairing numbers between two rounds."""

    before: Renumbered | None
    after: Renumbered | None


@dataclass(frozen=True, slots=True)
class TieOrdered:
    """Players who share a place got an order, another one, or none any more."""

    before: TieOrder | None
    after: TieOrder | None


@dataclass(frozen=True, slots=True)
class PrizesSet:
    before: Plan
    after: Plan


@dataclass(frozen=True, slots=True)
class PrizeRulesSet:
    before: PrizeRules | None
    after: PrizeRules | None


@dataclass(frozen=True, slots=True)
class PrizesAllocated:
    """Who won what, in place of what was decided before; a list that is shown or hidden is one too."""

    before: Allocated | None
    after: Allocated | None


@dataclass(frozen=True, slots=True)
class EditingChanged:
    """A session of pairing by hand was begun or ended; an `implied` one was begun by an edit itself.

    At its end so many pairings were `differing` from those of the engine; None where there is nothing to compare with.
    """

    round: int
    before: bool
    after: bool
    implied: bool = False
    differing: int | None = None


@dataclass(frozen=True, slots=True)
class BracketBuilt:
    """A knockout came to be, by these rules; `entrants` from seed 1 on, `seed` that of a drawn field. One that comes
    back has the `starts` that its rounds had."""

    rules: Rules
    entrants: tuple[PlayerId, ...]
    matches: tuple[BracketMatch, ...]
    seed: str | None = None
    starts: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BracketRemoved:
    """A knockout was taken back; `undone` is all that is needed to bring it again."""

    undone: BracketBuilt


@dataclass(frozen=True, slots=True)
class BracketChanged:
    """A result, with all that it led to in one step: tie-break games, filled slots, the next round."""

    changed: Changed


@dataclass(frozen=True, slots=True)
class GroupsChanged:
    """A stage has groups, others, or none any more."""

    stage: int
    before: Groups | None
    after: Groups | None


@dataclass(frozen=True, slots=True)
class StageBegun:
    """A stage began; its rounds, or its bracket, are events of their own."""

    stage: BegunStage


@dataclass(frozen=True, slots=True)
class StageTakenBack:
    """A stage of which nothing is paired was taken back; `undone` is all that is needed to bring it again."""

    undone: StageBegun


@dataclass(frozen=True, slots=True)
class CommitReverted:
    """The commit says what it is: the opposite of commit `version` (itself a reversal when `again`)."""

    version: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class PlayerForgotten:
    """A person's data were removed, from all earlier events too; `place` is that of the player from now on."""

    player: PlayerId
    place: int | None = None


@dataclass(frozen=True, slots=True)
class FideModeLeft:
    """The event left FIDE mode, for good, when so many rounds were paired."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundWindowKept:
    """Rounds that were played were taken back; those before round `first` still cannot change, in FIDE mode."""

    first: int


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A section of a round robin in FIDE mode has played a round: after all those that it had played before."""

    round: int
    section: str = ""


@dataclass(frozen=True, slots=True)
class BreachRecorded:
    """Something was done that FIDE's report file has to name."""

    breach: Breach


@dataclass(frozen=True, slots=True)
class BreachRemoved:
    """What was done was taken back, or made anew, and is not to be named any more."""

    breach: Breach


@dataclass(frozen=True, slots=True)
class RatingResultRecorded:
    """The result by which a game of the past is rated, beside the one that counts in the event; None: by that."""

    round: int
    pairing: PairingId
    before: Result | None
    after: Result | None


Event = (
    TournamentCreated
    | SettingsChanged
    | FormatChanged
    | VisibilityChanged
    | PlayersChanged
    | RoundPaired
    | RoundUnpaired
    | BoardsChanged
    | ResultRecorded
    | SetsRecorded
    | ReportChanged
    | StageChanged
    | RoundStartChanged
    | StartPositionChanged
    | NumbersChanged
    | TieOrdered
    | PrizesSet
    | PrizeRulesSet
    | PrizesAllocated
    | EditingChanged
    | BracketBuilt
    | BracketRemoved
    | BracketChanged
    | GroupsChanged
    | StageBegun
    | StageTakenBack
    | CommitReverted
    | PlayerForgotten
    | FideModeLeft
    | RoundWindowKept
    | RoundPlayed
    | BreachRecorded
    | BreachRemoved
    | RatingResultRecorded
)
Events = tuple[Event, ...]

EVENTS: tuple[type[Event], ...] = Event.__args__
LastingEvent = TournamentCreated | CommitReverted | PlayerForgotten | FideModeLeft | RoundWindowKept | RoundPlayed
"""Events that nothing takes back."""
RecordEvent = LastingEvent | BreachRecorded | BreachRemoved
"""Events beside what people change: nobody depends on them, and they depend on nothing."""
Obstacle = tuple[str, dict[str, object]]
"""What keeps an event from being taken back, and the facts to name it by."""


def first_round_of(events: Events) -> int:
    """The number of the first round that came about by `events`; 0 means the last there is.

    A bracket brings round 1; a further round of one comes with a change of it.
    """
    for event in events:
        if isinstance(event, RoundPaired):
            return event.round
        if isinstance(event, BracketBuilt):
            return 1
    return 0


def opposite(event: Event) -> Event | None:
    """The event that takes `event` back; None where there is nothing to take back."""
    if isinstance(event, LastingEvent):
        return None
    match event:
        case RoundPaired():
            return RoundUnpaired(event)
        case RoundUnpaired():
            return event.undone
        case BracketBuilt():
            return BracketRemoved(event)
        case BracketRemoved():
            return event.undone
        case BracketChanged():
            return BracketChanged(event.changed.opposite)
        case StageBegun():
            return StageTakenBack(event)
        case StageTakenBack():
            return event.undone
        case BreachRecorded():
            return BreachRemoved(event.breach)
        case BreachRemoved():
            return BreachRecorded(event.breach)
        case PlayersChanged() | FormatChanged():
            seats = event.seats and event.seats.opposite
            return replace(event, before=event.after, after=event.before, seats=seats)  # type: ignore[arg-type]  # each keeps its own kind
        case SetsRecorded():
            return replace(event, before=event.after, after=event.before)
        case _:
            return replace(event, before=event.after, after=event.before)  # type: ignore[arg-type]  # each keeps its own kind

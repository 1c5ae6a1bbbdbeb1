"""What somebody wants to happen; whether it may is decided on the present state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.points import Points
from podium.core.result import ByeType, Result
from podium.doubles import Team
from podium.flow.event.kept_records import NO_RECORDS, KeptRecords
from podium.flow.fide.breaches import Breach
from podium.flow.formats.swiss_field import ComputedRound
from podium.flow.prizes.prizes import Allocated
from podium.flow.rounds.kept_values import Seats, TieOrderedBy
from podium.flow.rounds.statements import Score
from podium.flow.state import Round, Side
from podium.knockout import Reason
from podium.stages import Table

Given = Mapping[str, object]
"""Values by name as a client gave them; what is not named stays as it is."""


@dataclass(frozen=True, slots=True)
class CreateTournament:
    """A new event, with the players it starts with: both or nothing."""

    id: TournamentId
    given: Given
    players: tuple[PlayerFields, ...] = ()

    @property
    def newcomers(self) -> tuple[PlayerFields, ...]:
        """The players who are not in the event yet."""
        return self.players


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Other settings; what would make rounds wrong that were paired by the old ones must be confirmed."""

    given: Given
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class ContinueAs:
    """Go on as another format with the rounds that there are; `given` are its name and what else it needs."""

    given: Given


@dataclass(frozen=True, slots=True)
class LeaveFideMode:
    """The event is no longer held to FIDE's rules; there is no way back."""


@dataclass(frozen=True, slots=True)
class PublishTournament:
    published: bool = True


@dataclass(frozen=True, slots=True)
class ArchiveTournament:
    archived: bool = True


@dataclass(frozen=True, slots=True)
class DeleteTournament:
    pass


@dataclass(frozen=True, slots=True)
class AddPlayers:
    players: tuple[PlayerFields, ...]

    @property
    def newcomers(self) -> tuple[PlayerFields, ...]:
        """The players who are not in the event yet."""
        return self.players


@dataclass(frozen=True, slots=True)
class EditPlayer:
    """Other fields of a player; `half_byes` is whether half-point byes are due to them, None: as it is."""

    player: PlayerId
    given: Given
    half_byes: bool | None = None


@dataclass(frozen=True, slots=True)
class ImportPlayers:
    """New players and new fields of known ones, in one step.

    With `ratings_from`, another rating of a known one holds from that round on, and the first one stays.
    """

    added: tuple[PlayerFields, ...] = ()
    updated: Mapping[PlayerId, PlayerFields] = field(default_factory=dict)
    ratings_from: int | None = None

    @property
    def newcomers(self) -> tuple[PlayerFields, ...]:
        """The players who are not in the event yet."""
        return self.added


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class WithdrawPlayer:
    """A player takes no further part, or does so again; who was `expelled` comes back only if that is confirmed."""

    player: PlayerId
    withdrawn: bool = True
    expelled: bool = False
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class RequestByes:
    """The byes a player asks for, by round; those asked for before and not named are dropped."""

    player: PlayerId
    byes: Mapping[int, ByeType]


@dataclass(frozen=True, slots=True)
class SetLaterRatings:
    """The ratings of a player beside that of the entry, by the round from which each holds; those not named go."""

    player: PlayerId
    ratings: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class SettleAbsences:
    """Players who have not come, all at once: each gets that bye in the round, or withdraws where there is none."""

    players: tuple[PlayerId, ...]
    round: int
    bye: ByeType | None = None


@dataclass(frozen=True, slots=True)
class RenumberPlayers:
    """Give the players their pairing numbers anew, as ratings, titles and names, or the list, are now."""


@dataclass(frozen=True, slots=True)
class OrderTie:
    """Players who share a place at the end: in the order of their lots, or as they are named, or level again.

    Lots are drawn from the id of the tournament (of a copy: that of the first) and of each player: drawn again, they
    are the same.
    """

    players: tuple[PlayerId, ...]
    by: TieOrderedBy | None


@dataclass(frozen=True, slots=True)
class TypeTiebreaks:
    """The values of a tie-break that was computed elsewhere; None takes one away, who is not named keeps theirs."""

    values: Mapping[PlayerId, object]


@dataclass(frozen=True, slots=True)
class ExchangeNumbers:
    """Two players of a section, equally rated, exchange their pairing numbers; no rating changes."""

    player: PlayerId
    other: PlayerId


@dataclass(frozen=True, slots=True)
class PairRound:
    """Let the format's engine pair; no round means the next one. With a seed, doubles are drawn from that.

    `ready` is what the engine said beforehand, by section: it counts if its input is still that of the present state.
    Another round of doubles while one has no result at all must be confirmed. Who is `absent` by the check-in is not
    paired where the format goes by that.
    """

    round: int | None = None
    seed: str | None = None
    ready: Mapping[str, ComputedRound] | None = None
    confirm: bool = False
    absent: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class PairAllRounds:
    """Pair every round that is left at once, where results have no say in it: a round robin."""


@dataclass(frozen=True, slots=True)
class HandPairing:
    """One line of a round paired by hand; without Black it is a bye."""

    white: PlayerId
    black: PlayerId | None = None
    bye: ByeType = ByeType.BYE


@dataclass(frozen=True, slots=True)
class PairByHand:
    pairings: tuple[HandPairing, ...]
    round: int | None = None


@dataclass(frozen=True, slots=True)
class PairTeams:
    """A round of doubles made by hand, the home team of each match first; who is in none has a free game."""

    matches: tuple[tuple[Team, Team], ...]
    round: int | None = None


@dataclass(frozen=True, slots=True)
class UnpairRound:
    round: int


@dataclass(frozen=True, slots=True)
class PublishRound:
    """Show a round to the public; `starts_at`, an ISO text with its zone, is when live games start."""

    round: int
    starts_at: str | None = None


@dataclass(frozen=True, slots=True)
class StartRound:
    """Start the live games of a round, now or at `starts_at` (ISO with its zone): from then on absence counts."""

    round: int
    starts_at: str | None = None


@dataclass(frozen=True, slots=True)
class HoldRound:
    """Count no absence in a round until it is started again."""

    round: int


@dataclass(frozen=True, slots=True)
class CloseRound:
    """The round, done; one in which players do not agree on a result must be confirmed."""

    round: int
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class ReopenRound:
    round: int


@dataclass(frozen=True, slots=True)
class SetStartPosition:
    """The number of the start position of a round of Chess960, as drawn in the hall; None: the program draws anew."""

    round: int
    number: int | None = None


@dataclass(frozen=True, slots=True)
class EditRound:
    """Begin to change the pairings of a round by hand, or end it.

    To end it with pairings that the engine would not make needs an acknowledgement.
    """

    round: int
    open: bool
    acknowledge: bool = False


@dataclass(frozen=True, slots=True)
class AddPairing:
    """A game for two players who were left out of a paired round."""

    round: int
    white: PlayerId
    black: PlayerId


@dataclass(frozen=True, slots=True)
class GiveBye:
    """A bye, or an absence, for a player who has nothing in a paired round; a closed one stays closed."""

    round: int
    player: PlayerId
    kind: ByeType


@dataclass(frozen=True, slots=True)
class RearrangePairing:
    """Seat others at a board, turn its colours, or move it; a displaced player takes the place left free."""

    pairing: PairingId
    white: PlayerId | None = None
    black: PlayerId | None = None
    turn: bool = False
    board: int | None = None


@dataclass(frozen=True, slots=True)
class RemovePairing:
    pairing: PairingId


@dataclass(frozen=True, slots=True)
class RecordResult:
    """The result of a game; None clears it. With `replaces`, only if the stored result is `was`.

    A match of a knockout, and a tie-break game, keeps the `reason` too; a result of one that undoes something that
    followed from another must be confirmed. `by_game`: a live game says so, which keeps the reason itself;
    `by_players`: its players do, who may undo what nobody has played yet.
    """

    pairing: PairingId
    result: Result | None
    was: Result | None = None
    replaces: bool = False
    confirm: bool = False
    reason: Reason | None = None
    by_game: bool = False
    by_players: bool = False


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Another result for a game of the past; a closed round is reopened for it, and stays open to be looked at."""

    record: RecordResult


@dataclass(frozen=True, slots=True)
class CorrectForRating:
    """The result by which a game of a round that cannot change any more is rated; None: by the one that counts."""

    pairing: PairingId
    result: Result | None


@dataclass(frozen=True, slots=True)
class RecordBye:
    """What kind of bye a player without an opponent has."""

    pairing: PairingId
    kind: ByeType


@dataclass(frozen=True, slots=True)
class SetPrizes:
    """All categories with their prizes, in the specification's field names; what lacks an id gets one.

    `rules` are those that runs go by unless they are asked for others, `currency` is three letters or empty. None of
    them leaves it as it is.
    """

    categories: tuple[Given, ...] | None = None
    rules: Given | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class AllocatePrizes:
    """Keep what a run decided, if the prizes are still those it was made for."""

    allocated: Allocated


@dataclass(frozen=True, slots=True)
class PublishPrizes:
    """Show who won what to all, or hide it again."""

    published: bool = True


@dataclass(frozen=True, slots=True)
class RecordSets:
    """The sets of one or both sides of a match; None is `?`, and a side that is not named stays as it is.

    In a stage after which another has begun it must be confirmed, as `ClickSets` and a result.
    """

    pairing: PairingId
    sets: Mapping[Side, int | None]
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class ClickSets:
    """One click on one side of a match, applied to what is there."""

    pairing: PairingId
    side: Side
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class ReportResult:
    """How the own game ended, as a player says. Who that is, `player`, follows from the link that was used."""

    pairing: PairingId
    score: Score
    player: PlayerId | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class ConfirmReport:
    """The other side's word on the own game is right; with `score`, only if that is what it says."""

    pairing: PairingId
    score: Score | None = None
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class ObjectToReport:
    """The other side's word on the own game is wrong: it ended as `score` says."""

    pairing: PairingId
    score: Score
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class WithdrawReport:
    """What a player just said of the own game is taken back."""

    pairing: PairingId
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class CountSets:
    """The sets of the own match as a player counts them, by clicks or numbers; what wins the match is a report."""

    change: RecordSets | ClickSets
    player: PlayerId | None = None

    @property
    def pairing(self) -> PairingId:
        """The match."""
        return self.change.pairing


@dataclass(frozen=True, slots=True)
class AnotherRound:
    """One more round of a knockout for its joint champions."""


@dataclass(frozen=True, slots=True)
class SetGroups:
    """The groups of a stage that has not begun; None: as they would be divided without a word."""

    stage: int
    groups: tuple[tuple[PlayerId, ...], ...] | None


@dataclass(frozen=True, slots=True)
class FinishedStage:
    """How a stage ended: the table of each group, everybody's points in it, and the tie-breaks that ranks follow from.

    Flow is told it, since it is read where rankings are.
    """

    tables: tuple[Table, ...]
    totals: Mapping[PlayerId, Points]
    tie_breaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StartStage:
    """Begin a stage with those who go on to it; the first one has its groups fixed.

    Where players are level at the cut, `qualified` names who goes on, or lots do from the seed `lot` (empty: a fresh
    one), or `everybody` does. `finished` is how the stage
    before ended.
    """

    stage: int
    qualified: tuple[PlayerId, ...] | None = None
    everybody: bool = False
    finished: FinishedStage | None = None
    lot: str | None = None


@dataclass(frozen=True, slots=True)
class AdoptRecords:
    """A tournament brought over whole from an older database or a file; ids in it are kept.

    `byes` are those that players ask for in rounds to come. `numbers` are the pairing numbers that the rounds were
    paired with; without them they follow from the players. `kept` is what there is no setting for. `seats` are the
    numbers in the tables of a round robin that the rounds follow. `fide_mode_exit` is how many rounds were paired when
    the event left FIDE mode, where it had before it was brought over; `breaches` are the rounds that the rules would
    not give.
    """

    id: TournamentId
    given: Given
    players: Mapping[PlayerId, PlayerFields]
    rounds: tuple[Round, ...]
    byes: Mapping[PlayerId, Mapping[int, ByeType]] = field(default_factory=dict)
    numbers: Mapping[PlayerId, int] = field(default_factory=dict)
    kept: KeptRecords = NO_RECORDS
    seats: Seats | None = None
    fide_mode_exit: int | None = None
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class Revert:
    """Take back one commit, the newest that stands when none is named, against the present state."""

    commit: int | None = None


@dataclass(frozen=True, slots=True)
class Rewind:
    """Move the whole event back to how it was at a version."""

    to: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Bring back what was undone last."""


@dataclass(frozen=True, slots=True)
class ForgetPlayer:
    """Remove a person's data from the event and from its whole history, for good."""

    player: PlayerId


Travel = Revert | Rewind | Redo
"""Commands that move through the history."""

OfThePast = Travel | ForgetPlayer
"""Commands about the history itself: they need the journal, not only the present state."""

Act = (
    CreateTournament
    | ChangeSettings
    | ContinueAs
    | LeaveFideMode
    | PublishTournament
    | ArchiveTournament
    | DeleteTournament
    | AddPlayers
    | EditPlayer
    | ImportPlayers
    | RemovePlayer
    | WithdrawPlayer
    | RequestByes
    | SetLaterRatings
    | SettleAbsences
    | RenumberPlayers
    | OrderTie
    | TypeTiebreaks
    | ExchangeNumbers
    | PairRound
    | PairAllRounds
    | PairByHand
    | PairTeams
    | UnpairRound
    | PublishRound
    | StartRound
    | HoldRound
    | CloseRound
    | ReopenRound
    | SetStartPosition
    | EditRound
    | AddPairing
    | GiveBye
    | RearrangePairing
    | RemovePairing
    | RecordResult
    | CorrectResult
    | CorrectForRating
    | RecordBye
    | SetPrizes
    | AllocatePrizes
    | PublishPrizes
    | RecordSets
    | ClickSets
    | ReportResult
    | ConfirmReport
    | ObjectToReport
    | WithdrawReport
    | CountSets
    | AnotherRound
    | SetGroups
    | StartStage
    | AdoptRecords
)
Command = Act | OfThePast


def said_by(player: PlayerId | None, command: Act) -> Act:
    """A command of a player: what others enter as a result is a player's report of the own game."""
    match command:
        case RecordResult() if command.result is not None:
            return ReportResult(command.pairing, command.result, player, command.reason)
        case RecordSets() | ClickSets():
            return CountSets(command, player)
        case ReportResult() | ConfirmReport() | ObjectToReport() | WithdrawReport():
            return replace(command, player=player)
        case _:
            return command


def confirmed(command: Command) -> Command:
    """A command that asks to be confirmed, confirmed; any other as it is."""
    if isinstance(command, CorrectResult):
        return replace(command, record=replace(command.record, confirm=True))
    if isinstance(
        command, RecordResult | RecordSets | ClickSets | ChangeSettings | WithdrawPlayer | CloseRound | PairRound
    ):
        return replace(command, confirm=True)
    return command

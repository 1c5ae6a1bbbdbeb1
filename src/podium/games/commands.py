"""What somebody wants to happen in a live game; whether it may is decided on the game as it stands."""

from __future__ import annotations

from dataclasses import dataclass

from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.games.state import CallKind, DueKind, PauseCause
from podium.games.terms import GameTerms
from podium.knockout import Outcome, Reason

# --- by a player ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BeReady:
    """The player is there; after an interruption: is back."""


@dataclass(frozen=True, slots=True)
class PlayMove:
    """A move by coordinates or in SAN, after `ply` half-moves; `thinking` is how long the player's own device saw him
    think, in milliseconds: what passed beside it is lag."""

    move: str
    ply: int
    thinking: int | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    pass


@dataclass(frozen=True, slots=True)
class OfferDraw:
    pass


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    pass


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    pass


@dataclass(frozen=True, slots=True)
class WithdrawDraw:
    pass


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """A draw by repetition or fifty moves, as it stands or with the move that is `intended`."""

    intended: str | None = None


@dataclass(frozen=True, slots=True)
class CallArbiter:
    """The player wants the arbiter at the board."""

    kind: CallKind
    text: str | None = None


# --- by an arbiter ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PauseGame:
    pass


@dataclass(frozen=True, slots=True)
class ResumeGame:
    pass


@dataclass(frozen=True, slots=True)
class StartGame:
    """The game has its start now, whatever the start of its round."""


@dataclass(frozen=True, slots=True)
class HoldGame:
    """The game has no start until it gets one: nobody is absent."""


@dataclass(frozen=True, slots=True)
class AddTime:
    """Seconds for White and for Black; if it `sets`, what their clocks show from now on. Nothing changes by 0."""

    white: int = 0
    black: int = 0
    sets: bool = False


@dataclass(frozen=True, slots=True)
class ExtendWait:
    """Seconds more until absence is decided on."""

    seconds: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The game as it stood after `ply` half-moves, with the clocks of then; it stands still until it is resumed.

    After all of its half-moves, it is the end alone that is taken back.
    """

    ply: int
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class UndoAct:
    """The last time given, wait extended or move taken back is undone."""


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """An answer to the call that has waited longest; with `done` it needs the arbiter no more."""

    text: str | None = None
    done: bool = False


@dataclass(frozen=True, slots=True)
class DeclareResult:
    outcome: Outcome
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class VoidGame:
    """The game counts for nothing; the board is free for a result by hand."""


@dataclass(frozen=True, slots=True)
class ReplayGame:
    """Play it anew, by the same terms; what it brought is taken back."""

    confirm: bool = False


@dataclass(frozen=True, slots=True)
class CountGame:
    """Give the tournament the result of a finished game that it does not have."""

    confirm: bool = False


@dataclass(frozen=True, slots=True)
class ImportGame:
    """The record of a game that was played elsewhere: moves in coordinates and in SAN, clocks where known."""

    id: PairingId
    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    moves: tuple[tuple[str, str], ...]
    clocks: tuple[int | None, ...] = ()
    outcome: Outcome | None = None
    fen: str | None = None


# --- by Podium itself -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The game can be played now."""

    id: PairingId
    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    terms: GameTerms


@dataclass(frozen=True, slots=True)
class SuspendGame:
    """The pairing is no more, at least for now; or (by an arbiter) a player of it was expelled."""

    cause: PauseCause = PauseCause.DROPPED


@dataclass(frozen=True, slots=True)
class EndByHand:
    """A result was entered in the tournament; None: it was taken back, which changes nothing here."""

    outcome: Outcome | None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class NotePresence:
    """A player has the game or the match it decides open, or (not `there`) has closed the last page of it."""

    player: PlayerId
    there: bool


@dataclass(frozen=True, slots=True)
class Elapse:
    """The time of what was due has come."""

    kind: DueKind
    ply: int


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Nobody could write from `since` (milliseconds) until now; that time is charged to nobody."""

    since: int


PlayerAct = BeReady | PlayMove | Resign | OfferDraw | AcceptDraw | DeclineDraw | WithdrawDraw | ClaimDraw | CallArbiter
ArbiterAct = (
    PauseGame
    | ResumeGame
    | StartGame
    | HoldGame
    | AddTime
    | ExtendWait
    | TakeBack
    | UndoAct
    | AnswerCall
    | DeclareResult
    | VoidGame
    | ReplayGame
    | CountGame
    | ImportGame
)
SystemAct = OpenGame | SuspendGame | EndByHand | NotePresence | Elapse | Interrupt
GameCommand = PlayerAct | ArbiterAct | SystemAct

PLAYER_ACTS: tuple[type[PlayerAct], ...] = PlayerAct.__args__
ARBITER_ACTS: tuple[type[ArbiterAct], ...] = ArbiterAct.__args__
SYSTEM_ACTS: tuple[type[SystemAct], ...] = SystemAct.__args__

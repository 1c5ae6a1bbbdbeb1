"""What happened to a live game. Events hold ids of players, never names, and clocks as they were, never recomputed."""

from __future__ import annotations

from dataclasses import dataclass

from podium.chess import Colour
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.games.state import CallKind, PauseCause
from podium.games.terms import GameTerms
from podium.knockout import Outcome, Reason


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A game can be played: for the first time, or (before anybody moved) by other terms or with other players."""

    id: PairingId
    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    terms: GameTerms
    at: int


@dataclass(frozen=True, slots=True)
class GameImported:
    """A game that was played elsewhere, as its record says: moves in coordinates and in SAN, clocks where known."""

    id: PairingId
    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    moves: tuple[tuple[str, str], ...]
    clocks: tuple[int | None, ...]
    outcome: Outcome | None
    at: int
    fen: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerReady:
    colour: Colour
    at: int


@dataclass(frozen=True, slots=True)
class PlayerCame:
    """A player has the game, or the match it decides, open."""

    colour: Colour
    at: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player has closed the last page of it."""

    colour: Colour
    at: int


@dataclass(frozen=True, slots=True)
class BothAbsent:
    """Nobody was there past the wait: nothing is decided, the director is asked."""

    at: int


@dataclass(frozen=True, slots=True)
class StartMoved:
    """The start of the round was given, moved, or (None) taken back."""

    starts_at: str | None
    at: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """White's clock runs."""

    at: int


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move; `clock` and `quota` are the mover's after it."""

    ply: int
    uci: str
    san: str
    at: int
    clock: int
    quota: int


@dataclass(frozen=True, slots=True)
class DrawOffered:
    colour: Colour


@dataclass(frozen=True, slots=True)
class DrawOfferClosed:
    """There is no offer any more: `by` declined it or, if it was the own one, withdrew it."""

    by: Colour


@dataclass(frozen=True, slots=True)
class ClaimFailed:
    """A draw was claimed that was none: the opponent has so many milliseconds more."""

    colour: Colour
    given: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The end, with the clocks as they were; without an outcome the game is annulled."""

    outcome: Outcome | None
    reason: Reason | None
    at: int
    white: int
    black: int
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class GamePaused:
    """The clocks stand, with what both have left; it goes on by itself at `until`, if that is known.

    `since` is when an interruption began, which `at` ended: nobody was charged for the time between.
    """

    cause: PauseCause
    at: int
    white: int
    black: int
    until: int | None = None
    since: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player is back after an interruption, and the game goes on at `until`."""

    colour: Colour
    at: int
    until: int


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The clock of the player to move runs again, or the game waits for its players again."""

    at: int


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """Milliseconds that an arbiter gave; less than nothing where they were taken back, or a clock was set."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class WaitExtended:
    """Milliseconds by which absence is decided on later."""

    more: int


@dataclass(frozen=True, slots=True)
class MovesTakenBack:
    """The game stands still as after `ply` half-moves, with the clocks of then; its end is taken back too."""

    ply: int
    white: int
    black: int
    at: int


@dataclass(frozen=True, slots=True)
class MovesRestored:
    """What was taken back last stands again, with the clocks of the moment when it was; the game stands still."""

    at: int


@dataclass(frozen=True, slots=True)
class ArbiterCalled:
    colour: Colour
    kind: CallKind
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """What an arbiter said to the player's call; with `done` it is over."""

    colour: Colour
    text: str
    done: bool
    at: int


@dataclass(frozen=True, slots=True)
class GameRestarted:
    """The game is played anew, from the first move, by these terms."""

    terms: GameTerms
    at: int


GameEvent = (
    GameOpened
    | GameImported
    | PlayerReady
    | PlayerCame
    | PlayerLeft
    | BothAbsent
    | StartMoved
    | GameStarted
    | MovePlayed
    | DrawOffered
    | DrawOfferClosed
    | GameEnded
    | GamePaused
    | PlayerReturned
    | GameResumed
    | TimeAdded
    | WaitExtended
    | MovesTakenBack
    | MovesRestored
    | GameRestarted
    | ArbiterCalled
    | CallAnswered
    | ClaimFailed
)
GAME_EVENTS: tuple[type[GameEvent], ...] = GameEvent.__args__
GameEvents = tuple[GameEvent, ...]

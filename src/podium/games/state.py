"""A live game as it stands. Times are milliseconds since the epoch, clocks the milliseconds that are left."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from podium import chess
from podium.chess import Colour
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.timecontrol import Added, TimeControl
from podium.games.terms import GameTerms
from podium.knockout import Outcome, Reason

QUOTA = 1000
"""The lag in milliseconds that is forgiven each player at first."""


class Status(Enum):
    """How far a game is."""

    WAITING = "WAITING"
    RUNNING = "RUNNING"
    PAUSED = "PAUSED"
    FINISHED = "FINISHED"


class PauseCause(Enum):
    """Why a game stands still: the arbiter's wish, a time when nobody could write, or its pairing is no more."""

    ARBITER = "arbiter"
    INTERRUPTION = "interruption"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Clocks:
    """What White and Black have: time left on the clock, or lag that can still be forgiven."""

    white: int
    black: int

    def held_by(self, colour: Colour) -> int:
        return self.white if colour is chess.WHITE else self.black

    def having(self, colour: Colour, value: int) -> Clocks:
        """The same with another value for one colour."""
        return Clocks(value, self.black) if colour is chess.WHITE else Clocks(self.white, value)


@dataclass(frozen=True, slots=True)
class Pause:
    """A game that stands still since `at`; it goes on by itself at `until`, if that is not None.

    `back` are the players who came back after an interruption; `started` is false if it still waited for them.
    """

    cause: PauseCause
    at: int
    until: int | None = None
    back: frozenset[Colour] = frozenset()
    started: bool = True


class CallKind(Enum):
    """Why a player calls the arbiter."""

    CLAIM = "claim"
    DISTURBANCE = "disturbance"
    TECHNICAL = "technical"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Call:
    """A player's call for the arbiter, with the last answer; it is open until it is `done`."""

    by: Colour
    kind: CallKind
    text: str
    at: int
    answer: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """A draw claimed `by` a player that was none: the opponent was given so many milliseconds."""

    by: Colour
    given: int


@dataclass(frozen=True, slots=True)
class MoveTime:
    """When a move was made, and what its player had left then; of an imported game: when it was taken over, and the
    clock where the record has it."""

    at: int
    clock: int | None


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended; without an outcome it was annulled. `by_hand`: by a result entered in the tournament."""

    outcome: Outcome | None
    reason: Reason | None
    at: int
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class LiveGame:
    """The whole state of a game.

    `turn_since` is when the clock of the player to move began to run; None while no clock runs. `clocks` are as they
    were then, and `spent` is what the player had thought about the same move before a pause. `ready` are the players
    who said that they are there, `present` all who have the game or its match open; `waiting_since` is from when on
    the same players are there, or absent. With `asked`, both were absent past the wait, and it is for the director to
    decide; an arbiter has put that off by `extension`. `quotas` are the lag that can still be forgiven. `offer` is who
    has offered a draw, `offers` how many offers each has made. `times` belong to the moves of `board`. `attempt` counts
    from 1, and grows when it is played anew or moves are taken back. An `imported` game is played elsewhere and has no
    clocks that run; it is RUNNING for as long as its record has no result. `calls` has the last call of each player,
    and `false_claim` is there until the next move.
    """

    id: PairingId
    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    terms: GameTerms
    opened_at: int
    waiting_since: int
    board: chess.Game
    clocks: Clocks
    quotas: Clocks
    status: Status = Status.WAITING
    ready: frozenset[Colour] = frozenset()
    started_at: int | None = None
    turn_since: int | None = None
    times: tuple[MoveTime, ...] = ()
    offer: Colour | None = None
    offers: Clocks = Clocks(0, 0)
    pause: Pause | None = None
    end: GameEnd | None = None
    attempt: int = 1
    imported: bool = False
    present: frozenset[Colour] = frozenset()
    asked: bool = False
    spent: int = 0
    extension: int = 0
    last_act: LastAct | None = None
    calls: tuple[Call, ...] = ()
    false_claim: FalseClaim | None = None

    @property
    def ply(self) -> int:
        """How many half-moves have been played."""
        return len(self.board.moves)

    @property
    def there(self) -> frozenset[Colour]:
        """Who is not absent."""
        return self.ready | self.present

    @property
    def open_call(self) -> Call | None:
        """The call that has waited longest for an arbiter."""
        return min((call for call in self.calls if not call.done), key=lambda call: call.at, default=None)

    def call_of(self, colour: Colour) -> Call | None:
        """The last call of a player, whether or not it is done."""
        return next((call for call in self.calls if call.by is colour), None)

    @property
    def turn(self) -> Colour:
        """Who is to move."""
        return self.board.position.turn

    def colour_of(self, player: PlayerId | None) -> Colour | None:
        """What `player` plays; None for anybody else."""
        if player is None:
            return None
        return chess.WHITE if player == self.white else chess.BLACK if player == self.black else None

    def player(self, colour: Colour) -> PlayerId:
        return self.white if colour is chess.WHITE else self.black

    @property
    def period(self) -> TimeControl:
        """The time control by which the player to move makes the move."""
        return self.terms.time_of(self.turn).period(self.ply // 2 + 1)

    @property
    def delay(self) -> int:
        """How long the clock of the player to move stands still before it runs (US delay)."""
        period = self.period
        return max(0, 1000 * period.increment - self.spent) if period.added is Added.DELAY else 0

    def clocks_at(self, now: int) -> Clocks:
        """What both have left at `now`; never less than nothing."""
        if self.turn_since is None:
            return self.clocks
        left = self.clocks.held_by(self.turn) - max(0, now - self.turn_since - self.delay)
        return self.clocks.having(self.turn, max(0, left))


@dataclass(frozen=True, slots=True)
class LastAct:
    """What an arbiter did last that can be undone: milliseconds given, a wait so much longer, or moves taken back from
    the game `before`."""

    given: Clocks = Clocks(0, 0)
    waits: int = 0
    before: LiveGame | None = None


class DueKind(Enum):
    """What happens to a game by itself."""

    FLAG = "flag"
    NO_SHOW = "no-show"
    START = "start"
    RESUME = "resume"


@dataclass(frozen=True, slots=True)
class Due:
    """What will happen to a game at a time if nothing else does; `ply` is where it stands."""

    at: int
    kind: DueKind
    ply: int

"""A match of a knockout, or one tie-break game of it, and what its outcome means.

| outcome        | advances      | loses         | reported by     |
| -------------- | ------------- | ------------- | --------------- |
| WHITE_WIN      | White         | Black         | player, arbiter |
| BLACK_WIN      | Black         | White         | player, arbiter |
| DRAW           | both, or none until the tie-break is over | player, arbiter |
| BYE            | the one there | nobody        | nobody          |
| DOUBLE_FORFEIT | nobody        | nobody        | arbiter         |
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from podium.core.errors import Invalid
from podium.core.ids import PairingId, PlayerId
from podium.knockout.rules import TieBreakPolicy


class Status(Enum):
    """How far a match is; a CANCELED one is never played."""

    PENDING = "PENDING"
    RUNNING = "RUNNING"
    FINISHED = "FINISHED"
    CANCELED = "CANCELED"


class Outcome(Enum):
    """How a match ended."""

    WHITE_WIN = "WHITE_WIN"
    BLACK_WIN = "BLACK_WIN"
    DRAW = "DRAW"
    BYE = "BYE"
    DOUBLE_FORFEIT = "DOUBLE_FORFEIT"


class Reason(Enum):
    """Why a match ended so: on the board, or (`system`) by its tie-break games."""

    CHECKMATE = "CHECKMATE"
    STALEMATE = "STALEMATE"
    INSUFFICIENT_MATERIAL = "INSUFFICIENT_MATERIAL"
    FIFTY_MOVE_RULE = "FIFTY_MOVE_RULE"
    THREE_FOLD_REPETITION = "THREE_FOLD_REPETITION"
    FIVE_FOLD_REPETITION = "FIVE_FOLD_REPETITION"
    SEVENTY_FIVE_MOVE_RULE = "SEVENTY_FIVE_MOVE_RULE"
    TIMEOUT = "TIMEOUT"
    RESIGNATION = "RESIGNATION"
    DRAW_AGREEMENT = "DRAW_AGREEMENT"
    NO_SHOW = "NO_SHOW"
    DOUBLE_NO_SHOW = "DOUBLE_NO_SHOW"
    TIE_BREAK_RAPID = "TIE_BREAK_RAPID"
    TIE_BREAK_BLITZ = "TIE_BREAK_BLITZ"
    TIE_BREAK_ARMAGEDDON = "TIE_BREAK_ARMAGEDDON"
    TIE_BREAK_BEST_OF_3 = "TIE_BREAK_BEST_OF_3"
    TIE_BREAK_BEST_OF_5 = "TIE_BREAK_BEST_OF_5"

    @property
    def system(self) -> bool:
        return self.value.startswith("TIE_BREAK_")

    @classmethod
    def by(cls, policy: TieBreakPolicy) -> Reason:
        """The reason of a match that tie-break games of `policy` decided."""
        return cls(f"TIE_BREAK_{policy.value}")


_WON = frozenset({Outcome.WHITE_WIN, Outcome.BLACK_WIN})
_DRAWN = frozenset({Outcome.DRAW})
_FITS = {
    Reason.CHECKMATE: _WON,
    Reason.STALEMATE: _DRAWN,
    Reason.INSUFFICIENT_MATERIAL: _DRAWN,
    Reason.FIFTY_MOVE_RULE: _DRAWN,
    Reason.THREE_FOLD_REPETITION: _DRAWN,
    Reason.FIVE_FOLD_REPETITION: _DRAWN,
    Reason.SEVENTY_FIVE_MOVE_RULE: _DRAWN,
    Reason.TIMEOUT: _WON | _DRAWN,  # drawn if the opponent could not mate
    Reason.RESIGNATION: _WON | _DRAWN,  # the same
    Reason.DRAW_AGREEMENT: _DRAWN,
    Reason.NO_SHOW: _WON,
    Reason.DOUBLE_NO_SHOW: frozenset({Outcome.DOUBLE_FORFEIT}),
}
AUTOMATIC_DRAWS = tuple(
    each for each, fits in _FITS.items() if Outcome.DRAW in fits and each is not Reason.DRAW_AGREEMENT
)
"""How a game is drawn by the rules of chess alone, without anybody agreeing to it."""
REPORTED = (Outcome.WHITE_WIN, Outcome.BLACK_WIN, Outcome.DRAW, Outcome.DOUBLE_FORFEIT)
_TURNED = {Outcome.WHITE_WIN: Outcome.BLACK_WIN, Outcome.BLACK_WIN: Outcome.WHITE_WIN}


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """Two seats at a board, filled or still open; `verdict` is what the tie-break games made of a draw.

    A tie-break game names its `parent`, its `index` from 1, its `kind` and its `clock`; a parent names its games.
    A bye has its player at White. Times are ISO texts of the caller's; `paired_at` is when it was known who plays, None
    for tie-break games and in brackets from before that was kept.
    """

    id: PairingId
    round: int
    board: int
    white: PlayerId | None = None
    black: PlayerId | None = None
    status: Status = Status.PENDING
    played: Outcome | None = None
    played_reason: Reason | None = None
    verdict: Outcome | None = None
    verdict_reason: Reason | None = None
    finished_at: str | None = None
    third_place: bool = False
    tie_breaks: tuple[PairingId, ...] = ()
    parent: PairingId | None = None
    index: int | None = None
    kind: TieBreakPolicy | None = None
    clock: str | None = None
    paired_at: str | None = None

    @property
    def result(self) -> Outcome | None:
        """How the match ended, tie-break games included; a drawn one is provisional until those are over."""
        return self.verdict or self.played

    @property
    def reason(self) -> Reason | None:
        return self.verdict_reason if self.verdict else self.played_reason

    @property
    def full(self) -> bool:
        """Whether both players are known."""
        return self.white is not None and self.black is not None

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return tuple(player for player in (self.white, self.black) if player is not None)

    @property
    def resolved(self) -> bool:
        """Whether it is settled who goes on from here."""
        if self.status is Status.CANCELED:
            return True
        return self.status is Status.FINISHED and not (self.tie_breaks and self.verdict is None)

    @property
    def advancing(self) -> tuple[PlayerId, ...]:
        """The players who go on, White before Black; nobody as long as the match is not resolved."""
        if not self.resolved:
            return ()
        match self.result:
            case Outcome.WHITE_WIN | Outcome.BYE:
                return self.players[:1]
            case Outcome.BLACK_WIN:
                return self.players[1:]
            case Outcome.DRAW:
                return self.players
            case _:
                return ()

    @property
    def loser(self) -> PlayerId | None:
        """The one who was beaten; a double forfeit beats nobody."""
        if not self.resolved:
            return None
        match self.result:
            case Outcome.WHITE_WIN:
                return self.black
            case Outcome.BLACK_WIN:
                return self.white
            case _:
                return None

    @property
    def fate(self) -> tuple[bool, tuple[PlayerId, ...], PlayerId | None]:
        """All that later matches depend on."""
        return self.resolved, self.advancing, self.loser

    @property
    def order(self) -> tuple[int, int, int]:
        """Where the match stands in a list: a match before its tie-break games."""
        return self.round, self.board, self.index or 0


def is_due(match: BracketMatch) -> bool:
    """Whether the match, or a tie-break game of it, can be played now."""
    return match.full and not match.resolved


def turned(outcome: Outcome) -> Outcome:
    """The same outcome seen with the colours exchanged."""
    return _TURNED.get(outcome, outcome)


def outcome_and_reason(result: object, reason: object = None) -> tuple[Outcome, Reason | None]:
    """What a report says, in our words; raises Invalid for unknown values and for a reason that does not fit.

    The reason DOUBLE_NO_SHOW makes it a double forfeit, whether the result is left out, drawn or so named: nobody
    can report that two absent players drew.

    >>> outcome_and_reason("DRAW", "STALEMATE") == (Outcome.DRAW, Reason.STALEMATE)
    True
    """
    why = None if reason is None else read_reason(reason)
    if why is Reason.DOUBLE_NO_SHOW and result in (None, Outcome.DRAW.value):
        return Outcome.DOUBLE_FORFEIT, why
    outcome = next((each for each in REPORTED if each.value == result), None)
    if outcome is None:
        raise Invalid("outcome-unknown", field="result", value=result, allowed=[each.value for each in REPORTED])
    return outcome, check_reason(outcome, why)


def check_reason(outcome: Outcome, reason: Reason | None) -> Reason | None:
    """The reason of a reported `outcome`; raises Invalid unless it is one that players can bring about."""
    if outcome not in REPORTED:
        raise Invalid("outcome-unknown", field="result", value=outcome.value, allowed=[each.value for each in REPORTED])
    if outcome is Outcome.DOUBLE_FORFEIT and reason is None:
        return Reason.DOUBLE_NO_SHOW
    if reason is not None and (reason.system or outcome not in _FITS[reason]):
        raise Invalid("reason-misfit", field="resultReason", value=reason.value, result=outcome.value)
    return reason


def read_reason(value: object) -> Reason:
    """The reason of that name; raises Invalid that names those which can be reported."""
    try:
        return Reason(value)
    except ValueError:
        allowed = [each.value for each in Reason if not each.system]
        raise Invalid("reason-unknown", field="resultReason", value=value, allowed=allowed) from None

"""What a game is played by: decided before it begins, and stored with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from podium.chess import WHITE, Colour
from podium.core.timecontrol import TimeControl, TimeControls
from podium.knockout import DrawRuleMode

USUAL_WAIT = 300
"""Seconds that a game waits for its players; a tie-break game has its own wait."""
BLITZ, BLITZ_MOVES = 600, 60
"""A game in which nobody has more than so many seconds for so many moves is blitz."""


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The clocks and the draw rules of one game.

    `min_move` and `max_offers` limit draw offers (None: no limit); with `claims`, repetition and fifty moves draw when
    a player claims it, and with `claim_penalty` a claim that is not true costs time. `starts_at` (ISO) is the start
    that a person gave to the round; None: it is not started, and nobody is absent. From then on, but not within `pause`
    seconds after the game was opened, a player who is not there for `wait` seconds while the opponent is loses; None:
    never. A `tie_break` game belongs to a drawn one. In Chess960 the game begins from the `start_position` of that
    number.
    """

    time: TimeControls
    draw_rule_mode: DrawRuleMode = DrawRuleMode.ALLOW_ALL
    min_move: int | None = None
    max_offers: int | None = None
    claims: bool = False
    wait: int | None = USUAL_WAIT
    tie_break: bool = False
    starts_at: str | None = None
    pause: int = 0
    start_position: int | None = None
    claim_penalty: bool = False

    def time_of(self, colour: Colour) -> TimeControl:
        """The time control of a side."""
        return self.time.white if colour is WHITE else self.time.black

    @property
    def penalty(self) -> int:
        """The milliseconds that a claim which is not true gives the opponent: two minutes (FIDE 9.5.3); in blitz, where
        nobody has more than ten minutes for sixty moves (B.1), one (B.2)."""
        longest = max(each.length(BLITZ_MOVES) for each in (self.time.white, self.time.black))
        return 60_000 * (1 if longest <= BLITZ else 2) if self.claim_penalty else 0

    @property
    def start(self) -> int | None:
        """The `starts_at` in milliseconds since the epoch; a time without a zone is UTC."""
        if self.starts_at is None:
            return None
        moment = datetime.fromisoformat(self.starts_at)
        return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)

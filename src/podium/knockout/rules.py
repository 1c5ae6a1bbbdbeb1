"""The rules of a knockout: what becomes of draws, how ties are broken, how the field is seeded.

Names and defaults are those of the design Podium follows; combinations that cannot work cannot be built.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from podium.core.errors import Invalid

USUAL_TIME_CONTROL = "10+0"
USUAL_TIE_BREAK_WAIT = 300
USUAL_TIE_BREAK_PAUSE = 60
"""Seconds that a live tie-break game waits for its players."""


class DrawRuleMode(Enum):
    """Which draws the players may bring about. It never says what a draw leads to."""

    ALLOW_ALL = "ALLOW_ALL"
    NO_DRAW_OFFER = "NO_DRAW_OFFER"
    NO_DRAW = "NO_DRAW"


class TieBreakPolicy(Enum):
    """What a drawn match leads to."""

    NONE = "NONE"
    RAPID = "RAPID"
    BLITZ = "BLITZ"
    ARMAGEDDON = "ARMAGEDDON"
    BEST_OF_3 = "BEST_OF_3"
    BEST_OF_5 = "BEST_OF_5"

    @property
    def games(self) -> int:
        """How many games are created at once."""
        return _GAMES[self]

    @property
    def alternates(self) -> bool:
        """Whether the colours change from game to game."""
        return self in (TieBreakPolicy.BEST_OF_3, TieBreakPolicy.BEST_OF_5)


_GAMES = {
    TieBreakPolicy.NONE: 0,
    TieBreakPolicy.RAPID: 1,
    TieBreakPolicy.BLITZ: 1,
    TieBreakPolicy.ARMAGEDDON: 1,
    TieBreakPolicy.BEST_OF_3: 3,
    TieBreakPolicy.BEST_OF_5: 5,
}


class Seeding(Enum):
    """How the order of the field becomes the first round."""

    STANDARD = "standard"
    LISTED = "listed"
    DRAWN = "drawn"


class GrandFinal(Enum):
    """What it means in a double elimination that the one who had not lost before loses the grand final."""

    RESET = "reset"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class DrawConfig:
    """Limits of draw offers: none before move `min_move`, at most `max_offers` by each player; None: no limit.

    With `claims`, threefold repetition and fifty moves draw when a player claims it; with `claim_penalty`, a claim that
    is not true costs what FIDE's Laws say. `further` are rules that Podium does nothing with but keeps, by their names
    in JSON.
    """

    min_move: int | None = None
    max_offers: int | None = None
    further: Mapping[str, Any] = field(default_factory=dict)
    claims: bool = False
    claim_penalty: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """What the director decided; raises Invalid for a combination in which a draw could never be resolved.

    Time controls are texts of `core.timecontrol.TimeControls`; `tie_break_time_control` None means the same as
    `time_control`, `armageddon_time_control` None the same as other tie-break games. A live
    tie-break game follows `tie_break_pause` seconds after the drawn one; from then on who is absent for
    `tie_break_no_show_wait` seconds while the opponent is there loses it; None: never. With a `grand_final` who loses
    goes on in a losers' bracket (a double elimination); None: who loses is out.
    """

    draw_rule_mode: DrawRuleMode = DrawRuleMode.ALLOW_ALL
    draw_config: DrawConfig | None = None
    requires_decisive_result: bool = False
    tie_break_policy: TieBreakPolicy = TieBreakPolicy.NONE
    time_control: str = USUAL_TIME_CONTROL
    tie_break_time_control: str | None = None
    seeding: Seeding = Seeding.STANDARD
    third_place_match: bool = False
    armageddon_time_control: str | None = None
    tie_break_no_show_wait: int | None = USUAL_TIE_BREAK_WAIT
    tie_break_pause: int = USUAL_TIE_BREAK_PAUSE
    grand_final: GrandFinal | None = None

    def __post_init__(self) -> None:
        if self.grand_final is not None and self.third_place_match:
            raise Invalid("third-place-decided", field="thirdPlaceMatch", value=True)
        if self.tie_break_policy is not TieBreakPolicy.NONE:
            return
        if self.requires_decisive_result:
            raise Invalid("decisive-without-tie-break", field="requiresDecisiveResult", value=True)
        if self.draw_rule_mode is DrawRuleMode.NO_DRAW:
            raise Invalid("no-draw-without-tie-break", field="drawRuleMode", value=self.draw_rule_mode.value)
        if self.grand_final is not None:
            others = [each.value for each in TieBreakPolicy if each.games]
            raise Invalid("double-elimination-without-tie-break", field="tieBreakPolicy", value="NONE", allowed=others)

    @property
    def both_advance(self) -> bool:
        """Whether a draw takes both players to the next round, so that rounds form one at a time."""
        return self.tie_break_policy is TieBreakPolicy.NONE

    @property
    def draws_by_agreement(self) -> bool:
        """Whether two players may agree a draw."""
        return self.draw_rule_mode is DrawRuleMode.ALLOW_ALL

    @property
    def draws_need_a_reason(self) -> bool:
        """Whether a draw stands only with the rule of chess that made it one."""
        return self.draw_rule_mode is DrawRuleMode.NO_DRAW_OFFER

    @property
    def tie_break_clock(self) -> str:
        """The time control of tie-break games."""
        return self.tie_break_time_control or self.time_control

    @property
    def armageddon_clock(self) -> str:
        """The time control of Armageddon games."""
        return self.armageddon_time_control or self.tie_break_clock

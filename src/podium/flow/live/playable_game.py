"""A game that can be played now, and what it is played by."""

from __future__ import annotations

from dataclasses import dataclass

from podium.core.timecontrol import TimeControls
from podium.flow.event.live_options import DRAW_CONFIG, DRAW_RULE_MODE, TIME_CONTROL
from podium.flow.state import Game, Settings
from podium.games.terms import GameTerms
from podium.knockout import DrawConfig


@dataclass(frozen=True, slots=True)
class Playable:
    """A game whose players can begin, with the number of its round."""

    game: Game
    round: int
    terms: GameTerms


def terms_of(settings: Settings, starts_at: str | None = None) -> GameTerms:
    """What the games of an event are played by; a tie-break game differs in clock and wait."""
    draws = DRAW_CONFIG.of(settings) or DrawConfig()
    return GameTerms(
        time=TimeControls.of(TIME_CONTROL.of(settings)),
        draw_rule_mode=DRAW_RULE_MODE.of(settings),
        min_move=draws.min_move,
        max_offers=draws.max_offers,
        claims=draws.claims,
        wait=settings.no_show_wait,
        starts_at=starts_at,
    )

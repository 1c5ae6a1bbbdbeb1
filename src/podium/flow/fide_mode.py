"""FIDE mode: whether an event is held to FIDE's rules for tournament programs."""

from __future__ import annotations

from podium.flow.state import RuleSet, Tournament


def in_fide_mode(state: Tournament) -> bool:
    """Whether the event is played by FIDE's rules and has not left them."""
    return state.settings.rules is RuleSet.FIDE and state.fide_mode_exit is None

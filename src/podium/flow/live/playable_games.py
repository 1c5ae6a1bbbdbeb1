"""What can be played now in a tournament whose games are live."""

from __future__ import annotations

from podium.core.ids import PairingId
from podium.flow.formats.registry import format_of
from podium.flow.live.playable_game import Playable
from podium.flow.state import Round, Tournament

__all__ = ["Playable", "playable", "playable_in"]


def playable(state: Tournament) -> dict[PairingId, Playable]:
    """The games of all rounds that can be played now, by their ids; none of an event that is over and put away."""
    return {each.game.id: each for here in state.rounds for each in playable_in(state, here)}


def playable_in(state: Tournament, here: Round) -> list[Playable]:
    """The games of one round that can be played now, by board."""
    if not state.settings.live or state.archived or state.deleted:
        return []
    return format_of(state).playable(state, here)

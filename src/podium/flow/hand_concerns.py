"""What speaks against a round that is made or changed by hand: what the engine of the format minds."""

from __future__ import annotations

from collections.abc import Iterator

from podium.flow.formats.concerns import HandConcern
from podium.flow.formats.registry import format_of
from podium.flow.state import Round, Tournament
from podium.flow.unpaired import left_out


def hand_concerns(state: Tournament, here: Round) -> Iterator[HandConcern]:
    """Everything to mind in the round; nothing of it forbids."""
    waiting = {player.id for player in left_out(state, here.number)}
    return format_of(state).engine.concerns(state, here, waiting)

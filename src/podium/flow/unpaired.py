"""Who has nothing in a paired round."""

from __future__ import annotations

from podium.core.player import Player
from podium.flow.formats.registry import format_of
from podium.flow.state import Tournament


def left_out(state: Tournament, round: int) -> list[Player]:
    """The players who take part but have neither game nor bye in a paired round."""
    games = state.rounds[round - 1].games.values()
    busy = {player for pairing in games for player in pairing.players}
    format = format_of(state)
    return [
        player
        for player in sorted(state.players.values(), key=lambda player: player.number)
        if player.id not in busy and not player.withdrawn and format.expects(state, player, round)
    ]

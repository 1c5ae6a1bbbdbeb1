"""Which games of a tournament have a board on the server to play at, or to look at again."""

from __future__ import annotations

from podium.core.ids import PairingId, PlayerId
from podium.flow.live.playable_games import playable, playable_in
from podium.flow.state import Game, Round, Tournament


def live_boards(state: Tournament, here: Round) -> frozenset[PairingId]:
    """The games of a round that can be played now, or have been."""
    if not state.settings.live:
        return frozenset()
    over = (each.id for each in here.every if isinstance(each, Game) and each.result is not None)
    return frozenset((*over, *(each.game.id for each in playable_in(state, here))))


def live_round(state: Tournament) -> Round | None:
    """The latest round with games that can be played now or, where there is none, that have been."""
    if not state.settings.live:
        return None
    with_games = [here for here in state.rounds if playable_in(state, here)]
    played = with_games or [here for here in state.rounds if live_boards(state, here)]
    return played[-1] if played else None


def has_board(state: Tournament, pairing: PairingId) -> bool:
    """Whether one game can be played now, or has been."""
    return pairing in state.where and pairing in live_boards(state, state.rounds[state.where[pairing] - 1])


def games_to_play(state: Tournament, player: PlayerId) -> list[Game]:
    """The live games that a player can play now, the first round's first."""
    return [each.game for each in playable(state).values() if player in each.game.players]

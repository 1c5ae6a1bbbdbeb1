"""Who has nothing in a paired round, what they can be given, and what speaks against a round made by hand."""

from __future__ import annotations

from collections.abc import Iterator

from podium.core.player import Player
from podium.core.result import ByeType
from podium.flow.formats.concerns import HandConcern
from podium.flow.formats.registry import format_of
from podium.flow.state import Round, Stage, Tournament


def left_out(state: Tournament, round: int) -> list[Player]:
    """The players who take part but have neither game nor bye in a paired round."""
    return [player for player in _without_record(state, round) if not player.withdrawn]


def dropped_out(state: Tournament, round: int) -> list[Player]:
    """The players who have withdrawn and have neither game nor bye in a paired round."""
    return [player for player in _without_record(state, round) if player.withdrawn]


def byes_on_offer(state: Tournament, here: Round) -> list[ByeType]:
    """What a player without a record in the round can be given: nothing where free games are drawn.

    In FIDE mode a closed round takes no bye of the pairing: that is given in a session, and compared with the engine.
    """
    sessions_only = here.stage is Stage.CLOSED and state.in_fide_mode
    given = format_of(state).engine.given_byes
    kinds = [kind for kind in given if not (sessions_only and kind is ByeType.BYE)]
    return kinds if here.draw is None else []


def hand_concerns(state: Tournament, here: Round) -> Iterator[HandConcern]:
    """What the engine of the format minds in a round that is made or changed by hand; nothing of it forbids."""
    waiting = {player.id for player in left_out(state, here.number)}
    return format_of(state).engine.concerns(state, here, waiting)


def _without_record(state: Tournament, round: int) -> list[Player]:
    games = state.rounds[round - 1].games.values()
    busy = {player for pairing in games for player in pairing.players}
    format = format_of(state)
    return [
        player
        for player in sorted(state.players.values(), key=lambda player: player.number)
        if player.id not in busy and format.expects(state, player, round)
    ]

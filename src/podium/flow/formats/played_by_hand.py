"""An event that was paired by hand and is to go on as what it was: whether its rounds can be those of a format."""

from __future__ import annotations

from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.flow.formats.manual import MANUAL
from podium.flow.state import Game, Pairing, Round, Stage, Tournament


def is_played_by_hand(state: Tournament) -> bool:
    """Whether there are rounds, of an event that is paired by hand."""
    return bool(state.rounds) and state.settings.format == MANUAL.name


def check_rounds(state: Tournament) -> None:
    """Nothing, if everybody has one game or bye a round against one of the section; raises Refused for the first thing
    that is not so, and for a round that is still being made."""
    for here in state.rounds:
        if here.editing:
            raise Refused("round-being-edited", value=here.number)
        if here.stage is Stage.DRAFT:
            raise Refused("round-is-draft", value=here.number)
        if not here.games:
            raise Refused("round-empty", value=here.number)
        _check_players(state, here)


def _check_players(state: Tournament, here: Round) -> None:
    seen: dict[PlayerId, Pairing] = {}
    for pairing in here.in_order:
        for id in pairing.players:
            if id in seen:
                raise Refused(
                    "player-twice-on-boards",
                    value=state.players[id].name,
                    round=here.number,
                    boards=[seen[id].board, pairing.board],
                )
            seen[id] = pairing
        sections = [state.players[id].section for id in pairing.players]
        if isinstance(pairing, Game) and sections[0] != sections[1]:
            raise Refused(
                "game-across-sections",
                value=pairing.board,
                round=here.number,
                names=[state.players[id].name for id in pairing.players],
                sections=sections,
            )

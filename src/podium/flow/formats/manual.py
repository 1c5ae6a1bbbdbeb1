"""Pairing by hand: the director writes each round, and the engine adds the byes that were asked for.

`check_rounds` asks whether rounds that were paired by hand can be those of another format, as which the event goes on.
"""

from __future__ import annotations

from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.translation import mark
from podium.flow.commands import PairRound
from podium.flow.event.live_options import LIVE_GAME_OPTIONS
from podium.flow.event.options import GAME_OPTIONS, NUMBERING
from podium.flow.events import RoundPaired
from podium.flow.formats.protocol import Format
from podium.flow.rounds.pairing import by_hand
from podium.flow.state import Game, Pairing, Round, Stage, Tournament


class Manual(Format):
    def pair(self, state: Tournament, command: PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
        """A round of nothing but byes: those asked for, and one for a player who is the only one left."""
        return by_hand(state, round, (), now, dice)


MANUAL = Manual(name="manual", label=mark("Manual: you pair"), options=(*GAME_OPTIONS, NUMBERING, *LIVE_GAME_OPTIONS))


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

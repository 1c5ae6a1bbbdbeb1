"""Pairing by hand: the director writes each round, and the engine adds the byes that were asked for."""

from __future__ import annotations

from podium.core.dice import Dice
from podium.core.translation import mark
from podium.flow.commands import PairRound
from podium.flow.event.live_options import OF_LIVE_GAMES
from podium.flow.event.options import NUMBERING, OF_GAMES
from podium.flow.events import RoundPaired
from podium.flow.formats.protocol import Format
from podium.flow.rounds.pairing import by_hand
from podium.flow.state import Tournament


class Manual(Format):
    def pair(self, state: Tournament, command: PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
        """A round of nothing but byes: those asked for, and one for a player who is the only one left."""
        return by_hand(state, round, (), now, dice)


MANUAL = Manual(name="manual", label=mark("Manual: you pair"), options=(*OF_GAMES, NUMBERING, *OF_LIVE_GAMES))

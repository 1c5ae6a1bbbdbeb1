"""Another result for a game of the past: the game it is about, and what it would lead to."""

from __future__ import annotations

from podium.core.dice import Dice
from podium.core.errors import Refused, Unknown
from podium.core.ids import PairingId
from podium.flow.commands import CorrectResult
from podium.flow.decide import decide
from podium.flow.evolve import fold
from podium.flow.state import Game, Round, Tournament


def game_of(state: Tournament, pairing: PairingId) -> tuple[Round, Game]:
    """The game of that id and the round it is in; raises Unknown, and Refused for a bye.

    An automatic round has none: whoever corrects a match of a bracket does so where the match is.
    """
    if pairing not in state.where or state.rounds[state.where[pairing] - 1].automatic:
        raise Unknown("pairing", pairing)
    game = state.pairing(pairing)
    if not isinstance(game, Game):
        raise Refused("result-on-bye", value=pairing)
    return state.rounds[state.where[pairing] - 1], game


def corrected(state: Tournament, command: CorrectResult) -> Tournament:
    """The tournament with the new result; raises what stands in the way. Nothing is written."""
    after = fold(state, decide(state, command, "", Dice("correction")))
    assert after is not None  # only a tournament that exists can be corrected
    return after

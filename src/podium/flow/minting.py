"""Fresh ids for pairings."""

from __future__ import annotations

from podium.core.dice import Dice
from podium.core.ids import PairingId, TournamentId

MINTED = 10


def mint(tournament: TournamentId, dice: Dice) -> PairingId:
    """A fresh id for a pairing of `tournament`: the tournament, a dash, and chance."""
    return PairingId(f"{tournament}-{dice.token(MINTED)}")

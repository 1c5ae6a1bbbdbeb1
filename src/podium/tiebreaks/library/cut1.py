"""Buchholz Cut-1, from games."""

from __future__ import annotations

from podium.tiebreaks.library.game import Game, GameKind, Games, Player, Players, Result
from podium.tiebreaks.library.value import value_of

__all__ = ["Game", "GameKind", "Player", "Result", "buchholz_cut1", "tiebreak"]


def buchholz_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least significant contribution (14.1)."""
    return value_of("BH/C1", player, games, players)


tiebreak = buchholz_cut1

"""Buchholz Cut-2, from games."""

from __future__ import annotations

from podium.tiebreaks.library.game import Game, GameKind, Games, Player, Players, Result
from podium.tiebreaks.library.value import value_of

__all__ = ["Game", "GameKind", "Player", "Result", "buchholz_cut2", "tiebreak"]


def buchholz_cut2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least significant contributions (14.2)."""
    return value_of("BH/C2", player, games, players)


tiebreak = buchholz_cut2

"""Median Buchholz, from games."""

from __future__ import annotations

from podium.tiebreaks.library.game import Game, GameKind, Games, Player, Players, Result
from podium.tiebreaks.library.value import value_of

__all__ = ["Game", "GameKind", "Player", "Result", "buchholz_median1", "tiebreak"]


def buchholz_median1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least and the most significant contribution (14.3)."""
    return value_of("BH/M1", player, games, players)


tiebreak = buchholz_median1

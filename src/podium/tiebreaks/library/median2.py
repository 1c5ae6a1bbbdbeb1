"""Median Buchholz 2, from games."""

from __future__ import annotations

from podium.tiebreaks.library.game import Game, GameKind, Games, Player, Players, Result
from podium.tiebreaks.library.value import value_of

__all__ = ["Game", "GameKind", "Player", "Result", "buchholz_median2", "tiebreak"]


def buchholz_median2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least and the two most significant contributions (14.4)."""
    return value_of("BH/M2", player, games, players)


tiebreak = buchholz_median2

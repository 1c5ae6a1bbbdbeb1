"""Fore Buchholz, from games."""

from __future__ import annotations

from podium.tiebreaks.library.game import Game, GameKind, Games, Player, Players, Result
from podium.tiebreaks.library.value import value_of

__all__ = ["Game", "GameKind", "Player", "Result", "fore_buchholz", "tiebreak"]


def fore_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz as if every game of the last round had been drawn (8.3)."""
    return value_of("FB", player, games, players)


tiebreak = fore_buchholz

"""The average of the opponents' Buchholz, from games."""

from __future__ import annotations

from podium.tiebreaks.library.game import Game, GameKind, Games, Player, Players, Result
from podium.tiebreaks.library.value import value_of

__all__ = ["Game", "GameKind", "Player", "Result", "average_opponents_buchholz", "tiebreak"]


def average_opponents_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """The average Buchholz of the opponents played over the board (8.2); 0 without any."""
    return value_of("AOB", player, games, players, reach=2)


tiebreak = average_opponents_buchholz

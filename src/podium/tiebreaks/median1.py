"""Median Buchholz, from games."""

from podium.tiebreaks.library import Game, GameKind, Player, Result, buchholz_median1

__all__ = ["Game", "GameKind", "Player", "Result", "buchholz_median1", "tiebreak"]

tiebreak = buchholz_median1

"""Median Buchholz 2, from games."""

from podium.tiebreaks.library import Game, GameKind, Player, Result, buchholz_median2

__all__ = ["Game", "GameKind", "Player", "Result", "buchholz_median2", "tiebreak"]

tiebreak = buchholz_median2

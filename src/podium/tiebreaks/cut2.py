"""Buchholz Cut-2, from games."""

from podium.tiebreaks.library import Game, GameKind, Player, Result, buchholz_cut2

__all__ = ["Game", "GameKind", "Player", "Result", "buchholz_cut2", "tiebreak"]

tiebreak = buchholz_cut2

"""Buchholz Cut-1, from games."""

from podium.tiebreaks.library import Game, GameKind, Player, Result, buchholz_cut1

__all__ = ["Game", "GameKind", "Player", "Result", "buchholz_cut1", "tiebreak"]

tiebreak = buchholz_cut1

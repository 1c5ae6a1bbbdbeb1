"""The average of the opponents' Buchholz, from games."""

from podium.tiebreaks.library import Game, GameKind, Player, Result, average_opponents_buchholz

__all__ = ["Game", "GameKind", "Player", "Result", "average_opponents_buchholz", "tiebreak"]

tiebreak = average_opponents_buchholz

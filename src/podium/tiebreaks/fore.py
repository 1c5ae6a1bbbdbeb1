"""Fore Buchholz, from games."""

from podium.tiebreaks.library import Game, GameKind, Player, Result, fore_buchholz

__all__ = ["Game", "GameKind", "Player", "Result", "fore_buchholz", "tiebreak"]

tiebreak = fore_buchholz

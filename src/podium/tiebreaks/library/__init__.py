"""The Buchholz family for programmers: seven functions over games, without a tournament.

>>> games = [
...     [Game("A", "B", 1)],
...     [Game("A", "C", 0)],
...     [Game("D", "A", 0.5)],
...     [Game("A", "", 0.5, "half-bye")],
... ]
>>> buchholz("A", games) == 3.5
True

Opponents bring 0 + 1 + 0.5; the half-point bye counts as a game against a dummy with A's own 2
points (C.07, article 16.4).

Each function has a module of its own (`podium.tiebreaks.cut1`, `cut2`, `median1`, `median2`, `average`, `fore`;
Buchholz has `podium.tiebreaks`), in which it is called `tiebreak` too: who chooses a tie-break chooses a module.
Values are plain numbers: halves, which are exact, and a quotient for the average of the opponents.
"""

from __future__ import annotations

from podium.core.arguments import guard
from podium.tiebreaks.library.game import Game, GameKind, Games, Player, Players, Result
from podium.tiebreaks.library.value import value_of

__all__ = [
    "Game",
    "GameKind",
    "Player",
    "Result",
    "average_opponents_buchholz",
    "buchholz",
    "buchholz_cut1",
    "buchholz_cut2",
    "buchholz_median1",
    "buchholz_median2",
    "fore_buchholz",
]


def buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """The sum of the opponents' scores (8.1), by article 16 for unplayed rounds.

    `games[0]` is round 1; `players` names who takes part even without a game. A round without a
    record of a player is no round for that player.
    """
    return value_of("BH", player, games, players)


def buchholz_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least significant contribution (14.1)."""
    return value_of("BH/C1", player, games, players)


def buchholz_cut2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least significant contributions (14.2)."""
    return value_of("BH/C2", player, games, players)


def buchholz_median1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least and the most significant contribution (14.3)."""
    return value_of("BH/M1", player, games, players)


def buchholz_median2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least and the two most significant contributions (14.4)."""
    return value_of("BH/M2", player, games, players)


def average_opponents_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """The average Buchholz of the opponents played over the board (8.2); 0 without any."""
    return value_of("AOB", player, games, players, reach=2)


def fore_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz as if every game of the last round had been drawn (8.3)."""
    return value_of("FB", player, games, players)


guard(globals())
tiebreak = buchholz

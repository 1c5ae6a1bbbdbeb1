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

Each function has a module of its own (`cut1`, `cut2`, `median1`, `median2`, `average`, `fore`; Buchholz has this
one), in which it is called `tiebreak` too: who chooses a tie-break chooses a module. Values are plain numbers:
halves, which are exact, and a quotient for the average of the opponents.
"""

from __future__ import annotations

from podium.tiebreaks.library.average import average_opponents_buchholz
from podium.tiebreaks.library.cut1 import buchholz_cut1
from podium.tiebreaks.library.cut2 import buchholz_cut2
from podium.tiebreaks.library.fore import fore_buchholz
from podium.tiebreaks.library.game import Game, GameKind, Games, Player, Players, Result
from podium.tiebreaks.library.median1 import buchholz_median1
from podium.tiebreaks.library.median2 import buchholz_median2
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
    "tiebreak",
]


def buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """The sum of the opponents' scores (8.1), by article 16 for unplayed rounds.

    `games[0]` is round 1; `players` names who takes part even without a game. A round without a
    record of a player is no round for that player.
    """
    return value_of("BH", player, games, players)


tiebreak = buchholz

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
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol, get_args

from podium.core.errors import Invalid
from podium.core.points import Points
from podium.core.result import Worth
from podium.tiebreaks.engine import values
from podium.tiebreaks.view import Colour, Entrant, Record, View

GameKind = Literal["forfeit-loss", "forfeit-win", "full-bye", "half-bye", "pairing-bye", "zero-bye"]
_BYES = {
    "full-bye": Worth.UNPAIRED,
    "half-bye": Worth.HALF_BYE,
    "pairing-bye": Worth.BYE,
    "zero-bye": Worth.ZERO_BYE,
}
_PLAYED: dict[float, tuple[Worth, Worth]] = {
    1: (Worth.WIN, Worth.LOSS),
    0.5: (Worth.DRAW, Worth.DRAW),
    0: (Worth.LOSS, Worth.WIN),
}
_FORFEITED: dict[float, tuple[Worth, Worth]] = {
    1: (Worth.FORFEIT_WIN, Worth.FORFEIT_LOSS),
    0: (Worth.FORFEIT_LOSS, Worth.FORFEIT_WIN),
}


class HasId(Protocol):
    """Anything with an `id`."""

    @property
    def id(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Game:
    """A game, its result from White's side: 1, 0.5 or 0. A bye has no Black: `black=""`.

    `kind` says what an unplayed game was; without it the game was played. A forfeit's result says
    who won it. A bye without a kind is left out.
    """

    white: str
    black: str
    result: float
    kind: GameKind | None = None

    def __post_init__(self) -> None:
        if self.result not in (0, 0.5, 1):
            raise Invalid("result-unknown", value=self.result, allowed=(0, 0.5, 1))
        if self.kind is not None and self.kind not in get_args(GameKind):
            raise Invalid("kind-unknown", value=self.kind, allowed=get_args(GameKind))
        if self.kind is not None and self.kind.startswith("forfeit") and self.result == 0.5:
            raise Invalid("forfeit-drawn", value=self.result, kind=self.kind)
        if not self.bye and self.kind in _BYES:
            raise Invalid("bye-has-opponent", value=self.black, kind=self.kind)

    @property
    def bye(self) -> bool:
        """Whether there is no opponent; some write the player on both sides."""
        return self.black in ("", self.white)


Games = Sequence[Sequence[Game]]
Players = Iterable[str | HasId | Mapping[str, str]]
"""Ids, or players that have one as attribute or under the key `id`."""


def buchholz(player: str, games: Games, players: Players | None = None) -> Fraction:
    """The sum of the opponents' scores (8.1), by article 16 for unplayed rounds.

    `games[0]` is round 1; `players` names who takes part even without a game. A round without a
    record of a player is no round for that player.
    """
    return _value("BH", player, games, players)


def buchholz_cut1(player: str, games: Games, players: Players | None = None) -> Fraction:
    """Buchholz without the least significant contribution (14.1)."""
    return _value("BH/C1", player, games, players)


def buchholz_cut2(player: str, games: Games, players: Players | None = None) -> Fraction:
    """Buchholz without the two least significant contributions (14.2)."""
    return _value("BH/C2", player, games, players)


def buchholz_median1(player: str, games: Games, players: Players | None = None) -> Fraction:
    """Buchholz without the least and the most significant contribution (14.3)."""
    return _value("BH/M1", player, games, players)


def buchholz_median2(player: str, games: Games, players: Players | None = None) -> Fraction:
    """Buchholz without the two least and the two most significant contributions (14.4)."""
    return _value("BH/M2", player, games, players)


def average_opponents_buchholz(player: str, games: Games, players: Players | None = None) -> Fraction:
    """The average Buchholz of the opponents played over the board (8.2); 0 without any."""
    return _value("AOB", player, games, players)


def fore_buchholz(player: str, games: Games, players: Players | None = None) -> Fraction:
    """Buchholz as if every game of the last round had been drawn (8.3)."""
    return _value("FB", player, games, players)


def _value(code: str, player: str, games: Games, players: Players | None) -> Fraction:
    named = [_id(one) for one in players or ()]
    entrants = _entrants([player, *named], games)
    return Fraction(values(View(entrants), code)[player] or 0)


def _id(player: str | HasId | Mapping[str, str]) -> str:
    if isinstance(player, str):
        return player
    return player["id"] if isinstance(player, Mapping) else player.id


def _entrants(named: list[str], games: Games) -> list[Entrant]:
    """Everybody named or in a game, with a record of each round in which there is one."""
    rows: dict[str, list[Record | None]] = {name: [None] * len(games) for name in named}

    def enter(r: int, name: str, record: Record) -> None:
        row = rows.setdefault(name, [None] * len(games))
        if row[r] is not None:
            raise Invalid("player-twice-in-round", value=name, round=r + 1)
        row[r] = record

    for r, one_round in enumerate(games):
        for game in one_round:
            points = Points.of(game.result)
            if game.bye:
                if game.kind in _BYES:
                    enter(r, game.white, Record(_BYES[game.kind], points=points))
                elif game.kind is not None:
                    worth = _FORFEITED[game.result][0]
                    enter(r, game.white, Record(worth, points=points))
                continue
            white, black = (_FORFEITED if game.kind else _PLAYED)[game.result]
            enter(r, game.white, Record(white, game.black, Colour.WHITE))
            enter(r, game.black, Record(black, game.white, Colour.BLACK))
    return [Entrant(name, tuple(row)) for name, row in rows.items()]

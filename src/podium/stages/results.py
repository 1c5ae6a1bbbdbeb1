"""The results of a stage: what they are worth across groups, and what of them is carried to the next stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from podium.core.ids import PlayerId
from podium.core.points import Points

ACROSS = ("points", "wins", "sonneborn-berger")
"""What players of different groups are compared by, each for every game that counts."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that counts, and what each of the two has from it."""

    players: tuple[PlayerId, PlayerId]
    points: tuple[Points, Points]


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the table of a group; `rank` is shared by those whom no tie-break parts, `left` do not go on."""

    player: PlayerId
    rank: int
    left: bool = False


Table = tuple[Line, ...]
"""The lines of a group from the first on."""
Measure = tuple[Fraction, ...]
"""A player's values of `ACROSS`; more is better."""


class Carry(Enum):
    """The points that players bring to the next stage."""

    NONE = "none"
    ALL = "all"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Carried:
    """The points that each of those who go on begins with, and the games that are not played again."""

    points: Mapping[PlayerId, Points]
    games: tuple[Game, ...]


def carried(carry: Carry, games: Sequence[Game], totals: Mapping[PlayerId, Points]) -> Carried:
    """What those in `totals`, who go on, bring along; `totals` are all points they have, those of byes too."""
    between = tuple(game for game in games if game.players[0] in totals and game.players[1] in totals)
    if carry is Carry.NONE:
        return Carried(dict.fromkeys(totals, Points()), ())
    if carry is Carry.ALL:
        return Carried(dict(totals), between)
    points = dict.fromkeys(totals, Points())
    for game in between:
        for player, won in zip(game.players, game.points, strict=True):
            points[player] += won
    return Carried(points, between)


def measures(tables: Sequence[Table], games: Sequence[Game]) -> dict[PlayerId, Measure]:
    """What each player of the groups is compared by with those of other groups.

    All groups are counted as large as the smallest one: results against those who are placed lower than that are left
    out. Where some of the level ones are to be left out, the results against each of them count in part.
    """
    sides = _sides(games)
    counted = [[line for line in table if line.player in sides or not line.left] for table in tables]
    least = min((len(table) for table in counted), default=0)
    shares: dict[PlayerId, Fraction] = {}
    for table in counted:
        ranks = [line.rank for line in table]
        for line in table:
            above, level = sum(rank < line.rank for rank in ranks), ranks.count(line.rank)
            shares[line.player] = Fraction(min(max(least - above, 0), level), level)
    points = {player: _rate(sides.get(player, ()), shares, _points) for player in shares}
    return {
        player: (
            points[player],
            _rate(sides.get(player, ()), shares, _won),
            _rate(sides.get(player, ()), shares, lambda side: _points(side) * points.get(side.opponent, 0)),
        )
        for player in shares
    }


@dataclass(frozen=True, slots=True)
class _Side:
    """A game as one of its players sees it."""

    opponent: PlayerId
    points: Points
    against: Points


def _sides(games: Sequence[Game]) -> dict[PlayerId, list[_Side]]:
    found: dict[PlayerId, list[_Side]] = {}
    for game in games:
        (one, other), (first, second) = game.players, game.points
        found.setdefault(one, []).append(_Side(other, first, second))
        found.setdefault(other, []).append(_Side(one, second, first))
    return found


def _points(side: _Side) -> Fraction:
    return Fraction(side.points.units)


def _won(side: _Side) -> Fraction:
    return Fraction(side.points > side.against)


def _rate(sides: Sequence[_Side], shares: Mapping[PlayerId, Fraction], value: Callable[[_Side], Fraction]) -> Fraction:
    """The value for each game that counts; 0 where none does."""
    counting = [(shares.get(side.opponent, Fraction()), side) for side in sides]
    games = sum((share for share, _ in counting), Fraction())
    return sum((share * value(side) for share, side in counting), Fraction()) / games if games else Fraction()

"""Who goes on, said as plainly as it can be: every course that chance could take, tried out.

Written from `docs/rules/stages.md` alone; nothing of the engine is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

Row = tuple[str, int, bool]
"""A player, the shared rank, and whether the player has left."""
Played = tuple[str, str, Fraction]
"""Two players and what the first has of the one point of their game."""


def compared(groups: Sequence[Sequence[Row]], games: Sequence[Played]) -> dict[str, tuple[Fraction, ...]]:
    """The points, wins and Sonneborn-Berger of each player for each game, as if all groups were as small as one is.

    Where it is not known who is placed too low, it is the mean of how each one is left out as often as the others:
    here every order of the level ones is gone through, and each of their games weighed by how often it stays.
    """
    active = {player for one, other, _ in games for player in (one, other)}
    groups = [[row for row in group if row[0] in active or not row[2]] for group in groups]
    small = min(map(len, groups))
    stays: dict[str, Fraction] = {}
    for group in groups:
        for player, rank, _ in group:
            level = [row[0] for row in group if row[1] == rank]
            first = sum(row[1] < rank for row in group)
            seats = [first + order.index(player) for order in permutations(level)]
            stays[player] = Fraction(sum(seat < small for seat in seats), len(seats))
    lines: dict[str, list[tuple[str, Fraction]]] = {player: [] for player in stays}
    for one, other, points in games:
        if one in lines and other in lines:
            lines[one].append((other, points))
            lines[other].append((one, 1 - points))

    def mean(player: str, worth: Mapping[str, Fraction] | None, only_wins: bool = False) -> Fraction:
        total = sum((stays[other] for other, _ in lines[player]), Fraction())
        if not total:
            return Fraction()
        return sum(
            stays[other] * (Fraction(points > Fraction(1, 2)) if only_wins else points * (worth[other] if worth else 1))
            for other, points in lines[player]
        ) / Fraction(total)

    rates = {player: mean(player, None) for player in stays}
    return {player: (rates[player], mean(player, None, only_wins=True), mean(player, rates)) for player in stays}


def courses(groups: Sequence[Sequence[Row]], games: Sequence[Played], places: int) -> set[frozenset[str]]:
    """Everybody who could go on, in every way that ties at the cut can be decided."""
    present = [[row for row in group if not row[2]] for group in groups]
    given = [0] * len(groups)
    pool: list[int] = []
    while places:
        pool = [at for at, group in enumerate(present) if len(group) > given[at]]
        if len(pool) > places:
            break
        places -= len(pool)
        given = [count + (at in pool) for at, count in enumerate(given)]
        pool = []
    values = compared([groups[at] for at in pool], games) if pool else {}
    found = set()
    for parts in product(*(list(_parted(group, given[at])) for at, group in enumerate(present))):
        certain = {player for ahead, _ in parts for player in ahead}
        if not pool:
            found.add(frozenset(certain))
            continue
        tops = [
            [each for each in parts[at][1] if values[each] == max(values[other] for other in parts[at][1])]
            for at in pool
        ]
        for candidates in product(*tops):
            for chosen in combinations(candidates, places):
                out = [each for each in candidates if each not in chosen]
                if min(values[each] for each in chosen) >= max(values[each] for each in out):
                    found.add(frozenset(certain | set(chosen)))
    return found


def _parted(group: Sequence[Row], places: int) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Each way to give the first places of a group, and who is next then: the level ones after them."""
    ranks = sorted({row[1] for row in group})
    for rank in ranks:
        above = [row[0] for row in group if row[1] < rank]
        level = [row[0] for row in group if row[1] == rank]
        if len(above) <= places < len(above) + len(level):
            for chosen in combinations(level, places - len(above)):
                yield (*above, *chosen), tuple(each for each in level if each not in chosen)
            return
    yield tuple(row[0] for row in group), ()

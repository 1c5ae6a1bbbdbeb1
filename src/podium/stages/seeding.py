"""Where those who go on come to in a bracket: the best of their groups have the first seeds, group mates meet late.

The bracket is halved again and again. Each half gets as many of every group as the other one, or one more; that is
always possible, so of k from one group at most ceil(k / 2 ** n) are in any of the 2 ** n parts of the bracket, and no
arrangement can have fewer. Players are exchanged for that with others of the same turn in their groups; the first of
the groups, and then those of other turns, only where no other way is found.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.stages.cut import Qualifier

ATTEMPTS = 24
"""How many orders within the turns are tried to find one that needs no exchange of the first, or of other turns."""
ORDERED = 12
"""In how many of them the first of the groups begin by strength."""

Order = list[Qualifier]


def seeded(going_on: Sequence[Qualifier], by_strength: Sequence[PlayerId]) -> tuple[PlayerId, ...]:
    """The players from seed 1 on: by their turn in the group, then by what groups are compared by, then by strength,
    as far as group mates allow it."""
    strength = {player: at for at, player in enumerate(by_strength)}
    wished = sorted(going_on, key=lambda each: (each.turn, [-value for value in each.measure], strength[each.player]))
    best: tuple[tuple[int, int, int], Order] | None = None
    for attempt in range(ATTEMPTS if wished else 0):
        found = _seated(_reordered(wished, attempt))
        moved = [(each, there) for each, there in zip(found, wished, strict=True) if each != there]
        cost = (sum(a.turn != b.turn for a, b in moved), sum(b.turn == 0 for _, b in moved), len(moved))
        if best is None or cost < best[0]:
            best = cost, found
        if best[0][:2] == (0, 0):
            break
    return tuple(each.player for each in best[1]) if best else ()


def _reordered(wished: Order, attempt: int) -> Order:
    """The players with the order within each turn drawn anew, but for the first attempt."""
    if attempt == 0:
        return wished
    dice = Dice(attempt)
    turns = [list(those) for _, those in groupby(wished, key=lambda each: each.turn)]
    kept = turns[:1] if attempt < ORDERED else []
    return [each for those in (*kept, *map(dice.shuffled, turns[len(kept) :])) for each in those]


def _seated(players: Order) -> Order:
    """The players by seed, spread as evenly as can be, by as few exchanges as are found."""
    seats: dict[int, Qualifier] = {}
    parts = [(players, list(range(len(players))))]
    while parts:
        here, seeds = parts.pop()
        if len(seeds) == 1:
            seats[seeds[0]] = here[0]
            continue
        lines = [at % 4 in (0, 3) for at in range(len(here))]  # of the seeds of a part of a bracket, from the best on
        halves = _evened(here, lines)
        for half in (True, False):
            its_players = [player for player, side in zip(here, halves, strict=True) if side is half]
            parts.append((its_players, [seed for seed, side in zip(seeds, lines, strict=True) if side is half]))
    return [seats[seed] for seed in sorted(seats)]


def _evened(players: Order, lines: Sequence[bool]) -> list[bool]:
    """The halves that the players come to, begun with those of the lines: players are exchanged until each half has as
    many of every group as the other, or one more."""
    halves = list(lines)
    surplus: dict[int, int] = {}  # of a group in the half that is True
    for player, half in zip(players, halves, strict=True):
        surplus[player.group] = surplus.get(player.group, 0) + (1 if half else -1)
    while uneven := [group for group, count in surplus.items() if abs(count) > 1]:
        chain = next(
            found
            for may in _allowances(max(player.turn for player in players))
            for group in uneven
            if (found := _chain(players, halves, surplus, group, may))
        )
        for one, other in chain:
            halves[one], halves[other] = halves[other], halves[one]
            for at in (one, other):
                surplus[players[at].group] += 2 if halves[at] else -2
    return halves


May = Callable[[int, int], bool]
"""Whether players of those turns may be exchanged."""


def _allowances(last: int) -> Iterator[May]:
    """What is tried one after another: the same turn, but for the first; neighbouring turns; any."""
    yield lambda one, other: one == other > 0
    yield lambda one, other: one == other
    for apart in range(1, last + 1):
        yield lambda one, other, apart=apart: abs(one - other) <= apart and min(one, other) > 0  # type: ignore[misc]  # mypy takes no default in a lambda
    yield lambda one, other: True


def _chain(
    players: Order, halves: Sequence[bool], surplus: dict[int, int], start: int, may: May
) -> list[tuple[int, int]]:
    """The fewest exchanges that take one of the group `start` to the other half, and bring in one of a group that is
    fewer there; empty where there are none."""
    over = surplus[start] > 0
    here = [at for at in reversed(range(len(players))) if halves[at] is over]
    there = [at for at in reversed(range(len(players))) if halves[at] is not over]
    came: dict[int, tuple[int, int] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        group = waiting.popleft()
        for one in here:
            if players[one].group != group:
                continue
            for other in there:
                found = players[other].group
                if found in came or not may(players[one].turn, players[other].turn):
                    continue
                came[found] = (one, other)
                waiting.append(found)
                if surplus[found] and (surplus[found] > 0) is not over:
                    return list(_back(players, came, found))
    return []


def _back(players: Order, came: dict[int, tuple[int, int] | None], end: int) -> Iterator[tuple[int, int]]:
    while step := came[end]:
        yield step
        end = players[step[0]].group

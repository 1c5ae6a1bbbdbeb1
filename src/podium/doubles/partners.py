"""Partners for one round: a random perfect matching among players who were not partners before.

Players are numbers. `met[p]` holds the partners that p has had.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from podium.core.dice import Dice
from podium.core.matching.maximum import ALONE, perfect_matching
from podium.doubles.plan import Pairs

Met = Sequence[Collection[int]]

_PICKS = 12_000  # how much work is put into an exactly uniform draw
_HOPELESS = 7  # with so many repeated partners on average, a draw without any takes too long to come
_GLANCES = 12
_STEPS = 24  # of the chain that makes the draw uniform otherwise, for each player


def draw_halves(top: Sequence[int], bottom: Sequence[int], dice: Dice) -> Pairs:
    """Each of the top half with one of the bottom half, every way equally likely."""
    return list(zip(top, dice.shuffled(bottom), strict=True))


def draw_pairs(playing: Sequence[int], met: Met, dice: Dice) -> Pairs | None:
    """New partners for all of them, or None if that is impossible.

    Every way is equally likely while few pairs are used up: then whole draws are made until one has no
    repeated partner. Later a chain of small random changes stands in for that; its limit is the uniform
    draw too.
    """
    pairs = _by_rejection(playing, met, dice)
    if pairs is not None:
        return pairs
    mates = some_partners(playing, met, dice)
    return None if mates is None else _stirred(mates, playing, met, dice)


def some_partners(playing: Sequence[int], met: Met, dice: Dice) -> dict[int, int] | None:
    """Some partners for all of them, or None, and then there are none."""
    order = dice.shuffled(playing)
    place = {player: at for at, player in enumerate(order)}
    everyone = (1 << len(order)) - 1
    neighbours = []
    for at, player in enumerate(order):
        barred = 1 << at
        for other in met[player]:
            if other in place:
                barred |= 1 << place[other]
        neighbours.append(everyone & ~barred)
    start = _greedy(order, met, dice)
    mates = perfect_matching(neighbours, everyone, [place[start[one]] if one in start else ALONE for one in order])
    return None if mates is None else {player: order[mates[at]] for at, player in enumerate(order)}


def _greedy(order: Sequence[int], met: Met, dice: Dice) -> dict[int, int]:
    """Partners for most of them, so that little is left to search for."""
    mates: dict[int, int] = {}
    pool = list(order)
    while len(pool) > 1:
        one = pool.pop()
        for _ in range(_GLANCES):
            at = dice.below(len(pool))
            if pool[at] not in met[one]:
                mates[one], mates[pool[at]] = pool[at], one
                pool[at] = pool[-1]
                pool.pop()
                break
    return mates


def _by_rejection(playing: Sequence[int], met: Met, dice: Dice) -> Pairs | None:
    staying = frozenset(playing)
    used_up = sum(len(staying.intersection(met[player])) for player in playing)
    crowded = len(playing) > 8 and used_up * 3 > len(playing) * (len(playing) - 1) * 2
    left = 0 if crowded or used_up > 2 * _HOPELESS * (len(playing) - 1) else _PICKS
    while left > 0:
        pool = list(playing)
        pairs: Pairs = []
        while pool:
            one = pool.pop()
            at = dice.below(len(pool))
            two = pool[at]
            left -= 1
            if two in met[one]:
                break
            pool[at] = pool[-1]
            pool.pop()
            pairs.append((one, two))
        else:
            return pairs
    return None


def _stirred(mates: dict[int, int], playing: Sequence[int], met: Met, dice: Dice) -> Pairs:
    """The pairs after a random walk through perfect and nearly perfect matchings (Jerrum and Sinclair).

    Each step is as likely as its reverse, so no matching is favoured. A nearly perfect one leaves two
    players without a partner; a step slides such a gap elsewhere or closes it.
    """
    gaps: list[int] = []
    steps = _STEPS * len(playing)
    while steps > 0 or gaps:
        steps -= 1
        other = dice.pick(playing)
        if not gaps:
            if dice.below(2):
                gaps = [other, mates.pop(other)]
                del mates[gaps[1]]
            continue
        side = dice.below(2)
        gap = gaps[side]
        if other == gap or other in met[gap]:
            continue
        if other in mates:
            gaps[side] = mates.pop(other)
            del mates[gaps[side]]
        else:
            gaps = []
        mates[gap], mates[other] = other, gap
    return [(one, two) for one, two in mates.items() if one < two]

"""Partners for one round: a random perfect matching among players who were not partners before.

Players are numbers. `met[p]` holds those whom p has been partnered with.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from podium.core.dice import Dice
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
    mates = perfect(playing, met, dice)
    return None if mates is None else _stirred(mates, playing, met, dice)


def perfect(playing: Sequence[int], met: Met, dice: Dice) -> dict[int, int] | None:
    """Some partners for all of them, or None, and then there are none (Edmonds' blossoms)."""
    order = dice.shuffled(playing)
    return _Blossoms(order, met, _greedy(order, met, dice)).mates()


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


class _Blossoms:
    """Edmonds' search for a perfect matching; all who are not in `met` of each other are neighbours."""

    def __init__(self, order: Sequence[int], met: Met, mate: dict[int, int]) -> None:
        self.order = order
        self.met = met
        self.mate = mate
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {}

    def mates(self) -> dict[int, int] | None:
        for root in self.order:
            if root not in self.mate and not self._augment(root):
                return None  # by Berge, a vertex without an augmenting path stays without a partner
        return self.mate

    def _augment(self, root: int) -> bool:
        """Whether a path was found that gives `root` a partner; it is then exchanged."""
        self.parent = {}
        self.base = {vertex: vertex for vertex in self.order}
        outer = {root}
        queue = deque([root])
        while queue:
            one = queue.popleft()
            for two in self.order:
                if two in self.met[one] or self.base[one] == self.base[two] or self.mate.get(one) == two:
                    continue
                if two == root or (two in self.mate and self.mate[two] in self.parent):
                    self._contract(one, two, outer, queue)
                elif two not in self.parent:
                    self.parent[two] = one
                    if two not in self.mate:
                        self._exchange(two)
                        return True
                    outer.add(self.mate[two])
                    queue.append(self.mate[two])
        return False

    def _exchange(self, end: int) -> None:
        vertex: int | None = end
        while vertex is not None:
            before = self.parent[vertex]
            following = self.mate.get(before)
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = following

    def _contract(self, one: int, two: int, outer: set[int], queue: deque[int]) -> None:
        """Treat an odd cycle as one vertex from now on: all of it can be reached on either side."""
        stem = self._meeting(one, two)
        blossom = self._marked(one, stem, two) | self._marked(two, stem, one)
        for vertex, base in self.base.items():
            if base in blossom:
                self.base[vertex] = stem
                if vertex not in outer:
                    outer.add(vertex)
                    queue.append(vertex)

    def _meeting(self, one: int, two: int) -> int:
        """The base at which the paths of both to the root first meet."""
        seen = set()
        vertex = one
        while True:
            vertex = self.base[vertex]
            seen.add(vertex)
            if vertex not in self.mate or self.mate[vertex] not in self.parent:
                break
            vertex = self.parent[self.mate[vertex]]
        vertex = self.base[two]
        while vertex not in seen:
            vertex = self.base[self.parent[self.mate[vertex]]]
        return vertex

    def _marked(self, vertex: int, stem: int, child: int) -> set[int]:
        marked = set()
        while self.base[vertex] != stem:
            mate = self.mate[vertex]
            marked |= {self.base[vertex], self.base[mate]}
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]
        return marked

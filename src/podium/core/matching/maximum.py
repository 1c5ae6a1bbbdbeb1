"""Matchings of the greatest size, over sets kept as whole numbers, and what bounds them.

`neighbours[v]` is a set of vertices as bits. Edmonds' search labels each vertex at most once, so
a search takes a handful of operations on sets per vertex however many edges there are.

The last search from the unmatched vertices also yields the decomposition of Gallai and Edmonds:
`missable` are the vertices that some greatest matching leaves out, `barrier` their neighbours.
Without the barrier more odd parts are left than it has members: that is the proof (Tutte, Berge)
that no larger matching exists.
"""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.bits import bits_of, lowest, members

ALONE = -1
FRESH, INNER, OUTER = 0, 1, 2


class _Search:
    """A matching on its way to a larger one; `mate[v]` is the partner of v or ALONE."""

    def __init__(self, neighbours: Sequence[int], among: int, start: Sequence[int] | None = None) -> None:
        self.neighbours = neighbours
        self.among = among
        self.mate = self._quick_matching() if start is None else list(start)

    def unmatched(self) -> list[int]:
        return [vertex for vertex in members(self.among) if self.mate[vertex] == ALONE]

    def _quick_matching(self) -> list[int]:
        """Each vertex with the furthest free one, so that early ones do not eat the middle."""
        free = self.among
        neighbours = self.neighbours
        mate = [ALONE] * len(neighbours)
        while free:
            low = free & -free
            vertex = low.bit_length() - 1
            free ^= low
            if choice := neighbours[vertex] & free:
                other = choice.bit_length() - 1
                mate[vertex], mate[other] = other, vertex
                free ^= 1 << other
        return mate

    def augment(self, root: int) -> bool:
        """Whether a path was found that gives `root` a partner; it is then exchanged."""
        end = self.label_from([root])
        if end is None:
            return False
        while end != ALONE:
            before = self.reached_from[end]
            following = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = following
        return True

    def label_from(self, roots: Sequence[int]) -> int | None:
        """The unmatched vertex that an alternating path reaches; None if there is none.

        Then every vertex is labelled: OUTER at an even distance, INNER only at an odd one, or FRESH.
        """
        mate, neighbours = self.mate, self.neighbours
        self.reached_from = [ALONE] * len(neighbours)
        self.label = label = [FRESH] * len(neighbours)
        self.base = base = list(range(len(neighbours)))
        self.blossoms: dict[int, int] = {}  # by its base, the set of its vertices
        among = self.among
        inner = 0
        self.queue = list(roots)
        for root in roots:
            label[root] = OUTER
        for vertex in self.queue:
            left = neighbours[vertex] & among & ~self.blossoms.get(base[vertex], 0)
            # In order: a fresh one is reached, an outer one closes an odd cycle. Two trees never touch: there is one
            # root, or the matching is the largest.
            while step := left & ~inner:
                low = step & -step
                other = low.bit_length() - 1
                if label[other] == OUTER:
                    blossom = self._contract(vertex, other)
                    inner &= ~blossom
                    left &= -low & ~blossom  # those before are looked at from their own side
                    continue
                left ^= low
                self.reached_from[other] = vertex
                partner = mate[other]
                if partner == ALONE:
                    return other
                inner |= low
                label[other], label[partner] = INNER, OUTER
                self.queue.append(partner)
        return None

    def _contract(self, one: int, other: int) -> int:
        """Makes one blossom, whose set it gives, of the odd cycle over `one` and `other`: all of it becomes outer."""
        mate, base, label, blossoms, reached_from = self.mate, self.base, self.label, self.blossoms, self.reached_from
        root = self._meeting(base[one], base[other])
        joined = blossoms.get(root, 1 << root)
        parts: list[int] = []
        for start, beyond in ((one, other), (other, one)):
            vertex, came = start, beyond
            while base[vertex] != root:
                reached_from[vertex] = came
                came = mate[vertex]
                parts += (base[vertex], base[came])
                vertex = reached_from[came]
        turned = []
        for part in parts:
            if part in blossoms:  # the vertices of a blossom are outer already
                inside = blossoms.pop(part)
                joined |= inside
                for vertex in members(inside):
                    base[vertex] = root
            elif base[part] == part:
                joined |= 1 << part
                base[part] = root
                if label[part] != OUTER:
                    label[part] = OUTER
                    turned.append(part)
        blossoms[root] = joined
        self.queue += sorted(turned)
        return joined

    def _meeting(self, one: int, other: int) -> int:
        """The base at which the ways of two bases to their root first meet."""
        mate, base, reached_from = self.mate, self.base, self.reached_from
        if mate[one] == ALONE:
            return one
        passed = {one}
        while mate[one] != ALONE:
            one = base[reached_from[mate[one]]]
            passed.add(one)
        while other not in passed:
            other = base[reached_from[mate[other]]]
        return other

    def labelled(self, label: int) -> int:
        """The set of the vertices that have that label."""
        return bits_of(vertex for vertex, kind in enumerate(self.label) if kind == label)


class MaximumMatching(_Search):
    """A largest matching of the vertices in `among`; `missed` counts those that it leaves out."""

    def __init__(self, neighbours: Sequence[int], among: int) -> None:
        super().__init__(neighbours, among)
        # A vertex that cannot be matched now never can: its tree stays out of every later path.
        self.missed = sum(not self.augment(vertex) for vertex in self.unmatched() if self.mate[vertex] == ALONE)
        self.missable = self.barrier = 0
        if self.missed:
            self.label_from(self.unmatched())
            self.missable, self.barrier = self.labelled(OUTER), self.labelled(INNER)

    def first_partner(self, vertex: int) -> int:
        """The first partner that `vertex` has in any perfect matching; both leave the graph.

        Without the vertex its present partner is missed: the vertices that can be missed in its
        stead are those with whom the others remain matched.
        """
        left = self.mate[vertex]
        self.among &= ~(1 << vertex)
        self.mate[left] = ALONE
        self.label_from([left])
        partner = lowest(self.neighbours[vertex] & self.labelled(OUTER))
        self.among &= ~(1 << partner)
        if partner != left:
            self.mate[self.mate[partner]] = ALONE
            self.augment(left)
        return partner


def perfect_matching(neighbours: Sequence[int], among: int, start: Sequence[int] | None = None) -> list[int] | None:
    """The partner of each vertex in a matching of all of `among`, grown from `start`; None if there is none."""
    search = _Search(neighbours, among, start)
    # By Berge, a vertex without an augmenting path stays without a partner.
    found = all(search.mate[vertex] != ALONE or search.augment(vertex) for vertex in search.unmatched())
    return search.mate if found else None


def has_perfect_matching(neighbours: Sequence[int], among: int) -> bool:
    """Whether all of `among` can be matched at once."""
    if among.bit_count() % 2:
        return False
    return is_dense(neighbours, among) or perfect_matching(neighbours, among) is not None


def is_dense(neighbours: Sequence[int], among: int) -> bool:
    """Whether every vertex has so many neighbours that a perfect matching must exist.

    With at least half of the others each, a round trip through all vertices exists (Dirac).
    """
    needed = (among.bit_count() + 1) // 2
    return all((neighbours[vertex] & among).bit_count() >= needed for vertex in members(among))


def odd_parts(neighbours: Sequence[int], among: int) -> list[int]:
    """The connected parts of `among` with an odd number of vertices, each as a set."""
    parts = []
    while among:
        part = edge = among & -among
        while edge:
            low = edge & -edge
            edge ^= low
            new = neighbours[low.bit_length() - 1] & among & ~part
            part |= new
            edge |= new
        among &= ~part
        if part.bit_count() % 2:
            parts.append(part)
    return parts

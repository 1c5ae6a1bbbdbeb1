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

ALONE = -1


class Greatest:
    """A greatest matching of the vertices in `among`; `mate[v]` is the partner of v or ALONE."""

    def __init__(self, neighbours: Sequence[int], among: int) -> None:
        self.neighbours = neighbours
        self.among = among
        self.mate = [ALONE] * len(neighbours)
        self._greedy()
        self.missed = 0
        self.missable = 0
        self.barrier = 0
        for vertex in self._unmatched():
            if not self._augment(vertex):
                self.missed += 1
        # A vertex that cannot be matched now never can: its tree stays out of every later path.
        if self.missed:
            self._label_from(self._unmatched())
            self.missable, self.barrier = self.outer, self.inner

    def _unmatched(self) -> list[int]:
        left, found = self.among, []
        while left:
            low = left & -left
            vertex = low.bit_length() - 1
            if self.mate[vertex] == ALONE:
                found.append(vertex)
            left ^= low
        return found

    def _greedy(self) -> None:
        """Matches each vertex to the furthest free one, so that early ones do not eat the middle."""
        free = self.among
        mate, neighbours = self.mate, self.neighbours
        while free:
            low = free & -free
            vertex = low.bit_length() - 1
            free ^= low
            if choice := neighbours[vertex] & free:
                other = choice.bit_length() - 1
                mate[vertex], mate[other] = other, vertex
                free ^= 1 << other

    def _augment(self, root: int) -> bool:
        if self.mate[root] != ALONE:
            return True
        end = self._label_from([root])
        if end is None:
            return False
        while end != ALONE:
            before = self.reached_from[end]
            following = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = following
        return True

    def _label_from(self, roots: Sequence[int]) -> int | None:
        """The unmatched vertex that an alternating path reaches; None if there is none.

        Leaves `outer` and `inner`, the vertices at an even and only at an odd distance.
        """
        size = len(self.neighbours)
        mate, neighbours, among = self.mate, self.neighbours, self.among
        self.reached_from = [ALONE] * size
        base = list(range(size))
        bag = [1 << vertex for vertex in range(size)]  # the blossom of each base, as a set
        self.outer = self.inner = 0
        fresh = among
        queue = list(roots)
        for root in roots:
            self.outer |= 1 << root
            fresh &= ~(1 << root)
        for vertex in queue:
            reach = neighbours[vertex] & among
            step = reach & fresh
            while step:
                low = step & -step
                step ^= low
                other = low.bit_length() - 1
                self.reached_from[other] = vertex
                partner = mate[other]
                if partner == ALONE:
                    return other
                fresh &= ~(low | 1 << partner)
                step &= fresh
                self.inner |= low
                self.outer |= 1 << partner
                queue.append(partner)
            # Outer neighbours in another blossom close an odd cycle, or join two trees.
            while cycle := reach & self.outer & ~bag[base[vertex]]:
                other = (cycle & -cycle).bit_length() - 1
                if not self._shrink(vertex, other, base, bag, queue):
                    reach &= ~bag[base[other]]  # another root's tree: nothing to shrink
        self.inner &= ~self.outer
        return None

    def _shrink(self, one: int, other: int, base: list[int], bag: list[int], queue: list[int]) -> bool:
        """Makes one blossom of the cycle over `one` and `other`; False if their trees differ."""
        seen = set()
        at = base[one]
        while True:
            seen.add(at)
            if self.mate[at] == ALONE:
                break
            at = base[self.reached_from[self.mate[at]]]
        at = base[other]
        while at not in seen:
            if self.mate[at] == ALONE:
                return False
            at = base[self.reached_from[self.mate[at]]]
        root = at
        joined = bag[root]
        for start, beyond in ((one, other), (other, one)):
            vertex, came = start, beyond
            while base[vertex] != root:
                joined |= bag[base[vertex]] | bag[base[self.mate[vertex]]]
                self.reached_from[vertex] = came
                came = self.mate[vertex]
                vertex = self.reached_from[came]
                if not self.outer >> came & 1:
                    self.outer |= 1 << came
                    queue.append(came)
        left = joined & ~bag[root]  # only these change their base
        bag[root] = joined
        while left:
            low = left & -left
            base[low.bit_length() - 1] = root
            left ^= low
        return True

    def first_partner(self, vertex: int) -> int:
        """The first partner that `vertex` has in any perfect matching; both leave the graph.

        Without the vertex its present partner is missed: the vertices that can be missed in its
        stead are those with whom the others remain matched.
        """
        left = self.mate[vertex]
        self.among &= ~(1 << vertex)
        self.mate[left] = ALONE
        self._label_from([left])
        choice = self.neighbours[vertex] & self.outer
        partner = (choice & -choice).bit_length() - 1
        self.among &= ~(1 << partner)
        if partner != left:
            self.mate[self.mate[partner]] = ALONE
            self._augment(left)
        return partner


def is_perfect(neighbours: Sequence[int], among: int) -> bool:
    """Whether all of `among` can be matched at once."""
    if among.bit_count() % 2:
        return False
    return is_dense(neighbours, among) or not Greatest(neighbours, among).missed


def is_dense(neighbours: Sequence[int], among: int) -> bool:
    """Whether every vertex has so many neighbours that a perfect matching must exist.

    With at least half of the others each, a round trip through all vertices exists (Dirac).
    """
    needed = (among.bit_count() + 1) // 2
    left = among
    while left:
        low = left & -left
        if (neighbours[low.bit_length() - 1] & among).bit_count() < needed:
            return False
        left ^= low
    return True


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

"""Perfect matchings of greatest weight in any graph, by Edmonds' primal-dual method.

Weights are whole numbers of any size: many criteria can be packed into one. The search
grows one alternating tree at a time from an unmatched vertex; the moment at which an edge
becomes tight, or a blossom must open, waits in a heap, so that a step costs little even where
most edges never matter. All duals are kept as of the moment a vertex was labelled and brought
up to date when the label goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

FREE, OUTER, INNER = 0, 1, 2
ALONE = -1


class HeaviestMatching:
    """The perfect matching of greatest weight; `mate[v]` is the partner of v.

    `edges[v]` maps each neighbour of v to the weight of the edge, in both directions.
    `is_perfect` is False if no perfect matching exists; then `mate` holds what was matched.
    """

    def __init__(self, edges: Sequence[dict[int, int]]) -> None:
        self.count = len(edges)
        self.edges = [{other: 2 * weight for other, weight in row.items()} for row in edges]
        size = self.count
        self.mate = [ALONE] * size
        self.dual = [0] * size
        self.since = [0] * size
        self.top = list(range(size))
        # By vertex or blossom: a blossom's number is the vertices' count and up.
        self.base = list(range(size))
        self.parent = [ALONE] * size
        self.label = [FREE] * size
        self.entry: list[tuple[int, int]] = [(ALONE, ALONE)] * size
        self.kids: list[list[int]] = [[] for _ in range(size)]
        self.links: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        self.weight = [0] * size
        self.start = [0] * size
        self.inside = [[vertex] for vertex in range(size)]  # the vertices of each blossom
        self.unused: list[int] = []
        self._begin()
        self.is_perfect = all(self._augment_from(vertex) for vertex in range(size) if self.mate[vertex] == ALONE)

    def tight_neighbours(self) -> list[set[int]]:
        """For each vertex the neighbours with whom some matching of greatest weight may match it; no others are."""
        return [self._tight(one) for one in range(len(self.edges))]

    def _tight(self, one: int) -> set[int]:
        sums: dict[int, int] = {}  # each blossom around the vertex, with the duals of it and those around it
        around = []
        blossom = self.parent[one]
        while blossom != ALONE:
            around.append(blossom)
            blossom = self.parent[blossom]
        total = 0
        for blossom in reversed(around):
            total += self.weight[blossom]
            sums[blossom] = total
        partners = set()
        mine = self.dual[one]
        for other, weight in self.edges[one].items():
            slack = mine + self.dual[other] - weight
            if slack > 0:
                continue
            blossom = self.parent[other]
            while blossom != ALONE and blossom not in sums:
                blossom = self.parent[blossom]
            if slack + sums.get(blossom, 0) == 0:
                partners.add(other)
        return partners

    # Setting out

    def _begin(self) -> None:
        """Feasible duals, each with a tight edge, and a greedy matching over tight edges."""
        dual, mate = self.dual, self.mate
        for vertex, row in enumerate(self.edges):
            dual[vertex] = max(row.values(), default=0) // 2
        for vertex, row in enumerate(self.edges):
            if not row:
                continue
            # The least value that keeps every edge of this vertex feasible; same parity for all.
            dual[vertex] = max(weight - dual[other] for other, weight in row.items())
            if mate[vertex] == ALONE:
                own = dual[vertex]
                for other, weight in row.items():
                    if mate[other] == ALONE and own + dual[other] == weight:
                        mate[vertex], mate[other] = other, vertex
                        break

    # One search

    def _augment_from(self, root: int) -> bool:
        self.now = 0
        self.grow: list[tuple[int, int, int]] = []
        self.join: list[tuple[int, int, int]] = []
        self.open: list[tuple[int, int]] = []
        self.best: dict[int, int] = {}
        self.labelled: list[int] = []
        self._make_outer(self.top[root], (ALONE, root))
        end = self._search()
        if end is not None:
            self._flip(*end)
        self._end_search()
        return end is not None

    def _search(self) -> tuple[int, int] | None:
        """The edge from the tree to an unmatched vertex outside it; None if there is none."""
        grow, join, opening, top, label = self.grow, self.join, self.open, self.top, self.label
        while grow or join or opening:
            first = grow[0][0] if grow else join[0][0] if join else opening[0][0]
            if join and join[0][0] < first:
                first = join[0][0]
            if opening and opening[0][0] < first:
                first = opening[0][0]
            if grow and grow[0][0] == first:
                self.now = first
                _, inside, outside = heappop(grow)
                blossom = top[outside]
                if label[blossom] != FREE or self._slack_outside(inside, outside):
                    continue  # in the tree, or it was and came out: then a later entry holds
                base = self.base[blossom]
                if self.mate[base] == ALONE:
                    return inside, outside
                self._make_inner(blossom, (inside, outside))
                partner = self.mate[base]
                self._make_outer(top[partner], (base, partner))
            elif join and join[0][0] == first:
                self.now = first
                _, one, other = heappop(join)
                if top[one] != top[other]:
                    self._contract(one, other)
            else:
                self.now = first
                _, blossom = heappop(opening)
                if self.parent[blossom] == ALONE and label[blossom] == INNER and self._thickness(blossom) == 0:
                    self._open_inner(blossom)
        return None

    def _slack_outside(self, inside: int, outside: int) -> int:
        """How far the edge from the tree to a free vertex is from tight, now."""
        own = self.dual[inside] - (self.now - self.since[inside])
        return own + self.dual[outside] - self.edges[inside][outside]

    def _thickness(self, blossom: int) -> int:
        """The dual of a labelled outermost blossom, now."""
        sign = 2 if self.label[blossom] == OUTER else -2
        return self.weight[blossom] + sign * (self.now - self.start[blossom])

    def _make_outer(self, blossom: int, entry: tuple[int, int]) -> None:
        self.label[blossom] = OUTER
        self.entry[blossom] = entry
        self.start[blossom] = self.now
        self.labelled.append(blossom)
        members = self.inside[blossom]
        for vertex in members:
            self.since[vertex] = self.now
        for vertex in members:
            self._scan(vertex)

    def _make_inner(self, blossom: int, entry: tuple[int, int]) -> None:
        for vertex in self.inside[blossom]:
            self.since[vertex] = self.now
        self._relabel_inner(blossom, entry)

    def _scan(self, vertex: int) -> None:
        """Notes when each edge of a vertex that has just become outer will be tight."""
        top, label, dual, since, now, best = self.top, self.label, self.dual, self.since, self.now, self.best
        home = top[vertex]
        mine = dual[vertex]
        for other, weight in self.edges[vertex].items():
            blossom = top[other]
            if blossom == home:
                continue
            kind = label[blossom]
            if kind == FREE:
                moment = now + mine + dual[other] - weight
                if moment < best.get(other, moment + 1):
                    best[other] = moment
                    heappush(self.grow, (moment, vertex, other))
            elif kind == OUTER:
                theirs = dual[other] - (now - since[other])
                heappush(self.join, (now + (mine + theirs - weight) // 2, vertex, other))

    # Blossoms

    def _contract(self, one: int, other: int) -> None:
        """Makes one blossom of the odd cycle that the outer vertices `one` and `other` close."""
        left, right = self._path_up(one), self._path_up(other)
        while len(left) > 1 and len(right) > 1 and left[-2][0] == right[-2][0]:
            left.pop()
            right.pop()
        kids = [left[-1][0]]
        links: list[tuple[int, int]] = []
        for index in range(len(left) - 2, -1, -1):
            links.append(left[index][1])
            kids.append(left[index][0])
        links.append((one, other))
        for index in range(len(right) - 1):
            kids.append(right[index][0])
            inner, outer = right[index][1]
            links.append((outer, inner))
        blossom = self._new_blossom()
        head = kids[0]
        self.base[blossom] = self.base[head]
        self.kids[blossom], self.links[blossom] = kids, links
        self.inside[blossom] = [vertex for kid in kids for vertex in self.inside[kid]]
        self.label[blossom] = OUTER
        self.entry[blossom] = self.entry[head]
        self.weight[blossom] = 0
        self.start[blossom] = self.now
        fresh: list[int] = []
        for kid in kids:
            self.weight[kid] = self._thickness(kid) if kid >= self.count else 0
            members = self.inside[kid]
            if self.label[kid] == INNER:
                for vertex in members:
                    self.dual[vertex] += self.now - self.since[vertex]
                fresh += members
            else:
                for vertex in members:
                    self.dual[vertex] -= self.now - self.since[vertex]
            for vertex in members:
                self.since[vertex] = self.now
                self.top[vertex] = blossom
            self.parent[kid] = blossom
            self.label[kid] = FREE
        self.labelled.append(blossom)
        for vertex in fresh:
            self._scan(vertex)

    def _path_up(self, vertex: int) -> list[tuple[int, tuple[int, int]]]:
        """The blossoms from that of `vertex` to the root, each with the edge that entered it."""
        path = []
        blossom = self.top[vertex]
        while True:
            entry = self.entry[blossom]
            path.append((blossom, entry))
            if entry[0] == ALONE:
                return path
            blossom = self.top[entry[0]]

    def _new_blossom(self) -> int:
        if self.unused:
            return self.unused.pop()
        for column in (self.base, self.parent, self.label, self.weight, self.start):
            column.append(ALONE)
        self.entry.append((ALONE, ALONE))
        self.kids.append([])
        self.links.append([])
        self.inside.append([])
        return len(self.base) - 1

    def _release(self, blossom: int) -> list[int]:
        """The kids of an outermost blossom, each now outermost itself."""
        kids = self.kids[blossom]
        for kid in kids:
            self.parent[kid] = ALONE
            for vertex in self.inside[kid]:
                self.top[vertex] = kid
        self.kids[blossom], self.links[blossom] = [], []
        self.label[blossom], self.parent[blossom] = FREE, ALONE
        self.unused.append(blossom)
        return kids

    def _open_inner(self, blossom: int) -> None:
        """Opens an inner blossom whose dual ran out: part of the cycle stays in the tree."""
        entry = self.entry[blossom]
        links = self.links[blossom]
        size = len(links)
        for vertex in self.inside[blossom]:
            self.dual[vertex] += self.now - self.since[vertex]
            self.since[vertex] = self.now
        kids = self._release(blossom)
        place = kids.index(self.top[entry[1]])
        step = 1 if place % 2 else -1
        kept = {place % size}
        outer: list[tuple[int, tuple[int, int]]] = []
        self._relabel_inner(kids[place], entry)
        while place % size:
            for kind in (OUTER, INNER):
                edge = links[place % size] if step == 1 else links[(place - 1) % size][::-1]
                place += step
                kept.add(place % size)
                kid = kids[place % size]
                if kind == OUTER:
                    outer.append((kid, edge))
                else:
                    self._relabel_inner(kid, edge)
        for index, kid in enumerate(kids):
            if index not in kept:
                self.label[kid] = FREE
        for kid, edge in outer:
            self.label[kid] = OUTER
            self.entry[kid] = edge
            self.start[kid] = self.now
            self.labelled.append(kid)
        for kid, _ in outer:
            for vertex in self.inside[kid]:
                self._scan(vertex)
        for index, kid in enumerate(kids):
            if index not in kept:
                self._find_outer_neighbours(kid)

    def _relabel_inner(self, kid: int, entry: tuple[int, int]) -> None:
        self.label[kid] = INNER
        self.entry[kid] = entry
        self.start[kid] = self.now
        self.labelled.append(kid)
        if kid >= self.count:
            heappush(self.open, (self.now + self.weight[kid] // 2, kid))

    def _find_outer_neighbours(self, kid: int) -> None:
        """Notes anew the edges between the tree and a kid that has left it."""
        for vertex in self.inside[kid]:
            self.best.pop(vertex, None)
            for other, weight in self.edges[vertex].items():
                if self.label[self.top[other]] == OUTER:
                    theirs = self.dual[other] - (self.now - self.since[other])
                    heappush(self.grow, (self.now + self.dual[vertex] + theirs - weight, other, vertex))

    # The end of a search

    def _flip(self, inside: int, outside: int) -> None:
        """Matches along the path from the root over `inside` to the unmatched `outside`."""
        self._rebase(self.top[outside], outside)
        self.mate[outside] = inside
        vertex, partner = inside, outside
        while True:
            blossom = self.top[vertex]
            above, _ = self.entry[blossom]
            self._rebase(blossom, vertex)
            self.mate[vertex] = partner
            if above == ALONE:
                return
            inner = self.top[above]
            vertex, partner = self.entry[inner]
            self._rebase(inner, partner)
            self.mate[partner] = vertex

    def _rebase(self, blossom: int, vertex: int) -> None:
        """Turns a blossom, and those in it, so that `vertex` is the one matched outside it."""
        waiting = [(blossom, vertex)]  # blossoms nest deeper than calls may
        while waiting:
            blossom, vertex = waiting.pop()
            if blossom < self.count or self.base[blossom] == vertex:
                continue
            kid = vertex
            while self.parent[kid] != blossom:
                kid = self.parent[kid]
            kids, links = self.kids[blossom], self.links[blossom]
            size = len(kids)
            place = start = kids.index(kid)
            step = 1 if place % 2 else -1
            while place % size:
                place += step
                near = kids[place % size]
                edge = links[place % size] if step == 1 else links[(place - 1) % size][::-1]
                place += step
                far = kids[place % size]
                waiting += [(near, edge[0]), (far, edge[1])]
                self.mate[edge[0]], self.mate[edge[1]] = edge[1], edge[0]
            waiting.append((kid, vertex))
            self.kids[blossom] = kids[start:] + kids[:start]
            self.links[blossom] = links[start:] + links[:start]
            self.base[blossom] = vertex

    def _end_search(self) -> None:
        """Brings the duals up to date, clears the labels, dissolves blossoms without a dual."""
        for blossom in self.labelled:
            if self.parent[blossom] != ALONE or self.label[blossom] == FREE:
                continue
            sign = -1 if self.label[blossom] == OUTER else 1
            for vertex in self.inside[blossom]:
                self.dual[vertex] += sign * (self.now - self.since[vertex])
            if blossom >= self.count:
                self.weight[blossom] = self._thickness(blossom)
            self.label[blossom] = FREE
            if blossom >= self.count:
                self._dissolve(blossom)

    def _dissolve(self, blossom: int) -> None:
        waiting = [blossom]
        while waiting:
            one = waiting.pop()
            if one >= self.count and self.weight[one] == 0:
                waiting += self._release(one)

"""The sure way to pair a bracket: weighted matching over everybody who can make a difference.

Three matchings, each over the edges that the one before left open: the quality of the bracket
(C4 to C21, article 2), then which moved-down players are paired and with whom (3.7, 4.2, 4.4),
then the exchanges and transpositions of the rest (3.6, 4.2, 4.3). `pair_exactly`
forgets those below who cannot change the answer; tests compare it with a search of the whole field.
It costs the cube of the players in the worst case; `swift.py` gives the same sooner where it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from podium.core.bits import bits_of, members
from podium.core.matching.maximum import perfect_matching
from podium.core.matching.weighted import HeaviestMatching
from podium.swiss.bracket import Bracket
from podium.swiss.outlook import Window, window
from podium.swiss.transposition import Transposition

BYE = -1


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """How a bracket came out: pairs, the higher ranked first, and the players who float down."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]


class Graph:
    """The edges that may still be used, with their cost; players first, then the bye and takers."""

    def __init__(self, bracket: Bracket, seen: Window) -> None:
        self.bracket = bracket
        self.seen = seen
        self.players = [*bracket.players, *seen.below, *seen.rest]
        takers = [BYE - 1 - index for index in range(seen.takers)]
        self.vertices = [*self.players, *([BYE] if seen.bye else []), *takers]
        self.at = {player: index for index, player in enumerate(self.vertices)}
        self.costs: list[dict[int, int]] = [{} for _ in self.vertices]
        self._meetings()
        if seen.bye:
            self._byes()
        self._take_up(takers)

    def _join(self, a: int, b: int, cost: int) -> None:
        one, other = self.at[a], self.at[b]
        self.costs[one][other] = self.costs[other][one] = cost

    def _meetings(self) -> None:
        bracket = self.bracket
        may_meet = bracket.roster.may_meet
        moved, inside = set(bracket.moved), set(bracket.players)
        beyond = set(self.seen.rest)
        mask = bits_of(self.players)
        for a in self.players:
            for b in members((may_meet[a] & mask) >> (a + 1) << (a + 1)):
                if b in moved and a in moved:
                    continue  # had they been able to meet, the bracket above would have paired them
                if b in inside:
                    cost = bracket.pair_cost(a, b)
                else:
                    cost = bracket.float_cost[a] if a in inside else 0
                    if b in beyond and a not in beyond:
                        cost += bracket.past_below_cost[a]
                self._join(a, b, cost)

    def _byes(self) -> None:
        bracket = self.bracket
        inside, below = set(bracket.players), set(bracket.below)
        for player in bracket.candidates_for_bye(tuple(self.players)):
            cost = 0
            if player in inside:
                cost = bracket.float_cost[player] + bracket.bye_cost(player)
            if player in inside or player in below:
                cost += bracket.past_below_cost[player]
            self._join(player, BYE, cost)

    def _take_up(self, takers: list[int]) -> None:
        """Joins the anonymous places to all who might float to them, and to one another."""
        bracket = self.bracket
        inside = set(bracket.players)
        for index, taker in enumerate(takers):
            for player in self.players:
                cost = bracket.float_cost[player] if player in inside else 0
                if self.seen.below:
                    cost += bracket.past_below_cost[player]
                self._join(player, taker, cost)
            for other in takers[:index]:
                self._join(taker, other, 0)

    def solve(self, order: Callable[[int, int], int] | None = None, room: int = 0) -> HeaviestMatching:
        """The best matching; `order(a, b)`, below 2**room, tells apart pairs of equal quality.

        Afterwards only edges that some best matching may use are left. (Those of the matching
        found are always among them.)
        """
        edges: list[dict[int, int]] = []
        for one, row in enumerate(self.costs):
            a = self.vertices[one]
            edges.append(
                {
                    other: -((cost << room) + (order(a, self.vertices[other]) if order else 0))
                    for other, cost in row.items()
                }
            )
        found = HeaviestMatching(edges)
        if found.is_perfect:
            rows = zip(self.costs, found.tight_neighbours(), strict=True)
            self.costs = [{other: cost for other, cost in row.items() if other in tight} for row, tight in rows]
        return found

    def keep_only(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Fixes `pairs`: each of the two keeps no other edge."""
        for a, b in pairs:
            for one, other in ((self.at[a], self.at[b]), (self.at[b], self.at[a])):
                for gone in [third for third in self.costs[one] if third != other]:
                    del self.costs[one][gone]
                    del self.costs[gone][one]

    def forget(self, player: int, others: Iterable[int]) -> None:
        """Takes away the edges between a player and `others`."""
        at = self.at[player]
        for other in others:
            self.costs[at].pop(self.at[other], None)
            self.costs[self.at[other]].pop(at, None)

    def give_bye(self, player: int) -> None:
        """Leaves the bye to one player alone."""
        if BYE in self.at:
            self.forget(BYE, [other for other in self.players if other != player])

    def cost(self, found: HeaviestMatching) -> int:
        """The packed cost of a matching."""
        return sum(self.costs[one][mate] for one, mate in enumerate(found.mate) if one < mate)

    def partner(self, found: HeaviestMatching, player: int) -> int:
        return self.vertices[found.mate[self.at[player]]]


def pair_exactly(bracket: Bracket) -> BracketPairing | None:
    """The first of the best candidates of a bracket; None if the round cannot be completed."""
    return pair_within(bracket, window(bracket))


def pair_within(bracket: Bracket, seen: Window) -> BracketPairing | None:
    """The same, looking no further than the window `seen`."""
    graph = Graph(bracket, seen)
    found = graph.solve()
    if not found.is_perfect:
        return None
    inside = set(bracket.players)
    if not bracket.single and bracket.may_hold_bye:
        floaters = sum(graph.partner(found, player) not in inside for player in bracket.players)
        if floaters == 1:
            return pair_within(replace(bracket, single=True), seen)
    if bracket.moved:
        found = graph.solve(*order_of_moved(bracket))
        met = [(player, graph.partner(found, player)) for player in bracket.moved]
        graph.keep_only((a, b) for a, b in met if b in inside)
        # The limbo is settled too: a moved-down player who floats has no edge into the bracket.
        for a, b in met:
            if b not in inside:
                graph.forget(a, bracket.residents)
    else:
        met = []
    taken = {b for _, b in met}
    remainder = [player for player in bracket.residents if player not in taken]
    open_pairs = sum(graph.partner(found, player) in inside for player in remainder) // 2
    if open_pairs:
        best, bsn = graph.cost(found), {player: index for index, player in enumerate(remainder)}
        if outcome := first_transposition(graph, best, met, remainder, list(range(open_pairs))):
            return outcome
        found = graph.solve(*order_of_remainder(remainder, open_pairs, transposed=False))
        first = [index for a, index in bsn.items() if bsn.get(graph.partner(found, a), 0) > index]
        if outcome := first_transposition(graph, best, met, remainder, first):
            return outcome
        found = graph.solve(*order_of_remainder(remainder, open_pairs, transposed=True))
    partners = [(player, graph.partner(found, player)) for player in bracket.players]
    return BracketPairing(
        tuple((a, b) for a, b in partners if b in inside and a < b),
        tuple(a for a, b in partners if b not in inside),
    )


def first_transposition(
    graph: Graph, best: int, met: list[tuple[int, int]], remainder: list[int], first: list[int]
) -> BracketPairing | None:
    """The first transposition over the edges that are left, if it is among the best; else None, and weights decide.

    `met` are the moved-down players with their partners, `first` the places of S1 in the remainder. Whoever of the
    remainder has an edge out of the bracket may float; then all who are left have to go together at the `best` cost.
    """
    inside, at, costs = set(graph.bracket.players), graph.at, graph.costs
    outside = {index for index, vertex in enumerate(graph.vertices) if vertex not in inside}
    places = {at[player]: place for place, player in enumerate(remainder)}
    size = len(remainder)
    floats = range(size, 2 * (size - len(first)))
    leaving = bits_of(place for one, place in places.items() if not outside.isdisjoint(costs[one]))
    neighbours = [bits_of(places[other] for other in costs[one] if other in places) for one in places]
    neighbours = [mask | bits_of(floats if leaving >> place & 1 else ()) for place, mask in enumerate(neighbours)]
    second = (1 << size) - 1 & ~bits_of(first)
    found = Transposition([*neighbours, *([leaving] * len(floats))], [*first, *floats], second)
    if not found.is_complete:
        return None
    paired = [(a, b) for a, b in met if b in inside] + [(remainder[one], remainder[found.mate[one]]) for one in first]
    left = bits_of(range(len(costs))) & ~bits_of(at[one] for pair in paired for one in pair)
    others = [bits_of(row if one in outside else row.keys() & outside) for one, row in enumerate(costs)]
    mate = perfect_matching(others, left)
    if mate is None:
        return None
    couples = [(at[a], at[b]) for a, b in paired] + [(one, mate[one]) for one in members(left) if one < mate[one]]
    if sum(costs[one][other] for one, other in couples) != best:
        return None
    floaters = tuple(player for player in graph.bracket.players if left >> at[player] & 1)
    return BracketPairing(tuple(sorted(paired)), floaters)


def order_of_moved(bracket: Bracket) -> tuple[Callable[[int, int], int], int]:
    """Articles 4.4 and 4.2: earlier moved-down players paired first, then with earlier residents."""
    many = len(bracket.moved)
    digit = (len(bracket.residents) + 1).bit_length()
    rank = {player: index for index, player in enumerate(bracket.residents)}
    row = {player: many - 1 - index for index, player in enumerate(bracket.moved)}

    def order(a: int, b: int) -> int:
        if a not in row:
            a, b = b, a
        if a not in row:
            return 0
        if b in rank:
            return rank[b] << digit * row[a]
        return 1 << digit * many + row[a]

    return order, digit * many + many + 1


def order_of_remainder(remainder: list[int], pairs: int, *, transposed: bool) -> tuple[Callable[[int, int], int], int]:
    """Articles 4.3 and, if `transposed`, 4.2 for `pairs` pairs among the remaining residents.

    The better ranked of each pair belongs to S1: any other reading of the same pairs is a later
    exchange. So exchanges are counted, and summed up, by the better ranked of each pair.
    """
    size = len(remainder)
    bsn = {player: index for index, player in enumerate(remainder)}
    digit = size.bit_length()
    into_s1 = digit * size if transposed else 0  # one bit for each of S2, the best ranked the most significant
    out_of_s1 = into_s1 + (size - pairs)  # one bit for each of S1, the lowest ranked the most
    total = out_of_s1 + pairs
    count = total + 2 * digit
    top = count + digit

    def order(a: int, b: int) -> int:
        one, other = bsn.get(a), bsn.get(b)
        if one is None or other is None:
            return 0
        if one > other:
            one, other = other, one
        cost = one << total
        if transposed:
            cost += other << digit * (size - 1 - one)
        if one < pairs:
            return cost + (1 << out_of_s1 + one)
        # Every player of S2 who stays there costs a bit; entering S1 saves it.
        saved = 1 << into_s1 + (size - 1 - one)
        return cost + (1 << count) - saved

    return order, top + 1

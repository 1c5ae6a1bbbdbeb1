"""Matchings against exhaustive search on small graphs."""

from functools import cache

from podium.core.dice import Dice
from podium.core.matching.maximum import ALONE, MaximumMatching, has_perfect_matching, is_dense, odd_parts
from podium.core.matching.weighted import HeaviestMatching
from tests.kit.loops import seeds


def graph(seed: int, most: int = 9) -> tuple[list[int], list[dict[int, int]]]:
    """A random graph as sets of neighbours, and with weights."""
    dice = Dice(f"graph {seed}")
    size = 1 + dice.below(most)
    share, span = dice.pick([15, 30, 50, 80]), dice.pick([1, 3, 1000])
    sets, weights = [0] * size, [dict[int, int]() for _ in range(size)]
    for a in range(size):
        for b in range(a):
            if dice.chance(share):
                sets[a] |= 1 << b
                sets[b] |= 1 << a
                weights[a][b] = weights[b][a] = dice.below(2 * span + 1) - span
    return sets, weights


def most_pairs(sets: list[int], among: int) -> int:
    """The size of a greatest matching, by trying everything."""

    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        vertex = left.bit_length() - 1
        left ^= 1 << vertex
        found = best(left)
        for other in range(vertex):
            if left >> other & 1 and sets[vertex] >> other & 1:
                found = max(found, 1 + best(left ^ 1 << other))
        return found

    return best(among)


def heaviest(weights: list[dict[int, int]]) -> int | None:
    """The weight of the best perfect matching, by trying everything; None if there is none."""

    @cache
    def best(left: int) -> int | None:
        if not left:
            return 0
        vertex = left.bit_length() - 1
        left ^= 1 << vertex
        totals = [
            rest + weight
            for other, weight in weights[vertex].items()
            if left >> other & 1 and (rest := best(left ^ 1 << other)) is not None
        ]
        return max(totals, default=None)

    return best((1 << len(weights)) - 1)


@seeds(range(60), long=range(3000))
def test_a_greatest_matching_and_what_proves_it(seed: int) -> None:
    sets, _ = graph(seed)
    everyone = (1 << len(sets)) - 1
    found = MaximumMatching(sets, everyone)
    assert all(mate == ALONE or (found.mate[mate] == at and sets[at] >> mate & 1) for at, mate in enumerate(found.mate))
    pairs = most_pairs(sets, everyone)
    assert found.missed == len(sets) - 2 * pairs
    missable = sum(1 << at for at in range(len(sets)) if found.missed and most_pairs(sets, everyone ^ 1 << at) == pairs)
    assert found.missable == missable
    if found.missed:
        parts = odd_parts(sets, everyone & ~found.barrier)
        assert len(parts) - found.barrier.bit_count() == found.missed
    assert has_perfect_matching(sets, everyone) == (found.missed == 0)


@seeds(range(60), long=range(3000))
def test_the_first_partner_of_each_in_turn_is_the_first_possible(seed: int) -> None:
    sets, _ = graph(seed, 8)
    everyone = (1 << len(sets)) - 1
    found = MaximumMatching(sets, everyone)
    if found.missed:
        return
    left = everyone
    while left:
        vertex = (left & -left).bit_length() - 1
        rest = left ^ 1 << vertex
        possible = [
            other
            for other in range(len(sets))
            if rest >> other & 1
            and sets[vertex] >> other & 1
            and 2 * most_pairs(sets, rest ^ 1 << other) == (rest ^ 1 << other).bit_count()
        ]
        partner = found.first_partner(vertex)
        assert partner == possible[0]
        left = rest ^ 1 << partner


@seeds(range(100), long=range(5000))
def test_a_perfect_matching_of_greatest_weight(seed: int) -> None:
    _, weights = graph(seed, 10)
    found = HeaviestMatching(weights)
    best = heaviest(weights)
    assert found.is_perfect == (best is not None)
    if best is not None:
        assert all(found.mate[mate] == at for at, mate in enumerate(found.mate))
        assert sum(weights[at][mate] for at, mate in enumerate(found.mate)) == 2 * best
        assert all(mate in tight for mate, tight in zip(found.mate, found.tight_neighbours(), strict=True))


def test_weights_may_be_of_any_size() -> None:
    big = 1 << 500
    weights = [
        {1: big, 2: big + 1, 3: 0},
        {0: big, 2: 0, 3: big + 1},
        {0: big + 1, 1: 0, 3: big},
        {0: 0, 1: big + 1, 2: big},
    ]
    assert HeaviestMatching(weights).mate == [2, 3, 0, 1]


def test_dense_graphs_need_no_search() -> None:
    size = 12
    full = [(1 << size) - 1 & ~(1 << at) for at in range(size)]
    assert is_dense(full, (1 << size) - 1)
    ring = [1 << (at + 1) % size | 1 << (at - 1) % size for at in range(size)]
    assert not is_dense(ring, (1 << size) - 1)
    assert has_perfect_matching(ring, (1 << size) - 1)

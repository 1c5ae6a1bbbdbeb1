"""One round of partners: found if there is any, and drawn fairly."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from podium.core.dice import Dice
from podium.doubles.partners import _stirred, draw_halves, draw_pairs, some_partners
from tests.kit.loops import examples


def exists(players: list[int], met: list[set[int]]) -> bool:
    """Whether all of them can have new partners; by trying everything."""
    if not players:
        return True
    one, *others = players
    return any(two not in met[one] and exists([each for each in others if each != two], met) for two in others)


@st.composite
def former_partners(draw: st.DrawFn) -> list[set[int]]:
    size = draw(st.sampled_from([4, 6, 8, 10]))
    met: list[set[int]] = [set() for _ in range(size)]
    for one, two in draw(st.lists(st.sampled_from(list(combinations(range(size), 2))), max_size=size * size // 2)):
        met[one].add(two)
        met[two].add(one)
    return met


@settings(max_examples=examples(300))
@given(former_partners(), st.integers(0, 99))
def test_new_partners_are_found_exactly_if_there_are_any(met: list[set[int]], seed: int) -> None:
    players = list(range(len(met)))
    for pairs in (draw_pairs(players, met, Dice(seed)), some_partners(players, met, Dice(seed))):
        assert (pairs is not None) == exists(players, met)
        if isinstance(pairs, list):
            assert sorted(player for pair in pairs for player in pair) == players
            assert not [pair for pair in pairs if pair[1] in met[pair[0]]]


def everything_equally_often(drawn: Counter[object], ways: int) -> bool:
    """Whether each of so many ways came up, none more than half as often again as another should."""
    mean = sum(drawn.values()) / ways
    return len(drawn) == ways and max(abs(times - mean) for times in drawn.values()) < mean / 2


def test_every_way_to_find_partners_is_equally_likely() -> None:
    met: list[set[int]] = [{1}, {0}, {3}, {2}, set(), set()]
    drawn: Counter[object] = Counter()
    for seed in range(1000):
        pairs = draw_pairs(range(6), met, Dice(seed))
        assert pairs is not None
        drawn[frozenset(map(frozenset, pairs))] += 1
    assert everything_equally_often(drawn, 10)


def test_the_random_walk_is_equally_likely_to_end_anywhere() -> None:
    met: list[set[int]] = [{1}, {0}, {3}, {2}, set(), set()]
    drawn: Counter[object] = Counter()
    for seed in range(1000):
        start = {0: 2, 2: 0, 1: 3, 3: 1, 4: 5, 5: 4}
        drawn[frozenset(map(frozenset, _stirred(start, range(6), met, Dice(seed))))] += 1
    assert everything_equally_often(drawn, 10)


def test_every_way_to_join_the_halves_is_equally_likely() -> None:
    drawn: Counter[object] = Counter(tuple(draw_halves([0, 1, 2], [3, 4, 5], Dice(seed))) for seed in range(900))
    assert everything_equally_often(drawn, 6)


@pytest.mark.parametrize("used", [10, 60])
def test_a_large_hall_finds_partners_late_in_a_long_event(used: int) -> None:
    size = 200
    met = [{(player + step) % size for step in range(-used // 2, used // 2 + 1)} for player in range(size)]
    pairs = draw_pairs(range(size), met, Dice(1))
    assert pairs is not None
    assert sorted(player for pair in pairs for player in pair) == list(range(size))
    assert not [pair for pair in pairs if pair[1] in met[pair[0]]]

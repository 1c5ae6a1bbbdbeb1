"""Whose turn it is to sit out."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from podium.doubles.fair import keeps_turn, turn

counts = st.lists(st.integers(0, 3), min_size=4, max_size=9)


def in_turn(had: list[int], free: tuple[int, ...]) -> bool:
    """The rule as it is written: nobody sits out while one with fewer free games plays."""
    return all(had[out] <= had[other] for out in free for other in range(len(had)) if other not in free)


@given(counts)
def test_whose_turn_it_is_is_exactly_what_the_rule_allows(had: list[int]) -> None:
    who = turn(had)
    chosen = {frozenset((*who.due, *some)) for some in combinations(who.level, who.rest)}
    allowed = {frozenset(some) for some in combinations(range(len(had)), len(had) % 4) if in_turn(had, some)}
    assert chosen == allowed


@given(counts, st.data())
def test_a_sequence_keeps_the_turn_if_every_round_does(had: list[int], data: st.DataObject) -> None:
    some = st.sets(st.integers(0, len(had) - 1), min_size=len(had) % 4, max_size=len(had) % 4).map(tuple)
    rounds = data.draw(st.lists(some, max_size=4))
    now = list(had)
    expected = True
    for free in rounds:
        expected = expected and in_turn(now, free)
        for player in free:
            now[player] += 1
    assert keeps_turn(had, rounds) == expected

"""What every Berger schedule promises, whatever its size."""

from collections import Counter
from itertools import combinations, groupby

from hypothesis import given
from hypothesis import strategies as st

from podium.roundrobin import Schedule, berger

any_field = st.integers(2, 80)
even_field = st.integers(1, 40).map(lambda half: 2 * half)
odd_field = st.integers(1, 40).map(lambda half: 2 * half + 1)
cycles = st.sampled_from((1, 2))


def colours(schedule: Schedule, seat: int) -> str:
    """The colours of one seat in order of play, a free round left out."""
    return "".join(
        "w" if seat == white else "b"
        for played in schedule.rounds
        for white, black in played.boards
        if seat in (white, black)
    )


def longest_streak(of: str) -> int:
    return max(len(list(run)) for _, run in groupby(of))


@given(any_field, cycles)
def test_everybody_appears_once_a_round(seats: int, cycles: int) -> None:
    for played in berger(seats, cycles).rounds:
        seen = [seat for pair in played.boards for seat in pair]
        free = [] if played.free is None else [played.free]
        assert sorted(seen + free) == list(range(1, seats + 1))


@given(any_field, cycles, st.booleans())
def test_each_pair_meets_once_a_cycle_and_in_two_cycles_with_both_colours(seats: int, cycles: int, swap: bool) -> None:
    schedule = berger(seats, cycles, swap_last_two=swap and cycles == 2)
    pairs = list(combinations(range(1, seats + 1), 2))
    for cycle in range(1, cycles + 1):
        met = [tuple(sorted(b)) for r in schedule.rounds if r.cycle == cycle for b in r.boards]
        assert sorted(met) == pairs
    games = Counter(board for r in schedule.rounds for board in r.boards)
    assert max(games.values()) == 1


@given(even_field)
def test_in_an_even_field_whites_and_blacks_differ_by_exactly_one(seats: int) -> None:
    schedule = berger(seats)
    for seat in range(1, seats + 1):
        count = Counter(colours(schedule, seat))
        assert abs(count["w"] - count["b"]) == 1


@given(odd_field)
def test_in_an_odd_field_everybody_has_as_many_whites_as_blacks(seats: int) -> None:
    schedule = berger(seats)
    for seat in range(1, seats + 1):
        count = Counter(colours(schedule, seat))
        assert count["w"] == count["b"]


@given(odd_field, cycles)
def test_in_an_odd_field_everybody_is_free_once_a_cycle(seats: int, cycles: int) -> None:
    free = Counter((r.cycle, r.free) for r in berger(seats, cycles).rounds)
    assert free == Counter({(c, seat): 1 for c in range(1, cycles + 1) for seat in range(1, seats + 1)})


@given(even_field.filter(lambda seats: seats >= 4))
def test_the_swap_prevents_the_three_colours_in_a_row_that_occur_without_it(seats: int) -> None:
    def worst(swap: bool) -> int:
        schedule = berger(seats, cycles=2, swap_last_two=swap)
        return max(longest_streak(colours(schedule, seat)) for seat in range(1, seats + 1))

    assert (worst(swap=False), worst(swap=True)) == (3, 2)

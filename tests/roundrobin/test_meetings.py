"""Round robins made by hand: everybody meets once a cycle, and nobody has a colour three times in a row."""

from __future__ import annotations

from podium.roundrobin import Plan, berger, second_meetings, short_of_opponents, third_colours
from tests.kit.loops import every


def by_table(seats: int, cycles: int = 1, *, swapped: bool = True) -> Plan[int]:
    table = berger(seats, cycles, swap_last_two=swapped and cycles == 2)
    rounds = tuple(frozenset(row.boards) for row in table.rounds)
    return Plan(rounds, len(rounds) // cycles, cycles)


@every(("seats", "cycles"), [(5, 1), (6, 1), (5, 2), (6, 2), (10, 2)])
def test_nothing_speaks_against_the_tables(seats: int, cycles: int) -> None:
    plan, players = by_table(seats, cycles), set(range(1, seats + 1))
    for number in range(1, len(plan.rounds) + 1):
        assert list(second_meetings(plan, number)) == []
        assert short_of_opponents(plan, number, players) == set()
        assert third_colours(plan, number) == set()


def test_two_cycles_as_the_table_prints_them_have_three_equal_colours_where_they_meet() -> None:
    plan = by_table(6, 2, swapped=False)
    assert {number for number in range(1, 11) if third_colours(plan, number)} == {5, 6, 7}


def test_a_second_meeting_counts_inside_a_cycle_only() -> None:
    games = frozenset({(1, 2), (3, 4)})
    again = frozenset({(2, 1), (4, 3)})
    one = Plan((games, None, None, again, None, None), length=3, cycles=1)
    assert sorted(second_meetings(one, 4)) == [((2, 1), 1), ((4, 3), 1)]
    assert list(second_meetings(Plan(one.rounds, length=3, cycles=2), 4)) == []
    assert sorted(second_meetings(Plan((games, again, None), 3), 1)) == [((1, 2), 2), ((3, 4), 2)]


def test_who_sits_out_an_even_round_cannot_meet_everybody_any_more() -> None:
    plan = Plan((frozenset({(1, 4)}), None, None), length=3)
    assert short_of_opponents(plan, 1, {1, 2, 3, 4}) == {2, 3}
    odd: Plan[int] = Plan((frozenset({(1, 2)}), None, None), length=3)
    assert short_of_opponents(odd, 1, {1, 2, 3}) == set()
    assert short_of_opponents(odd.with_round(2, frozenset({(1, 2)})), 2, {1, 2, 3}) == {3}


def test_rounds_that_will_not_be_played_do_not_matter() -> None:
    plan = Plan((frozenset({(1, 2), (3, 4)}), None), length=3, cycles=2)
    assert list(plan.cycle_of(2)) == [1, 2]
    assert list(second_meetings(plan, 1)) == []

"""The tables as the FIDE Handbook prints them (C.05, Annex 1), and what is refused."""

import pytest

from podium.core.errors import Invalid, Refused
from podium.roundrobin import Schedule, ScheduledRound, berger, rounds_needed
from tests.kit.loops import every

PRINTED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1
    """,
}


def rows(text: str) -> list[tuple[tuple[int, int], ...]]:
    """The boards of each line of a printed table."""
    return [
        tuple((int(white), int(black)) for white, black in (b.split("-") for b in line.split()))
        for line in text.strip().splitlines()
    ]


def boards(schedule: Schedule) -> list[tuple[tuple[int, int], ...]]:
    return [played.boards for played in schedule.rounds]


@every("seats", PRINTED, ids=lambda seats: f"{seats} players")
def test_an_even_field_follows_the_printed_table(seats: int) -> None:
    assert boards(berger(seats)) == rows(PRINTED[seats])


@every("seats", PRINTED, ids=lambda seats: f"{seats - 1} players")
def test_an_odd_field_follows_the_next_table_and_whoever_meets_its_last_seat_is_free(
    seats: int,
) -> None:
    schedule = berger(seats - 1)
    for played, printed in zip(schedule.rounds, rows(PRINTED[seats]), strict=True):
        against_the_last = next(pair for pair in printed if seats in pair)
        assert played.boards == tuple(pair for pair in printed if seats not in pair)
        assert {played.free, seats} == set(against_the_last)


def test_the_second_cycle_repeats_the_first_with_colours_reversed() -> None:
    schedule = berger(6, cycles=2)
    assert boards(schedule)[:5] == rows(PRINTED[6])
    assert boards(schedule)[5:] == rows("""
        6-1 5-2 4-3
        4-6 3-5 2-1
        6-2 1-3 5-4
        5-6 4-1 3-2
        6-3 2-4 1-5
    """)
    assert [(r.number, r.cycle) for r in schedule.rounds] == [
        *((n, 1) for n in range(1, 6)),
        *((n, 2) for n in range(6, 11)),
    ]


def test_the_swap_exchanges_the_last_two_rounds_of_the_first_cycle_only() -> None:
    plain, swapped = berger(6, cycles=2), berger(6, cycles=2, swap_last_two=True)
    order = [1, 2, 3, 5, 4, 6, 7, 8, 9, 10]
    assert boards(swapped) == [plain.round(n).boards for n in order]
    assert [r.number for r in swapped.rounds] == list(range(1, 11))


def test_two_seats_play_a_match() -> None:
    assert boards(berger(2)) == [((1, 2),)]
    assert boards(berger(2, cycles=2, swap_last_two=True)) == [((1, 2),), ((2, 1),)]


def test_three_seats_give_each_one_free_round() -> None:
    assert berger(3).rounds == (
        ScheduledRound(1, 1, ((2, 3),), free=1),
        ScheduledRound(2, 1, ((1, 2),), free=3),
        ScheduledRound(3, 1, ((3, 1),), free=2),
    )


@every(
    ("seats", "cycles", "rounds"),
    [(2, 1, 1), (3, 1, 3), (4, 1, 3), (9, 1, 9), (10, 1, 9), (10, 2, 18), (11, 2, 22)],
)
def test_rounds_needed(seats: int, cycles: int, rounds: int) -> None:
    assert rounds_needed(seats, cycles) == rounds == len(berger(seats, cycles).rounds)


NONE = {"field": "cycles", "value": 0, "most": 2}
THREE = {"field": "cycles", "value": 3, "most": 2}


@every(
    ("seats", "cycles", "code", "facts"),
    [
        pytest.param(0, 1, "too-few-seats", {"seats": 0, "fewest": 2}, id="no seat at all"),
        pytest.param(1, 1, "too-few-seats", {"seats": 1, "fewest": 2}, id="a player alone"),
        pytest.param(-4, 1, "too-few-seats", {"seats": -4, "fewest": 2}, id="a negative number"),
        pytest.param(6, 0, "cycles-out-of-range", NONE, id="no cycle"),
        pytest.param(6, 3, "cycles-out-of-range", THREE, id="three cycles"),
    ],
)
def test_an_impossible_field_is_refused_with_its_numbers(
    seats: int, cycles: int, code: str, facts: dict[str, object]
) -> None:
    for asked in (berger, rounds_needed):
        with pytest.raises(Refused) as refused:
            asked(seats, cycles)
        assert (refused.value.code, dict(refused.value.facts)) == (code, facts)


def test_a_swap_without_a_second_cycle_is_refused() -> None:
    with pytest.raises(Invalid) as refused:
        berger(6, swap_last_two=True)
    assert refused.value.code == "swap-needs-two-cycles"


@every("number", [-1, 0, 4], ids=["below zero", "round zero", "after the last"])
def test_a_round_the_schedule_does_not_have_is_refused(number: int) -> None:
    with pytest.raises(Refused) as refused:
        berger(4).round(number)
    assert refused.value.code == "no-such-round"
    assert refused.value.facts["round"] == number

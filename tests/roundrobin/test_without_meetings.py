"""A table without games that were played before: nobody meets twice, nobody is left out, in few rounds."""

from __future__ import annotations

from itertools import combinations

from podium.roundrobin import berger, without_meetings


def test_groups_that_have_played_meet_all_others_once_in_few_rounds() -> None:
    for groups in range(2, 6):
        for size in range(1, 6):
            seats = groups * size
            if seats < 3:
                continue
            met = {
                frozenset(pair) for pair in combinations(range(1, seats + 1), 2) if pair[0] % groups == pair[1] % groups
            }
            table = without_meetings(berger(seats), met)
            played = [frozenset(board) for row in table.rounds for board in row.boards]
            assert sorted(map(sorted, played)) == sorted(
                sorted(pair) for pair in map(frozenset, combinations(range(1, seats + 1), 2)) if pair not in met
            )
            for row in table.rounds:
                seated = [seat for board in row.boards for seat in board]
                assert len(seated) == len(set(seated))
            assert len(table.rounds) <= seats - size + 2


def test_of_two_cycles_each_game_stays_with_its_colours() -> None:
    table = without_meetings(berger(4, 2), {frozenset((1, 2))})
    boards = [board for row in table.rounds for board in row.boards]
    assert len(boards) == len(set(boards)) == 10


def test_nothing_is_left_where_all_have_met() -> None:
    met = {frozenset(pair) for pair in combinations(range(1, 5), 2)}
    assert without_meetings(berger(4), met).rounds == ()

"""Rounds against the Berger tables; gacrux, FIDE's reference checker, makes the tables of the judge."""

from gacrux.berger import bergertables

from podium.roundrobin import RoundDifference, berger, differing_rounds
from tests.kit.loops import every

Pairs = frozenset[tuple[int, int]]


def judged(seats: int) -> list[Pairs]:
    """One cycle as the judge pairs it, without whoever is free."""
    rounds = bergertables(seats)["pairing"].values()
    every = ([(pair["white"], pair["black"]) for pair in boards.values()] for boards in rounds)
    return [frozenset(pair for pair in pairs if max(pair) <= seats) for pairs in every]


def turned(rounds: list[Pairs]) -> list[Pairs]:
    return [frozenset((black, white) for white, black in pairs) for pairs in rounds]


def exchanged(rounds: list[Pairs]) -> list[Pairs]:
    """With the last two rounds in each other's place."""
    return [*rounds[:-2], *reversed(rounds[-2:])]


@every("seats", [*range(2, 15), 21, 40])
def test_the_tables_of_the_judge_have_no_difference(seats: int) -> None:
    once = judged(seats)
    assert differing_rounds(seats, 1, once) == []
    assert differing_rounds(seats, 2, once + turned(once)) == []
    assert differing_rounds(seats, 2, exchanged(once) + turned(once)) == []


def test_a_board_that_differs_is_named() -> None:
    rounds = [frozenset(each.boards) for each in berger(6).rounds]
    rounds[2] = frozenset({(6, 1), (3, 2), (4, 5)})
    assert differing_rounds(6, 1, rounds) == [
        RoundDifference(3, missing=((1, (2, 6)), (2, (3, 1))), extra=((3, 2), (6, 1)))
    ]


def test_exchanged_colours_are_told_apart_from_other_opponents() -> None:
    [colours] = differing_rounds(4, 1, [frozenset({(4, 1), (2, 3)})])
    [others] = differing_rounds(4, 1, [frozenset({(1, 2), (3, 4)})])
    assert (colours.colours_only, others.colours_only) == (True, False)
    assert others.missing == ((1, (1, 4)), (2, (2, 3)))


def test_a_game_that_neither_could_play_is_no_difference() -> None:
    assert differing_rounds(4, 1, [frozenset({(2, 3)})]) == []


def test_a_round_beyond_the_table_differs_in_every_game() -> None:
    rounds = [frozenset(each.boards) for each in berger(4).rounds]
    assert differing_rounds(4, 1, [*rounds, rounds[0]]) == [RoundDifference(4, (), ((1, 4), (2, 3)))]

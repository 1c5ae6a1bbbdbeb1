"""The seats of a round robin that was begun without a table are found from its games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.roundrobin import berger, seating
from tests.kit.loops import every


def games(order: list[str], rounds: int, cycles: int = 1) -> list[list[tuple[str, str]]]:
    """The first rounds of the table with these players in their seats."""
    table = berger(len(order), cycles).rounds[:rounds]
    return [[(order[white - 1], order[black - 1]) for white, black in each.boards] for each in table]


def belongs(order: tuple[str, ...], played: list[list[tuple[str, str]]], cycles: int = 1) -> bool:
    """Whether each game is in its round of the table, either colour."""
    table = games(list(order), len(played), cycles)
    return all(
        {frozenset(game) for game in now} <= {frozenset(game) for game in planned}
        for now, planned in zip(played, table, strict=True)
    )


@given(st.permutations("ABCDEFGHI"), st.integers(2, 9), st.integers(1, 18), st.booleans(), st.data())
def test_games_of_a_table_find_their_seats(
    drawn: list[str], size: int, rounds: int, twice: bool, data: st.DataObject
) -> None:
    order, cycles = drawn[:size], 2 if twice else 1
    played = games(order, rounds, cycles)
    missing = data.draw(st.sets(st.sampled_from([game for each in played for game in each]), max_size=3))
    left = [[game for game in each if game not in missing] for each in played]
    found = seating(berger(size, cycles), sorted(order), left)
    assert found is not None
    assert sorted(found) == sorted(order)
    assert belongs(found, left, cycles)


@given(st.permutations("ABCDEFGH"))
def test_a_table_goes_on_where_it_was(drawn: list[str]) -> None:
    """From three rounds on the games leave one order, so the rest of the table is the one that was meant."""
    found = seating(berger(8), sorted(drawn), games(drawn, 3))
    assert found is not None
    assert games(list(found), 7) == games(drawn, 7)


def test_of_several_orders_that_of_the_list_is_taken() -> None:
    shuffled = list(reversed(games(list("ABCDEF"), 1)[0]))
    assert seating(berger(6), "ABCDEF", [shuffled]) == tuple("ABCDEF")


def test_other_colours_than_the_table_has_do_not_matter() -> None:
    turned = [[(black, white) for white, black in each] for each in games(list("ABCDEF"), 2)]
    found = seating(berger(6), "ABCDEF", turned)
    assert found is not None
    assert belongs(found, turned)


@every(
    "played",
    [
        pytest.param([[("A", "B"), ("C", "D")], [("A", "B"), ("C", "D")]], id="the same games twice"),
        pytest.param([[("A", "B"), ("C", "D"), ("E", "F")], [("A", "C"), ("B", "D"), ("E", "F")]], id="one pair twice"),
        pytest.param(
            [
                [("A", "B"), ("C", "D"), ("E", "F"), ("G", "H")],
                [("A", "C"), ("B", "D"), ("E", "G"), ("F", "H")],
            ],
            id="two rounds that fall into halves, as no two of a table of eight do",
        ),
        pytest.param([[("A", "B")], [("B", "A")]], id="more rounds than the table has"),
    ],
)
def test_games_of_no_table_have_no_seats(played: list[list[tuple[str, str]]]) -> None:
    players = sorted({player for each in played for game in each for player in game})
    assert seating(berger(len(players)), players, played) is None

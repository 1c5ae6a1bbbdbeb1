"""Each criterion by itself, and cases in which one of them decides."""

import pytest

from podium.core.errors import Unpairable
from podium.swiss import criteria as c
from podium.swiss import pair
from podium.swiss.pairing import bye_score
from podium.swiss.roster import Roster
from tests.kit.loops import every
from tests.kit.swiss import field, pairs_of


def meet(table: str, *, rounds: int = 9) -> tuple[Roster, int, int]:
    """The roster of a table with the places of players 1 and 2, the higher ranked first."""
    roster = Roster(field(table, rounds=rounds))
    a, b = sorted((roster.index[1], roster.index[2]))
    return roster, a, b


# Two players who had these colours against others.
def coloured(one: str, two: str) -> str:
    rows: list[list[str]] = [[] for _ in range(10)]
    for player, colours in ((0, one), (1, two)):
        for round_number, colour in enumerate(colours):
            opponent = 2 + player * 4 + round_number
            rows[player].append(f"{opponent + 1}{colour}=")
            rows[opponent] += ["Z"] * (round_number - len(rows[opponent]))
            rows[opponent].append(f"{player + 1}{'b' if colour == 'w' else 'w'}=")
    length = max(len(row) for row in rows)
    return "\n".join(" ".join(row + ["Z"] * (length - len(row))) for row in rows)


@every(
    ("one", "two", "c10", "c11", "c12", "c13"),
    [
        pytest.param("wb", "bw", 0, 0, 0, 0, id="different wishes cost nothing"),
        pytest.param("bw", "bw", 0, 0, 1, 0, id="one mild wish refused"),
        pytest.param("bw", "w", 0, 0, 1, 0, id="against a strong one, the mild is refused"),
        pytest.param("w", "w", 0, 0, 1, 1, id="one strong wish refused"),
        pytest.param("bww", "w", 0, 0, 1, 1, id="against an absolute one, the strong is refused"),
        pytest.param("bww", "bww", 0, 1, 1, 0, id="a third time the same colour"),
        pytest.param("ww", "ww", 1, 1, 1, 0, id="a difference of three, too"),
        pytest.param("ww", "bww", 0, 1, 1, 0, id="the narrower difference gets the third"),
    ],
)
def test_colours(one: str, two: str, c10: int, c11: int, c12: int, c13: int) -> None:
    roster, a, b = meet(coloured(one, two))
    assert [count(roster, a, b) for count in (c.c10, c.c11, c.c12, c.c13)] == [c10, c11, c12, c13]


FLOATS = """
3w1 2w0 4b=
4b= 1b1 3w1
1b0 Z   2b0
2w= Z   1w=
"""


def test_floats_of_the_last_two_rounds() -> None:
    roster = Roster(field(FLOATS))
    at = roster.index
    # Round 2: 1 (with 1.0) met 2 (with 0.5). Round 3: 2 (1.5) met 3 (0), 1 (1.0) met 4 (0.5).
    assert {number: c.c14(roster, at[number]) for number in at} == {1: 1, 2: 1, 3: 0, 4: 0}
    assert {number: c.c15(roster, at[number]) for number in at} == {1: 0, 2: 0, 3: 1, 4: 1}
    assert {number: c.c16(roster, at[number]) for number in at} == {1: 1, 2: 0, 3: 0, 4: 0}
    assert {number: c.c17(roster, at[number]) for number in at} == {1: 0, 2: 1, 3: 0, 4: 0}
    for later, earlier in ((c.c18, c.c14), (c.c19, c.c15), (c.c20, c.c16), (c.c21, c.c17)):
        assert [later(roster, one) for one in at.values()] == [earlier(roster, one) for one in at.values()]


def test_c1_a_forfeited_game_is_no_meeting() -> None:
    roster, a, b = meet("2w1\n1b0\nZ\nZ")
    assert not roster.may_meet[a] >> b & 1
    roster, a, b = meet("2w+\n1b-\nZ\nZ")
    assert roster.may_meet[a] >> b & 1


@every(
    ("record", "may"),
    [("U", False), ("F", False), ("4w+", False), ("H", True), ("Z", True), ("4w-", True), ("4w1", True)],
)
def test_c2_who_may_have_the_bye(record: str, may: bool) -> None:
    answers = {"4w+": "1b-", "4w-": "1b+", "4w1": "1b0"}
    table = f"{record}\nZ\nZ\n{answers.get(record, 'Z')}"
    roster = Roster(field(table))
    assert roster.may_have_bye[roster.index[1]] is may


def test_c3_binds_all_but_topscorers_of_the_last_round() -> None:
    table = coloured("ww", "ww").replace("=", "1")
    roster, a, b = meet(table)
    assert not roster.may_meet[a] >> b & 1
    roster, a, b = meet(table, rounds=3)
    assert roster.topscorer[a]
    assert roster.may_meet[a] >> b & 1
    roster, a, b = meet(coloured("ww", "ww"), rounds=3)  # half the points are not more than half
    assert not roster.topscorer[a]
    assert not roster.may_meet[a] >> b & 1


def test_c3_lets_a_topscorer_meet_somebody_else_with_the_same_absolute_wish() -> None:
    table = coloured("ww", "ww").splitlines()
    table[0] = table[0].replace("=", "1")
    roster, a, b = meet("\n".join(table), rounds=3)
    assert roster.topscorer[a]
    assert not roster.topscorer[b]
    assert roster.may_meet[a] >> b & 1


def test_c5_the_bye_goes_to_the_lowest_score() -> None:
    assert bye_score(Roster(field("4w1\n5b1\nU\n1b0\n2w0"))) == 0


def test_c4_the_bye_goes_higher_if_the_others_could_not_be_paired() -> None:
    # 2 has the lowest score, but 1 and 3 may not meet; 3 has had the bye.
    assert pairs_of(pair(field("2w1\n1b0\nU", forbidden=[(1, 3)]))) == {(2, 3), (1, 0)}


def test_forbidden_pairs_bind_like_a_meeting() -> None:
    free = pairs_of(pair(field(".\n.\n.\n.")))
    assert free == {(1, 3), (4, 2)}
    assert pairs_of(pair(field(".\n.\n.\n.", forbidden=[(1, 3)]))) == {(1, 4), (3, 2)}
    with pytest.raises(Unpairable):
        pair(field(".\n.\n.\n.", forbidden=[(1, 2, 3)]))


def test_c9_the_bye_goes_to_somebody_who_has_played() -> None:
    # All have half a point. By order alone 5 would float; but 5 has an unplayed game, the others none.
    assert pairs_of(pair(field("2w=\n1b=\n4w=\n3b=\nH"))) == {(4, 1), (2, 5), (3, 0)}


def test_who_has_not_entered_has_no_place_among_odd_and_even() -> None:
    first = pairs_of(pair(field(". away\n.\n.\n.\n.")))
    assert first == {(2, 4), (5, 3)}

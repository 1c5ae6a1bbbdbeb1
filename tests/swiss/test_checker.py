"""Rounds that were paired otherwise, and what to mind in a round made by hand."""

import pytest

from podium.core.errors import Unpairable
from podium.simulation.swiss import play
from podium.swiss import Concern, Warned, board_order, check_round, concerns, pair
from tests.kit.loops import seeds
from tests.kit.swiss import field, field_before
from tests.kit.variants import variant

FOUR = ".\n.\n.\n."


def test_the_prescribed_round_differs_in_nothing() -> None:
    assert check_round(field(FOUR), frozenset({(1, 3), (4, 2)}), None) is None


def test_other_opponents_are_a_difference() -> None:
    found = check_round(field(FOUR), frozenset({(1, 4), (3, 2)}), None)
    assert found is not None
    assert found.missing == ((1, 3), (4, 2))
    assert found.extra == ((1, 4), (3, 2))
    assert not found.colours_only


def test_turned_colours_are_a_difference_of_colours() -> None:
    found = check_round(field(FOUR), frozenset({(3, 1), (4, 2)}), None)
    assert found is not None
    assert found.colours_only


def test_another_bye_is_a_difference() -> None:
    found = check_round(field(".\n.\n."), frozenset({(1, 3)}), 2)
    assert found is not None
    assert (found.expected_bye, found.actual_bye) == (3, 2)


def test_a_round_where_none_is_legal_is_a_difference() -> None:
    found = check_round(field(".\n.", forbidden=[(1, 2)]), frozenset({(1, 2)}), None)
    assert found is not None
    assert isinstance(found.unpairable, Unpairable)
    assert found.unpairable.code == "no-legal-round-at-all"


HISTORY = """
2w1 3w1 U
1b0 4w= 3b=
4b= 1b0 2w=
3w= 2b= H
Z   Z   Z   away
"""


@pytest.mark.parametrize(
    ("pairs", "byes", "expected"),
    [
        pytest.param([(4, 1), (2, 3)], [], [Warned(Concern.REMATCH, (2, 3), 3)], id="a second meeting"),
        pytest.param(
            [(1, 4), (2, 3)],
            [],
            [
                Warned(Concern.BOTH_COLOURS, (1, 4)),
                Warned(Concern.THIRD_COLOUR, (1,)),
                Warned(Concern.COLOUR_DIFFERENCE, (1,)),
                Warned(Concern.REMATCH, (2, 3), 3),
            ],
            id="a third White, and a difference of three",
        ),
        pytest.param([(4, 3)], [1], [
            Warned(Concern.LEFT_OUT, (2,)),
            Warned(Concern.SECOND_BYE, (1,)),
            Warned(Concern.BYE_ABOVE_LOWEST, (1,)),
            Warned(Concern.FORBIDDEN, (4, 3)),
            Warned(Concern.REMATCH, (4, 3), 1),
        ], id="a second bye, somebody left out, a forbidden pair"),
        pytest.param([(4, 1), (5, 2), (3, 4)], [], [
            Warned(Concern.TWICE, (4,)),
            Warned(Concern.ABSENT, (5,)),
            Warned(Concern.FORBIDDEN, (3, 4)),
            Warned(Concern.REMATCH, (3, 4), 1),
        ], id="one twice, one who is absent"),
        pytest.param([(4, 1), (2, 3)], [], [Warned(Concern.REMATCH, (2, 3), 3)], id="colours that one of two is due"),
    ],
)  # fmt: skip
def test_concerns(pairs: list[tuple[int, int]], byes: list[int], expected: list[Warned]) -> None:
    assert concerns(field(HISTORY, forbidden=[(3, 4)]), pairs, byes) == expected


BYES = """
2w1 3w1 4b=
1b0 U   3w=
4b1 1b0 2b=
3w0 Z   1w=
Z   Z   Z
"""


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        pytest.param(1, [Concern.BYE_ABOVE_LOWEST], id="the leader, while others have less"),
        pytest.param(2, [Concern.SECOND_BYE], id="one who had the bye"),
        pytest.param(5, [], id="the last"),
    ],
)
def test_what_speaks_against_a_bye(number: int, expected: list[Concern]) -> None:
    """A second bye, one after a win without a game, one outside the lowest score (C.04.3 C2, C5)."""
    found = concerns(field(BYES), [], [number])
    assert [one.concern for one in found if one.concern is not Concern.LEFT_OUT] == expected


def test_a_bye_after_a_win_by_forfeit_is_warned_of() -> None:
    found = concerns(field("""
        2w+ 3w1
        1b- U
        U   1b0
    """), [], [1])  # fmt: skip
    assert Concern.BYE_AFTER_UNPLAYED_WIN in {one.concern for one in found}


def test_boards_are_ordered_by_score_then_number() -> None:
    """C.04.2 3.6: the higher score of the two, their sum, the lower pairing number."""
    state = field("""
        4w0
        5w1
        6w=
        1b1
        2b0
        3b=
    """)  # fmt: skip
    assert board_order(state, [(1, 5), (6, 3), (2, 4), (9, 8)]) == [(2, 4), (6, 3), (1, 5), (9, 8)]


@seeds(range(10), long=range(40))
def test_the_engine_itself_gives_no_reason_for_concern_before_the_last_round(seed: int) -> None:
    plan, dice = variant(seed)
    played = play(plan, dice)
    for number in range(1, min(played.played, plan.rounds - 1) + 1):
        state = field_before(played, number)
        paired = pair(state)
        byes = [paired.bye] if paired.bye else []
        assert concerns(state, [(one.white, one.black) for one in paired.pairs], byes) == []

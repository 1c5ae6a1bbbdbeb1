"""Rounds that were paired otherwise, and what to mind in a round made by hand."""

import pytest

from podium.core.errors import Unpairable
from podium.simulation.swiss import play
from podium.swiss import Concern, Warned, check_round, concerns, pair
from tests.kit.swiss import field
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
                Warned(Concern.THIRD_COLOUR, (1,)),
                Warned(Concern.COLOUR_DIFFERENCE, (1,)),
                Warned(Concern.REMATCH, (2, 3), 3),
            ],
            id="a third White, and a difference of three",
        ),
        pytest.param([(4, 3)], [1], [
            Warned(Concern.LEFT_OUT, (2,)),
            Warned(Concern.INELIGIBLE_BYE, (1,)),
            Warned(Concern.FORBIDDEN, (4, 3)),
            Warned(Concern.REMATCH, (4, 3), 1),
        ], id="a second bye, somebody left out, a forbidden pair"),
        pytest.param([(4, 1), (5, 2), (3, 4)], [], [
            Warned(Concern.TWICE, (4,)),
            Warned(Concern.ABSENT, (5,)),
            Warned(Concern.FORBIDDEN, (3, 4)),
            Warned(Concern.REMATCH, (3, 4), 1),
        ], id="one twice, one who is absent"),
    ],
)  # fmt: skip
def test_concerns(pairs: list[tuple[int, int]], byes: list[int], expected: list[Warned]) -> None:
    assert concerns(field(HISTORY, forbidden=[(3, 4)]), pairs, byes) == expected


@pytest.mark.parametrize("seed", range(40))
def test_the_engine_itself_gives_no_reason_for_concern_before_the_last_round(seed: int) -> None:
    plan, dice = variant(seed)
    played = play(plan, dice)
    for number in range(1, min(played.played, plan.rounds - 1) + 1):
        state = played.field(number)
        paired = pair(state)
        byes = [paired.bye] if paired.bye else []
        assert concerns(state, [(one.white, one.black) for one in paired.pairs], byes) == []

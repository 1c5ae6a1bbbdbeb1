"""Tables that are easy to follow with a pencil, and two that go round in a circle."""

from __future__ import annotations

from decimal import Decimal

from podium.core.ids import PlayerId
from podium.keizer import EMPTY, UNIT, Preset, Rules, Share
from podium.keizer.table import Table, Turn
from tests.kit.loops import every

A, B, C = map(PlayerId, "ABC")
WON_BY_A = {A: Turn(Share.WIN, B), B: Turn(Share.LOSS, A)}
WON_BY_B = {A: Turn(Share.LOSS, B), B: Turn(Share.WIN, A)}
DRAWN = {A: Turn(Share.DRAW, B), B: Turn(Share.DRAW, A)}


def after(*rounds: dict[PlayerId, Turn], rules: Rules | None = None) -> Table:
    table = EMPTY
    for turns in rounds:
        table = table.after(turns, rules or Rules(), [A, B, C])
    return table


@every("players, top, highest", [(1, None, 2), (2, None, 3), (30, None, 45), (31, None, 47), (31, 60, 60)])
def test_the_first_is_worth_half_as_much_again_as_there_are_players(
    players: int, top: int | None, highest: int
) -> None:
    assert Rules(top=top).highest(players) == highest


def test_nobody_is_worth_less_than_one() -> None:
    table = after({**DRAWN, C: Turn(Share.ABSENT)}, rules=Rules(top=1))
    assert [table.value(player) for player in table.order] == [1, 1, 1]


def test_all_rounds_count_by_what_everybody_is_worth_now() -> None:
    table = after(WON_BY_A, {A: Turn(Share.BYE)}, {A: Turn(Share.ABSENT), B: Turn(Share.CLUB_DUTY)})
    assert table.order == (A, B)
    assert table.scores == {A: 3 * UNIT + 2 * UNIT + 3 * 667_000, B: 2 * UNIT + 2 * 667_000}
    parts = [part.units if part else None for part in table.parts(A, [Turn(Share.WIN, B), None], Rules())]
    assert parts == [2 * UNIT, None]


def test_a_game_that_is_not_over_brings_nothing_but_a_place_in_the_table() -> None:
    table = after({A: Turn(None, B), B: Turn(None, A)})
    assert (table.order, table.scores) == ((A, B), {A: 3 * UNIT, B: 2 * UNIT})


def test_equal_scores_follow_the_strength() -> None:
    table = after({A: Turn(Share.LOSS, B), B: Turn(Share.DRAW, A)}, rules=Rules(top=2))
    assert table.scores == {A: 2 * UNIT, B: 2 * UNIT}
    assert table.order == (A, B)


def test_who_is_new_is_behind_the_table_until_all_is_counted() -> None:
    table = after(DRAWN, {C: Turn(Share.WIN, A), A: Turn(Share.LOSS, C)})
    assert table.order == (C, A, B)
    assert [table.value(player) for player in table.order] == [5, 4, 3]


def test_the_table_before_the_circle_stands() -> None:
    """A and B each beat the other and drew: whoever is first is worth more, and the other has the points of that."""
    table = after(WON_BY_B, WON_BY_A, DRAWN)
    assert table.circle
    before = after(WON_BY_B, WON_BY_A)
    assert table.order == before.order
    assert table.scores[A] == table.value(A) * UNIT + table.value(B) * 3 * UNIT // 2


def test_a_circle_ends_with_a_round_that_ends_it() -> None:
    assert not after(WON_BY_B, WON_BY_A, DRAWN, WON_BY_A, WON_BY_A).circle


@every("preset", list(Preset))
def test_a_share_of_ones_own_stands_in_place_of_that_of_the_preset(preset: Preset) -> None:
    rules = Rules(preset, bye=Decimal("0.123456"))
    assert rules.units(Share.BYE) == 123_456
    assert rules.units(Share.WIN) == UNIT

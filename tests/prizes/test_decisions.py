"""Players level in rank, rating and name (specification, step 3.4): which prizes wait together, and one word on all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.core.errors import Invalid
from podium.prizes import Category, Contest, Mode, Order, Player, Rules, Undecided, allocate, explain, undecided, verify
from podium.prizes.answer import allocation_as_json
from tests.kit.loops import every
from tests.prizes.builders import open_contest, prizes

TWINS = (Player("a", "Kim", 1), Player("b", "Kim", 1))
TRIPLETS = (*TWINS, Player("c", "Kim", 1), Player("d", "Lee", 4))


def test_the_answer_says_which_prizes_wait_for_the_same_decision() -> None:
    allocation = allocate(open_contest(TWINS, 100, 50, 25))
    assert undecided(allocation.conflicts) == (Undecided(("a", "b"), ("open-1", "open-2", "open-3")),)
    answer = allocation_as_json(allocation)
    assert answer["undecided"] == [{"players": ["a", "b"], "prizes": ["open-1", "open-2", "open-3"]}]
    first = answer["conflicts"][0]  # type: ignore[index]  # a list
    assert first["waits_with"] == ["open-2", "open-3"]


def test_ties_of_other_players_wait_for_another_decision() -> None:
    others = (Player("x", "Max", 5, gender="m"), Player("y", "Max", 5, gender="m"))
    boys = Category("boys", "Boys", 2, gender="m")
    made = replace(open_contest((*TWINS, *others), 100), categories=(Category("open", "Open", 1), boys))
    made = replace(made, prizes=(*made.prizes, *prizes("boys", 10)))
    waiting = undecided(allocate(made).conflicts)
    assert [each.prizes for each in waiting] == [("open-1",), ("boys-1",)]


@every("order", list(Order))
def test_one_decision_resolves_them_all(order: Order) -> None:
    made = open_contest(TRIPLETS, 100, 50, 25, 10, rules=Rules(order=order))
    assert allocate(made).conflicts
    allocation = allocate(replace(made, decisions=(("b", "c", "a"),)))
    assert allocation.conflicts == ()
    assert [award.player_id for award in allocation.winners] == ["b", "c", "a", "d"]
    assert verify(allocation) == ()
    assert explain(allocation, "open-1").decided_by == "decision"


def test_a_decision_holds_for_every_category_and_every_prize_a_player_may_win() -> None:
    made = Contest(
        TWINS,
        (Category("open", "Open", 1), Category("best", "Best", 2)),
        (*prizes("open", 10), *prizes("best", 5)),
        rules=Rules(mode=Mode.ALLOW_MULTIPLE),
        decisions=(("b",),),
    )
    assert {award.player_id for award in allocate(made).winners} == {"b"}


def test_who_is_not_named_comes_after_and_still_waits() -> None:
    allocation = allocate(open_contest(TRIPLETS, 100, 50, decisions=(("c",),)))
    assert [award.player_id for award in allocation.winners] == ["c"]
    assert undecided(allocation.conflicts) == (Undecided(("a", "b"), ("open-2",)),)
    assert verify(allocation) == ()


@every("order", list(Order))
def test_a_further_decision_settles_those_whom_the_one_before_left(order: Order) -> None:
    """As the answer asks: c comes first, then a and b wait, and then b comes before a."""
    made = open_contest(TRIPLETS, 100, 50, 25, 10, rules=Rules(order=order))
    allocation = allocate(replace(made, decisions=(("c",), ("b", "a"))))
    assert allocation.conflicts == ()
    assert [award.player_id for award in allocation.winners] == ["c", "b", "a", "d"]
    assert verify(allocation) == ()


@every(
    ("decisions", "code"),
    [
        ((("a", "zz"),), "decision-invalid"),
        ((("a", "d"),), "decision-not-tied"),
        ((("d",),), "decision-not-tied"),
        (((),), "decision-not-tied"),
        ((("a", "b"), ("b",)), "decision-player-twice"),
    ],
)
def test_what_decides_nothing_is_refused_by_name(decisions: tuple[tuple[str, ...], ...], code: str) -> None:
    with pytest.raises(Invalid, match=code):
        allocate(open_contest(TRIPLETS, 100, decisions=decisions))

"""`useCategoryRank` (specification, Inputs 6, announced for v1.2): place n is for the n-th of the category."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.core.errors import Invalid
from podium.prizes import (
    Category,
    Contest,
    Mode,
    Order,
    Override,
    Player,
    Prize,
    Rules,
    Unfilled,
    allocate,
    explain,
    verify,
    why_not,
)
from podium.prizes.document import rules
from tests.prizes.builders import prizes

ANN, BEA, CID, DEE = (
    Player("ann", "Ann", 1, gender="f"),
    Player("bea", "Bea", 3, gender="f"),
    Player("cid", "Cid", 2, gender="m"),
    Player("dee", "Dee", 4, gender="f"),
)
OPEN, GIRLS = Category("open", "Open", 1), Category("girls", "Girls", 2, gender="f")


def contest(*given: Prize, mode: Mode = Mode.FIRST_WIN, **parts: object) -> Contest:
    made = Contest((ANN, BEA, CID, DEE), (OPEN, GIRLS), given, rules=Rules(mode=mode, category_rank=True))
    return replace(made, **parts)  # type: ignore[arg-type]  # fields of a contest


def winners(made: Contest) -> dict[str, str]:
    allocation = allocate(made)
    assert verify(allocation) == ()
    return {award.prize_id: award.player_id for award in allocation.winners}


def test_who_may_win_several_gets_one_prize_of_each_category() -> None:
    given = (*prizes("open", 100, 50), *prizes("girls", 40, 30, 20))
    assert winners(contest(*given, mode=Mode.ALLOW_MULTIPLE)) == {
        "open-1": "ann", "open-2": "cid", "girls-1": "ann", "girls-2": "bea", "girls-3": "dee"
    }  # fmt: skip
    by_final_rank = contest(*given, rules=Rules(mode=Mode.ALLOW_MULTIPLE))
    assert set(winners(by_final_rank).values()) == {"ann"}


def test_a_cheaper_first_prize_is_still_the_first() -> None:
    given = (Prize("cup", "girls", 1, trophy=True), Prize("money", "girls", 2, cash=5000))
    assert winners(contest(*given)) == {"cup": "ann", "money": "bea"}
    assert winners(contest(*given, rules=Rules())) == {"money": "ann", "cup": "bea"}


def test_who_has_won_elsewhere_makes_room() -> None:
    given = (*prizes("open", 100), *prizes("girls", 40, 30))
    assert winners(contest(*given)) == {"open-1": "ann", "girls-1": "bea", "girls-2": "dee"}


def test_who_has_won_in_the_category_by_override_keeps_a_place_in_it() -> None:
    given = prizes("girls", 40, 30, 20)
    made = contest(*given, overrides=(Override("girls-1", "ann"),))
    assert winners(made) == {"girls-1": "ann", "girls-2": "bea", "girls-3": "dee"}


def test_a_place_that_nobody_has_stays_empty_and_says_so() -> None:
    allocation = allocate(contest(Prize("fourth", "girls", 4, cash=100), Prize("far", "girls", 10**9)))
    assert allocation.unfilled == (Unfilled("fourth", "nobody_at_place"), Unfilled("far", "nobody_at_place"))
    assert verify(allocation) == ()
    assert why_not(allocation, "ann")[0].reason == "another_place"


def test_two_prizes_for_one_place_go_to_the_next_where_one_wins_once() -> None:
    given = (Prize("gold", "girls", 1, cash=100), Prize("cup", "girls", 1, trophy=True))
    assert winners(contest(*given)) == {"gold": "ann", "cup": "bea"}
    assert winners(contest(*given, mode=Mode.ALLOW_MULTIPLE)) == {"gold": "ann", "cup": "ann"}


def test_it_is_explained_and_in_the_log() -> None:
    allocation = allocate(contest(*prizes("girls", 40, 30), mode=Mode.ALLOW_MULTIPLE))
    assert explain(allocation, "girls-2").decided_by == "category_rank"
    assert why_not(allocation, "ann")[1].reason == "another_place"
    assert "[alloc.win] prize=girls-2 player=bea rank=3 rating=0 tie_break=none category=girls category_rank=2" in (
        allocation.log
    )


def test_alike_players_wait_for_every_place_they_could_have() -> None:
    twins = (Player("a", "Kim", 1), Player("b", "Kim", 1), Player("c", "Lee", 3))
    made = Contest(twins, (OPEN,), prizes("open", 9, 8, 7), rules=Rules(mode=Mode.ALLOW_MULTIPLE, category_rank=True))
    assert [each.prize_id for each in allocate(made).conflicts] == ["open-1", "open-2"]
    assert winners(replace(made, decisions=(("b",),))) == {"open-1": "b", "open-2": "a", "open-3": "c"}


def test_it_is_spelt_as_the_specification_does_and_does_not_go_with_optimal() -> None:
    assert rules({"useCategoryRank": True}) == Rules(category_rank=True)
    with pytest.raises(Invalid, match="order-needs-final-rank"):
        allocate(contest(rules=Rules(order=Order.OPTIMAL, category_rank=True)))
    assert Order.OPTIMAL not in Rules(category_rank=True).orders

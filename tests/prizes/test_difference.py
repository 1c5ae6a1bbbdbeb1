"""What another order, an override or another category would change."""

from dataclasses import replace

from hypothesis import given

from podium.prizes import (
    Category,
    Change,
    Contest,
    Mode,
    Order,
    Override,
    Player,
    PrizeChange,
    Rules,
    allocate,
    compare,
    difference,
    what_if,
)
from tests.prizes.builders import contests, prizes

CATEGORIES = (Category("leeds", "Leeds", 1, city="Leeds"), Category("open", "Open", 2))
FIELD = (Player("a", "Ann", 1, city="Leeds"), Player("b", "Bob", 2), Player("c", "Cid", 3))
CONTEST = Contest(FIELD, CATEGORIES, (*prizes("leeds", 40), *prizes("open", 100)))


def test_the_three_orders_side_by_side() -> None:
    by_value, optimal = compare(CONTEST)
    assert by_value.after.contest.rules.order is Order.VALUE_FIRST
    assert by_value.players == (
        Change("a", ("leeds-1",), ("open-1",), 6000, "gains"),
        Change("b", ("open-1",), (), -10000, "loses"),
    )
    assert by_value.prizes == (PrizeChange("leeds-1", "a", None), PrizeChange("open-1", "b", "a"))
    assert (optimal.players, optimal.prizes) == ((), ())  # the brochure had filled both


def test_only_orders_that_the_mode_allows_are_compared() -> None:
    several = replace(CONTEST, rules=Rules(mode=Mode.ALLOW_MULTIPLE))
    assert [each.after.contest.rules.order for each in compare(several)] == [Order.VALUE_FIRST]


def test_one_may_choose_the_orders_to_compare() -> None:
    [only] = compare(CONTEST, (Order.OPTIMAL, Order.VALUE_FIRST))
    assert (only.before.contest.rules.order, only.after.contest.rules.order) == (Order.OPTIMAL, Order.VALUE_FIRST)
    assert {change.player_id: change.verdict for change in only.players} == {"a": "gains", "b": "loses"}


def test_what_an_override_would_change() -> None:
    changed = what_if(allocate(CONTEST), replace(CONTEST, overrides=(Override("open-1", "c"),)))
    assert [(each.player_id, each.verdict) for each in changed.players] == [("b", "loses"), ("c", "gains")]


def test_what_another_category_would_change() -> None:
    closed = replace(CONTEST, categories=(replace(CATEGORIES[0], active=False), CATEGORIES[1]))
    changed = what_if(allocate(CONTEST), closed)
    assert changed.prizes == (PrizeChange("leeds-1", "a", None), PrizeChange("open-1", "b", "a"))


def test_prizes_of_one_worth_are_an_exchange() -> None:
    same = replace(CONTEST, prizes=(*prizes("leeds", 100), *prizes("open", 100)))
    swapped = replace(same, overrides=(Override("open-1", "a"),))
    assert what_if(allocate(same), swapped).players[0] == Change("a", ("leeds-1",), ("open-1",), 0, "exchanges")


@given(contests())
def test_cash_gained_and_lost_adds_up(contest: Contest) -> None:
    for each in compare(contest):
        cash = {prize.id: prize.cash for prize in contest.prizes}
        before = sum(cash[award.prize_id] for award in each.before.winners)
        after = sum(cash[award.prize_id] for award in each.after.winners)
        assert sum(change.cash for change in each.players) == after - before
    allocation = allocate(contest)
    same = difference(allocation, allocation)
    assert (same.players, same.prizes) == ((), ())

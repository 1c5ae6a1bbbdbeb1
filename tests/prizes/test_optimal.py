"""The order `optimal` against a search through all assignments."""

from dataclasses import replace

import pytest
from hypothesis import example, given, settings

from podium.core.errors import Invalid
from podium.prizes import (
    Award,
    Category,
    Conflict,
    Contest,
    Mode,
    Order,
    Player,
    Prize,
    Rules,
    allocate,
    verify,
)
from tests.kit.loops import examples
from tests.prizes.builders import START, contests, open_contest, players, prizes
from tests.prizes.judge import queue_key, reason_against, standing_key

OPTIMAL = Rules(order=Order.OPTIMAL)


def search(contest: Contest, taken: set[str], out: set[str]) -> dict[str, str]:
    """The best assignment among all, each compared by its definition; without prizes and players already settled."""
    categories = {category.id: category for category in contest.categories}
    stock = [
        prize
        for prize in contest.prizes
        if prize.active and categories[prize.category_id].active and prize.id not in taken
    ]
    by_value = replace(contest, rules=Rules(order=Order.VALUE_FIRST))
    stock.sort(key=queue_key(by_value))
    standing = standing_key(contest)
    entered = sorted(
        (player for player in contest.players if player.id not in out), key=lambda player: (standing(player), player.id)
    )
    nothing = len(stock)
    best: tuple[int, list[int]] | None = None

    def extend(chosen: list[int]) -> None:
        nonlocal best
        if len(chosen) == len(entered):
            filled = sum(choice != nothing for choice in chosen)
            if best is None or (-filled, chosen) < best:
                best = -filled, chosen
            return
        player = entered[len(chosen)]
        for place, prize in enumerate(stock):
            category = categories[prize.category_id]
            if place not in chosen and reason_against(player, category, contest.rules, START) is None:
                extend([*chosen, place])
        extend([*chosen, nothing])

    extend([])
    assert best is not None
    return {stock[choice].id: player.id for player, choice in zip(entered, best[1], strict=True) if choice != nothing}


# Of two who are alike, the organiser decided that the one with the later id comes first.
DECIDED = open_contest(
    (Player("k1", "Kim", 1), Player("k2", "Kim", 1)), 50, 30, rules=OPTIMAL, decisions=(("k2", "k1"),)
)


@settings(max_examples=examples(300))
@example(DECIDED)
@example(replace(DECIDED, decisions=(("k2",),)))
@given(contests(orders=(Order.OPTIMAL,), most_players=5))
def test_no_assignment_is_better(contest: Contest) -> None:
    allocation = allocate(contest)
    by_hand = {award.prize_id: award.player_id for award in allocation.winners if award.override}
    found = {award.prize_id: award.player_id for award in allocation.winners if not award.override}
    assert found == search(contest, {*by_hand, *allocation.withheld}, set(by_hand.values()))
    assert verify(allocation) == ()


@settings(max_examples=examples(300))
@given(contests())
def test_ids_decide_nothing(contest: Contest) -> None:
    """Players who are alike get the same with their ids exchanged: an id is no merit."""
    count = len(contest.players)
    other = {f"p{n}": f"p{count - 1 - n}" for n in range(count)}
    renamed = replace(
        contest,
        players=tuple(replace(each, id=other[each.id]) for each in contest.players),
        overrides=tuple(replace(each, player_id=other[each.player_id]) for each in contest.overrides),
        decisions=tuple(tuple(other[id] for id in each) for each in contest.decisions),
    )
    first, second = allocate(contest), allocate(renamed)
    assert {(a.prize_id, other[a.player_id]) for a in first.winners} == {
        (a.prize_id, a.player_id) for a in second.winners
    }
    assert first.withheld.keys() == second.withheld.keys()


def test_it_fills_a_prize_that_greedy_orders_leave() -> None:
    categories = (Category("open", "Open", 1), Category("local", "Local", 2, city="Leeds"))
    entered = (Player("a", "Ann", 1, city="Leeds"), Player("b", "Bob", 2))
    contest = Contest(entered, categories, (*prizes("open", 100), *prizes("local", 40)))
    for order, filled in ((Order.BROCHURE_FIRST, 1), (Order.VALUE_FIRST, 1), (Order.OPTIMAL, 2)):
        allocation = allocate(replace(contest, rules=Rules(order=order)))
        assert allocation.metadata.allocated_count == filled
    optimal = allocate(replace(contest, rules=OPTIMAL))
    assert optimal.winners == (Award("open-1", "b"), Award("local-1", "a"))
    assert optimal.certificate is not None
    assert optimal.certificate.blocked == {"a": ("open",)}


def test_players_are_passed_on_along_a_chain() -> None:
    """The first takes the best prize although that moves four others one category on."""
    entered = tuple(
        Player(f"p{n}", f"Player {n}", n + 1, city=f"{n}" if n else None, club=f"{n + 1}") for n in range(5)
    )
    categories = (
        Category("open", "Open"),
        *(Category(f"c{n}", f"City {n}", city=f"{n}") for n in range(1, 5)),
        *(Category(f"k{n}", f"Club {n}", club=f"{n}") for n in range(1, 6)),
    )
    stock = (*prizes("open", 900), *(Prize(f"c{n}", f"c{n}", 1, 10 * n) for n in range(1, 5)), Prize("k5", "k5", 1, 1))
    allocation = allocate(Contest(entered, categories, stock, rules=OPTIMAL))
    assert len(allocation.winners) == 6 - 1
    assert allocation.winners[0] == Award("open-1", "p0")
    assert verify(allocation) == ()


ALIKE = (Player("k1", "Kim", 1, city="Leeds"), Player("k2", "Kim", 1, club="Rook"))


def test_players_who_are_alike_are_told_apart_by_what_they_may_win() -> None:
    categories = (Category("city", "City", city="Leeds"), Category("club", "Club", club="Rook"))
    contest = Contest(ALIKE, categories, (*prizes("city", 50), *prizes("club", 70)), rules=OPTIMAL)
    assert allocate(contest).winners == (Award("club-1", "k2"), Award("city-1", "k1"))


def test_a_prize_that_two_who_are_alike_would_both_take_is_withheld() -> None:
    contest = Contest((*ALIKE, *players(2)), (Category("open", "Open"),), prizes("open", 50), rules=OPTIMAL)
    allocation = allocate(contest)
    assert allocation.conflicts == (Conflict("open-1", "k1", "identical_rank_rating_name", ("k2",)),)
    assert (allocation.winners, allocation.unfilled) == ((), ())
    assert verify(allocation) == ()


def test_a_dispute_over_different_prizes_withholds_the_better_one() -> None:
    """Each of two could have their own best prize, but not both without leaving the third prize unfilled."""
    categories = (
        Category("x", "X", city="Leeds"),
        Category("y", "Y", club="Rook"),
        Category("z", "Z", max_rating=1000),
    )
    entered = (
        Player("k1", "Kim", 1, 900, city="Leeds"),
        Player("k2", "Kim", 1, 900, club="Rook"),
        Player("c", "Cid", 2, 2000, city="Leeds", club="Rook"),
    )
    contest = Contest(entered, categories, (*prizes("x", 90), *prizes("y", 80), *prizes("z", 10)), rules=OPTIMAL)
    allocation = allocate(contest)
    assert allocation.conflicts == (Conflict("x-1", "k1", "identical_rank_rating_name", ("k2",)),)
    assert verify(allocation) == ()
    assert len(allocation.winners) == 2


def test_it_needs_one_prize_a_player() -> None:
    rules = Rules(order=Order.OPTIMAL, mode=Mode.ALLOW_MULTIPLE)
    with pytest.raises(Invalid, match="order-needs-first-win"):
        allocate(Contest((), (), (), rules=rules))

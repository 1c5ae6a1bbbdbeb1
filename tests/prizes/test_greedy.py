"""The queue, ties, modes and overrides of the greedy orders."""

from dataclasses import replace
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from podium.prizes import (
    Award,
    Category,
    Conflict,
    Contest,
    Mode,
    Order,
    Override,
    Player,
    Prize,
    Rules,
    Unfilled,
    allocate,
)
from podium.prizes.field import field_of
from tests.kit.loops import every
from tests.prizes.builders import contests, open_contest, players, prizes
from tests.prizes.judge import loop

GREEDY = (Order.BROCHURE_FIRST, Order.VALUE_FIRST)
TIE = "identical_rank_rating_name"


# Nobody is second when the prize for the second comes up, and then the only player wins the other one.
ALONE = Contest(
    players(1),
    (Category("open", "Open"),),
    (Prize("second", "open", 2, cash=100), Prize("first", "open", 1, cash=50)),
    rules=Rules(category_rank=True),
)


@example(ALONE)
@given(contests(orders=GREEDY))
def test_the_loop_of_the_specification_gives_the_same(contest: Contest) -> None:
    winners, conflicts, unfilled = loop(contest)
    allocation = allocate(contest)
    assert {award.prize_id: award.player_id for award in allocation.winners} == winners
    assert {id: set(conflict.players) for id, conflict in allocation.withheld.items()} == conflicts
    assert {left.prize_id: left.reason for left in allocation.unfilled} == unfilled


@given(contests(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_changes_nothing(contest: Contest, chance: Random) -> None:
    mixed = replace(
        contest,
        players=tuple(chance.sample(contest.players, len(contest.players))),
        categories=tuple(chance.sample(contest.categories, len(contest.categories))),
        prizes=tuple(chance.sample(contest.prizes, len(contest.prizes))),
    )
    assert allocate(mixed) == allocate(contest)


@given(contests())
def test_every_active_prize_is_counted_once(contest: Contest) -> None:
    allocation = allocate(contest)
    figures = allocation.metadata
    assert figures.allocated_count == len(allocation.winners)
    assert figures.conflict_count == len(allocation.conflicts)
    assert figures.unfilled_count == len(allocation.unfilled)
    assert figures.allocated_count + len(allocation.withheld) + figures.unfilled_count == len(allocation.field.queue)


def queue(*stock: Prize, order: Order = Order.BROCHURE_FIRST) -> list[str]:
    categories = (Category("a", "A", 1), Category("b", "B", 2), Category("off", "Off", 0, active=False))
    return [prize.id for prize in field_of(Contest((), categories, stock, rules=Rules(order=order))).queue]


@every(
    ("better", "worse"),
    [
        (Prize("z", "a", 9), Prize("a", "b", 1, 100, trophy=True)),
        (Prize("z", "a", 9, 1, trophy=True), Prize("a", "a", 1, 900, medal=True)),
        (Prize("z", "a", 9, 1, medal=True), Prize("a", "a", 1, 900)),
        (Prize("z", "a", 9, 1), Prize("a", "a", 1, trophy=True, medal=True)),
        (Prize("z", "a", 9, trophy=True), Prize("a", "a", 1, medal=True)),
        (Prize("z", "a", 9, medal=True), Prize("a", "a", 1)),
        (Prize("z", "a", 9, 900), Prize("a", "a", 1, 899, main_category=True)),
        (Prize("z", "a", 9, 900, main_category=True), Prize("a", "a", 1, 900)),
        (Prize("z", "a", 1, 900), Prize("a", "a", 2, 900)),
        (Prize("a", "a", 1, 900), Prize("z", "a", 1, 900)),
    ],
    ids=["brochure", "trophy", "medal", "cash", "trophy alone", "medal alone", "more", "main", "place", "id"],
)
def test_the_queue_follows_the_key_of_the_specification(better: Prize, worse: Prize) -> None:
    assert queue(worse, better) == queue(better, worse) == [better.id, worse.id]


def test_value_first_puts_the_most_valuable_prize_first_whatever_its_category() -> None:
    small, large, cup = Prize("small", "a", 1, 100), Prize("large", "b", 1, 900), Prize("cup", "b", 2, 1, trophy=True)
    assert queue(small, large, cup, order=Order.VALUE_FIRST) == ["cup", "large", "small"]
    assert queue(small, large, cup) == ["small", "cup", "large"]


def test_inactive_prizes_and_categories_are_not_in_the_queue() -> None:
    assert queue(Prize("1", "a", 1, active=False), Prize("2", "off", 1), Prize("3", "b", 1)) == ["3"]


def test_value_first_spares_a_player_the_small_prize_that_costs_the_large_one() -> None:
    categories = (Category("local", "Local", 1, city="Leeds"), Category("open", "Open", 2))
    entered = (Player("a", "Ann", 1, city="Leeds"), Player("b", "Bob", 2, city="Leeds"))
    contest = Contest(entered, categories, (*prizes("local", 10), *prizes("open", 500)))
    assert [(w.prize_id, w.player_id) for w in allocate(contest).winners] == [("local-1", "a"), ("open-1", "b")]
    by_value = allocate(replace(contest, rules=Rules(order=Order.VALUE_FIRST)))
    assert [(w.prize_id, w.player_id) for w in by_value.winners] == [("open-1", "a"), ("local-1", "b")]


def test_a_tie_in_rank_rating_and_name_waits_for_the_organiser_and_is_not_unfilled() -> None:
    entered = (Player("x2", "Kim", 1, 1800), Player("x1", "Kim", 1, 1800), Player("y", "Lee", 2, 1900))
    allocation = allocate(open_contest(entered, 100, 50))
    assert allocation.winners == ()
    assert allocation.unfilled == ()
    assert allocation.conflicts == (
        Conflict("open-1", "x1", TIE, ("x2",)),
        Conflict("open-2", "x1", TIE, ("x2",)),  # tied players stay in play
    )
    settled = allocate(replace(allocation.contest, overrides=(Override("open-1", "x2"),)))
    assert [(w.prize_id, w.player_id) for w in settled.winners] == [("open-1", "x2"), ("open-2", "x1")]


def test_unrated_and_rated_zero_are_the_same_rating() -> None:
    entered = (Player("a", "Kim", 1, None), Player("b", "Kim", 1, 0))
    assert allocate(open_contest(entered, 100)).conflicts == (Conflict("open-1", "a", TIE, ("b",)),)


def test_names_sort_in_any_case_and_differ_by_case() -> None:
    entered = (Player("1", "Zoe", 1), Player("2", "de Vries", 1), Player("3", "De Vries", 1))
    assert allocate(open_contest(entered, 100)).winners == (Award("open-1", "3", "name"),)


@every(
    ("rival", "tie_break"),
    [
        (Player("b", "Bob", 2, 2100), "none"),
        (Player("b", "Bob", 1, 1900), "rating"),
        (Player("b", "Bob", 1, None), "rating"),
        (Player("b", "Bob", 1, 2000), "name"),
    ],
)
def test_the_tie_break_is_told_only_where_the_next_shares_the_rank(rival: Player, tie_break: str) -> None:
    allocation = allocate(open_contest((Player("a", "Ann", 1, 2000), rival), 100))
    assert allocation.winners == (Award("open-1", "a", tie_break),)


def test_a_player_out_of_play_is_no_rival() -> None:
    entered = (Player("a", "Ann", 1, 2000), Player("b", "Bob", 1, 1900))
    assert [award.tie_break for award in allocate(open_contest(entered, 100, 50)).winners] == ["rating", "none"]


def test_allow_multiple_gives_every_prize_to_the_best_who_is_eligible() -> None:
    contest = open_contest(players(1, 2), 100, 50, rules=Rules(mode=Mode.ALLOW_MULTIPLE))
    assert [award.player_id for award in allocate(contest).winners] == ["p1", "p1"]


def test_a_prize_left_over_says_that_all_have_won() -> None:
    allocation = allocate(open_contest(players(1), 100, 50))
    assert allocation.unfilled == (Unfilled("open-2", "all_won"),)


def test_without_players_or_prizes_there_is_nothing_to_allocate() -> None:
    assert allocate(open_contest(())).log == (
        "[alloc] tId= allocating for tournament",
        "[alloc] queue=0 prizes in queue",
        "[alloc] done: allocated=0 conflicts=0 unfilled=0",
    )

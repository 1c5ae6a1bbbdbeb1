"""Money among tied players: published examples, and nothing lost to the cent."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from podium.core.errors import Invalid
from podium.core.points import Points
from podium.prizes import Category, Contest, Mode, Override, Player, Rules, Sharing, allocate, share
from podium.prizes.money import amount_text, cents, number, rounded
from tests.kit.loops import every, examples
from tests.prizes.builders import contests, open_contest, players, prizes


def scored(*points: float, **fields: Any) -> tuple[Player, ...]:
    """Players called a, b, c ... in order of rank, with these points."""
    return tuple(
        Player("abcdefghijklm"[n], f"Player {n}", n + 1, points=Points.of(each), **fields)
        for n, each in enumerate(points)
    )


def rated(*lines: tuple[float, int]) -> tuple[Player, ...]:
    return tuple(
        replace(each, rating=rating)
        for each, (_, rating) in zip(scored(*(points for points, _ in lines)), lines, strict=True)
    )


def paid(contest: Contest, sharing: Sharing) -> dict[str, str]:
    rules = replace(contest.rules, sharing=sharing)
    return {id: amount_text(amount) for id, amount in share(allocate(replace(contest, rules=rules))).paid.items()}


EIGHT = scored(8, 8, 7.5, 7, 7, 7, 6, 6)


def test_without_sharing_everybody_gets_their_own_prize() -> None:
    assert paid(open_contest(EIGHT, 1000, 500), Sharing.NONE) == {"a": "1000.00", "b": "500.00"}


def test_hort_pays_half_by_place_and_half_out_of_the_pool() -> None:
    """The usual example of the system: six prizes, ties for first and for fourth."""
    assert paid(open_contest(EIGHT, 1000, 500, 350, 200, 150, 100), Sharing.HORT) == {
        "a": "875.00",
        "b": "625.00",
        "c": "350.00",
        "d": "175.00",
        "e": "150.00",
        "f": "125.00",
    }


def test_equal_sharing_pools_the_places_of_the_tie() -> None:
    assert paid(open_contest(EIGHT, 1000, 500, 350, 200, 150, 100), Sharing.EQUAL) == {
        "a": "750.00",
        "b": "750.00",
        "c": "350.00",
        "d": "150.00",
        "e": "150.00",
        "f": "150.00",
    }


def test_who_is_tied_with_the_last_prize_shares_it() -> None:
    contest = open_contest(scored(5, 4, 4, 4), 100, 50)
    assert paid(contest, Sharing.EQUAL) == {"a": "100.00", "b": "16.67", "c": "16.67", "d": "16.66"}
    assert paid(contest, Sharing.HORT) == {"a": "100.00", "b": "33.34", "c": "8.33", "d": "8.33"}


def test_without_points_those_of_one_rank_share() -> None:
    assert paid(open_contest(players(1, 2, 2), 100, 50, 25), Sharing.EQUAL) == {
        "p1": "100.00",
        "p2": "37.50",
        "p3": "37.50",
    }


def test_who_holds_a_prize_elsewhere_does_not_share_here() -> None:
    categories = (Category("open", "Open", 1), Category("leeds", "Leeds", 2, city="Leeds"))
    first, second, third = scored(5, 5, 5)
    entered = (first, replace(second, city="Leeds"), third)
    contest = Contest(entered, categories, (*prizes("open", 100), *prizes("leeds", 40)))
    assert paid(contest, Sharing.EQUAL) == {"a": "50.00", "c": "50.00", "b": "40.00"}


@every("sharing", Sharing)
def test_a_prize_given_by_override_is_paid_in_full(sharing: Sharing) -> None:
    contest = open_contest(scored(5, 5, 5), 90, 30, overrides=(Override("open-1", "c"),))
    expected = {"c": "90.00", "a": "30.00"} if sharing is Sharing.NONE else {"c": "90.00"}
    found = paid(contest, sharing)
    assert {id: found[id] for id in expected} == expected
    assert sum(Fraction(amount) for amount in found.values()) == 120


UNDER_2400 = (Category("open", "Open", 1), Category("u2400", "Under 2400", 2, max_rating=2399))


def test_32b_nobody_gets_more_than_the_largest_prize_of_their_own() -> None:
    """Third, fourth and two class prizes in the pool; the one outside the class is held to third prize."""
    entered = rated((5, 2673), (4.5, 2699), (4, 2495), (4, 2391), (4, 2387), (4, 2385), (3.5, 2345), (3.5, 2340))
    stock = (*prizes("open", 2375, 1149, 536, 306, 230), *prizes("u2400", 1379, 766))
    found = paid(Contest(entered, UNDER_2400, stock), Sharing.US_CHESS_32B)
    assert found == {
        "a": "2375.00",
        "b": "1149.00",
        "c": "536.00",
        "d": "817.00",
        "e": "817.00",
        "f": "817.00",
        "g": "115.00",
        "h": "115.00",
    }


def test_32b_what_is_cut_off_goes_to_the_others() -> None:
    categories = (Category("open", "Open", 1), Category("u1700", "Under 1700", 2, max_rating=1699))
    entered = rated((8.5, 1753), (7.5, 1702), (7.5, 1700), (7.5, 1700), (7, 1750), (7, 1676), (7, 1675), (7, 1650))
    stock = (*prizes("open", 12000, 6000, 3000, 1500, 1000, 800), *prizes("u1700", 2000, 1000))
    found = paid(Contest(entered, categories, stock), Sharing.US_CHESS_32B)
    assert found == {
        "a": "12000.00",
        "b": "3500.00",
        "c": "3500.00",
        "d": "3500.00",
        "e": "1000.00",
        "f": "1266.67",
        "g": "1266.67",
        "h": "1266.66",
    }


def test_32b_at_the_same_amount_the_main_prize_goes_into_the_pool() -> None:
    categories = (Category("open", "Open", 1), Category("u2200", "Under 2200", 2, max_rating=2199))
    entered = rated((4, 2600), (3.5, 2100), (3.5, 2100), (3, 2250), (2.5, 2050))
    stock = (*prizes("open", 250, 150, 100), *prizes("u2200", 100))
    assert paid(Contest(entered, categories, stock), Sharing.US_CHESS_32B) == {
        "a": "250.00",
        "b": "125.00",
        "c": "125.00",
        "e": "100.00",
    }


def test_32b_a_class_player_takes_the_class_prize_where_it_is_worth_more() -> None:
    """Two experts, one A and two B players tie for third: the A prize alone is worth more than a fifth of all."""
    categories = (
        Category("open", "Open", 1),
        Category("a", "Class A", 2, min_rating=1800, max_rating=1999),
        Category("b", "Class B", 3, min_rating=1600, max_rating=1799),
    )
    entered = rated((5, 2300), (4.5, 2300), (4, 2100), (4, 2050), (4, 1900), (4, 1700), (4, 1650), (3, 1850))
    stock = (*prizes("open", 500, 250, 120), *prizes("a", 70, 40), *prizes("b", 70, 30))
    assert paid(Contest(entered, categories, stock), Sharing.US_CHESS_32B) == {
        "a": "500.00",
        "b": "250.00",
        "e": "70.00",
        "c": "55.00",
        "d": "55.00",
        "f": "55.00",
        "g": "55.00",
        "h": "40.00",
    }


def test_32b_brings_at_most_one_prize_a_player_into_the_pool() -> None:
    entered = rated((5, 2300), (5, 2350), (4, 2380))
    stock = (*prizes("open", 300, 100), *prizes("u2400", 200))
    assert paid(Contest(entered, UNDER_2400, stock), Sharing.US_CHESS_32B) == {
        "a": "250.00",
        "b": "250.00",
        "c": "100.00",
    }


def test_32b_needs_one_prize_a_player() -> None:
    rules = Rules(mode=Mode.ALLOW_MULTIPLE, sharing=Sharing.US_CHESS_32B)
    with pytest.raises(Invalid, match="sharing-needs-first-win"):
        allocate(open_contest(players(1), 100, rules=rules))


@settings(max_examples=examples(300))
@given(contests(sharing=tuple(Sharing), fewest=1))
def test_what_is_paid_is_the_fund_to_the_cent(contest: Contest) -> None:
    allocation = allocate(contest)
    payout = share(allocation)
    cash = {prize.id: prize.cash for prize in contest.prizes}
    counted = Counter(id for pool in payout.pools for id in pool.prizes)
    assert not counted or max(counted.values()) == 1
    for pool in payout.pools:
        assert pool.total == sum(cash[id] for id in pool.prizes)
        assert all(amount >= 0 for _, amount in pool.shares)
    assert sum(payout.paid.values()) == sum(cash[id] for id in counted)
    if contest.rules.sharing is not Sharing.US_CHESS_32B:
        assert set(counted) == {award.prize_id for award in allocation.winners if cash[award.prize_id]}


@settings(max_examples=examples(300))
@given(contests(sharing=(Sharing.EQUAL, Sharing.US_CHESS_32B), fewest=1))
def test_shares_of_a_pool_differ_by_a_cent_or_by_what_was_cut_off(contest: Contest) -> None:
    allocation = allocate(contest)
    cash = {prize.id: prize for prize in contest.prizes}
    for pool in share(allocation).pools:
        amounts = [amount for _, amount in pool.shares]
        if contest.rules.sharing is Sharing.EQUAL:
            assert max(amounts) - min(amounts) <= 1
            continue
        largest = max(cash[id].cash for id in pool.prizes)
        assert max(amounts) <= largest
        assert len(pool.prizes) <= len(pool.shares)  # at most one prize a player


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=9), st.integers(1, 9))
def test_rounding_keeps_the_sum_and_moves_nobody_by_a_cent_or_more(weights: list[int], by: int) -> None:
    shares = [Fraction(weight, by) for weight in weights]
    shares[-1] += -sum(shares) % 1
    down = rounded(shares)
    assert sum(down) == sum(shares)
    assert all(abs(got - share) < 1 for got, share in zip(down, shares, strict=True))


@every(("value", "amount"), [(0, 0), (40, 4000), ("99.5", 9950), ("0.01", 1), ("7.100", 710)])
def test_amounts_are_read_to_the_cent(value: int | str, amount: int) -> None:
    assert cents(value) == amount
    assert cents(amount_text(amount)) == amount
    assert number(amount) == float(value)


@every("value", ["0.001", "1e3", "", "abc", "1" * 13, "1,50", "--1", "٣"])
def test_other_amounts_are_refused(value: str) -> None:
    with pytest.raises(Invalid, match="amount-malformed"):
        cents(value)

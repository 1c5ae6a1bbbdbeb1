"""The eight acceptance tests of the allocation specification, under their names."""

from dataclasses import replace

from podium.prizes import Allocation, Category, Contest, Override, Player, Prize, Unfilled, allocate, why_not
from tests.prizes.builders import START, aged, open_contest, players, prizes


def winners(allocation: Allocation) -> dict[str, str]:
    return {award.prize_id: award.player_id for award in allocation.winners}


def test_1_simple_rank_ordering() -> None:
    allocation = allocate(open_contest(players(3, 1, 5, 2, 4), 300, 200, 100))
    assert winners(allocation) == {"open-1": "p2", "open-2": "p4", "open-3": "p1"}
    assert (allocation.conflicts, allocation.unfilled) == ((), ())


def test_2_tie_break_by_rating() -> None:
    entered = tuple(
        replace(each, rating=rating) for each, rating in zip(players(1, 1, 1), (2200, 2100, 2300), strict=True)
    )
    allocation = allocate(open_contest(entered, 100))
    assert winners(allocation) == {"open-1": "p3"}
    assert "[alloc.win] prize=open-1 player=p3 rank=1 rating=2300 tie_break=rating category=open" in allocation.log


def test_3_tie_break_by_name() -> None:
    entered = tuple(Player(name[0], name, 1, 2000) for name in ("Charlie", "Alice", "Bob"))
    allocation = allocate(open_contest(entered, 100))
    assert winners(allocation) == {"open-1": "A"}
    assert "[alloc.win] prize=open-1 player=A rank=1 rating=2000 tie_break=name category=open" in allocation.log


def test_a_tie_is_broken_by_the_alphabet_and_not_by_the_codes_of_letters() -> None:
    entered = tuple(Player(name, name, 1, 2000) for name in ("Busch", "Böhm"))
    assert winners(allocate(open_contest(entered, 100))) == {"open-1": "Böhm"}


def test_4_multi_eligibility_first_win_mode() -> None:
    categories = (Category("open", "Open", 1), Category("u18", "Under 18", 2, max_age=18))
    entered = (aged("a", 1, 16), aged("b", 2, 40), aged("c", 3, 17))
    contest = Contest(entered, categories, (*prizes("open", 100), *prizes("u18", 50)), start_date=START)
    allocation = allocate(contest)
    assert winners(allocation) == {"open-1": "a", "u18-1": "c"}
    assert [(each.prize_id, each.reason) for each in why_not(allocation, "a")] == [
        ("open-1", "won"),
        ("u18-1", "already_won"),
    ]


def test_5_gender_filtering() -> None:
    entered = tuple(replace(each, gender=gender) for each, gender in zip(players(1, 2, 3), "MFF", strict=True))
    contest = Contest(entered, (Category("girls", "Girls Open", 1, gender="F"),), prizes("girls", 100))
    allocation = allocate(contest)
    assert winners(allocation) == {"girls-1": "p2"}
    assert [each.reason for each in why_not(allocation, "p1")] == ["gender_mismatch"]


def test_6_age_filtering() -> None:
    entered = (aged("one", 1, 13), aged("two", 2, 11), aged("three", 3, 10))
    contest = Contest(entered, (Category("u12", "Under 12", 1, max_age=12),), prizes("u12", 100), start_date=START)
    allocation = allocate(contest)
    assert winners(allocation) == {"u12-1": "two"}
    assert [each.reason for each in why_not(allocation, "one")] == ["above_max_age"]


def test_7_manual_override() -> None:
    contest = open_contest(players(1, 2, 3, 4, 5), 100, overrides=(Override("open-1", "p5"),))
    allocation = allocate(contest)
    assert winners(allocation) == {"open-1": "p5"}
    assert allocation.metadata.manual_override_count == 1
    assert [(each.reason, each.player_id) for each in why_not(allocation, "p1")] == [("given_by_override", "p5")]


def test_8_unfilled_prize_no_eligible_players() -> None:
    category = Category("g10", "Girls Under 10", 1, gender="F", max_age=10)
    entered = (aged("boy", 1, 9, gender="M"), aged("girl", 2, 11, gender="F"))
    stock = (*prizes("g10", 100), Prize("g10-2", "g10", 2, medal=True))
    allocation = allocate(Contest(entered, (category,), stock, start_date=START))
    assert allocation.winners == ()
    assert allocation.unfilled == (Unfilled("g10-1", "no_eligible_players"), Unfilled("g10-2", "no_eligible_players"))

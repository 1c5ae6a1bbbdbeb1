"""The lines of a run, as the specification writes them."""

from podium.prizes import Category, Contest, Order, Override, Player, Rules, allocate, audit
from tests.prizes.builders import START, aged, prizes

FIELD = (
    aged("a", 1, 16, rating=2100),
    aged("b", 2, 40, rating=2000),
    Player("k1", "Kim", 3),
    Player("k2", "Kim", 3),
    aged("d", 4, 50),
)
CATEGORIES = (
    Category("open", "Open", 1),
    Category("u18", "Under 18", 2, max_age=18),
    Category("town", "Town", 3, city="Leeds"),
)
CONTEST = Contest(
    FIELD,
    CATEGORIES,
    (*prizes("open", 300, 200, 100), *prizes("u18", 50), *prizes("town", 20)),
    (Override("open-2", "d"), Override("u18-1", "b")),
    start_date=START,
    tournament_id="T-7",
)


def test_one_line_for_everything_that_happens() -> None:
    assert allocate(CONTEST).log == (
        "[alloc] tId=T-7 allocating for tournament",
        "[alloc] queue=5 prizes in queue",
        "[alloc.win] prize=open-2 player=d rank=4 rating=0 tie_break=none category=open",
        "[alloc.conflict] prize=u18-1 tied_players=[b] reason=above_max_age",
        "[alloc.win] prize=open-1 player=a rank=1 rating=2100 tie_break=none category=open",
        "[alloc.win] prize=open-3 player=b rank=2 rating=2000 tie_break=none category=open",
        "[alloc.unfilled] prize=u18-1 reason=all_won",
        "[alloc.unfilled] prize=town-1 reason=no_eligible_players",
        "[alloc] done: allocated=3 conflicts=1 unfilled=2",
    )


def test_a_tie_names_all_who_are_tied() -> None:
    kims = Contest(FIELD[2:4], CATEGORIES[:1], prizes("open", 10), tournament_id="T-8")
    assert allocate(kims).log[2:] == (
        "[alloc.conflict] prize=open-1 tied_players=[k1, k2] reason=identical_rank_rating_name",
        "[alloc] done: allocated=0 conflicts=1 unfilled=0",
    )


def test_the_time_is_what_the_caller_says() -> None:
    assert allocate(CONTEST, "2026-07-05T18:00:00Z").metadata.timestamp == "2026-07-05T18:00:00Z"


def test_the_audit_names_every_player_a_winner_is_ranked_behind() -> None:
    assert [bypass.line for bypass in audit(allocate(CONTEST))] == [
        "[alloc.consistency] category=open prize=open-2 winner=d rank=4 bypassed=k1 rank=3",
        "[alloc.consistency] category=open prize=open-2 winner=d rank=4 bypassed=k2 rank=3",
    ]


def test_the_audit_counts_those_who_won_elsewhere() -> None:
    entered = (aged("a", 1, 16), aged("b", 2, 16))
    asked = Contest(entered, CATEGORIES[:2], (*prizes("open", 9), *prizes("u18", 5)), start_date=START)
    assert [bypass.line for bypass in audit(allocate(asked))] == [
        "[alloc.consistency] category=u18 prize=u18-1 winner=b rank=2 bypassed=a rank=1",
    ]


def test_the_audit_is_silent_about_equal_ranks_and_in_the_best_of_cases() -> None:
    entered = (Player("a", "Ann", 1), Player("b", "Bob", 1), Player("c", "Cid", 2))
    asked = Contest(entered, CATEGORIES[:1], prizes("open", 9, 8), rules=Rules(order=Order.OPTIMAL))
    assert list(audit(allocate(asked))) == []
    by_hand = Contest(entered, CATEGORIES[:1], prizes("open", 9), (Override("open-1", "b"),))
    assert list(audit(allocate(by_hand))) == []

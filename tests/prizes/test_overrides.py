"""The organiser's word comes first, where the rules allow it."""

from dataclasses import replace

from podium.prizes import Award, Category, Conflict, Contest, Mode, Order, Override, Player, Rules, Unfilled, allocate
from tests.prizes.builders import open_contest, players, prizes

GIRLS = Category("girls", "Girls", 2, gender="F")
FIELD = (
    Player("ann", "Ann", 1, gender="F"),
    Player("bob", "Bob", 2, gender="M"),
    Player("eve", "Eve", 3, gender="F"),
)
CONTEST = Contest(FIELD, (Category("open", "Open", 1), GIRLS), (*prizes("open", 100, 60), *prizes("girls", 50)))


def test_an_override_takes_its_prize_and_its_player_out_of_the_queue() -> None:
    allocation = allocate(replace(CONTEST, overrides=(Override("girls-1", "ann"),)))
    assert allocation.winners == (
        Award("girls-1", "ann", override=True),
        Award("open-1", "bob"),
        Award("open-2", "eve"),
    )


def test_a_refused_override_is_a_conflict_and_its_prize_is_allocated_by_the_rules() -> None:
    allocation = allocate(replace(CONTEST, overrides=(Override("girls-1", "bob"),)))
    assert allocation.conflicts == (Conflict("girls-1", "bob", "gender_mismatch"),)
    assert Award("girls-1", "eve") in allocation.winners
    assert allocation.metadata.manual_override_count == 0
    assert "[alloc.conflict] prize=girls-1 tied_players=[bob] reason=gender_mismatch" in allocation.log


def test_an_override_for_a_prize_that_is_not_given_is_a_conflict() -> None:
    off = replace(CONTEST, categories=(CONTEST.categories[0], replace(GIRLS, active=False)))
    allocation = allocate(replace(off, overrides=(Override("girls-1", "ann"),)))
    assert allocation.conflicts == (Conflict("girls-1", "ann", "prize_inactive"),)
    assert [award.prize_id for award in allocation.winners] == ["open-1", "open-2"]


def test_the_optimal_order_keeps_overrides_too() -> None:
    asked = replace(CONTEST, overrides=(Override("girls-1", "ann"),), rules=Rules(order=Order.OPTIMAL))
    assert allocate(asked).winners == (
        Award("girls-1", "ann", override=True),
        Award("open-1", "bob"),
        Award("open-2", "eve"),
    )


def test_with_several_prizes_allowed_one_player_may_be_given_two_by_hand() -> None:
    overrides = (Override("open-1", "p2"), Override("open-2", "p2"))
    contest = open_contest(players(1, 2), 100, 50, overrides=overrides, rules=Rules(mode=Mode.ALLOW_MULTIPLE))
    assert [award.player_id for award in allocate(contest).winners] == ["p2", "p2"]


def test_whoever_wins_by_override_is_out_of_play() -> None:
    contest = open_contest(players(1), 100, 50, overrides=(Override("open-2", "p1"),))
    assert allocate(contest).unfilled == (Unfilled("open-1", "all_won"),)

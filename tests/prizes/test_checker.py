"""The checker accepts what is right, and nothing that was tampered with."""

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from podium.prizes import (
    Allocation,
    Award,
    Category,
    Certificate,
    Conflict,
    Contest,
    Order,
    Override,
    Player,
    Rules,
    Unfilled,
    allocate,
    verify,
)
from tests.kit.loops import every, examples
from tests.prizes.builders import contests, prizes

FIELD = (
    Player("a", "Ann", 1, city="Leeds"),
    Player("b", "Bob", 2),
    Player("c", "Cid", 3, city="Leeds"),
    Player("k1", "Kim", 4),
    Player("lee", "Lee", 5),
)
KIM = Player("k2", "Kim", 4)
CATEGORIES = (
    Category("open", "Open", 1),
    Category("leeds", "Leeds", 2, city="Leeds"),
    Category("york", "York", 3, city="York"),
)
STOCK = (*prizes("open", 100, 60), *prizes("leeds", 40, 30), *prizes("york", 20))
CONTEST = Contest(FIELD, CATEGORIES, STOCK)


def run(order: Order, *overrides: Override) -> Allocation:
    return allocate(replace(CONTEST, rules=Rules(order=order), overrides=overrides))


def codes(allocation: Allocation) -> set[str]:
    return {finding.code for finding in verify(allocation)}


@settings(max_examples=examples(300))
@given(contests())
def test_every_allocation_stands_up(contest: Contest) -> None:
    assert verify(allocate(contest)) == ()


@settings(max_examples=examples(300))
@given(contests(most_players=5, fewest=1, alike=False), st.data())
def test_two_prizes_exchanged_do_not(contest: Contest, data: st.DataObject) -> None:
    allocation = allocate(contest)
    by_rule = [award for award in allocation.winners if not award.override]
    assume(len(by_rule) > 1)
    one, other = data.draw(st.permutations(by_rule))[:2]
    assume(one.player_id != other.player_id)
    swapped = {
        one.prize_id: replace(one, player_id=other.player_id),
        other.prize_id: replace(other, player_id=one.player_id),
    }
    winners = tuple(swapped.get(award.prize_id, award) for award in allocation.winners)
    assert verify(replace(allocation, winners=winners))


@settings(max_examples=examples(300))
@given(contests(orders=(Order.OPTIMAL,), most_players=5, fewest=1, alike=False), st.data())
def test_a_smaller_assignment_has_no_certificate(contest: Contest, data: st.DataObject) -> None:
    """Take one award away and claim it unfilled: whatever sets of categories are named, the checker refuses."""
    allocation = allocate(contest)
    by_rule = [award for award in allocation.winners if not award.override]
    assume(by_rule)
    lost = data.draw(st.sampled_from(by_rule))
    names = st.lists(st.sampled_from([category.id for category in contest.categories]), unique=True).map(tuple)
    forged = Certificate(data.draw(names), {player.id: data.draw(names) for player in contest.players})
    winners = tuple(award for award in allocation.winners if award != lost)
    unfilled = (*allocation.unfilled, Unfilled(lost.prize_id, "all_won"))
    assert verify(replace(allocation, winners=winners, unfilled=unfilled, certificate=forged))


def test_the_optimal_example_leans_on_its_certificate() -> None:
    allocation = run(Order.OPTIMAL)
    assert verify(allocation) == ()
    proof = allocation.certificate
    assert proof is not None
    assert proof.blocked == {"a": ("open",), "c": ("open",)}  # Ann and Cid stay in Leeds, or a prize is left over

    def forged(**parts: tuple[str, ...]) -> set[str]:
        return codes(replace(allocation, certificate=replace(proof, blocked={**proof.blocked, **parts})))

    assert forged() == set()
    assert forged(a=()) == forged(a=("leeds",)) == forged(c=("open", "leeds")) == {"better_prize_possible"}
    assert codes(replace(allocation, certificate=replace(proof, full=()))) == {"more_prizes_possible"}
    assert codes(replace(allocation, certificate=replace(proof, full=("york",)))) == {"more_prizes_possible"}
    assert codes(replace(allocation, certificate=None)) == {"no_certificate"}


@every("order", Order)
def test_each_kind_of_damage_is_named(order: Order) -> None:
    allocation = run(order, Override("open-2", "b"), Override("leeds-2", "k1"))
    assert verify(allocation) == ()
    first, *rest = allocation.winners
    assert first == Award("open-2", "b", override=True)
    assert codes(replace(allocation, winners=tuple(rest))) >= {"not_settled_once", "override_not_kept"}
    assert codes(replace(allocation, winners=(*allocation.winners, first))) >= {"not_settled_once", "won_twice"}
    assert codes(replace(allocation, conflicts=())) == {"override_not_kept"}
    assert codes(replace(allocation, unfilled=())) == {"not_settled_once"}
    wrong = tuple(replace(left, reason="all_won") for left in allocation.unfilled)
    assert wrong != allocation.unfilled
    assert codes(replace(allocation, unfilled=wrong)) == {"unfilled_wrongly"}
    stranger = tuple(
        replace(each, player_id="lee") if each.prize_id == "leeds-1" else each for each in allocation.winners
    )
    assert "winner_not_eligible" in codes(replace(allocation, winners=stranger))


@every("order", [Order.BROCHURE_FIRST, Order.VALUE_FIRST])
def test_a_player_passed_over_is_named(order: Order) -> None:
    allocation = run(order)
    winners = tuple(replace(each, player_id="c") if each.prize_id == "open-2" else each for each in allocation.winners)
    left = tuple(award for award in winners if award.prize_id != "leeds-1")
    damaged = replace(allocation, winners=left, unfilled=(*allocation.unfilled, Unfilled("leeds-1", "all_won")))
    assert [(finding.code, finding.prize_id, finding.player_id) for finding in verify(damaged)] == [
        ("passed_over", "open-2", "b")
    ]


def test_a_tie_that_is_none_is_refused() -> None:
    allocation = allocate(replace(CONTEST, players=(*FIELD, KIM)))
    assert verify(allocation) == ()
    winners = tuple(award for award in allocation.winners if award.prize_id != "open-1")
    for players in (("a", "b"), ("k1",), ("k1", "nobody"), ("k1", "k1")):
        tie = Conflict("open-1", players[0], "identical_rank_rating_name", players[1:])
        assert codes(replace(allocation, winners=winners, conflicts=(tie,))) == {"tie_not_real"}

"""Why this winner, and why not me."""

from dataclasses import replace

import pytest
from hypothesis import given

from podium.app.prizes.words import REASONS
from podium.core.errors import Unknown
from podium.prizes import (
    Candidate,
    Category,
    Contest,
    Explanation,
    Order,
    Override,
    Player,
    Prize,
    Rules,
    WhyNot,
    allocate,
    explain,
    why_not,
)
from tests.kit.loops import every
from tests.prizes.builders import contests, open_contest, prizes

FIELD = (
    Player("a", "Ann", 1, 2000, city="Leeds"),
    Player("b", "Bob", 2, 1900, city="Leeds"),
    Player("c", "Cid", 2, 1800),
    Player("k1", "Kim", 3),
    Player("k2", "Kim", 3),
)
CATEGORIES = (Category("open", "Open", 1), Category("leeds", "Leeds", 2, city="Leeds"))
CONTEST = Contest(
    FIELD, CATEGORIES, (*prizes("open", 100), *prizes("leeds", 40, 20), Prize("old", "open", 9, active=False))
)


def test_an_award_names_its_candidates_and_what_decided() -> None:
    allocation = allocate(CONTEST)
    assert explain(allocation, "open-1") == Explanation(
        "open-1",
        "a",
        "rank",
        (
            Candidate("a", 1, 2000, "Ann", None),
            Candidate("b", 2, 1900, "Bob", None),
            Candidate("c", 2, 1800, "Cid", None),
            Candidate("k1", 3, 0, "Kim", None),
            Candidate("k2", 3, 0, "Kim", None),
        ),
    )
    assert explain(allocation, "leeds-1") == Explanation(
        "leeds-1",
        "b",
        "only_candidate",
        (Candidate("a", 1, 2000, "Ann", "open-1"), Candidate("b", 2, 1900, "Bob", None)),
    )


@every(
    ("contest", "prize", "decided_by"),
    [
        (CONTEST, "leeds-2", "all_won"),
        (CONTEST, "old", "prize_inactive"),
        (replace(CONTEST, overrides=(Override("open-1", "c"),)), "open-1", "override"),
        (replace(CONTEST, players=FIELD[1:]), "open-1", "rating"),
        (replace(CONTEST, players=FIELD[3:]), "open-1", "identical_rank_rating_name"),
        (replace(CONTEST, players=FIELD[3:]), "leeds-1", "no_eligible_players"),
        (open_contest((Player("b", "B", 1), Player("a", "A", 1)), 10), "open-1", "name"),
    ],
)
def test_everything_that_can_decide_a_prize_is_told(contest: Contest, prize: str, decided_by: str) -> None:
    assert explain(allocate(contest), prize).decided_by == decided_by


def test_why_not_goes_through_every_prize() -> None:
    allocation = allocate(CONTEST)
    assert why_not(allocation, "a") == (
        WhyNot("open-1", "won"),
        WhyNot("leeds-1", "already_won", prize_id_held="open-1"),
        WhyNot("leeds-2", "already_won", prize_id_held="open-1"),
        WhyNot("old", "prize_inactive"),
    )
    assert why_not(allocation, "c")[:2] == (WhyNot("open-1", "better_placed", "a"), WhyNot("leeds-1", "city_mismatch"))


def test_why_not_tells_a_tie_from_both_sides() -> None:
    allocation = allocate(open_contest((*FIELD[3:], Player("z", "Zoe", 9)), 100))
    assert why_not(allocation, "k2") == (WhyNot("open-1", "tied", "k1"),)
    assert why_not(allocation, "z") == (WhyNot("open-1", "withheld", "k1"),)


def test_why_not_tells_an_override() -> None:
    allocation = allocate(replace(CONTEST, overrides=(Override("open-1", "c"),)))
    assert why_not(allocation, "a")[0] == WhyNot("open-1", "given_by_override", "c")
    assert why_not(allocation, "c")[:2] == (WhyNot("open-1", "won"), WhyNot("leeds-1", "city_mismatch"))


def test_why_not_tells_what_the_best_for_all_costs_one() -> None:
    allocation = allocate(replace(CONTEST, players=FIELD[:3], rules=Rules(order=Order.OPTIMAL)))
    assert why_not(allocation, "a")[:3] == (
        WhyNot("open-1", "would_leave_a_prize_unfilled", "c", "leeds-1"),
        WhyNot("leeds-1", "won"),
        WhyNot("leeds-2", "has_better_prize", prize_id_held="leeds-1"),
    )


@given(contests())
def test_every_player_has_an_answer_for_every_prize_in_words(contest: Contest) -> None:
    allocation = allocate(contest)
    won = {(award.prize_id, award.player_id) for award in allocation.winners}
    for player in contest.players:
        answers = why_not(allocation, player.id)
        assert sorted(each.prize_id for each in answers) == sorted(prize.id for prize in contest.prizes)
        for each in answers:
            assert (each.reason == "won") == ((each.prize_id, player.id) in won)
            assert each.reason in REASONS
            assert each.player_id != player.id
    for prize in contest.prizes:
        told = explain(allocation, prize.id)
        assert ((prize.id, told.winner) in won) == (told.winner is not None)
        in_play = [each.player_id for each in told.candidates if each.holds is None]
        assert told.winner is None or told.winner in in_play


def test_there_is_no_answer_about_strangers() -> None:
    allocation = allocate(CONTEST)
    with pytest.raises(Unknown):
        why_not(allocation, "nobody")
    with pytest.raises(Unknown):
        explain(allocation, "nothing")

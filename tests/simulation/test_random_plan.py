"""Options that nobody has chosen: drawn from the seed, each for itself, and sensibly."""

from dataclasses import fields

import pytest

from podium.core.dice import Dice
from podium.core.result import check_scoring
from podium.simulation.plan import Count, Plan
from podium.simulation.random_plan import ON_RATINGS, random_plan, random_tiebreaks
from podium.tiebreaks import criterion
from tests.kit.loops import every

PLANS = [random_plan(str(seed), {}) for seed in range(120)]
NAMES = {each.name for each in fields(Plan)} - {
    "ratings",
    "forfeits",
    "odd",
}  # a list is given; the others are mixtures


@every("name", sorted(NAMES))
def test_every_option_differs_from_one_tournament_to_another(name: str) -> None:
    assert len({getattr(plan, name) for plan in PLANS}) > 1


def test_what_is_drawn_can_be_played() -> None:
    for plan in PLANS:
        plan.checked()
        check_scoring(plan.scoring)
        assert 8 <= plan.players <= 200
        assert plan.rounds <= 11
        assert plan.lowest <= plan.highest
        assert not plan.accelerated or plan.players >= 20


def test_a_chosen_option_stays_and_leaves_the_others_as_they_were() -> None:
    drawn = random_plan("a", {"players": 40})
    chosen = random_plan("a", {"players": 40, "half_byes": Count(3), "rounds": 9})
    differing = {each.name for each in fields(Plan) if getattr(drawn, each.name) != getattr(chosen, each.name)}
    assert (chosen.half_byes, chosen.rounds) == (Count(3), 9)
    assert differing <= {"half_byes", "rounds"}


@every("seed", range(30))
def test_a_chosen_mixture_has_no_part_of_it_drawn(seed: int) -> None:
    plan = random_plan(str(seed), {"forfeits": 5.0, "odd": Count(2)})
    parts = (plan.forfeit_wins, plan.forfeit_losses, plan.double_forfeits, plan.odd_results, plan.unrated_games)
    assert parts == (0, 0, 0, 0, 0)


def test_rounds_that_are_chosen_get_players_enough() -> None:
    assert all(random_plan(str(seed), {"rounds": 15}).players >= 30 for seed in range(20))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_small_fields_get_rounds_that_they_can_carry(players: int) -> None:
    assert all(1 <= random_plan(str(seed), {"players": players}).rounds < players for seed in range(20))


def test_lists_of_tiebreaks_are_of_c07_and_name_nothing_twice() -> None:
    lists = [random_tiebreaks(Dice(seed), rated=True) for seed in range(200)]
    assert len(set(lists)) > 150
    for codes in lists:
        assert len(set(codes)) == len(codes) >= 2
        assert all(criterion(code).row.article or code == "PTS" for code in codes)
        assert "PTS" not in codes[1:]
    assert {codes[0] == "PTS" for codes in lists} == {True, False}


def test_nobody_is_ranked_by_ratings_that_some_do_not_have() -> None:
    drawn = {criterion(code).row.code for seed in range(200) for code in random_tiebreaks(Dice(seed), rated=False)}
    assert not drawn & (ON_RATINGS | {"RTNG"})

"""Random tournaments: the same for the same dice, and legal."""

from dataclasses import replace

import pytest

from podium.core.dice import Dice
from podium.core.errors import Invalid
from podium.core.result import Result
from podium.simulation.plan import Plan
from podium.simulation.swiss import outcome, play
from tests.kit.loops import every, seeds
from tests.kit.variants import variant


def test_the_same_seed_gives_the_same_tournament() -> None:
    assert play(Plan(20, 5), Dice("a")) == play(Plan(20, 5), Dice("a"))
    assert play(Plan(20, 5), Dice("a")) != play(Plan(20, 5), Dice("b"))


@seeds(range(20), long=range(80))
def test_nobody_meets_twice_and_everybody_has_every_round(seed: int) -> None:
    played = play(*variant(seed))
    for one in played.contestants:
        turns = one.turns[: played.played]
        assert len(turns) == played.played
        met = [turn.opponent for turn in turns if turn.played]
        assert len(set(met)) == len(met)
        assert sum(turn.allocated for turn in turns) <= 1
        for number, turn in enumerate(turns):
            if turn.opponent:
                back = played.contestants[turn.opponent - 1].turns[number]
                assert back.opponent == one.number
                assert back.colour is not turn.colour
        banned = [group for group in played.forbidden if one.number in group]
        assert not any(turn.opponent in group for turn in turns for group in banned)


def test_a_small_field_ends_when_it_runs_out_of_opponents() -> None:
    played = play(Plan(4, 9, forfeits=0, half_byes=0, zero_byes=0, withdrawals=0), Dice(1))
    assert played.played == 3


def test_rates_of_nothing_and_of_everything() -> None:
    quiet = Plan(10, 4, draws=0, forfeits=0, half_byes=0, zero_byes=0, withdrawals=0)
    codes = {code for one in play(quiet, Dice(2)).contestants for code in one.codes}
    assert codes <= {"1", "0"}
    forfeited = play(replace(quiet, forfeits=100), Dice(2))
    assert {code for one in forfeited.contestants for code in one.codes} <= {"+", "-"}


def test_the_stronger_player_wins_more_often() -> None:
    dice = Dice("expectation")
    results = [outcome(Plan(2, 1, forfeits=0), 2400, 2000, dice) for _ in range(2000)]
    score = sum(2 if one is Result.WHITE_WINS else one is Result.DRAW for one in results) / 2
    assert 1770 < score < 1910  # the rating difference expects 92 per cent


@every(
    ("plan", "code"),
    [
        (Plan(0, 5), "players-out-of-range"),
        (Plan(1, 5), "players-out-of-range"),
        (Plan(10_000, 5), "players-out-of-range"),
        (Plan(10, 0), "rounds-out-of-range"),
        (Plan(10, 5, draws=101), "rate-out-of-range"),
        (Plan(10, 5, late=-1), "rate-out-of-range"),
        (Plan(10, 5, odd_results=101), "rate-out-of-range"),
        (Plan(10, 5, ratings=(2000, 1900)), "ratings-do-not-fit"),
    ],
)
def test_impossible_plans_are_refused(plan: Plan, code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        play(plan, Dice(1))
    assert refusal.value.code == code

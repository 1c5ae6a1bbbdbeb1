"""Counts of a plan happen exactly so often, and what is not in it never."""

from collections import Counter
from dataclasses import replace

import pytest

from podium.core.dice import Dice
from podium.core.ratings.rating_tables import expected
from podium.core.result import Result
from podium.simulation.plan import Count, Plan
from podium.simulation.swiss import Simulated, outcome, play
from tests.kit.loops import every

QUIET = Plan(24, 6, forfeits=0, half_byes=0, zero_byes=0, withdrawals=0, returns=0)


def games(played: Simulated) -> Counter[str]:
    """How often each pair of codes occurs, White's first."""
    found: Counter[str] = Counter()
    for one in played.contestants:
        for number, turn in enumerate(one.turns):
            if turn.opponent and turn.colour and turn.colour.value == "w":
                found[one.codes[number] + played.contestants[turn.opponent - 1].codes[number]] += 1
    return found


@pytest.mark.parametrize("seed", range(5))
def test_counts_of_byes_and_games_are_kept(seed: int) -> None:
    plan = replace(
        QUIET,
        half_byes=Count(7),
        zero_byes=Count(3),
        full_byes=Count(2),
        forfeit_wins=Count(4),
        forfeit_losses=Count(1),
        double_forfeits=Count(2),
        odd_results=Count(5),
        unrated_games=Count(6),
    )
    played = play(plan, Dice(seed))
    codes = Counter(code for one in played.contestants for code in one.codes)
    assert (codes["H"], codes["Z"], codes["F"]) == (7, 3, 2)
    ended = games(played)
    assert (ended["+-"], ended["-+"], ended["--"]) == (4, 1, 2)
    assert ended["=0"] + ended["0="] + ended["00"] == 5
    assert ended["WL"] + ended["LW"] + ended["DD"] == 6
    assert played.left == {}


def test_so_many_leave_for_good_and_so_many_come_late() -> None:
    played = play(replace(QUIET, withdrawals=Count(4), late=Count(3)), Dice(1))
    entered = [one for one in played.contestants if one.enters > 1]
    gone = [one for one in played.contestants if one.away]
    assert (len(entered), len(gone)) == (3, 4)
    assert all(set(one.codes[: one.enters - 1]) == {"Z"} for one in entered)
    assert all(one.codes[-1] == "Z" for one in gone)


def test_what_finds_no_room_is_named_and_somebody_is_left_to_play() -> None:
    played = play(replace(QUIET, players=6, rounds=2, half_byes=Count(30), late=Count(9)), Dice(1))
    given = sum(one.codes.count("H") for one in played.contestants)
    assert played.left == {"half_byes": 30 - given, "late": 5}
    assert given >= 2


def test_ratings_are_listed_spaced_or_drawn() -> None:
    listed = play(replace(QUIET, players=4, rounds=1, ratings=(1800, 2400, 2000, 0)), Dice(1))
    assert [one.rating for one in listed.contestants] == [2400, 2000, 1800, 0]
    spaced = play(replace(QUIET, players=5, rounds=1, highest=2200, lowest=2000, spacing=60), Dice(1))
    assert [one.rating for one in spaced.contestants] == [2200, 2140, 2080, 2020, 2000]
    drawn = [one.rating for one in play(QUIET, Dice(1)).contestants]
    assert drawn == sorted(drawn, reverse=True)
    assert len(set(drawn)) > 12


@every("gap", [0, 50, 150, 300, 400, 900])
def test_scores_follow_the_table_of_fide_up_to_a_gap_of_400(gap: int) -> None:
    dice, plan = Dice(f"gap {gap}"), replace(QUIET, draws=30)
    worth = {Result.WHITE_WINS: 2, Result.DRAW: 1, Result.BLACK_WINS: 0}
    score = sum(worth[outcome(plan, 1500 + gap, 1500, dice)] for _ in range(20_000)) / 400
    assert abs(score - expected(min(gap, 400))) < 1

"""The quick ways give what the reference gives, and the judge agrees."""

from dataclasses import replace

import pytest

from podium.app.trf.simulated import report_of
from podium.core.dice import Dice
from podium.core.errors import Refused, Unpairable
from podium.files.trf import write
from podium.simulation.plan import Plan
from podium.simulation.swiss import play
from podium.swiss import Field, forbidden_groups, pair
from podium.swiss.exact import pair_exactly
from podium.swiss.pairing import Way
from tests.kit.judge import judged_round, loaded
from tests.kit.loops import every, seeds
from tests.kit.swiss import field_before, pairs_of
from tests.kit.variants import pair_by, pair_by_reference, variant
from tests.kit.wild import wild_field


def outcome(state: Field, way: Way | None = None) -> set[tuple[int, int]] | str:
    try:
        return pairs_of(pair_by(state, way) if way else pair(state))
    except Unpairable:
        return "unpairable"
    except Refused as refusal:
        return refusal.code


def compare(state: Field) -> None:
    expected = outcome(state, pair_by_reference)
    assert outcome(state, pair_exactly) == expected
    assert outcome(state) == expected


@seeds(range(15), long=range(60))
def test_every_way_gives_the_same_round_of_a_tournament(seed: int) -> None:
    played = play(*variant(seed))
    for number in range(1, played.played + 1):
        compare(field_before(played, number))


@seeds(range(60), long=range(300))
def test_every_way_gives_the_same_round_after_a_history_of_chance(seed: int) -> None:
    compare(wild_field(seed, 26))


@pytest.mark.parametrize("players", [90, 141])
def test_every_way_gives_the_same_round_of_a_large_field(players: int) -> None:
    played = play(Plan(players, 9, draws=20, forfeits=4, half_byes=6, forbidden=12), Dice(players))
    for number in (1, 4, played.played):
        compare(field_before(played, number))


def crowded(state: Field, seed: int) -> Field:
    """The field with a third to a half of its players, whom chance picks, in one forbidden group."""
    dice = Dice(f"crowded {seed}")
    numbers = [entrant.number for entrant in state.entrants if entrant.present]
    size = len(numbers) * (33 + dice.below(18)) // 100
    return replace(state, forbidden=forbidden_groups([dice.shuffled(numbers)[:size]]))


@seeds(range(100, 120), long=range(100, 200))
def test_every_way_gives_the_same_round_where_half_may_not_meet(seed: int) -> None:
    played = play(*variant(seed))
    for number in range(1, played.played + 1):
        compare(crowded(field_before(played, number), seed + number))


@pytest.mark.parametrize("players", [100, 151])
def test_every_way_gives_the_same_round_of_a_large_field_where_half_may_not_meet(players: int) -> None:
    played = play(Plan(players, 5), Dice(players))
    for number in (2, 3, 5):
        compare(crowded(field_before(played, number), players))


def judge(seed: int, *, odd: int = 0) -> None:
    """The judge's rounds of a made-up tournament are ours, colours and byes included."""
    plan, dice = variant(seed)
    played = play(replace(plan, odd=odd), dice)
    if not played.played:
        return
    tournament = loaded(write(report_of(played, str(seed))))
    for number in range(1, played.played + 1):
        assert judged_round(tournament, number) == outcome(field_before(played, number)), f"seed {seed}, round {number}"


@seeds(range(1000, 1008), long=range(1000, 1030))
def test_the_judge_agrees(seed: int) -> None:
    judge(seed)


@seeds(range(1100, 1106), long=range(1100, 1120))
def test_the_judge_agrees_where_games_end_oddly(seed: int) -> None:
    """After 0-0, a half for one side only, and games that are not rated: played, so met and with colours."""
    judge(seed, odd=25)


@pytest.mark.long
@pytest.mark.parametrize("odd", [0, 20], ids=["usual results", "odd results"])
@every("seed", range(2000, 2600))
def test_the_judge_agrees_on_many_more(seed: int, odd: int) -> None:
    judge(seed, odd=odd)


@pytest.mark.long
@every("seed", range(20_000, 24_000))
def test_every_way_gives_the_same_round_after_many_more_histories(seed: int) -> None:
    compare(wild_field(seed, 32))

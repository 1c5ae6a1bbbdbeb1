"""Which team meets which."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.doubles import Options, Setting, Team, TeamMatch, TeamRound
from podium.doubles.setting import Encounter, set_teams
from tests.doubles.club import Evening, ids

POWER, RANDOM = Setting.POWER_PAIRING, Setting.RANDOM


def teams_of(points: list[int]) -> tuple[list[Team], dict[PlayerId, int]]:
    """Teams of two players each, with that many points together."""
    names = ids(2 * len(points))
    teams = list(zip(names[::2], names[1::2], strict=True))
    worth = {}
    for (one, two), total in zip(teams, points, strict=True):
        worth[one], worth[two] = total // 2, total - total // 2
    return teams, worth


def all_settings(points: list[int]) -> Iterator[int]:
    """The total difference of every way to set the teams."""
    if not points:
        yield 0
    for at in range(1, len(points)):
        for rest in all_settings(points[1:at] + points[at + 1 :]):
            yield abs(points[0] - points[at]) + rest


@given(st.sampled_from([2, 4, 6, 8]).flatmap(lambda n: st.lists(st.integers(0, 9), min_size=n, max_size=n)))
def test_power_pairing_has_the_smallest_total_difference_there_is(points: list[int]) -> None:
    teams, worth = teams_of(points)
    for avoid in (False, True):
        found = set_teams(teams, worth, [], POWER, avoid, Dice(1))
        assert sum(each.difference for each in found) == min(all_settings(points))


@pytest.mark.parametrize("setting", Setting)
def test_chance_decides_between_equals(setting: Setting) -> None:
    teams, worth = teams_of([2, 2, 2, 2])
    met: Counter[Team] = Counter()
    for seed in range(300):
        for each in set_teams(teams, worth, [], setting, False, Dice(seed)):
            if teams[0] in (each.match.home, each.match.away):
                met[each.match.away if each.match.home == teams[0] else each.match.home] += 1
    assert set(met) == set(teams[1:])
    assert min(met.values()) > 70  # 100 each on average


def test_random_setting_does_not_look_at_points() -> None:
    teams, worth = teams_of([9, 9, 0, 0])
    totals = {sum(each.difference for each in set_teams(teams, worth, [], RANDOM, False, Dice(s))) for s in range(40)}
    assert totals == {0, 18}


@pytest.mark.parametrize("setting", Setting)
def test_opponents_of_before_are_avoided_if_asked_for(setting: Setting) -> None:
    teams, worth = teams_of([2, 2, 2, 2])
    before = [TeamRound((TeamMatch(teams[0], teams[1]), TeamMatch(teams[2], teams[3])))]

    def repeated(avoid: bool) -> int:
        found = (set_teams(teams, worth, before, setting, avoid, Dice(seed)) for seed in range(60))
        return sum(each.repeated for encounters in found for each in encounters)

    assert repeated(avoid=True) == 0
    assert repeated(avoid=False) > 0


def test_avoiding_opponents_never_costs_a_greater_difference() -> None:
    teams, worth = teams_of([4, 4, 0, 0])
    before = [TeamRound((TeamMatch(teams[0], teams[1]), TeamMatch(teams[2], teams[3])))]
    found = set_teams(teams, worth, before, POWER, True, Dice(1))
    assert [each.difference for each in found] == [0, 0]
    assert [each.repeated for each in found] == [4, 4]


def test_a_whole_evening_repeats_fewer_opponents_if_they_are_avoided() -> None:
    def repeated(avoid: bool) -> int:
        evening = Evening(ids(24), Options(8, setting=RANDOM, avoid_opponents=avoid))
        evening.play_on()
        return sum(each.repeated for drawn in evening.draws for each in drawn.settings)

    assert repeated(avoid=True) < repeated(avoid=False) / 2


def test_a_draw_tells_the_points_of_both_teams() -> None:
    evening = Evening(ids(8), Options(3))
    evening.play()
    drawn = evening.play()
    won = {player for match in evening.rounds[0].matches for player in _winner(match)}
    for each in drawn.settings:
        assert each == Encounter(
            each.match,
            sum(player in won for player in each.match.home),
            sum(player in won for player in each.match.away),
            each.repeated,
        )
    assert all(each.difference == abs(each.home_points - each.away_points) for each in drawn.settings)
    assert drawn.matches == tuple(each.match for each in drawn.settings)


def _winner(match: TeamMatch) -> Team:
    assert match.sets.home is not None
    assert match.sets.away is not None
    return match.home if match.sets.home > match.sets.away else match.away

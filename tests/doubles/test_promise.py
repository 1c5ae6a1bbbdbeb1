"""The two numbers before round 1, and what they rest on."""

from itertools import combinations

import pytest

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.doubles import (
    FreeGames,
    Later,
    Options,
    Promise,
    TeamMatch,
    TeamRound,
    check_plan,
    draw,
    most_rounds,
    promise,
)
from podium.doubles.fair import keeps_turn
from podium.doubles.field import field_of
from podium.doubles.partners import some_partners
from podium.doubles.plan import pairs_of, sitting_out
from podium.doubles.promise import at_most, by_degrees, only_round
from podium.doubles.whole import whole_plan
from tests.doubles.club import Evening, ids
from tests.kit.loops import every

BOTTOM, RANDOM = FreeGames.BOTTOM_RANKING, FreeGames.RANDOM


@every(
    ("players", "option", "rounds", "guaranteed", "possible"),
    [
        pytest.param(4, BOTTOM, 2, 3, 3, id="four play everybody with everybody"),
        pytest.param(5, BOTTOM, 3, 3, 5, id="a short plan needs no looking ahead"),
        pytest.param(5, BOTTOM, 4, 5, 5, id="one free game a round follows any ranking"),
        pytest.param(6, BOTTOM, 7, 3, 7, id="two free games may have to pass over"),
        pytest.param(6, RANDOM, 7, 7, 7, id="at random nobody can be passed over"),
        pytest.param(7, RANDOM, 10, 10, 10, id="seven have one round more than the rule"),
        pytest.param(8, BOTTOM, 6, 6, 7, id="no free games, no results that matter"),
        pytest.param(22, BOTTOM, 9, 11, 23, id="twenty-two"),
        pytest.param(23, BOTTOM, 25, 11, 25, id="twenty-three"),
        pytest.param(1000, RANDOM, 9, 501, 999, id="a thousand"),
    ],
)
def test_the_numbers_before_round_one(
    players: int, option: FreeGames, rounds: int, guaranteed: int, possible: int
) -> None:
    options = Options(rounds, option)
    assert promise(ids(players), options) == check_plan(ids(players), options) == Promise(guaranteed, possible)


@every("players", range(4, 90))
def test_a_whole_plan_keeps_every_rule_and_uses_up_the_partners(players: int) -> None:
    plan = whole_plan(players)
    pairs = [pair for mates in plan for pair in pairs_of(mates)]
    assert len(set(pairs)) == len(pairs)
    assert all(mates[mates[player]] == player for mates in plan for player in range(players))
    assert {len(sitting_out(mates)) for mates in plan} == {players % 4}
    assert keeps_turn([0] * players, [sitting_out(mates) for mates in plan])
    assert len(plan) == most_rounds(players) == at_most(field_of(ids(players), []), players + 9)


def test_degrees_promise_half_as_many_rounds_as_players_and_no_more_can_be_promised_for_any_draw() -> None:
    """Eight players, five rounds: three play with the other five only, and then the sixth round does not exist."""
    rounds = []
    for turn in range(5):
        inner = [(f"i{(turn + 1) % 5}", f"i{(turn + 4) % 5}")]
        mixed = [(f"o{place}", f"i{(turn + step) % 5}") for place, step in enumerate((0, 2, 3))]
        rounds.append(_paired(inner + mixed))
    players = [PlayerId(name) for name in ("o0", "o1", "o2", "i0", "i1", "i2", "i3", "i4")]
    assert by_degrees(field_of(players, [])) == 5
    assert [by_degrees(field_of(players, rounds[:played])) for played in range(6)] == [5, 4, 3, 2, 1, 0]
    field = field_of(players, rounds)
    assert some_partners(range(8), field.met, Dice(1)) is None
    assert only_round(field, Dice(1)) is None


def _paired(teams: list[tuple[str, str]]) -> TeamRound:
    named = [(PlayerId(one), PlayerId(two)) for one, two in teams]
    return TeamRound(tuple(TeamMatch(home, away) for home, away in zip(named[::2], named[1::2], strict=True)))


@every("players", [8, 9, 10, 11, 12, 20])
def test_in_the_rounds_that_degrees_promise_anybody_may_sit_out(players: int) -> None:
    options = Options((players - players % 4) // 2 + 1)
    for seed in range(3):
        evening = Evening(ids(players), options, seed)
        while len(evening.rounds) < options.rounds:
            field = field_of(evening.players, evening.rounds)
            for free in list(combinations(range(players), players % 4))[:60]:
                playing = [player for player in range(players) if player not in free]
                assert some_partners(playing, field.met, Dice(seed)) is not None
            evening.play()


def test_the_reserve_is_a_way_to_play_all_rounds_to_come() -> None:
    evening = Evening(ids(10), Options(11), seed=5)
    evening.play()
    reserve = evening.reserve
    assert len(reserve) == 10
    known = {frozenset(pair) for match in evening.rounds[0].matches for pair in (match.home, match.away)}
    for later in reserve:
        assert len(later.free) == 2
        assert {*later.free, *(player for pair in later.pairs for player in pair)} == set(ids(10))
        assert not known & {frozenset(pair) for pair in later.pairs}
        known |= {frozenset(pair) for pair in later.pairs}


def test_no_reserve_is_kept_where_no_draw_can_go_wrong() -> None:
    evening = Evening(ids(22), Options(9))
    evening.play_on()
    assert [drawn.reserve for drawn in evening.draws] == [()] * 9


@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param(lambda reserve: reserve[1:], id="too short"),
        pytest.param(lambda reserve: (reserve[0], *reserve), id="a round twice"),
        pytest.param(lambda reserve: (Later(reserve[0].pairs[1:], reserve[0].free), *reserve[1:]), id="a pair missing"),
        pytest.param(lambda reserve: tuple(Later(later.pairs, ()) for later in reserve), id="nobody sits out"),
    ],
)
def test_a_reserve_that_does_not_fit_is_not_used(spoilt) -> None:  # type: ignore[no-untyped-def]  # a lambda
    evening = Evening(ids(9), Options(9), seed=2)
    first = evening.play()
    options, rounds = evening.options, evening.rounds
    drawn = draw(ids(9), rounds, options, Dice("x"), spoilt(first.reserve))
    assert drawn.rounds_left == 7
    assert len(drawn.reserve) == 7


@every("rounds", [6, 9, 15])
@every("option", FreeGames, ids=lambda option: option.value)
@every("players", [12, 13, 14, 15])
def test_what_is_guaranteed_before_round_one_stays_guaranteed(players: int, option: FreeGames, rounds: int) -> None:
    options = Options(min(rounds, most_rounds(players)), option)
    evening = Evening(ids(players), options)
    first = promise(evening.players, options)
    while len(evening.rounds) < options.rounds:
        evening.play()
        now = promise(evening.players, options, evening.rounds, evening.reserve)
        assert first.guaranteed <= now.guaranteed <= now.possible <= first.possible
        assert now.possible >= options.rounds

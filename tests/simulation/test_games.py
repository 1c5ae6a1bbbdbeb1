"""Whole Swiss and round-robin events, played by commands from a seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from podium.core.errors import Invalid, Refused
from podium.core.result import ByeType
from podium.flow.state import Bye, Game, Stage, Tournament
from podium.simulation.games import play, table_rounds
from podium.simulation.plan import Plan
from podium.swiss import ENGINE
from tests.kit.loops import every

QUIET = Plan(12, 5, forfeits=0, half_byes=0, zero_byes=0, withdrawals=0, returns=0)
BUSY = Plan(24, 9, forfeits=10, half_byes=8, zero_byes=5, full_byes=5, withdrawals=5, returns=30, late=15)
SWISS = {"format": "swiss", "initial_colour": "drawn"}
ROBIN = {"format": "round-robin"}


def games(state: Tournament) -> list[Game]:
    return [game for here in state.rounds for game in here.games.values() if isinstance(game, Game)]


def kinds(state: Tournament) -> Counter[ByeType]:
    return Counter(bye.kind for here in state.rounds for bye in here.games.values() if isinstance(bye, Bye))


@pytest.mark.parametrize("settings", [SWISS, ROBIN], ids=["swiss", "round robin"])
@pytest.mark.parametrize("plan", [QUIET, BUSY], ids=["quiet", "busy"])
def test_the_same_seed_gives_the_same_event(plan: Plan, settings: dict[str, str]) -> None:
    assert play(plan, settings, 1) == play(plan, settings, 1)
    assert play(plan, settings, 1) != play(plan, settings, 2)


@every("seed", range(10))
def test_a_busy_swiss_is_played_to_its_end_by_the_rules(seed: int) -> None:
    state = play(BUSY, SWISS, seed)
    assert [here.stage for here in state.rounds] == [Stage.CLOSED] * 9
    met = [frozenset(game.players) for game in games(state) if game.result is not None and game.result.played]
    assert len(met) == len(set(met))
    assert {here.engine for here in state.rounds} == {ENGINE}
    assert {ByeType.HALF, ByeType.ZERO, ByeType.UNPAIRED} <= kinds(state).keys()


@every("cycles", [1, 2])
@every("players", [2, 5, 6])
def test_in_a_round_robin_everybody_meets_everybody(players: int, cycles: int) -> None:
    rounds = table_rounds(players, cycles, None)
    state = play(replace(QUIET, players=players, rounds=rounds), {**ROBIN, "cycles": cycles}, 1)
    met = Counter(frozenset(game.players) for game in games(state))
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {cycles}


def test_who_leaves_a_round_robin_forfeits() -> None:
    state = play(replace(QUIET, withdrawals=20), ROBIN, 1)
    gone = {id for id, player in state.players.items() if player.withdrawn}
    last = [game for game in state.rounds[-1].games.values() if isinstance(game, Game) and gone & set(game.players)]
    assert gone
    assert last
    assert not any(game.result is not None and game.result.played for game in last)


def test_a_small_field_ends_when_it_runs_out_of_opponents() -> None:
    assert len(play(replace(QUIET, players=4, rounds=9), SWISS, 1).rounds) == 3


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(Refused, match="too-few-players"):
        play(replace(QUIET, zero_byes=100), SWISS, 1)
    with pytest.raises(Invalid, match="players-out-of-range"):
        play(replace(QUIET, players=1), SWISS, 1)
    with pytest.raises(Invalid, match="players-out-of-range"):
        table_rounds(51, 2, None)
    with pytest.raises(Refused, match="rounds-impossible"):
        table_rounds(8, 1, 8)
    assert table_rounds(8, 1, 3) == 3

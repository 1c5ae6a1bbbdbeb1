"""Games that are not over, in the rounds that are paired."""

from __future__ import annotations

import pytest

from podium.core.result import Result
from podium.flow.commands import PairByHand, PairRound
from podium.flow.rounds.open_games import all_rounds_paired, open_games, with_open_games_adjourned
from tests.kit.events import Director, director, games, refused
from tests.kit.loops import every


@pytest.fixture
def event() -> Director:
    """A Swiss of one round with three games: adjourned, won, without a result."""
    event = director("swiss", rounds=1, rules="fide")
    event.players(*"ABCDEF")
    event.pair()
    for game, result in zip(games(event.round()), ["adjourned", "1-0"], strict=False):
        event.result(event.name(game.white), result)
    return event


def test_games_without_a_result_and_adjourned_ones_are_open(event: Director) -> None:
    assert [(each.round, each.game.board, each.game.adjourned) for each in open_games(event.state.rounds)] == [
        (1, 1, True),
        (1, 3, False),
    ]


def test_the_last_round_is_known_by_the_plan(event: Director) -> None:
    assert all_rounds_paired(event.state)
    assert not all_rounds_paired(director("swiss", "t2", rounds=3).state)
    assert not all_rounds_paired(director("manual", "t3").state)


def test_what_has_no_result_is_taken_as_adjourned_and_nothing_else_changes(event: Director) -> None:
    after = with_open_games_adjourned(event.state, 1)
    assert [game.result for game in games(after.rounds[0])] == [Result.ADJOURNED, Result.WHITE_WINS, Result.ADJOURNED]
    assert with_open_games_adjourned(event.state, 0) == event.state


@every("command", [PairRound(), PairByHand(())])
def test_a_blank_result_blocks_the_next_round_and_an_adjourned_one_does_not(command: PairRound | PairByHand) -> None:
    event = director("swiss", rounds=3, rules="fide")
    event.players(*"ABCD")
    event.pair()
    first, second = games(event.round())
    event.result(event.name(first.white), "adjourned")
    with refused("results-missing"):
        event.do(command)
    event.result(event.name(second.white), "1-0")
    event.do(command)
    scores = {name: points for name, points in event.points.items() if name in map(event.name, first.players)}
    assert set(scores.values()) == {"0.5"}

"""Forecasts in the background: the same on one worker or two, narrowing, given up when results change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from podium.app.access import Role, visible_tournament
from podium.app.forecast.forecast import RUNS, forecast
from podium.app.forecast.forecasts import Forecasts
from podium.app.ports import Receipt
from podium.app.server.worker_pool import WorkerPool
from podium.core.result import Result
from podium.flow.commands import RecordResult
from podium.flow.events import StageChanged
from podium.flow.state import Stage, Tournament
from tests.kit.events import refused
from tests.kit.finished import entered, pair, play
from tests.kit.waiting import until


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    opened = WorkerPool("forecast", 2)
    yield opened
    opened.close()


def _receipt(state: Tournament, *events: StageChanged) -> Receipt:
    return Receipt(state.id, 1, state, events, "2026-01-01T00:00:00Z")


def test_two_workers_say_what_one_process_says(pool: WorkerPool) -> None:
    state = entered("swiss").state
    assert Forecasts(pool).answer(state, 130, 5) == forecast(state, 130, 5) == Forecasts().answer(state, 130, 5)


def test_it_narrows_and_is_kept_while_nothing_changes(pool: WorkerPool) -> None:
    state, forecasts = entered("swiss").state, Forecasts(pool)
    found, done = forecasts.so_far(state)
    assert (found, done) == (None, False) or found is not None
    until(lambda: forecasts.so_far(state)[1])
    whole, _ = forecasts.so_far(state)
    assert whole is not None
    assert whole.runs == RUNS
    assert forecasts.answer(state) == whole


def test_a_closed_round_begins_one_and_another_result_gives_it_up(pool: WorkerPool) -> None:
    event = entered("swiss")
    pair(event, 1)
    play(event, 1)
    closed, forecasts = event.state, Forecasts(pool)
    forecasts.follow(_receipt(closed, StageChanged(1, Stage.PUBLISHED, Stage.CLOSED)))
    assert pool.unfinished()
    pair(event, 2)
    game = event.state.rounds[1].boards[0]
    event.do(RecordResult(game.id, Result.DRAW))
    forecasts.follow(_receipt(event.state))
    until(lambda: not pool.unfinished())
    assert forecasts.answer(event.state, 20) == forecast(event.state, 20)
    assert forecasts.answer(closed, 20) == forecast(closed, 20)  # who still asks about the past is answered


def test_director_and_public_wait_for_one_forecast_whatever_is_drafted(pool: WorkerPool) -> None:
    event, forecasts = entered("swiss", apart=["club"]), Forecasts(pool)
    pair(event, 1)
    play(event, 1)
    forecasts.follow(_receipt(event.state, StageChanged(1, Stage.PUBLISHED, Stage.CLOSED)))
    [begun] = forecasts.under_way[event.state.id]
    forecasts.so_far(event.state)
    pair(event, 2)  # which nobody outside sees
    for _ in range(2):
        forecasts.so_far(visible_tournament(event.state, Role.PUBLIC))
    assert forecasts.under_way[event.state.id] == [begun]


def test_an_event_that_cannot_be_forecast_says_so_at_once(pool: WorkerPool) -> None:
    with refused("forecast-by-hand"):
        Forecasts(pool).answer(entered("manual").state)
    with refused("forecasts-off"):
        Forecasts(pool).so_far(entered("swiss", forecasts="off").state)

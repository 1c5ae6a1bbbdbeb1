"""Forecasts in the background: counted by gentle workers when a round closes or somebody asks, shown as they narrow.

A forecast belongs to an event as it stands. As soon as another result is written it is given up: parts that have not
begun are not counted, and one that has is short.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import replace
from threading import Event, Lock

from podium.app.access import Role, visible_tournament
from podium.app.forecast.forecast import RUNS, Forecast, checked_runs, forecast, forecast_of
from podium.app.forecast.question import check
from podium.app.forecast.runs import Counted, Key, begin, go_on
from podium.app.memory import Recent
from podium.app.ports import Receipt
from podium.app.server.cluster import Cluster, Workers
from podium.app.server.worker_pool import WorkerPool, WorkLimits, WorkStopped
from podium.core.errors import PodiumError, TooSlow
from podium.core.ids import TournamentId
from podium.flow.events import StageChanged
from podium.flow.state import Stage, Tournament
from podium.forecast.tally import Tally

PART = 40  # runs in one piece of work
LIMITS = WorkLimits(seconds=600.0, gentle=True)
WAITED = 50.0  # seconds for which a caller waits
PACE = 0.2  # seconds between two looks at how far it is
MOVED_RUNS = 200  # of each round, for the picture of how the odds moved
KEPT, MOST_ROWS = 64, 10_000  # forecasts in memory, and the players of all of them
MOST_WAITING = 1000  # parts that nobody has begun, beyond which no more are taken
SEED = "1"


def forecast_pool(cluster: str = "") -> Workers:
    """The workers of the cluster at that address. Without one, and while it is away, as many as there are processors
    here; they do what others leave them time for."""
    here = WorkerPool("forecast", os.cpu_count() or 1)
    return Cluster(cluster, here, field="PODIUM_CLUSTER") if cluster else here


class _Counting:
    """One forecast while it is counted."""

    def __init__(self, pool: Workers, state: Tournament, runs: int, seed: str) -> None:
        self.state, self.runs, self.seed = state, runs, seed
        self.done = Event()
        self.problem: BaseException | None = None
        self._pool = pool
        self._counted: Counted | None = None
        self._known: tuple[float, Forecast] | None = None
        self._missing = 0
        self._ended = False
        self._parts: list[Future[Tally[Key]]] = []
        self._lock = Lock()
        self._first = pool.submit(LIMITS, begin, state, runs, seed, min(PART, runs))
        self._first.add_done_callback(self._begun)

    @property
    def forecast(self) -> Forecast | None:
        """The forecast as far as it is counted; None while nothing is."""
        with self._lock:
            counted = self._counted
            if counted is None:
                return None
            if self._known is not None and self._known[0] == counted.tally.runs:
                return self._known[1]
            tally: Tally[Key] = Tally()
            tally.join(counted.tally)
        found = forecast_of(self.state, Counted(tally, counted.exact, counted.worst), self.seed)
        self._known = tally.runs, found
        return found

    @property
    def part(self) -> float:
        """Which part of the runs is counted."""
        return self._counted.tally.runs / self.runs if self._counted is not None else 0.0

    def end(self) -> None:
        """Count no more parts."""
        if self.done.is_set():
            return
        with self._lock:
            self._ended = True
            parts = list(self._parts)
        self._first.cancel()
        for part in parts:
            part.cancel()
        self._fail(CancelledError())

    def _begun(self, first: Future[Counted]) -> None:
        try:
            counted = first.result()
        except BaseException as problem:  # noqa: BLE001 - it is raised again for who waits
            self._fail(problem)
            return
        starts = range(0 if counted.exact else min(PART, self.runs), 0 if counted.exact else self.runs, PART)
        with self._lock:
            self._counted, self._missing = counted, len(starts)
            if not self._ended:
                self._parts = [
                    self._pool.submit(LIMITS, go_on, self.state, self.seed, at, min(PART, self.runs - at))
                    for at in starts
                ]
        for part in self._parts:
            part.add_done_callback(self._add)
        if not starts:
            self.done.set()

    def _add(self, part: Future[Tally[Key]]) -> None:
        try:
            tally = part.result()
        except BaseException as problem:  # noqa: BLE001 - the same
            self._fail(problem)
            return
        with self._lock:
            assert self._counted is not None  # parts follow the first
            self._counted.tally.join(tally)
            self._missing -= 1
            complete = not self._missing
        if complete:
            self.done.set()

    def _fail(self, problem: BaseException) -> None:
        if not self.done.is_set():
            self.problem = problem
            self.done.set()


Note = Callable[[float, int], None]
_Asked = tuple[TournamentId, tuple[int, ...], int, str]


class Forecasts:
    """The forecasts of all events of this process; without workers they are counted where they are asked for."""

    def __init__(self, pool: Workers | None = None) -> None:
        self._pool = pool
        self._countings: Recent[_Asked, _Counting] = Recent(
            KEPT, lambda counting: len(counting.state.players), MOST_ROWS
        )
        self.under_way: dict[TournamentId, list[_Counting]] = {}
        """What was begun since the last change of each event; whoever hears of a change of these says so."""

    def answer(self, state: Tournament, runs: int = RUNS, seed: str | int = SEED, note: Note | None = None) -> Forecast:
        """The whole forecast; raises Refused where there is none, Invalid for such runs, and TooSlow, but not to those
        who are told which part is done."""
        if self._pool is None:
            return forecast(state, runs, seed)
        counting = self._counting(self._pool, state, checked_runs(runs), str(seed))
        while not counting.done.wait(WAITED if note is None else PACE):
            if note is None:
                raise TooSlow("forecast-too-slow", WAITED)
            note(counting.part, runs)
        self._refuse(counting)
        found = counting.forecast
        assert found is not None  # it is done, and nothing was wrong
        return found

    def so_far(self, state: Tournament) -> tuple[Forecast | None, bool]:
        """The usual forecast as far as it is counted, and whether that is all of it; begins to count it.

        Raises Refused where there is none.
        """
        if self._pool is None:
            return self.answer(state), True
        try:
            counting = self._counting(self._pool, state, RUNS, SEED)
            done = counting.done.is_set()
            if done:
                self._refuse(counting)
        except TooSlow:  # too much is asked for just now, or the result it rests on is another in this moment
            return None, False
        return counting.forecast, done

    def movement(self, state: Tournament) -> list[Forecast | None]:
        """The forecasts of the event before its first round and after each, as far as they are counted, all of the
        same number of runs; none where there is no forecast."""
        if self._pool is None:
            return []
        from podium.app.forecast.movement import earlier_states  # loads all pictures of the story, which few ask for

        found: list[Forecast | None] = []
        for earlier in earlier_states(state):
            try:
                counting = self._counting(self._pool, earlier, MOVED_RUNS, SEED)
                self._refuse(counting)
            except PodiumError:
                return []
            found.append(counting.forecast if counting.done.is_set() else None)
        return found

    def follow(self, receipt: Receipt) -> None:
        """Give up what rests on results that changed; begin anew, as the public sees it, where a round was closed."""
        countings = self.under_way.pop(receipt.stream, [])
        public = visible_tournament(receipt.state, Role.PUBLIC)
        for each in countings:
            if not any(_is_part_of(each.state, seen) for seen in (receipt.state, public)):
                each.end()
            elif not each.done.is_set():
                self.under_way.setdefault(receipt.stream, []).append(each)
        closed = any(isinstance(each, StageChanged) and each.after is Stage.CLOSED for each in receipt.events)
        if closed and self._pool is not None:
            with suppress(PodiumError):  # whoever asks is told why
                self._counting(self._pool, public, RUNS, SEED)

    def _counting(self, pool: Workers, state: Tournament, runs: int, seed: str) -> _Counting:
        key = (state.id, _parts(state), runs, seed)
        known = self._countings.get(key)
        if known is not None and not isinstance(known.problem, CancelledError | WorkStopped):
            return known
        check(state)
        if pool.unfinished() > MOST_WAITING:
            raise TooSlow("forecast-too-slow", WAITED)
        counting = _Counting(pool, state, runs, seed)
        self._countings.put(key, counting)
        waiting = [each for each in self.under_way.get(state.id, []) if not each.done.is_set()]
        self.under_way = {
            **{id: some for id, some in self.under_way.items() if not all(each.done.is_set() for each in some)},
            state.id: [*waiting, counting],
        }
        return counting

    def _refuse(self, counting: _Counting) -> None:
        """Nothing, unless the counting came to nothing."""
        problem = counting.problem
        if isinstance(problem, PodiumError):
            raise problem
        if problem is not None:  # given up, or no worker is to be had
            raise TooSlow("forecast-too-slow", WAITED) from problem


def _parts(state: Tournament) -> tuple[int, ...]:
    """What a forecast rests on, by identity; who keeps this keeps the state as well.

    Of what the public sees otherwise than the director only parts that are the same objects for both.
    """
    kept, prizes = state.kept, state.prizes
    begun = (each.begun for each in state.stages)
    beside = (kept.added, kept.virtual, kept.apart, prizes.plan, prizes.rules, prizes.allocated, state.tie_orders)
    drawn = (state.seats, state.groups, state.numbers, state.knockout)
    return tuple(map(id, (state.players, state.settings, *beside, *drawn, *begun, *state.rounds)))


def _is_part_of(earlier: Tournament, now: Tournament) -> bool:
    """Whether all that a forecast rests on still is so, though rounds may have come after it."""
    return _parts(earlier) == _parts(replace(now, rounds=now.rounds[: len(earlier.rounds)]))

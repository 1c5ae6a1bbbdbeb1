"""How intents reach the database: through one writer that groups them, or through many that lock a stream each."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from podium.app.ports import GameIntent, GameReceipt, Intent, Receipt, StreamId
from podium.core.errors import Unavailable
from podium.flow.commands import RecordResult

BATCH = 100  # intents written in one transaction
GAMES = "games"  # the lane that all games share; no tournament has that id, which would be too short
WRITERS = 8  # threads that write to PostgreSQL
IN_LINE = 5_000  # intents that wait at most, of all streams
PATIENT = WRITERS // 2  # threads that may wait for locks at the same time
WAIT = 250  # milliseconds that these wait
GLANCE = 10  # milliseconds that the others do
GIVEN_UP = 5.0  # seconds after which those hear of it whose stream stayed locked
QUIET = 3.0  # seconds without an intent after which there is time for other work
AGAIN = 0.1  # seconds until a locked stream is tried again
HELD = 1.0  # seconds after which a locked stream is taken for one that stays so
MOST_FOR_LOCKED = 8  # intents that wait for such a stream; more are refused at once
MOST_FOR_ALL_LOCKED = 16  # and for all of them: each that waits may hold a thread that others need

Answer = Receipt | GameReceipt | Exception
AnyIntent = Intent | GameIntent


class Transact(Protocol):
    """Decides and writes intents in one transaction; one answer each, in order, after COMMIT.

    Waits for locks as many milliseconds as it is told; where they were not to be had, every answer is `Locked`.
    """

    def __call__(self, intents: Sequence[AnyIntent], wait: int = WAIT, /) -> Sequence[Answer]: ...


class Locked(Unavailable):
    """A stream that somebody else holds; nothing was written."""

    def __init__(self) -> None:
        super().__init__("event-locked")


@dataclass(frozen=True, slots=True)
class Waiting:
    """An intent, where its answer goes, and when it came."""

    intent: AnyIntent
    future: Future[Any]
    since: float


class OneWriter:
    """A thread that takes all that has queued up, and has it written in one transaction; what is to be done when
    nothing comes is done `at_rest`."""

    def __init__(self, transact: Transact, at_rest: Callable[[], None]) -> None:
        self._transact = transact
        self._at_rest = at_rest
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="podium-writer", daemon=True)
        self._thread.start()

    def put(self, intent: AnyIntent) -> Future[Any]:
        """The receipt, once it is on disk."""
        future = _promise()
        with self._lock:  # else one could be put behind the end, where nobody looks
            if self._closed:
                future.set_exception(Unavailable())
            elif self._queue.qsize() >= IN_LINE:
                future.set_exception(Unavailable("database-busy"))
            else:
                self._queue.put(Waiting(intent, future, time.monotonic()))
        return future

    def waiting(self) -> int:
        """How many intents wait to be written."""
        return self._queue.qsize()

    def close(self) -> None:
        """Finish what is queued and take no more."""
        with self._lock:
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (batch := self._next_batch()) is not None:
            answers = _answers(batch, self._transact, WAIT)
            for each, answer in zip(batch, answers, strict=True):
                _resolve(each.future, answer)

    def _next(self) -> Waiting | None:
        while True:
            try:
                return self._queue.get(timeout=QUIET)
            except Empty:
                self._at_rest()

    def _next_batch(self) -> list[Waiting] | None:
        if (first := self._next()) is None:
            return None
        batch = [first]
        while len(batch) < BATCH:
            try:
                item = self._queue.get_nowait()
            except Empty:
                break
            if item is None:
                self._queue.put(None)  # seen again, and obeyed, once this batch is written
                break
            batch.append(item)
        return batch


class ManyWriters:
    """A pool of threads. Each takes all that waits in one lane, and has it written in one transaction.

    A tournament has a lane of its own and one thread at a time: more would wait for the lock on its head, and keep
    others waiting. All games share one lane: moves of many of them are written together. So are results of many
    tournaments: a lane in which nothing else waits is taken together with all others like it, by one thread at a time.

    A stream that another program keeps locked gets a lane of its own that rests, without a thread, between glances at
    it. So whatever is locked, the threads are there for the rest; and no more wait for it than can be kept waiting.
    """

    def __init__(self, transact: Transact) -> None:
        self._transact = transact
        self._pool = ThreadPoolExecutor(WRITERS, thread_name_prefix="podium-writer")
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._closed = False
        self._waiting: dict[str, list[Waiting]] = {}  # of every lane that has its thread, or rests
        self._active: set[str] = set()  # lanes that have their thread, or are about to
        self._ready: dict[str, None] = {}  # those that are about to, in the order in which they came
        self._writing_results = False  # of many tournaments at once
        self._resting: dict[str, float] = {}  # lanes of locked streams, and when each is tried again
        self._locked: dict[str, float] = {}  # lanes whose stream was locked when it was last tried, and since when
        self._patient = threading.BoundedSemaphore(PATIENT)
        self._waker = threading.Thread(target=self._wake, name="podium-waker", daemon=True)
        self._waker.start()

    def put(self, intent: AnyIntent) -> Future[Any]:
        """The receipt, once it is on disk."""
        future = _promise()
        waiting = Waiting(intent, future, time.monotonic())
        with self._lock:
            lane = self._lane(intent)
            if self._closed:
                future.set_exception(Unavailable())
            elif self._is_full(lane, waiting.since):
                future.set_exception(Locked())
            elif self._in_line() >= IN_LINE:
                future.set_exception(Unavailable("database-busy"))
            elif lane in self._waiting:
                self._waiting[lane].append(waiting)
            else:
                self._waiting[lane] = [waiting]
                self._start(lane)
        return future

    def waiting(self) -> int:
        """How many intents wait to be written."""
        with self._lock:
            return self._in_line()

    def _in_line(self) -> int:
        return sum(map(len, self._waiting.values()))

    def close(self) -> None:
        """Finish what is queued and take no more; what is locked is tried once more."""
        with self._lock:
            resting, self._resting = list(self._resting), {}
            for lane in resting:
                self._start(lane)
            self._closed = True
            self._changed.notify_all()
        self._waker.join()
        self._pool.shutdown()

    def _lane(self, intent: AnyIntent) -> str:
        if isinstance(intent, GameIntent) and intent.stream not in self._locked:
            return GAMES
        return intent.stream

    def _start(self, lane: str) -> None:
        """Have a lane get a thread."""
        self._active.add(lane)
        self._ready[lane] = None
        if not self._closed:
            self._pool.submit(self._write)

    def _is_full(self, lane: str, now: float) -> bool:
        """Whether as many wait for a stream that stays locked as may."""
        if now - self._locked.get(lane, now) < HELD:
            return False
        locked = sum(len(self._waiting.get(each, ())) for each in self._locked)
        return len(self._waiting.get(lane, ())) >= MOST_FOR_LOCKED or locked >= MOST_FOR_ALL_LOCKED

    def _has_results(self, lane: str) -> bool:
        """Whether nothing but results wait in the lane of a tournament, which may be written with those of others."""
        return lane not in self._locked and all(
            type(each.intent.command) is RecordResult for each in self._waiting[lane]
        )

    def _next(self) -> dict[str, list[Waiting]]:
        """What a thread is to write, by its lanes: the next one, or all with results; none if none may be written."""
        taken: dict[str, list[Waiting]] = {}
        room, busy = BATCH, self._writing_results
        for lane in list(self._ready):
            results = self._has_results(lane)
            if (results and busy) or (taken and not results):
                continue
            taken[lane] = self._waiting[lane][:room]
            del self._waiting[lane][:room]
            del self._ready[lane]
            room -= len(taken[lane])
            self._writing_results |= results
            if not results or not room:
                break
        if taken and self._ready and not self._closed:
            self._pool.submit(self._write)
        return taken

    def _write(self) -> None:
        """Write what is ready; what comes to a lane meanwhile waits until the others have had their turn."""
        while True:
            with self._lock:
                before = self._writing_results
                taken = self._next()
                results = self._writing_results and not before
            if not taken:
                return
            locked = self._answer([each for batch in taken.values() for each in batch], next(iter(taken)))
            with self._lock:
                self._writing_results &= not results
                for lane in taken:
                    self._done(lane, [each for each in locked if len(taken) == 1 or each.intent.stream == lane])

    def _done(self, lane: str, locked: Sequence[Waiting]) -> None:
        """Let a lane go that was written, but for what is `locked`, or have it wait for its next turn."""
        if locked:
            self._rest(lane, locked)
        else:
            self._locked.pop(lane, None)
        if lane not in self._resting and self._waiting[lane]:
            self._ready[lane] = None  # for whoever is free next, which is the thread that asks this
            return
        if lane not in self._resting:
            del self._waiting[lane]
        self._active.discard(lane)

    def _answer(self, batch: Sequence[Waiting], lane: str) -> list[Waiting]:
        """Have a batch written; returns the intents whose stream is locked, which still wait."""
        answers = _answers(batch, self._transact, GLANCE)
        streams = {each.intent.stream for each in batch}
        if len(streams) > 1 and any(isinstance(answer, Locked) for answer in answers):
            parts = [[each for each in batch if each.intent.stream == stream] for stream in streams]
            return [each for part in parts for each in self._answer(part, part[0].intent.stream)]
        # Known to be locked, it gets a glance each time; else it waits, as long as threads are left for that.
        if _is_locked(answers) and lane not in self._locked and self._patient.acquire(blocking=False):
            try:
                answers = _answers(batch, self._transact, WAIT)
            finally:
                self._patient.release()
        if _is_locked(answers):
            return list(batch)
        for each, answer in zip(batch, answers, strict=True):
            _resolve(each.future, answer)
        return []

    def _rest(self, lane: str, locked: Sequence[Waiting]) -> None:
        """Let locked streams rest, each in a lane of its own; who has waited too long, or is too many, hears of it."""
        now = time.monotonic()
        for stream in dict.fromkeys(each.intent.stream for each in locked):
            own: str = stream
            self._locked.setdefault(own, now)
            waiting = [each for each in locked if each.intent.stream == stream] + self._taken(lane, stream)
            if own != lane:
                waiting = [*self._waiting.get(own, ()), *waiting]
            self._waiting[own] = []
            for each in waiting:
                if self._closed or now - each.since >= GIVEN_UP or self._is_full(own, now):
                    _resolve(each.future, Locked())
                else:
                    self._waiting[own].append(each)
            if own != lane and own in self._active:
                continue  # its thread will see them
            if self._waiting[own]:
                self._resting[own] = now + AGAIN
                self._changed.notify_all()
            elif own != lane:
                del self._waiting[own]

    def _taken(self, lane: str, stream: StreamId) -> list[Waiting]:
        """Those of a stream who have come to a lane meanwhile, taken out of it."""
        came = [each for each in self._waiting[lane] if each.intent.stream == stream]
        self._waiting[lane] = [each for each in self._waiting[lane] if each.intent.stream != stream]
        return came

    def _wake(self) -> None:
        """Have streams that rest tried again when it is time."""
        with self._lock:
            while not self._closed:
                now = time.monotonic()
                for lane in [lane for lane, at in self._resting.items() if at <= now]:
                    del self._resting[lane]
                    self._start(lane)
                soonest = min(self._resting.values(), default=now + GIVEN_UP)
                self._changed.wait(max(soonest - now, 0.001))


def _is_locked(answers: Iterable[Answer]) -> bool:
    return any(isinstance(answer, Locked) for answer in answers)


def _promise() -> Future[Any]:
    """A receipt to come. A caller that waits may go, but cannot call it off: it may be written already."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    return future


def _answers(batch: Sequence[Waiting], transact: Transact, wait: int) -> Sequence[Answer]:
    try:
        return transact([each.intent for each in batch], wait)
    except Exception as fault:  # noqa: BLE001  # must reach the callers, and not end the thread others wait for
        return [fault for _ in batch]


def _resolve(future: Future[Any], answer: Answer) -> None:
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)

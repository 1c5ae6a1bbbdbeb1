"""How intents reach the database: through one writer that groups them, or through many that lock a stream each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any

from podium.app.ports import GameIntent, GameReceipt, Intent, Receipt
from podium.core.errors import Unavailable

BATCH = 100  # intents written in one transaction
GAMES = "games"  # the lane that all games share; no tournament has that id, which would be too short
WRITERS = 8  # threads that write to PostgreSQL

Answer = Receipt | GameReceipt | Exception
AnyIntent = Intent | GameIntent
Transact = Callable[[Sequence[AnyIntent]], Sequence[Answer]]
"""Decides and writes intents in one transaction; one answer each, in order, after COMMIT."""
Waiting = tuple[AnyIntent, Future[Any]]


class OneWriter:
    """A thread that takes all that has queued up, and has it written in one transaction."""

    def __init__(self, transact: Transact) -> None:
        self._transact = transact
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
            else:
                self._queue.put((intent, future))
        return future

    def close(self) -> None:
        """Finish what is queued and take no more."""
        with self._lock:
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (batch := self._next_batch()) is not None:
            _answer(batch, self._transact)

    def _next_batch(self) -> list[Waiting] | None:
        first = self._queue.get()
        if first is None:
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
    others waiting. All games share one lane: moves of many of them are written together.
    """

    def __init__(self, transact: Transact) -> None:
        self._transact = transact
        self._pool = ThreadPoolExecutor(WRITERS, thread_name_prefix="podium-writer")
        self._lock = threading.Lock()
        self._closed = False
        self._waiting: dict[str, list[Waiting]] = {}  # of every lane that has its thread

    def put(self, intent: AnyIntent) -> Future[Any]:
        """The receipt, once it is on disk."""
        future = _promise()
        with self._lock:
            if self._closed:
                future.set_exception(Unavailable())
            elif (lane := _lane(intent)) in self._waiting:
                self._waiting[lane].append((intent, future))
            else:
                self._waiting[lane] = [(intent, future)]
                self._pool.submit(self._write, lane)
        return future

    def close(self) -> None:
        """Finish what is queued and take no more."""
        with self._lock:
            self._closed = True
        self._pool.shutdown()

    def _write(self, lane: str) -> None:
        """Write what waits in a lane; what came meanwhile waits until the others have had their turn."""
        while True:
            with self._lock:
                batch = self._waiting[lane][:BATCH]
                del self._waiting[lane][:BATCH]
            _answer(batch, self._transact)
            with self._lock:
                if not self._waiting[lane]:
                    del self._waiting[lane]
                    return
                if not self._closed:
                    self._pool.submit(self._write, lane)
                    return


def _lane(intent: AnyIntent) -> str:
    return GAMES if isinstance(intent, GameIntent) else intent.stream


def _promise() -> Future[Any]:
    """A receipt to come. Whoever waits may go, but cannot call it off: it may be written already."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    return future


def _answer(batch: Sequence[Waiting], transact: Transact) -> None:
    answers: Sequence[Answer]
    try:
        answers = transact([intent for intent, _ in batch])
    except Exception as fault:  # noqa: BLE001  # must reach those who wait, and not end the thread others wait for
        answers = [fault for _ in batch]
    for (_, future), answer in zip(batch, answers, strict=True):
        _resolve(future, answer)


def _resolve(future: Future[Any], answer: Answer) -> None:
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)

"""How intents reach the database: through one writer that groups them, or through many that lock a stream each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue

from podium.app.ports import Intent, Receipt
from podium.core.errors import Unavailable
from podium.core.ids import TournamentId

BATCH = 100  # intents written in one transaction
WRITERS = 8  # threads that write to PostgreSQL

Answer = Receipt | Exception
Transact = Callable[[Sequence[Intent]], Sequence[Answer]]
"""Decides and writes intents in one transaction; one answer each, in order, after COMMIT."""
Waiting = tuple[Intent, Future[Receipt]]


class OneWriter:
    """A thread that takes all that has queued up, and has it written in one transaction."""

    def __init__(self, transact: Transact) -> None:
        self._transact = transact
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="podium-writer", daemon=True)
        self._thread.start()

    def put(self, intent: Intent) -> Future[Receipt]:
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
    """A pool of threads. Each takes all that waits for one stream, and has it written in one transaction.

    A stream has one thread at a time: more would wait for the lock on its head, and keep other streams waiting.
    """

    def __init__(self, transact: Transact) -> None:
        self._transact = transact
        self._pool = ThreadPoolExecutor(WRITERS, thread_name_prefix="podium-writer")
        self._lock = threading.Lock()
        self._closed = False
        self._waiting: dict[TournamentId, list[Waiting]] = {}  # of every stream that has its thread

    def put(self, intent: Intent) -> Future[Receipt]:
        """The receipt, once it is on disk."""
        future = _promise()
        with self._lock:
            if self._closed:
                future.set_exception(Unavailable())
            elif intent.stream in self._waiting:
                self._waiting[intent.stream].append((intent, future))
            else:
                self._waiting[intent.stream] = [(intent, future)]
                self._pool.submit(self._write, intent.stream)
        return future

    def close(self) -> None:
        """Finish what is queued and take no more."""
        with self._lock:
            self._closed = True
        self._pool.shutdown()

    def _write(self, stream: TournamentId) -> None:
        """Write what waits for a stream; what came meanwhile waits until the other streams have had their turn."""
        while True:
            with self._lock:
                batch = self._waiting[stream][:BATCH]
                del self._waiting[stream][:BATCH]
            _answer(batch, self._transact)
            with self._lock:
                if not self._waiting[stream]:
                    del self._waiting[stream]
                    return
                if not self._closed:
                    self._pool.submit(self._write, stream)
                    return


def _promise() -> Future[Receipt]:
    """A receipt to come. Whoever waits may go, but cannot call it off: it may be written already."""
    future: Future[Receipt] = Future()
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


def _resolve(future: Future[Receipt], answer: Answer) -> None:
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)

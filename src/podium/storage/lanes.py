"""How intents reach the database: through one writer that groups them, or through many that lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Protocol

from podium.app.ports import Intent, Receipt
from podium.core.errors import Unavailable

BATCH = 100  # intents written in one transaction
WRITERS = 8  # threads that write to PostgreSQL

Answer = Receipt | Exception
Transact = Callable[[Sequence[Intent]], Sequence[Answer]]
"""Decides and writes intents in one transaction; one answer each, in order, after COMMIT."""


class Lane(Protocol):
    """A way for intents to be written."""

    def put(self, intent: Intent) -> Future[Receipt]:
        """The receipt, once it is on disk."""

    def close(self) -> None:
        """Finish what is queued and take no more."""


class OneWriter:
    """A thread that takes all that has queued up, and has it written in one transaction."""

    def __init__(self, transact: Transact) -> None:
        self._transact = transact
        self._queue: SimpleQueue[tuple[Intent, Future[Receipt]] | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="podium-writer", daemon=True)
        self._thread.start()

    def put(self, intent: Intent) -> Future[Receipt]:
        """The receipt, once it is on disk."""
        future: Future[Receipt] = Future()
        if self._closed:
            future.set_exception(Unavailable())
        else:
            self._queue.put((intent, future))
        return future

    def close(self) -> None:
        """Finish what is queued and take no more."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (batch := self._next_batch()) is not None:
            answers = self._transact([intent for intent, _ in batch])
            for (_, future), answer in zip(batch, answers, strict=True):
                _settle(future, answer)

    def _next_batch(self) -> list[tuple[Intent, Future[Receipt]]] | None:
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
    """A pool of threads, one intent and one transaction each; the database keeps them in order."""

    def __init__(self, transact: Transact) -> None:
        self._transact = transact
        self._pool = ThreadPoolExecutor(WRITERS, thread_name_prefix="podium-writer")

    def put(self, intent: Intent) -> Future[Receipt]:
        """The receipt, once it is on disk."""
        return self._pool.submit(self._one, intent)

    def close(self) -> None:
        """Finish what is queued and take no more."""
        self._pool.shutdown()

    def _one(self, intent: Intent) -> Receipt:
        answer = self._transact([intent])[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def _settle(future: Future[Receipt], answer: Answer) -> None:
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)

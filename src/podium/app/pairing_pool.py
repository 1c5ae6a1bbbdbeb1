"""Slow work in another process: a thread would hold the interpreter's lock, and everybody would wait."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from threading import Lock

from podium.flow.formats.swiss_field import Worked, worked
from podium.swiss import Field

LARGE = 300  # players to be paired; fewer are paired in the time that a result takes to be written


def all_worked(fields: Mapping[str, Field]) -> dict[str, Worked]:
    """What the engine says to each section."""
    return {section: worked(field) for section, field in fields.items()}


class PairingPool:
    """One worker, started when it is first needed; it takes a frozen input and knows nothing of the database."""

    def __init__(self, large: int = LARGE) -> None:
        self._large = large
        self._pool: ProcessPoolExecutor | None = None
        self._lock = Lock()

    def accepts(self, players: int) -> bool:
        """Whether these are enough players to be paired here."""
        return players > self._large

    def pair(self, fields: Mapping[str, Field]) -> Future[dict[str, Worked]]:
        """What the engine says, once it has said it; a worker that died is replaced by the next call."""
        with self._lock:
            if self._pool is None:
                # A fork would copy locks that other threads hold.
                self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            pool = self._pool
        work = pool.submit(all_worked, dict(fields))
        work.add_done_callback(self._look_after)
        return work

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def _look_after(self, work: Future[dict[str, Worked]]) -> None:
        if not work.cancelled() and work.exception() is not None:
            with self._lock:
                self._pool = None

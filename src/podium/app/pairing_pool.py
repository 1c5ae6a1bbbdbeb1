"""Slow work in another process: a thread would hold the interpreter's lock, and everybody would wait."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Lock, Thread

from podium.flow.formats.swiss_field import ComputedRound, compute_round
from podium.swiss import Field

LARGE = 300  # players to be paired; fewer are paired in the time that a result takes to be written


def compute_rounds(fields: Mapping[str, Field]) -> dict[str, ComputedRound]:
    """What the engine says to each section."""
    return {section: compute_round(field) for section, field in fields.items()}


def _end_with_server() -> None:
    """Have this worker end when the server that started it does, also where that was killed: it waits for work from
    itself as much as from the server, and would wait for ever, with the server's terminal or log open."""
    server = parent_process()

    def end() -> None:
        if server is not None:
            server.join()
        os._exit(1)

    Thread(target=end, daemon=True).start()


class PairingPool:
    """One worker, started when it is first needed; it takes a frozen input and knows nothing of the database."""

    def __init__(self, large: int = LARGE) -> None:
        self._large = large
        self._pool: ProcessPoolExecutor | None = None
        self._lock = Lock()

    def accepts(self, players: int) -> bool:
        """Whether these are enough players to be paired here."""
        return players > self._large

    def pair(self, fields: Mapping[str, Field]) -> Future[dict[str, ComputedRound]]:
        """What the engine says, once it has said it; a worker that died is replaced by the next call."""
        with self._lock:
            if self._pool is None:
                # A fork would copy locks that other threads hold.
                self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_end_with_server)
            pool = self._pool
        work = pool.submit(compute_rounds, dict(fields))
        work.add_done_callback(self._look_after)
        return work

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def _look_after(self, work: Future[dict[str, ComputedRound]]) -> None:
        if not work.cancelled() and work.exception() is not None:
            with self._lock:
                self._pool = None

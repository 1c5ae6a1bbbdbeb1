"""Whoever reads lets those who write go first, for some time in all, and never on the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Event

import pytest

from podium.app import giving_way as module
from podium.app.giving_way import give_way, giving_way
from tests.kit.waiting import PATIENCE, in_a_thread


class Writers(Event):
    """Somebody writes until it is set; counts how often somebody waited for that."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout)
        return super().wait(timeout)


def test_a_reader_waits_until_nobody_writes() -> None:
    writers = Writers()
    with ThreadPoolExecutor(1) as pool, giving_way(writers, PATIENCE):
        reading = pool.submit(copy_context().run, give_way)
        assert not reading.done()
        writers.set()
        reading.result(PATIENCE)
        give_way()
    assert len(writers.waits) <= 1  # none, where the thread began after the writer had ended


def test_nobody_waits_outside_the_block() -> None:
    writers = Writers()
    with giving_way(writers, 0.001):
        pass
    give_way()
    assert writers.waits == []


def test_a_reader_waits_for_some_time_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    writers, times = Writers(), iter((10.0, 10.1, 20.0, 20.5))
    monkeypatch.setattr(module, "monotonic", lambda: next(times))
    monkeypatch.setattr(Event, "wait", lambda _self, _timeout=None: False)
    with giving_way(writers, 0.3):
        for _ in range(5):
            give_way()
    assert writers.waits == [0.3, pytest.approx(0.2)]


def test_the_event_loop_waits_for_nobody() -> None:
    writers = Writers()

    async def act() -> None:
        with giving_way(writers, PATIENCE):
            give_way()

    in_a_thread(lambda: asyncio.run(act()))
    assert writers.waits == []

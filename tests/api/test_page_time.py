"""A page that takes too long or too much is ended, and the threads that made it are there for the next."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from podium.api.front import page_time
from podium.api.front.page_time import PAGE_SECONDS, LimitedThreads
from podium.core.errors import TooSlow, Unavailable
from tests.kit.waiting import PATIENCE, in_a_thread


def endless() -> int:
    number = 0
    while number >= 0:
        number += 1
    return number


def answered(threads: LimitedThreads, *work: Callable[[], object], seconds: int | None = 1) -> list[object]:
    """What comes of each piece of work, one after another, that is done for a request."""
    came: list[object] = []

    async def request() -> None:
        PAGE_SECONDS.set(seconds)
        loop = asyncio.get_running_loop()
        for each in work:
            try:
                came.append(await loop.run_in_executor(threads, each))
            except (TooSlow, Unavailable) as problem:
                came.append(problem.code)

    in_a_thread(lambda: asyncio.run(request()))
    return came


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(page_time, "LOOKS", 0.05)
    with LimitedThreads(1) as made:
        yield made


def test_a_page_without_end_is_ended_and_its_thread_makes_the_next(threads: LimitedThreads) -> None:
    first, thread, then = answered(threads, threading.get_ident, endless, threading.get_ident)
    assert thread == "page-too-slow"
    assert first == then  # the one thread there is


def test_nothing_is_left_to_look_for_once_an_exception_is_withdrawn() -> None:
    """Calls that are profiled would never end: in a process of its own, which is given up then."""
    profiled = "sys.setprofile(lambda *_: None); (lambda: None)(); sys.setprofile(None)"
    program = f"import sys; from podium.api.front.page_time import withdraw; withdraw(KeyError); {profiled}"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=PATIENCE)


def test_what_is_written_is_not_ended(threads: LimitedThreads) -> None:
    """It is decided in a moment, and waits for the disk as long as that takes."""

    def a_while() -> int:
        return sum(range(20_000_000))

    assert answered(threads, a_while, seconds=None) == [sum(range(20_000_000))]
    assert threads._due == {}


def test_who_needs_more_memory_than_there_is_is_told_so(threads: LimitedThreads) -> None:
    def greedy() -> object:
        raise MemoryError

    assert answered(threads, greedy, lambda: 1) == ["memory-short", 1]

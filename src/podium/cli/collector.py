"""Python's garbage collector, set for a server that keeps whole tournaments in memory."""

from __future__ import annotations

import asyncio
import gc
import threading
import time

THRESHOLDS = (1_000, 1, 1_000_000)
PAUSE = 600.0  # seconds between two looks at everything
LEAST = 20  # looks at the young that have to lie between two
LARGE = 1_000_000  # bytes of a body
SOON = 1.0  # seconds after which nobody holds an answered request any more


def collect_rarely() -> None:
    """From now on, look for garbage rarely, and not among what is there already: for a process that only serves.

    Every result makes a new state with a new table of its round, so the usual settings have the collector walk through
    the same boards again and again: measured, that took a third of all the time that recording a result takes. States
    hold no cycles, and are let go without it, and pages leave none behind.

    The young are looked at twice, some hundreds at a time: all threads stand still meanwhile, and a crowd of phones
    makes so many of them that a look each second would last for tens of milliseconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    threading.Thread(target=_collect_now_and_then, name="collector", daemon=True).start()


def _collect_now_and_then() -> None:
    """Look at everything now and then, while the server works: what a request held when the young were looked at is
    garbage among the old. That takes some tenths of a second, in which nobody is answered, and finds little."""
    while True:
        time.sleep(PAUSE)
        if gc.get_count()[2] >= LEAST:
            gc.collect()


def collect_body(loop: asyncio.AbstractEventLoop, size: int) -> None:
    """Let go of the body of a request that was answered, if it is a large one.

    A request and its errors hold each other, and whoever looks rarely keeps hundreds of them: measured, twice the
    size of every file that was uploaded. Only what is new is looked at, which takes some milliseconds.
    """
    if size > LARGE:
        loop.call_later(SOON, gc.collect, 0)

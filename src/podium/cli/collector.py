"""Python's garbage collector, set for a server that keeps whole tournaments in memory."""

from __future__ import annotations

import asyncio
import gc
import threading
import time

THRESHOLDS = (100_000, 10, 1_000)  # for bursts: usually somebody has looked before
PAUSE = 1.0  # seconds between two looks
FEW = 2_000  # objects more than at the last look, for which nobody looks again
OLDER, OLD = 15, 600  # looks after which those that were left by earlier ones are looked at too, and then all
LARGE = 1_000_000  # bytes of a body
SOON = 1.0  # seconds after which nobody holds an answered request any more


def collect_rarely() -> None:
    """From now on, look for garbage rarely, and not among what is there already: for a process that only serves.

    Every result makes a new state with a new table of its round, so the usual settings have the collector walk through
    the same boards again and again: measured, that took a third of all the time that recording a result takes. States
    hold no cycles, and are let go without it, and pages leave none behind.

    All threads stand still meanwhile. So not whoever happens to make one object more looks, in the middle of a result,
    but a thread of its own, each second and for some milliseconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    threading.Thread(target=_collect, name="collector", daemon=True).start()


def _collect() -> None:
    """Look at what is new again and again; now and then at what was left, and at everything, which takes some tenths
    of a second: what a request held when somebody looked is garbage among the old."""
    looks = 0
    while True:
        time.sleep(PAUSE)
        if gc.get_count()[0] >= FEW:
            looks += 1
            gc.collect(2 if looks % OLD == 0 else 1 if looks % OLDER == 0 else 0)


def collect_body(loop: asyncio.AbstractEventLoop, size: int) -> None:
    """Let go of the body of a request that was answered, if it is a large one.

    A request and its errors hold each other, and whoever looks rarely keeps hundreds of them: measured, twice the
    size of every file that was uploaded. Only what is new is looked at, which takes some milliseconds.
    """
    if size > LARGE:
        loop.call_later(SOON, gc.collect, 0)

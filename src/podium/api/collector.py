"""Python's garbage collector, set for a server that keeps whole tournaments in memory."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (50_000, 20, 20)


@contextmanager
def rarely_collecting() -> Iterator[None]:
    """While the block lasts, look for garbage rarely, and not among what was there before.

    Every result makes a new state with a new table of its round, so the usual settings have the collector walk through
    the same boards again and again: measured, that took a third of all the time that recording a result takes. States
    hold no cycles, and are let go without it.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()

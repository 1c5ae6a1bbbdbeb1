"""Python's garbage collector, set for a server that keeps whole tournaments in memory."""

from __future__ import annotations

import gc

THRESHOLDS = (50_000, 20, 20)


def collect_rarely() -> None:
    """From now on, look for garbage rarely, and not among what is there already: for a process that only serves.

    Every result makes a new state with a new table of its round, so the usual settings have the collector walk through
    the same boards again and again: measured, that took a third of all the time that recording a result takes. States
    hold no cycles, and are let go without it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)

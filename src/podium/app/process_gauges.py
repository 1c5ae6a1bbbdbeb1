"""What the process takes of its machine, as gauges."""

from __future__ import annotations

import os
import time
from pathlib import Path

from podium.app.metrics import Gauge

STATM = Path("/proc/self/statm")


def memory() -> float | None:
    """The bytes of memory that the process holds; None where the system does not say."""
    try:
        pages = int(STATM.read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


PROCESS_GAUGES = (
    Gauge("process_resident_memory_bytes", "Memory that the process holds.", memory),
    Gauge("process_cpu_seconds_total", "Time that processors spent on it.", time.process_time, kind="counter"),
)

"""The time of day by a clock that nobody sets: it begins with the system's and goes on at its own pace.

The clocks of games are kept by it, so that a system clock that is set back or forward while Podium runs neither drops
a flag nor gives time. A system clock that was wrong at the start stays wrong until the next one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _elapsed() -> int:
    """Nanoseconds since some moment; they go on while the machine sleeps, where it can tell."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


class SteadyClock:
    """Called, it says what time it is, in UTC."""

    def __init__(self, elapsed: Callable[[], int] = _elapsed) -> None:
        self._elapsed = elapsed
        self._began = datetime.now(UTC)
        self._zero = elapsed()

    def __call__(self) -> datetime:
        return self._began + timedelta(microseconds=(self._elapsed() - self._zero) // 1000)


def utc_now() -> datetime:
    """What time it is by the system's clock."""
    return datetime.now(UTC)


def milliseconds(at: datetime) -> int:
    """A time as games keep it: milliseconds since the epoch."""
    return (at - EPOCH) // timedelta(milliseconds=1)


def written(at: datetime) -> str:
    """A time as the journal writes it, in UTC."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")


def iso(at: int) -> str:
    """Milliseconds since the epoch as the journal writes a time."""
    return written(EPOCH + timedelta(milliseconds=at))

"""Counts of what the server does, and the text that Prometheus reads (exposition format 0.0.4).

Labels come from Podium's own words, such as routes and codes, never from what was sent: nobody can make new series.
Should a family grow past `MOST_SERIES` all the same, what is new is counted as `other`.
"""

from __future__ import annotations

import os
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from podium.app.ports import GameReceipt, Receipt
from podium.core.errors import Unavailable

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
MOST_SERIES = 2_000
OTHER = "other"
STATM = Path("/proc/self/statm")
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper ends of the classes that durations are counted in."""

Labels = tuple[str, ...]


class Counter:
    """How often things happened since the process began, by labels."""

    kind = "counter"

    def __init__(self, name: str, meaning: str, labels: Sequence[str] = ()) -> None:
        self.name = name
        self.meaning = meaning
        self.labels = tuple(labels)
        self._counts: dict[Labels, int] = {} if labels else {(): 0}
        self._lock = threading.Lock()

    def add(self, *values: str, count: int = 1) -> None:
        """Count what happened; `values` are those of the labels."""
        with self._lock:
            key = values if values in self._counts or len(self._counts) < MOST_SERIES else _others(values)
            self._counts[key] = self._counts.get(key, 0) + count

    def samples(self) -> Iterator[str]:
        """The lines of it."""
        with self._lock:
            counts = sorted(self._counts.items())
        for values, count in counts:
            yield f"{self.name}{_braces(self.labels, values)} {count}"


class Histogram:
    """How long things took, by labels: how many took at most so many seconds, and all together."""

    kind = "histogram"

    def __init__(self, name: str, meaning: str, labels: Sequence[str]) -> None:
        self.name = name
        self.meaning = meaning
        self.labels = tuple(labels)
        self._counts: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = {}
        self._lock = threading.Lock()

    def add(self, seconds: float, *values: str) -> None:
        """Count something that took so long."""
        with self._lock:
            counts = self._counts.get(values)
            if counts is None:
                values = values if len(self._counts) < MOST_SERIES else _others(values)
                counts = self._counts.setdefault(values, [0] * (len(SECONDS) + 1))
            counts[bisect_left(SECONDS, seconds)] += 1
            self._sums[values] = self._sums.get(values, 0.0) + seconds

    def samples(self) -> Iterator[str]:
        """The lines of it."""
        with self._lock:
            rows = sorted((values, tuple(counts), self._sums[values]) for values, counts in self._counts.items())
        for values, counts, seconds in rows:
            below = 0
            for end, count in zip((*map(str, SECONDS), "+Inf"), counts, strict=True):
                below += count
                yield f"{self.name}_bucket{_braces((*self.labels, 'le'), (*values, end))} {below}"
            yield f"{self.name}_sum{_braces(self.labels, values)} {seconds:.6f}"
            yield f"{self.name}_count{_braces(self.labels, values)} {below}"


@dataclass(frozen=True, slots=True)
class Gauge:
    """What is so at the moment: `read` gives a number for each value of the one label, or for none of them."""

    name: str
    meaning: str
    read: Callable[[], Mapping[str, float] | float | None]
    label: str = ""
    kind: str = "gauge"

    def samples(self) -> Iterator[str]:
        """The lines of it; none where that cannot be known."""
        try:
            read = self.read()
        except Unavailable:
            return
        if read is None:
            return
        for value, number in sorted(read.items()) if isinstance(read, Mapping) else [("", read)]:
            labels = _braces((self.label,), (value,)) if self.label else ""
            yield f"{self.name}{labels} {number:.15g}"


class Metrics:
    """What one server counts, and what is looked at when somebody asks."""

    def __init__(self, gauges: Iterable[Gauge] = ()) -> None:
        self.requests = Counter("podium_requests_total", "Requests answered.", ("route", "method", "status"))
        self.durations = Histogram(
            "podium_request_seconds",
            "Time from a request to its whole answer; of a stream, to its beginning.",
            ("route", "method"),
        )
        self.commits = Counter(
            "podium_commits_total", "Commits written by this process, by the first event of each.", ("kind",)
        )
        self.refusals = Counter("podium_refusals_total", "Requests refused, by the error's code.", ("code",))
        self.sign_ins = Counter("podium_sign_ins_total", "Attempts to come in.", ("outcome",))
        self.faults = Counter("podium_faults_total", "Requests that failed by a fault of Podium.")
        self.gauges = [*gauges]

    def count_commits(self, receipts: Sequence[Receipt | GameReceipt]) -> None:
        """Count those that this process wrote."""
        for each in receipts:
            if each.written and each.events:
                self.commits.add(type(each.events[0]).__name__)

    def text(self, constant: Mapping[str, str]) -> str:
        """Everything, as Prometheus reads it; every line carries the `constant` labels."""
        counters = (self.requests, self.commits, self.refusals, self.sign_ins, self.faults)
        families: list[Counter | Histogram | Gauge] = [*counters, self.durations, *self.gauges]
        common = ",".join(f'{name}="{_escaped(value)}"' for name, value in constant.items())
        lines: list[str] = []
        for family in families:
            samples = [_with(each, common) for each in family.samples()]
            if samples:
                lines += [f"# HELP {family.name} {family.meaning}", f"# TYPE {family.name} {family.kind}", *samples]
        return "\n".join(lines) + "\n"


def _memory() -> float | None:
    """The bytes of memory that the process holds; None where the system does not say."""
    try:
        pages = int(STATM.read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


PROCESS_GAUGES = (
    Gauge("process_resident_memory_bytes", "Memory that the process holds.", _memory),
    Gauge("process_cpu_seconds_total", "Time that processors spent on it.", time.process_time, kind="counter"),
)


def _with(sample: str, common: str) -> str:
    """A line with further labels."""
    series, _space, number = sample.rpartition(" ")
    labelled = f"{series[:-1]},{common}}}" if series.endswith("}") else f"{series}{{{common}}}"
    return f"{labelled if common else series} {number}"


def _others(values: Labels) -> Labels:
    return (OTHER,) * len(values)


def _braces(names: Sequence[str], values: Sequence[str]) -> str:
    pairs = ",".join(f'{name}="{_escaped(value)}"' for name, value in zip(names, values, strict=True))
    return f"{{{pairs}}}" if pairs else ""


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")

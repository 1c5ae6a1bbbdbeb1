"""The garbage of pages is looked for now and then, and the more rarely the longer that takes."""

from __future__ import annotations

import gc
import time

import pytest

from podium.cli import collector
from podium.cli.collector import LEAST, PAUSE, SHARE


class Ended(Exception):
    """The test has seen enough."""


def test_everything_is_looked_at_while_the_server_works(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses, looks = list[float](), list[float]()
    counts = iter((LEAST, LEAST - 1, LEAST))
    now = 0.0

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 4:
            raise Ended

    def collect() -> int:
        nonlocal now
        looks.append(now)
        now += 1.0 if len(looks) == 1 else 0.01
        return 0

    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(gc, "collect", collect)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, next(counts)))
    with pytest.raises(Ended):
        collector._collect_now_and_then()
    assert len(looks) == 2  # not where nobody had worked
    assert pauses == [PAUSE, SHARE * 1.0, SHARE * 1.0, PAUSE]

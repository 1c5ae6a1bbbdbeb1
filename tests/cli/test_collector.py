"""Garbage is looked for each second where there is some: among the new, and now and then among the old."""

from __future__ import annotations

import gc
import time

import pytest

from podium.cli import collector
from podium.cli.collector import FEW, OLD, OLDER, PAUSE


class Ended(Exception):
    """The test has seen enough."""


def test_the_new_are_looked_at_often_and_the_old_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, counts = list[int](), iter([*[FEW - 1] * 3, *[FEW] * OLD])

    def count() -> tuple[int, int, int]:
        try:
            return next(counts), 0, 0
        except StopIteration:
            raise Ended from None

    def sleep(seconds: float) -> None:
        assert seconds == PAUSE

    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(gc, "collect", looks.append)
    monkeypatch.setattr(gc, "get_count", count)
    with pytest.raises(Ended):
        collector._collect()
    assert len(looks) == OLD  # not where nobody had worked
    assert looks[: OLDER + 1] == [*[0] * (OLDER - 1), 1, 0]
    assert [at for at, generation in enumerate(looks, start=1) if generation == 2] == [OLD]

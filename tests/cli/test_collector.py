"""What is garbage among the old is looked for now and then."""

from __future__ import annotations

import gc
import time

import pytest

from podium.cli import collector
from podium.cli.collector import LEAST, PAUSE


class Ended(Exception):
    """The test has seen enough."""


def test_everything_is_looked_at_while_the_server_works(monkeypatch: pytest.MonkeyPatch) -> None:
    acts = list[str]()
    counts = iter((LEAST, LEAST - 1, LEAST))

    def sleep(seconds: float) -> None:
        assert seconds == PAUSE
        acts.append("sleep")
        if acts.count("sleep") == 4:
            raise Ended

    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(gc, "collect", lambda: acts.append("collect"))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, next(counts)))
    with pytest.raises(Ended):
        collector._collect_now_and_then()
    assert acts == ["sleep", "collect", "sleep", "sleep", "collect", "sleep"]  # not where nobody had worked

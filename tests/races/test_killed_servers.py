"""Servers that are killed while scorers enter results over HTTP; `python -m tests.trust.killed_servers` does more."""

from __future__ import annotations

import pytest

from tests.kit.loops import ALL_SEEDS
from tests.trust.killed_servers import killed


@pytest.mark.seeds
def test_what_was_acknowledged_is_there_once(database_url: str) -> None:
    servers = 1 if database_url.startswith("sqlite") else 2  # a file is for one server
    figures = killed(database_url, servers, kills=2 if ALL_SEEDS else 1, scorers=3)
    assert figures["acknowledged"]
    assert (figures["lost"], figures["doubled"], figures["wrong"], figures["problems"]) == (0, 0, [], [])
    assert figures["hung"] == 0

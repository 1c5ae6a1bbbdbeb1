"""Servers that are killed while scorers enter results over HTTP; `python -m tests.trust.killed_servers` does more."""

from __future__ import annotations

import pytest

from tests.trust.killed_servers import killed


@pytest.mark.parametrize(("servers", "kills"), [(2, 2)])
def test_what_was_acknowledged_is_there_once(database_url: str, servers: int, kills: int) -> None:
    at_once = 1 if database_url.startswith("sqlite") else servers  # a file is for one server
    figures = killed(database_url, at_once, kills, scorers=3)
    assert figures["acknowledged"]
    assert (figures["lost"], figures["doubled"], figures["wrong"], figures["problems"]) == (0, 0, [], [])
    assert figures["hung"] == 0

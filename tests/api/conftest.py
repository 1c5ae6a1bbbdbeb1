"""Podium over HTTP: in memory of this process, on a database of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit.http import Caller, Event, House, house


@pytest.fixture
def hall(ready_sqlite_url: str) -> Iterator[House]:
    """Podium on SQLite."""
    with house(ready_sqlite_url) as opened:
        yield opened


@pytest.fixture
def either_hall(ready_url: str) -> Iterator[House]:
    """Podium once on SQLite and once on PostgreSQL."""
    with house(ready_url) as opened:
        yield opened


@pytest.fixture
def chief(hall: House) -> Caller:
    """A user with a token."""
    return hall.user("chief")


@pytest.fixture
def event(chief: Caller) -> Event:
    """A tournament of the chief's, paired by hand, with nobody in it."""
    return chief.event()

"""Who is connected to other processes on one PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import func, select

from podium.app.ports import ConnectedPlayer
from podium.core.ids import PairingId, PlayerId
from podium.storage import tables
from podium.storage.live.presence import COUNTS, KNOWN, Presence
from podium.storage.sql.database import Database
from tests.kit import services

NOW = 1_700_000_000_000
ANN: ConnectedPlayer = (PairingId("t-1"), PlayerId("ann"))
BEN: ConnectedPlayer = (PairingId("t-1"), PlayerId("ben"))


@pytest.fixture
def database(ready_postgres_url: str) -> Iterator[Database]:
    services.empty(ready_postgres_url)
    database = Database(ready_postgres_url)
    yield database
    database.close()


@pytest.fixture
def processes(database: Database) -> list[Presence]:
    return [Presence(database) for _ in range(3)]


def test_each_process_hears_of_the_others_and_not_of_itself(processes: list[Presence]) -> None:
    one, two, three = processes
    one.tell([ANN], NOW)
    two.tell([BEN], NOW)
    assert [each.elsewhere(NOW) for each in (one, two, three)] == [{BEN}, {ANN}, {ANN, BEN}]


def test_who_has_left_is_not_there_a_moment_later(processes: list[Presence]) -> None:
    one, two, _ = processes
    one.tell([ANN, BEN], NOW)
    assert two.elsewhere(NOW) == {ANN, BEN}
    one.tell([BEN], NOW + 1)
    assert two.elsewhere(NOW + KNOWN - 1) == {ANN, BEN}  # read once for all boards of a page
    assert two.elsewhere(NOW + KNOWN) == {BEN}


def test_a_process_that_is_gone_holds_nobody(database: Database, processes: list[Presence]) -> None:
    gone, two, three = processes
    gone.tell([ANN], NOW)
    assert two.elsewhere(NOW + COUNTS) == {ANN}
    assert three.elsewhere(NOW + COUNTS + 1) == frozenset()
    two.tell([BEN], NOW + COUNTS + 1)
    with database.reading.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(tables.presence)) == 1


def test_a_database_that_is_away_leaves_what_was_known(
    processes: list[Presence], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, _ = processes
    one.tell([ANN], NOW)
    assert two.elsewhere(NOW) == {ANN}
    away = Database("postgresql+psycopg://nobody@127.0.0.1:1/none")
    monkeypatch.setattr(two, "_database", away)
    two.tell([BEN], NOW + KNOWN)
    assert two.elsewhere(NOW + KNOWN) == {ANN}
    away.close()

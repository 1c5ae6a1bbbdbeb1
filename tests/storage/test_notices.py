"""Processes on one PostgreSQL hear of each other's commits."""

from __future__ import annotations

from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from podium.core.ids import TournamentId
from podium.storage.sql.database import Database
from podium.storage.sql.notices import Notices
from tests.kit.waiting import PATIENCE


@pytest.fixture
def database(empty_postgres_url: str) -> Iterator[Database]:
    database = Database(empty_postgres_url)
    yield database
    database.close()


def test_one_process_hears_what_another_says_and_not_itself(database: Database) -> None:
    one, other = Notices(database), Notices(database)
    heard: dict[str, SimpleQueue[list[str]]] = {"one": SimpleQueue(), "other": SimpleQueue()}
    one.hear(lambda streams: heard["one"].put(list(streams)))
    other.hear(lambda streams: heard["other"].put(list(streams)))
    for who in heard.values():
        assert who.get(timeout=PATIENCE) == []  # listens now: anything may have happened before
    one.tell([TournamentId("t1"), TournamentId("t2")])
    assert heard["other"].get(timeout=PATIENCE) == ["t1", "t2"]
    other.tell([TournamentId("t3")])
    assert heard["one"].get(timeout=PATIENCE) == ["t3"]
    assert heard["other"].empty()
    one.close()
    other.close()


def test_what_is_left_is_said_before_closing(database: Database) -> None:
    one, other = Notices(database), Notices(database)
    heard: SimpleQueue[list[str]] = SimpleQueue()
    other.hear(lambda streams: heard.put(list(streams)))
    assert heard.get(timeout=PATIENCE) == []
    one.tell([TournamentId(f"t{number}") for number in range(250)])
    one.close()
    told = [heard.get(timeout=PATIENCE) for _ in range(3)]
    assert [len(each) for each in told] == [100, 100, 50]
    other.close()

"""FIDE's list is fetched when somebody asks, or daily; what stands in the way is noted, and the list before stays."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from podium.app.ratings.list_updates import DailyUpdates
from podium.app.server.worker_pool import WorkerPool
from podium.core.errors import Refused, Unavailable
from podium.storage.ratings.list_updates import SqlListUpdates
from podium.storage.ratings.rating_lists import SqlRatingLists, list_pool
from podium.storage.sql.database import Database
from tests.kit.list_source import ListSource, list_source
from tests.kit.rating_lists import MAGNUS, combined_list, zipped
from tests.kit.waiting import until


@pytest.fixture
def source() -> Iterator[ListSource]:
    with list_source(zipped(combined_list())) as source:
        yield source


@pytest.fixture
def lists(database: Database) -> Iterator[SqlRatingLists]:
    lists = SqlRatingLists(database)
    yield lists
    for name in {each.name for each in lists.lists()}:
        lists.drop(name)


class Clock:
    """A clock that stands, until somebody moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 17, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def updates(database: Database, lists: SqlRatingLists, source: ListSource, clock: Clock) -> SqlListUpdates:
    return SqlListUpdates(database, lists, source.url, now=clock)


def test_an_update_loads_the_list_of_the_month_in_which_it_was_changed(
    updates: SqlListUpdates, lists: SqlRatingLists
) -> None:
    parts: list[float] = []
    loaded = updates.update("Ana", lambda part, _count: parts.append(part))
    assert loaded is not None
    assert (loaded.name, loaded.month, loaded.players, loaded.file) == ("fide", "2026-11", 6, "players_list.zip")
    assert lists.by_id(MAGNUS.id) == MAGNUS._replace(fide_id=MAGNUS.id)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    state = updates.state()
    assert (state.problem, state.under_way) == (None, False)
    assert state.checked_at is not None


def test_who_fetched_one_has_them_fetched_daily_unless_they_said_otherwise(updates: SqlListUpdates) -> None:
    assert not updates.state().daily
    updates.update("Ana")
    assert updates.state().daily
    updates.switch(daily=False)
    updates.update("Ana")
    assert not updates.state().daily


def test_a_list_that_is_loaded_already_is_not_fetched_again(updates: SqlListUpdates, source: ListSource) -> None:
    updates.update("Ana")
    assert updates.update("Ana") is None
    assert source.asked == [None, source.modified]


def test_a_list_that_was_dropped_is_fetched_again(
    updates: SqlListUpdates, lists: SqlRatingLists, source: ListSource
) -> None:
    updates.update("Ana")
    lists.drop("fide")
    assert updates.update("Ana") is not None
    assert source.asked == [None, None]


def test_without_the_site_it_is_noted_and_the_list_before_stays(
    updates: SqlListUpdates, lists: SqlRatingLists, source: ListSource
) -> None:
    updates.update("Ana")
    source.status, source.modified = 503, "Tue, 01 Dec 2026 08:00:00 GMT"
    with pytest.raises(Unavailable, match="list-unreachable"):
        updates.update("Ana")
    problem = updates.state().problem
    assert problem is not None
    assert problem.code == "list-unreachable"
    assert lists.find("carlsen").players
    source.status = 200
    updates.update("Ana")
    assert updates.state().problem is None


def test_only_one_is_under_way_at_a_time_unless_it_was_ended(updates: SqlListUpdates, clock: Clock) -> None:
    assert updates._begin()
    assert updates.state().under_way
    with pytest.raises(Refused, match="list-update-under-way"):
        updates.update("Ana")
    clock.now += timedelta(hours=1)
    assert not updates.state().under_way
    assert updates.update("Ana") is not None


class TestDaily:
    @pytest.fixture
    def pool(self) -> Iterator[WorkerPool]:
        pool = list_pool()
        yield pool
        pool.close()

    @pytest.fixture
    def daily(
        self, database: Database, lists: SqlRatingLists, source: ListSource, clock: Clock, pool: WorkerPool
    ) -> SqlListUpdates:
        return SqlListUpdates(database, lists, source.url, pool, now=clock)

    def test_is_off_until_somebody_fetches_one_or_switches_it_on(
        self, daily: SqlListUpdates, source: ListSource
    ) -> None:
        assert not daily.start_if_due()
        daily.switch(daily=True)
        daily.switch(daily=False)
        assert not daily.start_if_due()
        assert source.asked == []

    def test_fetches_once_a_day(self, daily: SqlListUpdates, lists: SqlRatingLists, clock: Clock) -> None:
        daily.switch(daily=True)
        assert daily.start_if_due()
        until(lambda: not daily.state().under_way)
        assert daily.state().problem is None
        assert [each.loaded_by for each in lists.months("fide")] == ["Podium"]
        clock.now = datetime.now(UTC) + timedelta(hours=19)
        assert not daily.start_if_due()
        clock.now += timedelta(hours=2)
        assert daily._is_due(daily.state())

    def test_tries_again_after_an_hour(self, daily: SqlListUpdates, source: ListSource, clock: Clock) -> None:
        source.status = 503
        daily.switch(daily=True)
        assert daily.start_if_due()
        until(lambda: daily.state().problem is not None)
        clock.now = datetime.now(UTC) + timedelta(minutes=30)
        assert not daily.start_if_due()
        clock.now += timedelta(hours=1)
        assert daily._is_due(daily.state())

    def test_goes_on_whatever_stands_in_the_way(self) -> None:
        looked: list[int] = []

        def look() -> bool:
            looked.append(1)
            raise Unavailable

        thread = DailyUpdates(look)
        thread.start()
        until(lambda: bool(looked))
        thread.close()

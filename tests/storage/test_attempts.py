"""Attempts are counted for all processes together, and count no longer than they should."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from podium.app.accounts.logins import AttemptLimit
from podium.storage import tables
from podium.storage.accounts.logins import SqlAttempts
from podium.storage.sql.database import Database
from tests.kit.waiting import PATIENCE

ANNA = AttemptLimit("name", "anna", 3)


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def attempts(database: Database, clock: Clock) -> SqlAttempts:
    return SqlAttempts(database, clock)


def rows(database: Database) -> int:
    with database.read() as connection:
        return connection.execute(select(func.count()).select_from(tables.attempts)).scalar_one()


def test_so_many_are_free_and_then_none_until_the_minute_is_over(attempts: SqlAttempts, clock: Clock) -> None:
    assert [attempts.count([ANNA]) for _ in range(4)] == [0, 0, 0, 60]
    clock.move(seconds=45)
    assert attempts.count([ANNA]) == 15
    clock.move(seconds=15)
    assert attempts.count([ANNA]) == 0


def test_one_that_is_given_back_is_free_again(attempts: SqlAttempts) -> None:
    for _ in range(10):
        assert attempts.count([ANNA]) == 0
        attempts.give_back([ANNA])


def test_where_one_limit_is_reached_the_other_is_not_used_up(attempts: SqlAttempts) -> None:
    address = AttemptLimit("address", "10.0.0.1", 5)
    for _ in range(3):
        assert attempts.count([address, ANNA]) == 0
    for _ in range(5):
        assert attempts.count([address, ANNA]) > 0
    assert [attempts.count([address]) == 0 for _ in range(3)] == [True, True, False]


def test_of_many_at_once_in_two_processes_no_more_pass_than_the_limit_says(database: Database, clock: Clock) -> None:
    processes = [SqlAttempts(database, clock), SqlAttempts(database, clock)]
    passed: list[int] = []
    gate = threading.Barrier(16)

    def attempt(process: SqlAttempts) -> None:
        gate.wait(PATIENCE)
        passed.append(process.count([ANNA]))

    threads = [threading.Thread(target=attempt, args=(processes[at % 2],), daemon=True) for at in range(16)]
    run(threads)
    assert sorted(seconds == 0 for seconds in passed) == [False] * 13 + [True] * 3


def run(threads: list[threading.Thread]) -> None:
    for each in threads:
        each.start()
    for each in threads:
        each.join(PATIENCE)
        assert not each.is_alive()


def test_old_rows_are_cleaned_up(attempts: SqlAttempts, database: Database, clock: Clock) -> None:
    for number in range(5):
        attempts.count([AttemptLimit("name", f"guess {number}", 3)])
    assert rows(database) == 5
    clock.move(minutes=2)
    attempts.count([ANNA])
    assert rows(database) == 1


def test_a_clock_that_is_set_back_locks_nobody_out(attempts: SqlAttempts, clock: Clock) -> None:
    for _ in range(4):
        attempts.count([ANNA])
    clock.move(hours=-5)
    assert attempts.count([ANNA]) == 0


def test_rows_are_cleaned_up_after_the_clock_was_set_back(
    attempts: SqlAttempts, database: Database, clock: Clock
) -> None:
    for number in range(5):
        attempts.count([AttemptLimit("name", f"guess {number}", 3)])
    clock.move(hours=-5)
    attempts.count([ANNA])
    assert rows(database) == 1


def test_names_are_not_kept(attempts: SqlAttempts, database: Database) -> None:
    attempts.count([ANNA])
    with database.read() as connection:
        assert "anna" not in str(connection.execute(select(tables.attempts)).one())

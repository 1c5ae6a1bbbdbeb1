"""A peer that hangs while it holds events locked on PostgreSQL: others go on, and nobody waits without a limit."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from podium.app.access import Role
from podium.app.ports import Intent, Receipt
from podium.chess import WHITE
from podium.core.errors import Unavailable
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, Command, CreateTournament
from podium.games.commands import BeReady
from podium.storage.journal import writers
from podium.storage.journal.journal import SqlJournal
from podium.storage.journal.writers import MOST_FOR_ALL_LOCKED, MOST_FOR_LOCKED, WRITERS
from podium.storage.sql import transactions
from podium.storage.sql.database import Database
from tests.kit import services
from tests.kit.events import CHIEF
from tests.kit.live_journal import live_swiss
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.postgres

LOCKED = [TournamentId(f"locked{number}") for number in range(WRITERS + 4)]
FREE = TournamentId("free")


@pytest.fixture
def database(ready_postgres_url: str) -> Iterator[Database]:
    services.empty(ready_postgres_url)
    database = Database(ready_postgres_url)
    yield database
    database.close()


@pytest.fixture
def journal(database: Database) -> Iterator[SqlJournal]:
    journal = SqlJournal(database)
    for stream in (*LOCKED, FREE):
        journal.submit(intent(stream, CreateTournament(stream, {"name": stream, "format": "manual"}))).result(PATIENCE)
    yield journal
    journal.close()


def intent(stream: TournamentId, command: Command) -> Intent:
    return Intent(stream, command, CHIEF, Role.OWNER)


def entry(stream: TournamentId, name: str) -> Intent:
    return intent(stream, AddPlayers((PlayerFields(name),)))


@contextmanager
def hung(database: Database, *streams: str) -> Iterator[None]:
    """A connection that has locked the heads of streams, and does nothing more."""
    with database.writing.connect() as peer, peer.begin():
        peer.execute(text("SELECT * FROM head WHERE stream = ANY(:streams) FOR UPDATE"), {"streams": list(streams)})
        yield


def names(journal: SqlJournal, stream: TournamentId) -> list[str]:
    state = journal.head(stream).state
    assert state is not None
    return [player.name for player in state.players.values()]


def test_other_events_go_on_and_nothing_is_lost(database: Database, journal: SqlJournal) -> None:
    with hung(database, *LOCKED):
        waiting = [journal.submit(entry(stream, "Ann")) for stream in LOCKED]
        for number in range(20):
            assert isinstance(journal.submit(entry(FREE, f"Player {number}")).result(PATIENCE), Receipt)
            assert not any(isinstance(each, Receipt) for each in waiting)
    assert len(names(journal, FREE)) == 20
    for stream, future in zip(LOCKED, waiting, strict=True):
        problem = future.exception(PATIENCE)
        assert problem is None or (isinstance(problem, Unavailable) and problem.code == "event-locked")
        assert names(journal, stream) == ([] if problem else ["Ann"])


def test_control_writers_that_wait_for_locks_are_not_there_for_others(
    database: Database, journal: SqlJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "GLANCE", 1000 * PATIENCE)
    with hung(database, *LOCKED):
        waiting = [journal.submit(entry(stream, "Ann")) for stream in LOCKED]
        other = journal.submit(entry(FREE, "Ben"))
        _until(lambda: _waiting_for_locks(database) == WRITERS)  # each of them is one of our threads
        assert not other.done()
    assert all(isinstance(each.result(PATIENCE), Receipt) for each in (*waiting, other))


def test_who_waits_too_long_is_told_and_may_send_it_again(
    database: Database, journal: SqlJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "GIVEN_UP", 0.5)
    with hung(database, LOCKED[0]):
        problem = journal.submit(entry(LOCKED[0], "Ann")).exception(PATIENCE)
    assert isinstance(problem, Unavailable)
    assert problem.code == "event-locked"
    journal.submit(entry(LOCKED[0], "Ann")).result(PATIENCE)
    assert names(journal, LOCKED[0]) == ["Ann"]


def test_no_more_wait_for_locked_events_than_can_be_kept_waiting(
    database: Database, journal: SqlJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "HELD", 0.0)
    monkeypatch.setattr(writers, "GIVEN_UP", PATIENCE)
    with hung(database, *LOCKED):
        futures = [journal.submit(entry(stream, f"P{n}")) for n in range(2 * MOST_FOR_LOCKED) for stream in LOCKED[:4]]
        _until(lambda: sum(not each.done() for each in futures) <= MOST_FOR_ALL_LOCKED)
    written = [each for each in futures if each.exception(PATIENCE) is None]
    assert 0 < len(written) <= MOST_FOR_ALL_LOCKED
    assert sum(len(names(journal, stream)) for stream in LOCKED[:4]) == len(written)


def _waiting_for_locks(database: Database) -> int:
    """How many connections to the database stand before a lock."""
    standing = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with database.reading.connect() as connection:
        count: int = connection.scalar(text(standing))
        return count


def _until(holds: Callable[[], bool]) -> None:
    never = threading.Event()
    for _ in range(PATIENCE * 20):
        if holds():
            return
        never.wait(0.05)
    raise AssertionError("it did not come to pass")


def test_a_game_that_is_locked_keeps_no_other_game_waiting(database: Database, journal: SqlJournal) -> None:
    event = live_swiss(journal, players=4)
    one, other = event.open
    with hung(database, one):
        blocked = journal.submit_game(event.wish(one, BeReady(), WHITE))
        for _ in range(3):
            journal.submit_game(event.wish(other, BeReady(), WHITE)).result(PATIENCE)
    blocked.result(PATIENCE)


def test_a_connection_has_its_limits(database: Database) -> None:
    with database.reading.connect() as connection:
        shown = [connection.scalar(text(f"SHOW {name}")) for name in ("lock_timeout", "statement_timeout")]
        assert shown == ["3s", "30s"]
        assert connection.scalar(text("SHOW idle_in_transaction_session_timeout")) == "1min"


def test_what_the_address_says_counts_more() -> None:
    url = Database("postgresql://host/podium?options=-c%20lock_timeout%3D1s&connect_timeout=9").url
    arguments = transactions.postgresql_arguments(url)
    assert str(arguments["options"]).endswith("-c lock_timeout=1s")
    assert "connect_timeout" not in arguments
    assert arguments["keepalives"] == 1

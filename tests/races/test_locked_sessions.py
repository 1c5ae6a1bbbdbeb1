"""A program that keeps the table of sessions locked on PostgreSQL: who came by something else does not wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import text

from podium.app.access import Actor, Role
from podium.app.ports import Intent, Receipt
from podium.core.errors import Unavailable
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.journal import writers
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit import services
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.postgres

EVENT = TournamentId("t1")


@pytest.fixture
def database(ready_postgres_url: str) -> Iterator[Database]:
    services.empty(ready_postgres_url)
    database = Database(ready_postgres_url)
    yield database
    database.close()


@pytest.fixture
def registry(database: Database) -> SqlRegistry:
    return SqlRegistry(database)


@pytest.fixture
def secret(registry: SqlRegistry) -> str:
    return registry.open_session(registry.add_user("Director", "correct horse battery"))


@pytest.fixture
def by_session(registry: SqlRegistry, secret: str) -> Actor:
    session = registry.by_session(secret)
    assert session is not None
    return session.actor


@pytest.fixture
def by_token(registry: SqlRegistry, by_session: Actor) -> Actor:
    [user] = registry.users()
    _, token = registry.add_token(user, "scorers")
    actor = registry.by_bearer(token)
    assert actor is not None
    return actor


@pytest.fixture
def journal(database: Database, registry: SqlRegistry, by_token: Actor) -> Iterator[SqlJournal]:
    journal = SqlJournal(database)
    command = CreateTournament(EVENT, {"name": "Open", "format": "manual"})
    journal.submit(Intent(EVENT, command, replace(by_token, credential=None), Role.OWNER)).result(PATIENCE)
    registry.set_roles(EVENT, {"Director": Role.OWNER})
    yield journal
    journal.close()


def entry(name: str, actor: Actor) -> Intent:
    return Intent(EVENT, AddPlayers((PlayerFields(name),)), actor, Role.OWNER)


def name_of(intent: Intent) -> str:
    assert isinstance(intent.command, AddPlayers)
    return intent.command.players[0].name


@contextmanager
def locked(database: Database) -> Iterator[None]:
    """A connection that keeps the table of sessions to itself, and does nothing more."""
    with database.writing.connect() as peer, peer.begin():
        peer.execute(text("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE"))
        yield


def names(journal: SqlJournal) -> set[str]:
    state = journal.head(EVENT).state
    assert state is not None
    return {player.name for player in state.players.values()}


def test_results_by_token_are_written_and_those_by_session_refused_at_once(
    database: Database, journal: SqlJournal, by_session: Actor, by_token: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "GIVEN_UP", 10.0 * PATIENCE)  # nobody hears of it because the wait was long enough
    with locked(database):
        asking = [("session", by_session), ("token", by_token)] * 10
        entries = [entry(f"{kind} {number}", actor) for number, (kind, actor) in enumerate(asking)]
        futures = {name_of(each): journal.submit(each) for each in entries}
        problems = {name: future.exception(PATIENCE) for name, future in futures.items()}
    for name, problem in problems.items():
        if name.startswith("token"):
            assert problem is None
        else:
            assert isinstance(problem, Unavailable)
            assert problem.code == "database-busy"
    assert names(journal) == {name for name in futures if name.startswith("token")}
    assert isinstance(journal.submit(entry("Ann", by_session)).result(PATIENCE), Receipt)


def test_control_taken_for_a_locked_event_it_keeps_everybody_waiting(
    database: Database, journal: SqlJournal, by_session: Actor, by_token: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was: whoever came with the same batch as a session heard that the event was locked."""

    def as_before(*_: object) -> object:
        return [writers.Locked() for _ in range(2)]

    monkeypatch.setattr(SqlJournal, "_without", as_before)
    with locked(database):
        answers = journal._transact([entry("Ann", by_session), entry("Ben", by_token)])
    assert all(isinstance(answer, writers.Locked) for answer in answers)
    assert names(journal) == set()


def test_who_is_signed_in_is_not_waited_for(database: Database, secret: str) -> None:
    """On connections without any limit of their own: only that of the question itself ends the wait."""
    url = database.url.update_query_dict({"options": "-c lock_timeout=0 -c statement_timeout=0"})
    unlimited = Database(url.render_as_string(hide_password=False))
    with locked(database), ThreadPoolExecutor(1) as pool:
        answer = pool.submit(SqlRegistry(unlimited).by_session, secret)
        problem = answer.exception(PATIENCE)
    assert isinstance(problem, Unavailable)
    assert problem.code == "database-busy"
    assert SqlRegistry(unlimited).by_session(secret) is not None
    unlimited.close()

"""Ten people change the roles of one event at once, on either database; beside it the control without the lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from podium.app.access import Role
from podium.core.errors import PodiumError, Refused, Unknown
from podium.core.ids import TournamentId
from podium.storage.accounts import access_tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.sql.database import Database
from tests.kit.waiting import PATIENCE

OPEN = TournamentId("open")
CLIENTS = 10
NAMES = tuple(f"user {at}" for at in range(CLIENTS))


@pytest.fixture
def database(ready_url: str) -> Iterator[Database]:
    database = Database(ready_url)
    yield database
    database.close()


@pytest.fixture
def registry(database: Database) -> SqlRegistry:
    registry = SqlRegistry(database)
    registry.add_user("owner", "correct horse")
    for name in NAMES:
        registry.add_user(name, "correct horse")
    registry.set_roles(OPEN, {"owner": Role.OWNER})
    return registry


def at_once(act: Callable[[int], None]) -> list[BaseException | None]:
    """What each of ten raised, or None, where they began together."""
    start = Barrier(CLIENTS)

    def one(at: int) -> BaseException | None:
        start.wait(PATIENCE)
        try:
            act(at)
        except (PodiumError, IntegrityError) as error:
            return error
        return None

    with ThreadPoolExecutor(CLIENTS) as pool:
        return list(pool.map(one, range(CLIENTS), timeout=PATIENCE))


def test_ten_who_set_all_roles_are_all_answered(registry: SqlRegistry) -> None:
    wanted = {"owner": Role.OWNER, **dict.fromkeys(NAMES, Role.SCORER)}
    for _ in range(5):
        assert at_once(lambda _at: registry.set_roles(OPEN, wanted)) == [None] * CLIENTS
        assert registry.roles(OPEN) == wanted
        registry.set_roles(OPEN, {"owner": Role.OWNER})


def test_ten_who_change_one_role_each_all_do(registry: SqlRegistry) -> None:
    assert at_once(lambda at: registry.change_role(OPEN, NAMES[at], Role.SCORER, None)) == [None] * CLIENTS
    assert registry.roles(OPEN) == {"owner": Role.OWNER, **dict.fromkeys(NAMES, Role.SCORER)}


def test_of_ten_who_change_the_same_role_from_what_they_saw_one_does(registry: SqlRegistry) -> None:
    def change(at: int) -> None:
        registry.change_role(OPEN, NAMES[0], Role.SCORER if at % 2 else Role.ARBITER, None)

    refused = [each for each in at_once(change) if each is not None]
    assert len(refused) == CLIENTS // 2  # those who wanted what it has become are content
    assert {each.code for each in refused if isinstance(each, Refused)} == {"role-differs"}


def test_the_control_without_the_comparison_loses_changes(registry: SqlRegistry) -> None:
    """Everybody reads all roles, adds one, and sets them all, as the page once did."""
    begun = Barrier(CLIENTS)

    def overwrite(at: int) -> None:
        roles = registry.roles(OPEN)
        begun.wait(PATIENCE)  # all have read before any writes
        registry.set_roles(OPEN, {**roles, NAMES[at]: Role.SCORER})

    at_once(overwrite)
    assert len(registry.roles(OPEN)) == 2  # the owner, and whoever was last


def test_of_ten_who_set_all_roles_from_what_they_saw_one_does(registry: SqlRegistry) -> None:
    was = {"owner": Role.OWNER}
    answers = at_once(lambda at: registry.set_roles(OPEN, {"owner": Role.OWNER, NAMES[at]: Role.SCORER}, was))
    assert answers.count(None) == 1
    assert {each.code for each in answers if isinstance(each, Refused)} == {"roles-differ"}


def test_the_control_without_the_lock_contradicts_itself_on_postgresql(
    registry: SqlRegistry, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the lock, those who compare all find what they saw; SQLite has one writer, and is spared."""
    monkeypatch.setattr(access_tables, "lock_rows", lambda *_: None)
    before = access_tables.roles_in
    met = Barrier(CLIENTS)

    def read_together(connection: Connection, tournament: TournamentId) -> dict[str, Role]:
        found = before(connection, tournament)
        if not database.is_sqlite:
            met.wait(PATIENCE)
        return found

    monkeypatch.setattr(access_tables, "roles_in", read_together)
    was = {"owner": Role.OWNER}
    answers = at_once(lambda at: registry.set_roles(OPEN, {"owner": Role.OWNER, NAMES[at]: Role.SCORER}, was))
    assert answers.count(None) == (1 if database.is_sqlite else CLIENTS)


def test_a_link_or_token_that_ten_end_at_once_is_ended_by_one(registry: SqlRegistry) -> None:
    owner = registry.authenticate("owner", "correct horse")
    assert owner is not None
    link, _secret = registry.add_link(OPEN, Role.SCORER, None, None)
    token, _secret = registry.add_token(owner, "phone")
    ends: dict[str, Callable[[int], None]] = {
        "link": lambda _: registry.drop_link(OPEN, link.id),
        "token": lambda _: registry.drop_token(owner, token.id),
    }
    for kind, end in ends.items():
        outcomes = at_once(end)
        assert outcomes.count(None) == 1
        assert [each.code for each in outcomes if isinstance(each, Unknown)] == [f"unknown-{kind}"] * (CLIENTS - 1)

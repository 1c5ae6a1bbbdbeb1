"""Ids are never used again: what somebody did is theirs, once they are gone too."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import insert, text

from podium.app.access import Role
from podium.core.ids import TournamentId
from podium.storage import tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.sql.database import Database, _alembic

OPEN = TournamentId("open")


@pytest.fixture
def registry(database: Database) -> SqlRegistry:
    return SqlRegistry(database)


class TestEveryKindOfId:
    def test_a_link(self, registry: SqlRegistry) -> None:
        first, _ = registry.add_link(OPEN, Role.SCORER, None, None)
        registry.drop_link(OPEN, first.id)
        second, _ = registry.add_link(OPEN, Role.SCORER, None, None)
        assert second.id > first.id
        assert second.actor.key != first.actor.key

    def test_a_token(self, registry: SqlRegistry) -> None:
        ana = registry.add_user("ana", "correct horse")
        first, _ = registry.add_token(ana, "one")
        registry.drop_token(ana, first.id)
        assert registry.add_token(ana, "two")[0].id > first.id

    def test_an_account(self, registry: SqlRegistry) -> None:
        registry.add_user("ana", "correct horse")
        bob = registry.add_user("bob", "correct horse")
        registry.remove_account(bob.id, None)
        assert registry.add_user("cid", "correct horse").id > bob.id

    def test_an_invitation(self, registry: SqlRegistry) -> None:
        first, _ = registry.invite("one", administrator=False, days=1)
        registry.drop_invitation(first.id)
        assert registry.invite("two", administrator=False, days=1)[0].id > first.id

    def test_a_template(self, registry: SqlRegistry) -> None:
        ana = registry.add_user("ana", "correct horse")
        first = registry.keep_template(ana.id, "one", {})
        registry.drop_template(ana.id, first.id)
        assert registry.keep_template(ana.id, "two", {}).id > first.id


def test_an_older_database_keeps_its_rows_and_gives_no_id_away_that_signed_anything(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'old.db'}")
    with database.writing.begin() as connection:
        command.upgrade(_alembic(connection), "0013")
        link = {"tournament_id": "open", "role": "scorer", "created_at": "2026-01-01"}
        connection.execute(insert(tables.links), [{**link, "id": 3, "hash": "a"}, {**link, "id": 4, "hash": "b"}])
        user = {"name": "ana", "password": "x", "created_at": "2026-01-01", "administrator": True}
        connection.execute(insert(tables.users), {**user, "id": 2})
        commit = {"stream": "open", "parent": 0, "kind": "RecordResult", "at": "2026-01-01"}
        signed = [
            {**commit, "version": at, "actor": actor} for at, actor in enumerate(("link:7", "user:ana", "link:41"), 1)
        ]
        connection.execute(insert(tables.commit), signed)
        connection.execute(text('DELETE FROM "commit" WHERE version = 9'))
        command.upgrade(_alembic(connection), "head")
        kept = connection.execute(text("SELECT id, hash FROM links ORDER BY id")).all()
        assert [tuple(row) for row in kept] == [(3, "a"), (4, "b")]
    registry = SqlRegistry(database)
    assert [user.name for user in registry.users()] == ["ana"]
    assert registry.add_link(OPEN, Role.SCORER, None, None)[0].id == 42
    assert registry.add_user("bob", "correct horse").id == 3
    database.close()

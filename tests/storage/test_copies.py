"""Copies between SQLite and PostgreSQL: equal table by table, with ids that go on, or nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert, select, text, update

from podium.app.access import Role
from podium.storage import read_model, tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.backups import table_rows
from podium.storage.backups.backups import copy_database, database_findings, snapshot
from podium.storage.backups.table_rows import AT_ONCE, Digesting, TableDigest, digests
from podium.storage.sql.database import Database
from tests.kit.events import refused
from tests.kit.full_database import EVENT


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind, beside that of `full`."""
    if request.param == "sqlite":
        return str(tmp_path / "copy.db")
    url: str = request.getfixturevalue("empty_postgres_url")
    return url


def address(database: Database) -> str:
    return database.url.render_as_string(hide_password=False)


def contents(given: str) -> dict[str, TableDigest]:
    database = Database(given)
    try:
        with snapshot(database.url) as connection:
            return digests(connection)
    finally:
        database.close()


def test_every_table_is_equal(full: Database, target: str) -> None:
    copied = copy_database(address(full), target)
    assert set(copied) == set(tables.metadata.tables)
    assert copied == contents(address(full)) == contents(target)
    assert {"event", "users", "roles", "links", "games", "attachments"} <= {
        name for name in copied if copied[name].rows
    }
    assert list(database_findings(target)) == []


def test_ids_go_on_after_the_highest_that_ever_was(full_sqlite: Database, target: str) -> None:
    with full_sqlite.reading.connect() as connection:
        highest = connection.scalar(select(tables.links.c.id).order_by(tables.links.c.id.desc()).limit(1))
    assert highest is not None
    copy_database(address(full_sqlite), target)
    database = Database(target)
    registry = SqlRegistry(database)
    assert registry.add_user("cleo", "correct horse").id == 3
    link, _secret = registry.add_link(EVENT, Role.SCORER, None, None)
    database.close()
    assert link.id == highest + 2  # the one between was dropped


def test_there_and_back(full_sqlite: Database, tmp_path: Path, empty_postgres_url: str) -> None:
    copy_database(address(full_sqlite), empty_postgres_url)
    copy_database(empty_postgres_url, str(tmp_path / "back.db"))
    assert contents(str(tmp_path / "back.db")) == contents(address(full_sqlite))


def test_more_rows_than_are_in_memory_at_once(full_sqlite: Database, tmp_path: Path) -> None:
    rows = [{"process": f"p{number}", "at": number, "players": "[]"} for number in range(2 * AT_ONCE + 1)]
    with full_sqlite.write() as connection:
        connection.execute(insert(tables.presence), rows)
    assert copy_database(address(full_sqlite), str(tmp_path / "copy.db"))["presence"].rows == 2 * AT_ONCE + 1


def test_a_database_with_something_in_it_is_left_alone(full_sqlite: Database, target: str) -> None:
    copy_database(address(full_sqlite), target)
    before = contents(target)
    with refused("database-not-empty"):
        copy_database(address(full_sqlite), target)
    with refused("database-not-empty"):
        copy_database(address(full_sqlite), address(full_sqlite))
    assert contents(target) == before


def test_a_table_that_is_not_known_is_not_left_behind(full: Database, tmp_path: Path) -> None:
    with full.write() as connection:
        connection.execute(text("CREATE TABLE notes (id INTEGER)"))
    try:
        with refused("tables-unknown") as caught:
            copy_database(address(full), str(tmp_path / "copy.db"))
        assert caught.value.facts["names"] == ["notes"]
        assert not (tmp_path / "copy.db").exists()
    finally:
        with full.write() as connection:
            connection.execute(text("DROP TABLE notes"))


def test_tables_of_another_version_are_not_copied(ready_sqlite_url: str, tmp_path: Path) -> None:
    database = Database(ready_sqlite_url)
    with database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    database.close()
    with refused("tables-outdated"):
        copy_database(ready_sqlite_url, str(tmp_path / "copy.db"))


def test_what_is_not_the_same_when_it_is_read_back_is_not_kept(
    full_sqlite: Database, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(connection: object, ids: object) -> None:
        connection.execute(update(tables.users).values(created_at="2020"))  # type: ignore[attr-defined]  # a connection

    monkeypatch.setattr(table_rows, "go_on_after", forgetful)
    with refused("copy-differs") as caught:
        copy_database(address(full_sqlite), target)
    assert caught.value.facts["names"] == ["users"]
    monkeypatch.undo()
    assert sum(digest.rows for digest in copy_database(address(full_sqlite), target).values()) > 0  # it is empty still


@pytest.mark.postgres
def test_a_row_that_postgresql_does_not_take(ready_sqlite_url: str, empty_postgres_url: str) -> None:
    database = Database(ready_sqlite_url)
    with database.write() as connection:
        row = {"id": "x" * 50, "user_id": 1, "body": "{}", "changed_at": "2026"}
        connection.execute(insert(tables.drafts), row)
    database.close()
    with refused("rows-not-copied") as caught:
        copy_database(ready_sqlite_url, empty_postgres_url)
    assert caught.value.facts["value"] == "drafts"


def test_a_digest_depends_on_every_value_and_not_on_the_order() -> None:
    def digest(*rows: tuple[object, ...]) -> TableDigest:
        digesting = Digesting(tables.heartbeat)
        for row in rows:
            digesting.add(row)
        return digesting.digest

    assert digest((1, 5), (2, 6)) == digest((2, 6), (1, 5))
    assert digest((1, 5), (2, 6)) != digest((1, 6), (2, 5))
    assert digest((1, None)) != digest((1, ""))


def test_json_is_the_same_however_its_keys_and_numbers_are_written() -> None:
    digesting = Digesting(read_model.tournaments)
    place = [column.name for column in read_model.tournaments.columns].index("drawConfig")

    def encoded(value: object) -> bytes:
        row = [None] * len(read_model.tournaments.columns)
        return digesting.encoded([*row[:place], value, *row[place + 1 :]])

    assert encoded({"a": 1, "b": [2.0, 1e25]}) == encoded({"b": [2, 10**25], "a": 1.0})
    assert encoded({"a": True}) != encoded({"a": 1})
    assert encoded(10**400) != encoded(10**401)

"""What is wrong with a database is named with its stream and table; with a sound one, nothing is."""

from __future__ import annotations

import pytest
from sqlalchemy import Table, delete, func, insert, select, text, update

from podium.app.server.findings import Finding, Problem
from podium.storage import read_model, tables
from podium.storage.backups.backups import database_findings, repair_read_model
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.forged import forge_names
from tests.kit.full_database import CUP, EVENT


def found(database: Database) -> list[Finding]:
    return list(database_findings(address(database)))


def address(database: Database) -> str:
    return database.url.render_as_string(hide_password=False)


EMPTY = ("doubles_matches", "conflicts")
"""The tables of which the full database has no row."""


def damage(database: Database, *statements: object) -> None:
    with database.write(EVERY_TOURNAMENT) as connection:
        for statement in statements:
            connection.execute(text(statement) if isinstance(statement, str) else statement)  # type: ignore[call-overload]  # any statement


def test_nothing_is_wrong_with_a_sound_database(full: Database) -> None:
    assert found(full) == []


def test_nothing_is_wrong_with_an_empty_database(database: Database) -> None:
    assert found(database) == []


def test_a_deleted_event(full: Database) -> None:
    here = tables.event.c
    damage(full, delete(tables.event).where(here.stream == EVENT, here.version == 2))
    assert found(full) == [Finding(Problem.EVENTS_MISSING, "event", EVENT, 2)]


def test_one_of_several_events_of_a_commit(full: Database) -> None:
    here = tables.event.c
    with full.reading.connect() as connection:
        several = select(here.stream, here.version).group_by(here.stream, here.version).having(func.count() > 1)
        stream, version = connection.execute(several.order_by(here.stream).limit(1)).one()
    damage(full, delete(tables.event).where(here.stream == stream, here.version == version, here.seq == 0))
    assert Finding(Problem.EVENTS_MISSING, "event", stream, version) in found(full)


def test_a_gap_in_the_versions(full: Database) -> None:
    for table in (tables.event, tables.commit):
        damage(full, delete(table).where(table.c.stream == EVENT, table.c.version == 2))
    assert [(each.problem, each.table, each.stream, each.value) for each in found(full)] == [
        (Problem.VERSIONS_MISSING, "commit", EVENT, 2),
        (Problem.PARENT_WRONG, "commit", EVENT, 3),
    ]


def test_a_commit_that_follows_itself(full_sqlite: Database) -> None:
    here = tables.commit.c
    damage(full_sqlite, update(tables.commit).where(here.stream == EVENT, here.version == 3).values(parent=3))
    assert found(full_sqlite) == [Finding(Problem.PARENT_WRONG, "commit", EVENT, 3)]


def test_a_head_that_is_behind_or_gone(full_sqlite: Database) -> None:
    here = tables.head.c
    damage(full_sqlite, update(tables.head).where(here.stream == EVENT).values(version=here.version - 1))
    [finding] = found(full_sqlite)
    assert (finding.problem, finding.stream) == (Problem.COMMITS_BEYOND_HEAD, EVENT)
    damage(full_sqlite, delete(tables.head).where(here.stream == EVENT))
    problems = {(each.problem, each.table, each.stream) for each in found(full_sqlite)}
    assert (Problem.HEAD_MISSING, "head", EVENT) in problems
    assert (Problem.ROWS_ORPHANED, "roles", EVENT) in problems


def test_events_without_their_commit(full_sqlite: Database) -> None:
    with full_sqlite.reading.connect() as connection:
        last = connection.scalar(select(func.max(tables.event.c.version)).where(tables.event.c.stream == EVENT))
    here = tables.commit.c
    damage(full_sqlite, delete(tables.commit).where(here.stream == EVENT, here.version == last))
    assert (Problem.COMMIT_MISSING, EVENT, last) in {
        (each.problem, each.stream, each.value) for each in found(full_sqlite)
    }


def test_an_event_that_says_something_else(full_sqlite: Database) -> None:
    here = tables.event.c
    other = func.replace(here.body, "Carol", "Karol")
    damage(full_sqlite, update(tables.event).where(here.stream == EVENT, here.version == 2).values(body=other))
    [finding] = found(full_sqlite)
    assert (finding.problem, finding.table, finding.stream) == (Problem.ROWS_DIFFER, "players", EVENT)


def test_values_that_no_command_would_have_taken(full_sqlite: Database) -> None:
    forge_names(full_sqlite, EVENT)
    first = found(full_sqlite)[0]
    assert (first.problem, first.stream) == (Problem.VALUE_REFUSED, EVENT)
    assert "at most 200 characters" in str(first.value)


def test_an_event_that_cannot_be_read(full_sqlite: Database) -> None:
    here = tables.event.c
    damage(full_sqlite, update(tables.event).where(here.stream == EVENT, here.version == 2).values(body="{"))
    [finding] = found(full_sqlite)
    assert (finding.problem, finding.table, finding.stream) == (Problem.REPLAY_FAILED, "event", EVENT)


def test_a_changed_row_of_the_read_model_is_repaired(full: Database) -> None:
    here = read_model.players.c
    damage(full, update(read_model.players).where(here.tournament_id == EVENT, here.name == "Bob").values(rating=2900))
    findings = found(full)
    [finding] = findings
    assert (finding.problem, finding.table, finding.stream) == (Problem.ROWS_DIFFER, "players", EVENT)
    assert finding.count == 1
    assert repair_read_model(address(full), findings)
    assert found(full) == []


@pytest.mark.parametrize("table", [table for table in read_model.READ_MODEL if table.name not in EMPTY])
def test_missing_rows_of_any_table_of_the_read_model(full_sqlite: Database, table: Table) -> None:
    damage(full_sqlite, delete(table))
    assert {(each.problem, each.table) for each in found(full_sqlite)} == {(Problem.ROWS_DIFFER, table.name)}


def test_rows_of_the_read_model_that_nothing_led_to(full_sqlite: Database) -> None:
    row = {"tournament_id": "ghost", "id": "p1", "number": 1, "name": "Nobody", "withdrawn": False}
    damage(full_sqlite, insert(read_model.players).values(**row))
    assert found(full_sqlite) == [Finding(Problem.ROWS_DIFFER, "players", "ghost", "ghost p1")]


def test_a_read_model_that_cannot_be_made_is_not_cleared(full_sqlite: Database) -> None:
    damage(full_sqlite, delete(read_model.players), delete(tables.event).where(tables.event.c.stream == CUP))
    before = found(full_sqlite)
    assert not repair_read_model(address(full_sqlite), before)
    assert found(full_sqlite) == before


def test_orphans_in_plain_tables(full: Database) -> None:
    damage(
        full,
        insert(tables.roles).values(tournament_id="ghost", user_id=1, role="owner"),
        insert(tables.roles).values(tournament_id=EVENT, user_id=99, role="owner"),
    )
    assert found(full) == [
        Finding(Problem.ROWS_ORPHANED, "roles", "ghost"),
        Finding(Problem.ROWS_ORPHANED, "roles", None, "user_id 99"),
    ]


def test_a_table_and_a_column_that_are_not_known(full: Database) -> None:
    try:
        damage(full, "CREATE TABLE notes (id INTEGER)")
        assert found(full) == [Finding(Problem.TABLE_UNKNOWN, "notes")]
        damage(full, "ALTER TABLE drafts ADD COLUMN colour TEXT")
        assert Finding(Problem.COLUMN_UNKNOWN, "drafts", None, "colour") in found(full)
    finally:
        damage(full, "DROP TABLE notes", "ALTER TABLE drafts DROP COLUMN colour")


def test_tables_of_another_version(full_sqlite: Database) -> None:
    with full_sqlite.reading.connect() as connection:
        newest = connection.scalar(text("SELECT version_num FROM alembic_version"))
    damage(full_sqlite, "UPDATE alembic_version SET version_num = '0003'")
    try:
        assert found(full_sqlite) == [Finding(Problem.REVISION_OLDER, value="0003")]
        damage(full_sqlite, "UPDATE alembic_version SET version_num = '9999'")
        assert found(full_sqlite) == [Finding(Problem.REVISION_OTHER, "alembic_version", None, "9999")]
    finally:
        damage(full_sqlite, f"UPDATE alembic_version SET version_num = '{newest}'")

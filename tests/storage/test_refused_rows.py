"""A row that the database refuses is no race: whoever sent it hears of a fault, and the log says which."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from podium.app.access import Actor, Role
from podium.app.ports import Intent, Receipt
from podium.core.errors import Refused
from podium.core.ids import TournamentId
from podium.flow.commands import CreateTournament, PublishTournament
from podium.storage import tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT

CHIEF = Actor("user:chief", "chief")


def created(id: str) -> Intent:
    command = CreateTournament(TournamentId(id), {"name": "Open", "format": "manual"})
    return Intent(TournamentId(id), command, CHIEF, Role.OWNER)


def damaged(database: Database, statement: str) -> None:
    with database.write(EVERY_TOURNAMENT) as connection:
        connection.execute(text(statement))


def test_a_constraint_that_fails_is_no_race_and_the_neighbours_are_written(
    database: Database, journal: SqlJournal, caplog: pytest.LogCaptureFixture
) -> None:
    damaged(database, "CREATE UNIQUE INDEX one_name ON tournaments (name)")
    try:
        answers = journal._transact([created("one-open"), created("two-opens")])
    finally:
        damaged(database, "DROP INDEX one_name")
    assert [type(answer) for answer in answers] == [Receipt, IntegrityError]
    [line] = [each.getMessage() for each in caplog.records if "row-refused" in each.getMessage()]
    assert "tournaments.name" in line or "one_name" in line
    assert database.faults.standing is None


def test_a_row_that_stands_in_the_way_for_ever_is_no_race_either(
    database: Database, journal: SqlJournal, caplog: pytest.LogCaptureFixture
) -> None:
    journal.perform(created("open"))
    row = {"stream": "open", "version": 2, "parent": 1, "kind": "PublishTournament", "actor": "x", "at": "2026-01-01"}
    with database.write(EVERY_TOURNAMENT) as connection:
        connection.execute(insert(tables.commit).values(row))
    with pytest.raises(IntegrityError):
        journal.perform(Intent(TournamentId("open"), PublishTournament(), CHIEF, Role.OWNER))
    assert "row-refused" in caplog.text
    assert "commit" in caplog.text


def test_a_plain_table_that_refuses_a_row_is_not_called_away(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(IntegrityError), database.write(EVERY_TOURNAMENT) as connection:
        connection.execute(insert(tables.readiness), {"process": "a", "at": None})
    assert "row-refused" in caplog.text


def test_a_key_that_is_taken_is_left_to_the_caller(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(IntegrityError), database.write(EVERY_TOURNAMENT) as connection:
        connection.execute(insert(tables.readiness), [{"process": "a", "at": 0}, {"process": "a", "at": 1}])
    assert not caplog.records


def test_an_account_that_is_refused_for_another_reason_is_not_called_taken(database: Database) -> None:
    registry = SqlRegistry(database)
    registry.add_user("ann", "a long password")
    with pytest.raises(Refused) as refused:
        registry.add_user("ann", "a long password")
    assert refused.value.code == "user-exists"
    damaged(database, "CREATE UNIQUE INDEX one_actor ON audit (action)")
    try:
        with pytest.raises(IntegrityError):
            registry.add_user("bea", "a long password")
    finally:
        damaged(database, "DROP INDEX one_actor")

"""The schema holds each column to what the code knows: closed sets, and ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Table, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError

from podium.app.access import Role
from podium.core.ids import TournamentId
from podium.flow.commands import CreateTournament
from podium.storage import read_model, tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import MIGRATIONS, Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.events import Director
from tests.kit.older_schema import take_down_second_wall
from tests.kit.schema_checks import CHECKS, Check, booleans

OPEN = TournamentId("t1")


def written_checks(database: Database, table: Table) -> Mapping[str, Check]:
    """What the schema lets the columns of a table hold, by column."""
    with database.reading.connect() as connection:
        there = {str(each["name"]): each["sqltext"] for each in inspect(connection).get_check_constraints(table.name)}
    return {name.removeprefix(f"{table.name}_").removesuffix("_check"): _check(words) for name, words in there.items()}


def _check(words: str) -> Check:
    texts = set(re.findall(r"'([^']*)'", words))
    like = {each for each in texts if "%" in each}
    least = re.search(r">= \(?(\d+)", words)
    return Check(frozenset(texts - like), next(iter(like), None), int(least[1]) if least else None)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database made by the migrations alone: other tests take tables of theirs apart."""
    database = Database(database_url)
    database.migrate()
    yield database
    database.close()


class TestTheSchemaAndTheCode:
    def test_agree_on_what_each_column_may_hold(self, database: Database) -> None:
        for table, checks in CHECKS.items():
            written = written_checks(database, table)
            assert {name: each for name, each in written.items() if name not in booleans(table)} == checks, table.name

    def test_agree_that_what_is_true_or_false_is_nothing_else(self, ready_sqlite_url: str) -> None:
        database = Database(ready_sqlite_url)
        for table in tables.metadata.sorted_tables:
            assert set(booleans(table)) <= set(written_checks(database, table)), table.name
        database.close()


class TestAValueThatIsNone:
    def test_of_a_closed_set_or_in_the_range_is_refused(self, database: Database) -> None:
        for table, checks in CHECKS.items():
            for column, check in checks.items():
                wrong = -1 if check.least is not None else "B"
                with pytest.raises(IntegrityError, match=f"{table.name}_{column}_check"):
                    put(database, table, {column: wrong})

    def test_is_refused_as_a_draw_mode(self, database: Database) -> None:
        journal = SqlJournal(database)
        Director(journal, OPEN).do(CreateTournament(OPEN, {"name": "Cup", "format": "knockout"}))
        journal.close()
        with pytest.raises(IntegrityError), database.write(EVERY_TOURNAMENT) as connection:
            connection.execute(text("""UPDATE tournaments SET "drawRuleMode" = 'BANANA'"""))


class TestAFormatOfTomorrow:
    def test_needs_no_migration(self, database: Database) -> None:
        put(database, read_model.tournaments, {"format": "team-swiss"})
        with database.read(EVERY_TOURNAMENT) as connection:
            assert list(connection.scalars(select(read_model.tournaments.c.format))) == ["team-swiss"]


def put(database: Database, table: Table, wrong: Mapping[str, object]) -> None:
    """Insert a row that is well but for what is wrong."""
    row: dict[str, object] = {}
    for column in table.columns:
        check = CHECKS[table].get(column.name)
        if check is not None and check.values:
            row[column.name] = min(check.values)
        elif check is not None:
            row[column.name] = check.least
        elif not column.nullable and not (column.primary_key and column.autoincrement is True):
            kinds: dict[type, object] = {str: "x", int: 1, bool: True, float: 1.0, bytes: b"x"}
            row[column.name] = kinds.get(column.type.python_type, 1)
    with database.write(EVERY_TOURNAMENT) as connection:
        connection.execute(insert(table), {**row, **wrong})


class TestAnOlderDatabase:
    def test_with_rows_that_break_checks_is_upgraded(self, database: Database) -> None:
        journal, registry = SqlJournal(database), SqlRegistry(database)
        ana = registry.add_user("ana", "correct horse")
        Director(journal, OPEN).do(CreateTournament(OPEN, {"name": "Cup", "format": "knockout"}))
        registry.set_roles(OPEN, {"ana": Role.OWNER})
        kept, _ = registry.add_link(OPEN, Role.SCORER, None, None)
        with database.writing.begin() as connection:
            take_down_second_wall(connection)
            connection.execute(text("""UPDATE tournaments SET "drawRuleMode" = 'BANANA', rounds = -3"""))
            connection.execute(insert(tables.roles), {"tournament_id": "t2", "user_id": ana.id, "role": "banana"})
            set_back(connection)
        database.migrate()
        with database.read(EVERY_TOURNAMENT) as connection:
            columns = read_model.tournaments.c
            modes = connection.execute(select(columns["drawRuleMode"], columns.rounds)).all()  # from the journal again
            roles = connection.execute(select(tables.roles.c.tournament_id, tables.roles.c.role)).all()
        assert modes == [("ALLOW_ALL", None)]
        assert roles == [(OPEN, "owner")]
        assert [link.id for link in registry.links(OPEN)] == [kept.id]
        journal.close()

    def test_of_sqlite_keeps_its_indexes_and_gives_no_number_twice(self, ready_sqlite_url: str) -> None:
        database = Database(ready_sqlite_url)
        with database.writing.begin() as connection:
            before = indexes(connection)
            take_down_second_wall(connection)
            connection.execute(text("CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT, done BOOLEAN)"))
            connection.execute(text("INSERT INTO numbered (id, done) VALUES (1, 0), (7, 1)"))
            connection.execute(text("DELETE FROM numbered WHERE id = 7"))
            set_back(connection)
        database.migrate()
        with database.writing.begin() as connection:
            assert indexes(connection) == before
            connection.execute(text("INSERT INTO numbered (done) VALUES (1)"))
            assert connection.execute(text("SELECT id, done FROM numbered ORDER BY id")).all() == [(1, 0), (8, 1)]
        with pytest.raises(IntegrityError), database.write() as connection:
            connection.execute(text("INSERT INTO numbered (done) VALUES ('BANANA')"))
        database.close()


def set_back(connection: Connection) -> None:
    """Have the database say that the second wall is still to come."""
    before = ScriptDirectory(str(MIGRATIONS)).get_revision("0019").down_revision
    connection.execute(text("UPDATE alembic_version SET version_num = :before"), {"before": before})


def indexes(connection: Connection) -> set[tuple[str, str]]:
    found = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"))
    return {(row.name, row.sql) for row in found}

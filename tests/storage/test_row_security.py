"""The second wall: on PostgreSQL a query that forgot its filter returns nothing of other tournaments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import Connection, NullPool, Table, create_engine, delete, func, insert, select, text, update
from sqlalchemy.sql import Select

import podium
from podium.app.access import Role
from podium.app.ports import GameIntent
from podium.core.errors import Unavailable
from podium.core.ids import TournamentId
from podium.flow.commands import CreateTournament
from podium.games.commands import ImportGame
from podium.storage import read_model, tables
from podium.storage.accounts import session_tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT, show_tournaments
from tests.kit.events import CHIEF, Director

OPEN, CLUB = TournamentId("open"), TournamentId("club")
SPANNING = ("due",)
"""Tables without a column for their tournament: what is due in all games is looked at as one list."""


@pytest.fixture
def database(empty_postgres_url: str) -> Iterator[Database]:
    database = Database(empty_postgres_url)
    database.migrate()
    yield database
    database.close()


@pytest.fixture
def registry(database: Database) -> SqlRegistry:
    """Two events, each with players, a round, a result, a role and a link."""
    registry = SqlRegistry(database)
    journal = SqlJournal(database)
    for name, stream in (("ana", OPEN), ("bob", CLUB)):
        registry.add_user(name, "correct horse")
        event = Director(journal, stream)
        event.do(CreateTournament(stream, {"name": name, "format": "manual"}))
        event.players("Ann", "Ben")
        event.pairs(1, [("Ann", "Ben")])
        event.result("Ann", "1-0")
        [game] = event.state.rounds[0].games.values()
        white, black = game.players
        record = ImportGame(game.id, stream, 1, white, black, (("e2e4", "e4"), ("e7e5", "e5")), (60_000, None))
        journal.submit_game(GameIntent(game.id, stream, record, CHIEF, Role.OWNER, 1_700_000_000_000)).result(60)
        registry.set_roles(stream, {name: Role.OWNER})
        registry.add_link(stream, Role.SCORER, None, None)
    journal.close()
    return registry


def of_a_tournament() -> list[Table]:
    """The tables whose rows belong to a tournament."""
    return [table for table in tables.metadata.sorted_tables if column_of(table) is not None]


def column_of(table: Table) -> str | None:
    if table is read_model.tournaments:
        return "id"
    named = (name for name in ("tournament_id", "tournamentId") if name in table.columns)
    return next((name for name in named if not table.columns[name].nullable), None)  # a token may be for all of them


class TestEveryTable:
    def test_that_belongs_to_a_tournament_has_a_policy_from_which_its_owner_is_not_exempt(
        self, database: Database
    ) -> None:
        query = text("SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity")
        with database.read() as connection:
            secured = set(connection.scalars(query))
            policies = set(connection.scalars(text("SELECT tablename FROM pg_policies")))
        assert secured == policies == {table.name for table in of_a_tournament()}

    def test_that_belongs_to_a_tournament_is_restricted_to_those_of_a_user(self, database: Database) -> None:
        query = text("SELECT tablename FROM pg_policies WHERE policyname = 'of_a_user' AND permissive = 'RESTRICTIVE'")
        with database.read() as connection:
            assert set(connection.scalars(query)) == {table.name for table in of_a_tournament()}

    def test_of_the_read_model_belongs_to_a_tournament(self) -> None:
        secured = {table.name for table in of_a_tournament()}
        assert {table.name for table in read_model.READ_MODEL} - secured == {*SPANNING}


class TestAQueryWithoutAFilter:
    SEEN = (
        read_model.tournaments,
        read_model.players,
        read_model.pairings,
        read_model.results,
        tables.roles,
        tables.links,
    )

    def test_returns_nothing_where_no_tournament_is_named(self, registry: SqlRegistry, database: Database) -> None:
        with database.read() as connection:
            assert [connection.execute(select(table)).all() for table in self.SEEN] == [[]] * len(self.SEEN)

    def test_returns_what_is_of_the_tournament_that_is_named(self, registry: SqlRegistry, database: Database) -> None:
        with database.read([CLUB]) as connection:
            for table in self.SEEN:
                column = table.c[column_of(table) or ""]
                assert set(connection.scalars(select(column))) == {CLUB}

    def test_sees_all_where_it_says_so(self, registry: SqlRegistry, database: Database) -> None:
        with database.read(EVERY_TOURNAMENT) as connection:
            assert set(connection.scalars(select(read_model.players.c.tournament_id))) == {OPEN, CLUB}

    def test_sees_nothing_more_once_its_transaction_has_ended(self, registry: SqlRegistry, database: Database) -> None:
        with database.writing.connect() as connection:
            show_tournaments(connection, EVERY_TOURNAMENT)
            assert connection.scalar(select(func.count()).select_from(read_model.players)) == 4
            connection.commit()
            assert connection.scalar(select(func.count()).select_from(read_model.players)) == 0

    @pytest.mark.parametrize("id", ["*", "", "open,club", "%"])
    def test_is_not_deceived_by_an_id_that_looks_like_all(
        self, registry: SqlRegistry, database: Database, id: str
    ) -> None:
        with database.read([id]) as connection:
            assert connection.execute(select(read_model.players)).all() == []

    def test_changes_and_removes_nothing_of_others(self, registry: SqlRegistry, database: Database) -> None:
        with database.write([CLUB]) as connection:
            assert connection.execute(update(read_model.players).values(name="Nobody")).rowcount == 2
            assert connection.execute(delete(tables.links)).rowcount == 1
        assert len(registry.links(OPEN)) == 1
        assert registry.links(CLUB) == []

    def test_puts_no_row_into_another_tournament(self, registry: SqlRegistry, database: Database) -> None:
        with pytest.raises(Unavailable), database.write([CLUB]) as connection:
            connection.execute(insert(tables.roles), {"tournament_id": OPEN, "user_id": 2, "role": "owner"})
        assert registry.roles(OPEN) == {"ana": Role.OWNER}


class TestTheConnectionOfAUser:
    """It sees the events in which the user has a role, though it asks for all of them."""

    def test_by_a_setting(self, registry: SqlRegistry, database: Database) -> None:
        with database.read(EVERY_TOURNAMENT) as connection:
            connection.execute(text("SELECT set_config('podium.user', 'ana', true)"))
            for table in TestAQueryWithoutAFilter.SEEN:
                assert set(connection.scalars(select(table.c[column_of(table) or ""]))) == {OPEN}
            connection.execute(text("SELECT set_config('podium.user', 'nobody', true)"))
            assert connection.execute(select(read_model.players)).all() == []

    def test_by_its_name_which_no_setting_widens(self, registry: SqlRegistry, database: Database) -> None:
        name = uuid4().hex
        registry.add_user(name, "correct horse")
        registry.set_roles(CLUB, {"bob": Role.OWNER, name: Role.ARBITER})
        with signed_in(database, f"podium_user_{name}") as connection:
            show_tournaments(connection, EVERY_TOURNAMENT)
            connection.execute(text("SELECT set_config('podium.user', 'ana', true)"))
            assert set(connection.scalars(select(read_model.players.c.tournament_id))) == {CLUB}
            assert list(connection.scalars(select(read_model.tournaments.c.id))) == [CLUB]
            assert set(connection.scalars(text("SELECT tournament_id FROM match_moves"))) == {CLUB}


@contextmanager
def signed_in(database: Database, role: str) -> Iterator[Connection]:
    """A connection of a new role of the database, which may read what the page on SQL says."""
    with database.writing.begin() as connection:
        for each in (
            f"CREATE ROLE {role} LOGIN PASSWORD '{role}'",
            f"GRANT {role} TO CURRENT_USER",
            f"GRANT USAGE ON SCHEMA public TO {role}",
            f"GRANT SELECT ON tournaments, players, games, match_moves TO {role}",
            f"GRANT SELECT (id, name) ON users TO {role}",
            f"GRANT SELECT (user_id, tournament_id) ON roles TO {role}",
        ):
            connection.execute(text(each))
    engine = create_engine(database.url.set(username=role, password=role), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        with database.writing.begin() as connection:
            connection.execute(text(f"DROP OWNED BY {role}"))
            connection.execute(text(f"DROP ROLE {role}"))


def test_the_list_of_links_whose_filter_is_removed_is_still_that_of_one_event(
    registry: SqlRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    [own] = registry.links(OPEN)
    monkeypatch.setattr(session_tables, "select", lambda *what: Unfiltered(*what))
    assert registry.links(OPEN) == [own]
    assert registry.links(TournamentId("*")) == []
    assert registry.roles(CLUB) == {"bob": Role.OWNER}


class Unfiltered(Select[tuple[object, ...]]):
    """A query that forgets what it is to leave out."""

    inherit_cache = False

    def where(self, *_: object) -> Unfiltered:
        return self


def test_all_tournaments_are_named_in_few_places() -> None:
    """By those who mean it: lists, whose link or session it is, accounts, followers, interruptions, rebuilds."""
    sources = Path(podium.__file__).parent
    named = {
        (file.relative_to(sources).parts[0], file.stem)
        for file in sources.rglob("*.py")
        if file.name != "transactions.py" and "EVERY_TOURNAMENT" in file.read_text()
    }
    files = (
        "access_tables",
        "account_tables",
        "backups",
        "database",
        "event_archives",
        "followers",
        "presence",
        "readiness",
        "sweeper",
        "journal",
        "registry",
        "intents",
        "session_tables",
    )
    assert named == {("storage", file) for file in files}

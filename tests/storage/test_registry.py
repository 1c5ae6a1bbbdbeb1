"""Users, tokens, sessions, roles and links, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.profiles import get_default_parameters
from sqlalchemy import select

from podium.app.access import OPERATOR, Role
from podium.app.accounts.accounts import SESSION_LASTS, User
from podium.app.ports import Intent
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PlayerId, TournamentId
from podium.flow.commands import CreateTournament
from podium.storage import tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit.loops import every
from tests.kit.waiting import at_once

OPEN = TournamentId("open")


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def registry(database: Database, clock: Clock) -> SqlRegistry:
    return SqlRegistry(database, clock, lambda: clock.now.timestamp())


@pytest.fixture
def ana(registry: SqlRegistry) -> User:
    return registry.add_user("ana", "correct horse")


class TestUsers:
    def test_the_right_password_opens(self, registry: SqlRegistry, ana: User) -> None:
        assert registry.authenticate("ana", "correct horse") == ana

    @every(
        ("name", "password"), [("ana", "wrong horse"), ("bob", "correct horse"), ("ana", ""), ("ANA", "correct horse")]
    )
    def test_anything_else_does_not(self, registry: SqlRegistry, ana: User, name: str, password: str) -> None:
        assert registry.authenticate(name, password) is None

    def test_a_name_is_taken_once(self, registry: SqlRegistry, ana: User) -> None:
        with pytest.raises(Refused, match="user-exists"):
            registry.add_user("ana", "another horse")

    def test_the_first_user_is_made_once(self, registry: SqlRegistry) -> None:
        registry.add_first_user("ana", "correct horse")
        with pytest.raises(Refused, match="user-exists"):
            registry.add_first_user("eve", "correct horse")
        assert [user.name for user in registry.users()] == ["ana"]

    @every(("name", "password"), [("", "correct horse"), ("bob", "short"), ("b" * 61, "correct horse")])
    def test_bad_names_and_passwords_are_refused(self, registry: SqlRegistry, name: str, password: str) -> None:
        with pytest.raises(Invalid):
            registry.add_user(name, password)

    def test_passwords_are_not_kept(self, registry: SqlRegistry, ana: User, database: Database) -> None:
        with database.reading.connect() as connection:
            kept = connection.execute(select(tables.users.c.password)).scalar_one()
        assert kept.startswith("$argon2id$")
        assert "horse" not in kept

    def test_passwords_are_as_dear_to_guess_as_the_library_advises(
        self, database: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("podium.storage.accounts.registry.PasswordHasher", PasswordHasher)
        SqlRegistry(database).add_user("ana", "correct horse")
        with database.reading.connect() as connection:
            kept = connection.execute(select(tables.users.c.password)).scalar_one()
        assert extract_parameters(kept) == get_default_parameters()

    def test_a_new_password_ends_old_sessions(self, registry: SqlRegistry, ana: User) -> None:
        secret = registry.open_session(ana)
        registry.set_password("ana", "another horse")
        assert registry.by_session(secret) is None
        assert registry.authenticate("ana", "another horse") == ana


class TestTokens:
    def test_a_token_is_its_owner_until_it_is_dropped(self, registry: SqlRegistry, ana: User) -> None:
        token, secret = registry.add_token(ana, "laptop")
        assert registry.by_token(secret) == ana.actor
        assert registry.tokens(ana) == [replace(token, last_used_at=token.created_at)]
        registry.drop_token(ana, token.id)
        assert registry.by_token(secret) is None

    def test_somebody_elses_token_cannot_be_dropped(self, registry: SqlRegistry, ana: User) -> None:
        token, secret = registry.add_token(ana, "laptop")
        with pytest.raises(Unknown):
            registry.drop_token(registry.add_user("eve", "correct horse"), token.id)
        assert registry.by_token(secret) == ana.actor

    def test_secrets_are_not_kept(self, registry: SqlRegistry, ana: User, database: Database) -> None:
        _, secret = registry.add_token(ana, "laptop")
        with database.reading.connect() as connection:
            assert secret not in str(connection.execute(select(tables.tokens)).all())


class TestSessions:
    def test_a_session_is_its_user_until_it_ends(self, registry: SqlRegistry, ana: User, clock: Clock) -> None:
        secret = registry.open_session(ana)
        session = registry.by_session(secret)
        assert session is not None
        assert session.actor == ana.actor
        clock.now += SESSION_LASTS - timedelta(seconds=1)
        assert registry.by_session(secret) is not None
        clock.now += timedelta(seconds=2)
        assert registry.by_session(secret) is None

    def test_closing_ends_this_session_only(self, registry: SqlRegistry, ana: User) -> None:
        one, other = registry.open_session(ana), registry.open_session(ana)
        registry.close_session(one)
        assert registry.by_session(one) is None
        assert registry.by_session(other) is not None

    def test_each_session_has_its_own_csrf(self, registry: SqlRegistry, ana: User) -> None:
        found = [registry.by_session(registry.open_session(ana)) for _ in range(2)]
        assert len({session.csrf for session in found if session}) == 2


class TestRoles:
    def test_roles_are_set_whole(self, registry: SqlRegistry, ana: User) -> None:
        bob = registry.add_user("bob", "correct horse")
        registry.set_roles(OPEN, {"ana": Role.OWNER, "bob": Role.SCORER})
        assert registry.role(OPEN, bob.id) is Role.SCORER
        registry.set_roles(OPEN, {"ana": Role.OWNER})
        assert registry.role(OPEN, bob.id) is None
        assert registry.roles(OPEN) == {"ana": Role.OWNER}

    def test_a_tournament_keeps_an_owner(self, registry: SqlRegistry, ana: User) -> None:
        registry.set_roles(OPEN, {"ana": Role.OWNER})
        with pytest.raises(Refused, match="owner-missing"):
            registry.set_roles(OPEN, {"ana": Role.ARBITER})
        assert registry.roles(OPEN) == {"ana": Role.OWNER}

    def test_an_unknown_name_changes_nothing(self, registry: SqlRegistry, ana: User) -> None:
        registry.set_roles(OPEN, {"ana": Role.OWNER})
        with pytest.raises(Unknown):
            registry.set_roles(OPEN, {"ana": Role.OWNER, "nobody": Role.ARBITER})
        assert registry.roles(OPEN) == {"ana": Role.OWNER}


class TestLinks:
    def test_a_link_makes_its_holder_scorer_until_it_is_dropped(self, registry: SqlRegistry) -> None:
        link, secret = registry.add_link(OPEN, Role.SCORER, None, None)
        assert registry.by_link(secret) == link
        session = registry.open_link_session(link)
        found = registry.by_session(session)
        assert found is not None
        assert found.actor.grant == link.grant
        registry.drop_link(OPEN, link.id)
        assert registry.by_link(secret) is None
        assert registry.by_session(session) is None

    def test_a_link_ends_when_it_says_so(self, registry: SqlRegistry, clock: Clock) -> None:
        end = (clock.now + timedelta(hours=1)).isoformat(timespec="milliseconds")
        link, secret = registry.add_link(OPEN, Role.PLAYER, PlayerId("p1"), end)
        session = registry.open_link_session(link)
        assert registry.links(OPEN) == [link]
        clock.now += timedelta(hours=2)
        assert registry.by_link(secret) is None
        assert registry.by_session(session) is None
        assert registry.links(OPEN) == []

    def test_its_holder_is_remembered_for_longer_where_the_journal_checks_the_link(
        self, registry: SqlRegistry, clock: Clock
    ) -> None:
        link, secret = registry.add_link(OPEN, Role.PLAYER, PlayerId("p1"), None)
        assert registry.by_bearer(secret) == link.actor
        clock.now += timedelta(minutes=1)
        assert registry.recall_bearer(secret) is None
        assert registry.recall_bearer(secret, checked_later=True) == link.actor
        registry.drop_link(OPEN, link.id)
        assert registry.recall_bearer(secret, checked_later=True) is None

    def test_its_session_is_remembered_for_longer_where_the_journal_checks_it(
        self, registry: SqlRegistry, ana: User, clock: Clock
    ) -> None:
        link, _ = registry.add_link(OPEN, Role.SCORER, None, None)
        of_link, of_account = registry.open_link_session(link), registry.open_session(ana)
        assert registry.recall_session(of_link) is None
        sessions = [registry.by_session(secret) for secret in (of_link, of_account)]
        assert [registry.recall_session(secret) for secret in (of_link, of_account)] == sessions
        clock.now += timedelta(minutes=1)
        assert registry.recall_session(of_link) is None
        assert registry.recall_session(of_link, checked_later=True) == sessions[0]
        assert registry.recall_session(of_account, checked_later=True) is None
        registry.drop_link(OPEN, link.id)
        assert registry.recall_session(of_link, checked_later=True) is None

    def test_a_token_is_never_remembered_for_longer(self, registry: SqlRegistry, ana: User, clock: Clock) -> None:
        _, secret = registry.add_token(ana, "laptop")
        assert registry.by_bearer(secret) == ana.actor
        clock.now += timedelta(minutes=1)
        assert registry.recall_bearer(secret, checked_later=True) is None

    def test_a_link_cannot_have_ended_already(self, registry: SqlRegistry, clock: Clock) -> None:
        with pytest.raises(Invalid, match="date-past"):
            registry.add_link(OPEN, Role.SCORER, None, clock.now.isoformat())
        assert registry.links(OPEN) == []

    def test_links_of_many_players_are_made_while_old_ones_end(self, registry: SqlRegistry) -> None:
        old, gone = registry.add_link(OPEN, Role.PLAYER, PlayerId("p1"), None)
        session = registry.open_link_session(old)
        elsewhere, kept = registry.add_link(TournamentId("other"), Role.PLAYER, PlayerId("p1"), None)
        players = [PlayerId("p1"), PlayerId("p2")]
        made = registry.add_player_links(OPEN, players, None, [old.id, elsewhere.id])
        found = [registry.by_link(secret) for secret in made.values()]
        assert [link.grant.player if link else None for link in found] == players
        assert registry.links(OPEN) == found
        assert registry.by_link(gone) is None
        assert registry.by_session(session) is None
        assert registry.by_link(kept) == elsewhere
        assert registry.add_player_links(OPEN, [], None) == {}

    def test_a_player_gets_no_second_link_beside_one_that_works(self, registry: SqlRegistry) -> None:
        old, _ = registry.add_link(OPEN, Role.PLAYER, PlayerId("p1"), None)
        made = registry.add_player_links(OPEN, [PlayerId("p1")], None, [old.id])
        [new] = registry.links(OPEN)
        assert new.id != old.id  # else a form that named the old one would end the new one
        late = registry.add_player_links(OPEN, [PlayerId("p1"), PlayerId("p2")], None, [old.id])  # asked before that
        assert list(late) == ["p2"]
        assert registry.by_link(made[PlayerId("p1")]) == new

    def test_of_some_who_ask_at_once_one_makes_the_links(self, registry: SqlRegistry, journal: SqlJournal) -> None:
        create = CreateTournament(OPEN, {"name": "Open", "format": "manual"})
        journal.perform(Intent(OPEN, create, OPERATOR, Role.OWNER))
        players = [PlayerId(f"p{at}") for at in range(20)]
        made = at_once([lambda: len(registry.add_player_links(OPEN, players, None))] * 4)
        assert sorted(map(str, made)) == ["0", "0", "0", "20"]
        assert [link.grant.player for link in registry.links(OPEN)] == players

    def test_no_old_link_ends_where_the_new_ones_are_refused(self, registry: SqlRegistry, clock: Clock) -> None:
        old, secret = registry.add_link(OPEN, Role.PLAYER, PlayerId("p1"), None)
        with pytest.raises(Invalid, match="date-past"):
            registry.add_player_links(OPEN, [PlayerId("p1")], clock.now.isoformat(), [old.id])
        assert registry.by_link(secret) == old

    def test_a_link_of_another_tournament_cannot_be_dropped(self, registry: SqlRegistry) -> None:
        link, secret = registry.add_link(OPEN, Role.SCORER, None, None)
        with pytest.raises(Unknown):
            registry.drop_link(TournamentId("other"), link.id)
        assert registry.by_link(secret) == link

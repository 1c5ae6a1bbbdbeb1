"""Accounts and those who look after them, invitations, templates and drafts, on SQLite and PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from podium.app.access import Role
from podium.app.accounts.accounts import User
from podium.core.errors import Invalid, PodiumError, Refused, Unknown
from podium.core.ids import TournamentId
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.sql.database import Database
from tests.kit import waiting
from tests.kit.older_schema import take_back

PASSWORD = "correct horse"
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
    return SqlRegistry(database, clock)


@pytest.fixture
def ana(registry: SqlRegistry) -> User:
    """The first account."""
    return registry.add_first_user("ana", PASSWORD)


@pytest.fixture
def bob(registry: SqlRegistry, ana: User) -> User:
    return registry.add_user("bob", PASSWORD)


def at_once(*acts: Callable[[], object]) -> list[str]:
    """The codes of what was refused when all of this is done at the same moment."""
    return [answer.code for answer in waiting.at_once(acts) if isinstance(answer, PodiumError)]


class TestTheFirst:
    def test_of_four_who_make_the_first_account_at_once_one_does(self, database: Database) -> None:
        registries = [SqlRegistry(database) for _ in range(4)]
        acts = [
            lambda registry=registry, name=name: registry.add_first_user(name, PASSWORD)
            for registry, name in zip(registries, ("ana", "bob", "cid", "dan"), strict=True)
        ]
        assert at_once(*acts) == ["user-exists"] * 3
        assert [user.administrator for user in registries[0].users()] == [True]

    def test_is_administrator_whichever_way_it_was_made_and_others_are_not(self, registry: SqlRegistry) -> None:
        assert not registry.has_users()
        assert registry.add_user("ana", PASSWORD).administrator
        assert not registry.add_user("bob", PASSWORD).administrator
        assert registry.has_users()

    def test_of_an_older_database_is_administrator(self, database_url: str) -> None:
        database = Database(database_url)
        database.migrate()
        registry = SqlRegistry(database)
        for name in ("zoe", "ana"):
            registry.add_user(name, PASSWORD)
        with database.writing.begin() as connection:  # as an older Podium left it
            take_back(connection, "0010")
        database.migrate()
        assert {user.name: user.administrator for user in registry.users()} == {"zoe": True, "ana": False}
        database.close()


class TestDisabling:
    def test_ends_sessions_tokens_roles_and_the_password(self, registry: SqlRegistry, bob: User) -> None:
        session, (_, token) = registry.open_session(bob), registry.add_token(bob, "laptop")
        _, reset = registry.invite_to_reset(bob.id)
        registry.set_roles(OPEN, {"bob": Role.OWNER})
        assert registry.role(OPEN, bob.id) is Role.OWNER
        assert registry.change_account(bob.id, disabled=True).disabled_at is not None
        assert registry.by_session(session) is None
        assert registry.by_token(token) is None
        assert registry.by_invitation(reset) is None
        assert registry.authenticate("bob", PASSWORD) is None
        assert registry.role(OPEN, bob.id) is None
        with pytest.raises(Refused, match="account-disabled"):
            registry.invite_to_reset(bob.id)

    def test_can_be_taken_back_without_what_it_ended(self, registry: SqlRegistry, bob: User) -> None:
        session = registry.open_session(bob)
        registry.set_roles(OPEN, {"bob": Role.OWNER})
        registry.change_account(bob.id, disabled=True)
        registry.change_account(bob.id, disabled=False)
        assert registry.authenticate("bob", PASSWORD) == bob
        assert registry.by_session(session) is None
        assert registry.role(OPEN, bob.id) is Role.OWNER


class TestAdministrators:
    def test_the_last_one_stays(self, registry: SqlRegistry, ana: User, bob: User) -> None:
        for act in (
            lambda: registry.change_account(ana.id, administrator=False),
            lambda: registry.change_account(ana.id, disabled=True),
            lambda: registry.remove_account(ana.id, bob.id),
        ):
            with pytest.raises(Refused, match="administrator-missing"):
                act()
        registry.change_account(bob.id, administrator=True)
        assert not registry.change_account(ana.id, administrator=False).administrator

    def test_of_two_who_depose_each_other_at_once_one_stays(self, database: Database, ana: User, bob: User) -> None:
        one, other = SqlRegistry(database), SqlRegistry(database)
        one.change_account(bob.id, administrator=True)
        refused = at_once(
            lambda: one.change_account(ana.id, administrator=False),
            lambda: other.remove_account(bob.id, ana.id),
        )
        assert refused == ["administrator-missing"]
        assert [user.administrator for user in one.users()].count(True) == 1


class TestRemoving:
    def test_gives_events_without_another_owner_to_the_heir(self, registry: SqlRegistry, ana: User, bob: User) -> None:
        both = TournamentId("both")
        registry.set_roles(OPEN, {"bob": Role.OWNER, "ana": Role.SCORER})
        registry.set_roles(both, {"bob": Role.OWNER, "ana": Role.OWNER})
        session = registry.open_session(bob)
        with pytest.raises(Refused, match="account-owns-events"):
            registry.remove_account(bob.id, None)
        assert set(registry.remove_account(bob.id, ana.id)) == {"open"}
        assert registry.roles(OPEN) == registry.roles(both) == {"ana": Role.OWNER}
        assert registry.by_session(session) is None
        assert [user.name for user in registry.users()] == ["ana"]
        with pytest.raises(Unknown):
            registry.remove_account(bob.id, ana.id)


class TestInvitations:
    def test_make_one_account_and_end(self, registry: SqlRegistry, ana: User, clock: Clock) -> None:
        invited, secret = registry.invite("Cleo", administrator=True, days=7)
        assert registry.invitations() == [invited]
        assert registry.by_invitation(secret) == invited
        assert registry.accept_invitation(secret, "Cleo", PASSWORD).administrator
        assert registry.invitations() == []
        with pytest.raises(Unknown):
            registry.accept_invitation(secret, "Dan", PASSWORD)

    def test_a_name_that_is_taken_does_not_use_one_up(self, registry: SqlRegistry, ana: User) -> None:
        _, secret = registry.invite("", administrator=False, days=7)
        with pytest.raises(Refused, match="user-exists"):
            registry.accept_invitation(secret, "ana", PASSWORD)
        with pytest.raises(Invalid, match="password-length"):
            registry.accept_invitation(secret, "bob", "short")
        assert registry.accept_invitation(secret, "bob", PASSWORD).name == "bob"

    def test_expire_and_can_be_ended(self, registry: SqlRegistry, ana: User, clock: Clock) -> None:
        _, late = registry.invite("", administrator=False, days=1)
        clock.now += timedelta(days=1)
        assert registry.by_invitation(late) is None
        ended, secret = registry.invite("", administrator=False, days=1)
        registry.drop_invitation(ended.id)
        for each in (late, secret):
            with pytest.raises(Unknown):
                registry.accept_invitation(each, "bob", PASSWORD)
        with pytest.raises(Invalid, match="count-out-of-range"):
            registry.invite("", administrator=False, days=1000)

    def test_of_four_who_use_one_at_once_one_gets_the_account(self, database: Database, ana: User) -> None:
        registries = [SqlRegistry(database) for _ in range(4)]
        _, secret = registries[0].invite("", administrator=False, days=7)
        acts = [
            lambda registry=registry, name=name: registry.accept_invitation(secret, name, PASSWORD)
            for registry, name in zip(registries, ("bob", "cid", "dan", "eve"), strict=True)
        ]
        assert at_once(*acts) == ["unknown-invitation"] * 3
        assert len(registries[0].users()) == 2

    def test_a_reset_sets_the_password_of_its_account_and_ends_sessions(
        self, registry: SqlRegistry, bob: User, clock: Clock
    ) -> None:
        session = registry.open_session(bob)
        _, first = registry.invite_to_reset(bob.id)
        _, second = registry.invite_to_reset(bob.id)
        assert registry.by_invitation(first) is None
        assert registry.accept_invitation(second, "somebody else", "another horse") == bob
        assert registry.by_session(session) is None
        assert registry.authenticate("bob", PASSWORD) is None
        assert registry.authenticate("bob", "another horse") == bob


class TestSessions:
    def test_are_listed_and_ended_one_by_one_or_all_others(self, registry: SqlRegistry, bob: User, ana: User) -> None:
        here, phone, old = (registry.open_session(bob, agent) for agent in ("Firefox", "Phone", "Old"))
        listed = registry.sessions(bob, here)
        assert sorted((each.agent, each.here) for each in listed) == [
            ("Firefox", True),
            ("Old", False),
            ("Phone", False),
        ]
        [of_phone] = [each for each in listed if each.agent == "Phone"]
        with pytest.raises(Unknown):
            registry.end_session(ana, of_phone.ref)
        registry.end_session(bob, of_phone.ref)
        assert registry.by_session(phone) is None
        assert registry.end_other_sessions(bob, here) == 1
        assert registry.by_session(old) is None
        assert registry.by_session(here) is not None


class TestLanguages:
    def test_an_account_keeps_its_language_and_its_sessions_know_it(
        self, registry: SqlRegistry, ana: User, bob: User
    ) -> None:
        secret = registry.open_session(ana)
        registry.set_language(ana, "de")
        assert (registry.language(ana), registry.language(bob)) == ("de", None)
        session = registry.by_session(secret)
        assert session is not None
        assert session.language == "de"
        registry.set_language(ana, None)
        assert registry.language(ana) is None


class TestTemplatesAndDrafts:
    def test_a_template_is_its_users_and_one_name_has_one(self, registry: SqlRegistry, ana: User, bob: User) -> None:
        registry.keep_template(ana.id, "Club", {"format": "swiss"})
        kept = registry.keep_template(ana.id, "Club", {"format": "doubles"})
        assert registry.templates(ana.id) == [kept]
        assert registry.templates(bob.id) == []
        for act in (registry.template, registry.drop_template):
            with pytest.raises(Unknown):
                act(bob.id, kept.id)
        registry.drop_template(ana.id, kept.id)
        assert registry.templates(ana.id) == []

    def test_a_draft_is_its_users_and_is_forgotten_after_a_month(
        self, registry: SqlRegistry, ana: User, bob: User, clock: Clock
    ) -> None:
        registry.keep_draft(ana.id, "d1", {"name": "Open"})
        registry.keep_draft(ana.id, "d1", {"name": "Club"})
        kept = registry.draft(ana.id, "d1")
        assert kept is not None
        assert kept.body == {"name": "Club"}
        assert registry.draft(bob.id, "d1") is None
        clock.now += timedelta(days=31)
        registry.keep_draft(bob.id, "d2", {})
        assert registry.drafts(ana.id) == []
        registry.drop_draft(bob.id, "d2")
        assert registry.drafts(bob.id) == []

"""The audit on SQLite and PostgreSQL alike: written with the change, without secrets, and not for ever."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from podium.app.access import ANYONE, OPERATOR, Role
from podium.app.accounts.accounts import User
from podium.app.accounts.audit import AUTHOR, AuditAction, Author, network_of
from podium.app.accounts.credentials import TokenScope
from podium.app.ports import Intent
from podium.core.errors import Refused, Unknown
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, Command, CreateTournament, ForgetPlayer
from podium.storage import tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.upkeep.clean_up import CleanUp
from tests.kit.loops import every

OPEN = TournamentId("open")
PASSWORD = "correct horse"
DAYS = 730


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
    return registry.add_user("ana", PASSWORD)


@pytest.fixture
def asking(ana: User) -> Iterator[None]:
    """What follows is done by ana, from an address."""
    token = AUTHOR.set(Author(ana.actor, "203.0.113.77"))
    yield
    AUTHOR.reset(token)


def actions(registry: SqlRegistry) -> list[AuditAction]:
    return [entry.action for entry in reversed(registry.audit())]


@pytest.mark.usefixtures("asking")
def test_every_change_of_accounts_roles_links_and_tokens_is_written_with_who_and_where(
    registry: SqlRegistry, ana: User
) -> None:
    bob = registry.add_user("bob", PASSWORD)
    registry.set_roles(OPEN, {"ana": Role.OWNER, "bob": Role.SCORER})
    registry.set_roles(OPEN, {"ana": Role.OWNER})
    link, _ = registry.add_link(OPEN, Role.SCORER, None, None)
    registry.open_link_session(link)
    registry.drop_link(OPEN, link.id)
    registry.add_player_links(OPEN, [PlayerId("p1")], None)
    token, _ = registry.add_token(bob, "display", TokenScope.READ)
    registry.drop_token(bob, token.id)
    session = registry.open_session(bob)
    registry.end_other_sessions(bob, session)
    registry.end_session(bob, registry.sessions(bob)[0].ref)
    registry.close_session(registry.open_session(bob))
    registry.invite_to_reset(bob.id)
    registry.set_password("bob", "another horse")
    registry.change_account(bob.id, administrator=True)
    registry.change_account(bob.id, administrator=False, disabled=True)
    registry.change_account(bob.id, disabled=False)
    registry.remove_account(bob.id, None)
    invited, _ = registry.invite("Cid", administrator=False, days=7)
    registry.drop_invitation(invited.id)
    assert actions(registry)[1:] == [
        AuditAction.ACCOUNT_ADDED,
        AuditAction.ROLE_GIVEN,
        AuditAction.ROLE_GIVEN,
        AuditAction.ROLE_TAKEN,
        AuditAction.LINK_ADDED,
        AuditAction.LINK_OPENED,
        AuditAction.LINK_ENDED,
        AuditAction.LINK_ADDED,
        AuditAction.TOKEN_ADDED,
        AuditAction.TOKEN_ENDED,
        AuditAction.SIGNED_IN,
        AuditAction.OTHER_SESSIONS_ENDED,
        AuditAction.SESSION_ENDED,
        AuditAction.SIGNED_IN,
        AuditAction.SIGNED_OUT,
        AuditAction.PASSWORD_LINK_MADE,
        AuditAction.PASSWORD_CHANGED,
        AuditAction.ADMINISTRATOR_MADE,
        AuditAction.ADMINISTRATOR_UNMADE,
        AuditAction.ACCOUNT_DISABLED,
        AuditAction.ACCOUNT_ENABLED,
        AuditAction.ACCOUNT_REMOVED,
        AuditAction.INVITATION_MADE,
        AuditAction.INVITATION_ENDED,
    ]
    given = next(entry for entry in registry.audit() if entry.action is AuditAction.ROLE_TAKEN)
    assert (given.actor, given.whom, given.tournament, given.address) == ("user:ana", "bob", OPEN, "203.0.113.77")
    assert given.details == {"role": None, "before": "scorer"}


def test_what_is_refused_leaves_no_entry(registry: SqlRegistry, ana: User) -> None:
    before = registry.audit()
    with pytest.raises(Unknown):
        registry.set_roles(OPEN, {"ana": Role.OWNER, "nobody": Role.ARBITER})
    with pytest.raises(Refused):
        registry.add_user("ana", PASSWORD)
    assert registry.audit() == before


def test_who_creates_an_event_is_written_as_its_owner(registry: SqlRegistry, journal: SqlJournal, ana: User) -> None:
    create = CreateTournament(OPEN, {"name": "Open", "format": "manual"})
    journal.perform(Intent(OPEN, create, ana.actor, Role.OWNER))
    [entry] = registry.audit(OPEN)
    assert (entry.action, entry.actor, entry.whom) == (AuditAction.ROLE_GIVEN, "user:ana", "ana")


class TestSigningIn:
    def test_is_written_and_so_is_a_refusal(self, registry: SqlRegistry, ana: User) -> None:
        token = AUTHOR.set(Author(ANYONE, "2001:db8:1:2::9"))
        try:
            assert registry.authenticate("ana", "wrong horse") is None
            registry.open_session(ana)
        finally:
            AUTHOR.reset(token)
        signed_in, refused, *_ = registry.audit()
        assert (signed_in.action, signed_in.name) == (AuditAction.SIGNED_IN, "ana")
        assert (refused.action, refused.whom) == (AuditAction.SIGN_IN_REFUSED, "ana")
        assert refused.address == "2001:db8:1:2::9"

    def test_a_name_that_nobody_has_is_not_kept_for_it_may_be_a_password(
        self, registry: SqlRegistry, ana: User, database: Database
    ) -> None:
        assert registry.authenticate("my secret horse", "x") is None
        assert registry.audit()[0].whom == ""
        with database.reading.connect() as connection:
            assert "secret horse" not in str(connection.execute(select(tables.audit)).all())


def test_no_secret_and_no_fingerprint_is_in_it(registry: SqlRegistry, ana: User, database: Database) -> None:
    link, by_link = registry.add_link(OPEN, Role.SCORER, None, None)
    _, invitation = registry.invite("Cid", administrator=False, days=7)
    secrets = [by_link, invitation, registry.add_token(ana, "x")[1], registry.open_link_session(link)]
    secrets += [registry.open_session(ana), PASSWORD, link.fingerprint]
    with database.reading.connect() as connection:
        kept = str(connection.execute(select(tables.audit)).all())
    assert [secret for secret in secrets if secret in kept] == []


@every(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2::9", "2001:db8:1::/48"),
        ("203.0.113.0/24", "203.0.113.0/24"),
        ("testclient", ""),
        ("", ""),
    ],
)
def test_a_network_is_roughly_where_somebody_was(address: str, network: str) -> None:
    assert network_of(address) == network


class TestGrowingOld:
    @pytest.mark.usefixtures("asking")
    def test_addresses_are_cut_after_a_month_and_entries_dropped_in_the_end(
        self, registry: SqlRegistry, ana: User, clock: Clock
    ) -> None:
        registry.set_roles(OPEN, {"ana": Role.OWNER})
        clock.now += timedelta(days=29)
        assert registry.tidy_audit(DAYS) == 0
        assert registry.audit()[0].address == "203.0.113.77"
        clock.now += timedelta(days=2)
        CleanUp(registry, DAYS).clean()
        assert registry.audit()[0].address == "203.0.113.0/24"
        clock.now += timedelta(days=DAYS)
        CleanUp(registry, DAYS).clean()
        assert registry.audit() == []

    def test_it_is_kept_for_as_long_as_the_server_says(self, registry: SqlRegistry, ana: User, clock: Clock) -> None:
        clock.now += timedelta(days=31)
        CleanUp(registry, 30).clean()
        assert registry.audit() == []


def test_it_is_read_a_page_at_a_time(registry: SqlRegistry) -> None:
    for at in range(5):
        registry.add_link(OPEN, Role.SCORER, None, None)
        registry.add_link(TournamentId(f"other{at}"), Role.SCORER, None, None)
    first = registry.audit(OPEN, most=3)
    rest = registry.audit(OPEN, before=first[-1].id, most=3)
    assert [len(first), len(rest)] == [3, 2]
    ids = [entry.id for entry in (*first, *rest)]
    assert ids == sorted(ids, reverse=True)


class TestForgetting:
    @pytest.mark.usefixtures("asking")
    def test_takes_an_account_that_is_gone_out_of_it(
        self, registry: SqlRegistry, ana: User, database: Database
    ) -> None:
        bob = registry.add_user("bob", PASSWORD)
        registry.open_session(bob)
        with pytest.raises(Refused, match="account-exists"):
            registry.forget_in_audit("bob")
        registry.remove_account(bob.id, None)
        assert registry.forget_in_audit("bob") == 3
        with database.reading.connect() as connection:
            assert "bob" not in str(connection.execute(select(tables.audit)).all())

    def test_a_player_takes_labels_that_name_them_and_their_links(
        self, registry: SqlRegistry, journal: SqlJournal, ana: User, database: Database
    ) -> None:
        def do(command: Command) -> None:
            journal.perform(Intent(OPEN, command, OPERATOR, Role.OWNER))

        do(CreateTournament(OPEN, {"name": "Open", "format": "manual"}))
        do(AddPlayers((PlayerFields("Zoë Quill"),)))
        state = journal.head(OPEN).state
        assert state is not None
        [player] = state.players
        registry.add_token(ana, "phone of Zoë Quill")
        link, secret = registry.add_link(OPEN, Role.PLAYER, player, None)
        session = registry.open_link_session(link)
        do(ForgetPlayer(player))
        with database.reading.connect() as connection:
            kept = [json.loads(row) for row in connection.scalars(select(tables.audit.c.details))]
        assert "Zoë" not in str(kept)
        fresh = SqlRegistry(database)
        assert (fresh.by_link(secret), fresh.by_session(session)) == (None, None)

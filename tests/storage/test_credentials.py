"""What lets somebody in, on SQLite and PostgreSQL alike: tokens with limits, few sessions, and ends that stay ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from podium.app.access import OPERATOR, Role
from podium.app.accounts.accounts import SESSION_LASTS, User
from podium.app.accounts.credentials import (
    MOST_TOKEN_DAYS,
    SESSIONS_OF_A_LINK,
    SESSIONS_OF_AN_ACCOUNT,
    TOKEN_DAYS,
    CredentialEnded,
    TokenLimits,
    TokenScope,
)
from podium.app.ports import Intent
from podium.core.errors import Invalid
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, ChangeSettings, CreateTournament, RemovePlayer
from podium.storage import tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from podium.storage.upkeep.clean_up import CleanUp
from tests.kit.loops import every
from tests.kit.waiting import at_once

OPEN = TournamentId("open")
PASSWORD = "correct horse"
DAYS = 730


class Clock:
    """The system's clock, and what has passed by one that nobody sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)
        self.passed = 0.0

    def __call__(self) -> datetime:
        return self.now

    def elapsed(self) -> float:
        return self.passed

    def go_on(self, time: timedelta) -> None:
        self.now += time
        self.passed += time.total_seconds()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def registry(database: Database, clock: Clock) -> SqlRegistry:
    return SqlRegistry(database, clock, clock.elapsed)


@pytest.fixture
def elsewhere(database: Database, clock: Clock) -> SqlRegistry:
    """The registry of another process."""
    return SqlRegistry(database, clock, clock.elapsed)


@pytest.fixture
def ana(registry: SqlRegistry) -> User:
    return registry.add_user("ana", PASSWORD)


def stored(database: Database, table_name: str) -> int:
    with database.read(EVERY_TOURNAMENT) as connection:
        return connection.execute(select(func.count()).select_from(tables.metadata.tables[table_name])).scalar_one()


class TestTokens:
    def test_ends_after_its_days_and_says_when(self, registry: SqlRegistry, ana: User, clock: Clock) -> None:
        token, secret = registry.add_token(ana, "display")
        assert token.expires_at == (clock.now + timedelta(days=TOKEN_DAYS)).isoformat(timespec="milliseconds")
        clock.go_on(timedelta(days=TOKEN_DAYS) - timedelta(seconds=1))
        assert registry.by_token(secret) == ana.actor
        clock.go_on(timedelta(seconds=1))
        assert registry.by_token(secret) is None
        assert registry.tokens(ana) == []

    @every("days", [0, -1, MOST_TOKEN_DAYS + 1])
    def test_lasts_neither_never_nor_for_ever(self, registry: SqlRegistry, ana: User, days: int) -> None:
        with pytest.raises(Invalid, match="count-out-of-range"):
            registry.add_token(ana, "display", days=days)

    def test_reaches_as_far_as_it_says(self, registry: SqlRegistry, ana: User) -> None:
        _, secret = registry.add_token(ana, "display", TokenScope.RESULTS, OPEN)
        actor = registry.by_token(secret)
        assert actor is not None
        assert (actor.limits, actor.administrator) == (TokenLimits(TokenScope.RESULTS, OPEN), False)

    def test_one_for_everything_has_no_limits(self, registry: SqlRegistry, ana: User) -> None:
        _, secret = registry.add_token(ana, "display", TokenScope.EVERYTHING)
        assert registry.by_token(secret) == ana.actor

    @pytest.mark.parametrize("way", ["own", "reset"])
    def test_ends_with_the_password(
        self, registry: SqlRegistry, elsewhere: SqlRegistry, ana: User, clock: Clock, way: str
    ) -> None:
        _, secret = registry.add_token(ana, "display")
        assert elsewhere.by_token(secret) == ana.actor
        if way == "own":
            assert registry.set_password("ana", "another horse") == 1
        else:
            registry.accept_invitation(registry.invite_to_reset(ana.id)[1], "ana", "another horse")
        assert registry.by_token(secret) is None
        clock.go_on(timedelta(seconds=1))
        assert elsewhere.by_token(secret) is None

    def test_says_when_it_was_last_used_to_other_processes_too(
        self, registry: SqlRegistry, elsewhere: SqlRegistry, ana: User, clock: Clock
    ) -> None:
        _, secret = registry.add_token(ana, "display")
        assert registry.tokens(ana)[0].last_used_at is None
        clock.go_on(timedelta(hours=1))
        registry.by_token(secret)
        used = clock.now.isoformat(timespec="milliseconds")
        assert registry.tokens(ana)[0].last_used_at == used
        CleanUp(registry, DAYS).clean()
        assert elsewhere.tokens(ana)[0].last_used_at == used


class TestSessions:
    def test_of_one_link_the_newest_stay(self, registry: SqlRegistry, database: Database, clock: Clock) -> None:
        link, _ = registry.add_link(OPEN, Role.SCORER, None, None)
        opened = []
        for _ in range(SESSIONS_OF_A_LINK + 5):
            clock.go_on(timedelta(seconds=1))
            opened.append(registry.open_link_session(link))
        assert stored(database, "sessions") == SESSIONS_OF_A_LINK
        assert [registry.by_session(secret) is not None for secret in opened] == [False] * 5 + [
            True
        ] * SESSIONS_OF_A_LINK

    def test_opened_all_at_once_there_are_no_more(self, registry: SqlRegistry, database: Database) -> None:
        link, _ = registry.add_link(OPEN, Role.SCORER, None, None)
        opened = at_once([lambda: registry.open_link_session(link)] * 25)
        assert all(isinstance(each, str) for each in opened)
        assert stored(database, "sessions") == SESSIONS_OF_A_LINK

    def test_of_one_account_the_newest_stay(self, registry: SqlRegistry, ana: User) -> None:
        newest = [registry.open_session(ana) for _ in range(SESSIONS_OF_AN_ACCOUNT + 3)][-1]
        assert len(registry.sessions(ana)) == SESSIONS_OF_AN_ACCOUNT
        assert registry.by_session(newest) is not None

    def test_a_link_that_has_just_ended_opens_none(self, registry: SqlRegistry) -> None:
        link, _ = registry.add_link(OPEN, Role.SCORER, None, None)
        registry.drop_link(OPEN, link.id)
        with pytest.raises(CredentialEnded):
            registry.open_link_session(link)


class TestCleanUp:
    def test_drops_what_has_expired_and_nothing_else(
        self, registry: SqlRegistry, ana: User, database: Database, clock: Clock
    ) -> None:
        end = (clock.now + timedelta(hours=1)).isoformat()
        registry.add_link(OPEN, Role.SCORER, None, end)
        lasting, _ = registry.add_link(OPEN, Role.SCORER, None, None)
        registry.open_session(ana)
        registry.add_token(ana, "short", days=1)
        registry.invite("Cid", administrator=False, days=1)
        clock.go_on(SESSION_LASTS)
        kept = registry.open_session(ana), registry.add_token(ana, "new")[1]
        CleanUp(registry, DAYS).clean()
        counts = {name: stored(database, name) for name in ("sessions", "tokens", "invitations", "links")}
        assert counts == {"sessions": 1, "tokens": 1, "invitations": 0, "links": 1}
        assert registry.by_session(kept[0]) is not None
        assert registry.by_token(kept[1]) is not None
        assert registry.links(OPEN) == [lasting]


class TestAClockSetBack:
    def test_revives_nothing_that_has_expired(self, registry: SqlRegistry, ana: User, clock: Clock) -> None:
        session, (_, token) = registry.open_session(ana), registry.add_token(ana, "x", days=1)
        _, link = registry.add_link(OPEN, Role.SCORER, None, (clock.now + timedelta(days=1)).isoformat())
        clock.go_on(SESSION_LASTS)
        assert (registry.by_session(session), registry.by_token(token), registry.by_link(link)) == (None, None, None)
        clock.now -= SESSION_LASTS
        assert (registry.by_session(session), registry.by_token(token), registry.by_link(link)) == (None, None, None)

    def test_revives_nothing_after_a_restart(
        self, registry: SqlRegistry, database: Database, ana: User, clock: Clock
    ) -> None:
        _, token = registry.add_token(ana, "x", days=1)
        clock.go_on(timedelta(hours=23))
        CleanUp(registry, DAYS).clean()
        clock.go_on(timedelta(hours=2))
        CleanUp(registry, DAYS).clean()
        _, later = registry.add_token(ana, "y", days=1)
        clock.now -= timedelta(days=365)
        restarted = SqlRegistry(database, clock, clock.elapsed)
        assert restarted.by_token(token) is None
        assert restarted.by_token(later) is not None
        assert restarted.tokens(ana)[0].expires_at > clock.now.isoformat()

    def test_keeps_no_revoked_token_in_the_memory_of_another_process(
        self, registry: SqlRegistry, elsewhere: SqlRegistry, ana: User, clock: Clock
    ) -> None:
        token, secret = registry.add_token(ana, "x")
        assert elsewhere.by_token(secret) is not None
        registry.drop_token(ana, token.id)
        clock.now -= timedelta(hours=1)
        clock.passed += 1
        assert elsewhere.by_token(secret) is None


class TestPlayersWhoWereRemoved:
    @pytest.fixture
    def player(self, journal: SqlJournal) -> PlayerId:
        for command in (
            CreateTournament(OPEN, {"name": "Open", "format": "manual"}),
            AddPlayers((PlayerFields("Ann"),)),
        ):
            journal.perform(Intent(OPEN, command, OPERATOR, Role.OWNER))
        state = journal.head(OPEN).state
        assert state is not None
        return next(iter(state.players))

    def test_their_link_opens_nothing_and_says_why(
        self, registry: SqlRegistry, journal: SqlJournal, player: PlayerId, clock: Clock
    ) -> None:
        link, secret = registry.add_link(OPEN, Role.PLAYER, player, None)
        session = registry.open_link_session(link)
        assert registry.by_link(secret) == link
        assert not registry.is_of_removed_player(secret)
        journal.perform(Intent(OPEN, RemovePlayer(player), OPERATOR, Role.OWNER))
        clock.go_on(timedelta(seconds=1))
        assert (registry.by_link(secret), registry.by_session(session)) == (None, None)
        assert registry.is_of_removed_player(secret)
        assert not registry.is_of_removed_player("none")
        assert registry.links(OPEN) == [link], "who makes links can still end it"


class TestTheJournal:
    """Asks in its own transaction, whatever the process remembers."""

    @pytest.fixture
    def registry(self, database: Database) -> SqlRegistry:
        return SqlRegistry(database)  # by the same clock as the journal

    @pytest.fixture
    def event(self, journal: SqlJournal, registry: SqlRegistry, ana: User) -> TournamentId:
        create = CreateTournament(OPEN, {"name": "Open", "format": "manual"})
        journal.perform(Intent(OPEN, create, ana.actor, Role.OWNER))
        return OPEN

    @pytest.mark.parametrize("way", ["session", "token", "link"])
    def test_refuses_who_came_by_what_has_ended(
        self, registry: SqlRegistry, journal: SqlJournal, event: TournamentId, ana: User, way: str
    ) -> None:
        link, by_link = registry.add_link(event, Role.SCORER, None, None)
        token, by_token = registry.add_token(ana, "x")
        by_session = registry.open_session(ana)
        session = registry.by_session(by_session)
        assert session is not None
        actor = {"session": session.actor, "token": registry.by_bearer(by_token), "link": registry.by_bearer(by_link)}[
            way
        ]
        assert actor is not None
        journal.perform(Intent(event, ChangeSettings({"name": "Ours"}), actor, Role.OWNER))
        match way:
            case "session":
                registry.close_session(by_session)
            case "token":
                registry.drop_token(ana, token.id)
            case _:
                registry.drop_link(event, link.id)
        with pytest.raises(CredentialEnded):
            journal.perform(Intent(event, ChangeSettings({"name": "Mine"}), actor, Role.OWNER))
        state = journal.head(event).state
        assert state is not None
        assert state.settings.name == "Ours"

    def test_refuses_who_lost_the_role_or_the_account(
        self, registry: SqlRegistry, journal: SqlJournal, event: TournamentId, ana: User
    ) -> None:
        bob = registry.add_user("bob", PASSWORD)
        registry.set_roles(event, {"ana": Role.OWNER, "bob": Role.ARBITER})
        session = registry.by_session(registry.open_session(bob))
        assert session is not None
        wish = Intent(event, ChangeSettings({"name": "Ours"}), session.actor, Role.ARBITER)
        journal.perform(wish)
        registry.set_roles(event, {"ana": Role.OWNER, "bob": Role.SCORER})
        with pytest.raises(Exception, match="forbidden"):
            journal.perform(Intent(event, ChangeSettings({"name": "Mine"}), session.actor, Role.ARBITER))
        registry.change_account(bob.id, disabled=True)
        with pytest.raises(CredentialEnded):
            journal.perform(wish)

"""People and what proves who they are: the values of the registry, and what the app asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Protocol

from podium.app.access import Actor, Grant, Role, limited_role, may_see
from podium.app.accounts.administration import Administration
from podium.app.accounts.audit import Audit
from podium.app.accounts.credentials import TOKEN_DAYS, Credential, CredentialKind, TokenLimits, TokenScope
from podium.app.event.templates import Templates
from podium.app.ports import Journal
from podium.app.rounds.second_entry import SecondEntry
from podium.core.days import day_of, time_of
from podium.core.errors import Invalid
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import tidy
from podium.core.result import Result

if TYPE_CHECKING:  # they ask the desk, which knows the registry
    from podium.app.live.devices import Device, WindowLeft

SESSION_LASTS = timedelta(days=30)
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class User:
    """An account."""

    id: int
    name: str
    administrator: bool = False

    @property
    def actor(self) -> Actor:
        return Actor(f"user:{self.name}", self.name, self.id, administrator=self.administrator)


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that has proved who it is; `csrf` must come back with every form. `language` is that of its account."""

    actor: Actor
    csrf: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session without its secret: `ref` names it, `agent` is what the browser calls itself, `here` the one asking."""

    ref: str
    agent: str
    created_at: str
    expires_at: str
    here: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A key for programs, without its secret: how far it reaches, until when it works, and when it last did."""

    id: int
    label: str
    created_at: str
    scope: TokenScope
    tournament: TournamentId | None
    expires_at: str
    last_used_at: str | None = None
    fingerprint: str = field(default="", repr=False)

    def actor(self, user: User) -> Actor:
        """Its user, as far as it reaches."""
        limits = TokenLimits(self.scope, self.tournament)
        whole = limits == TokenLimits(TokenScope.EVERYTHING)
        return Actor(
            f"user:{user.name}",
            user.name,
            user.id,
            administrator=user.administrator and whole,
            credential=Credential(CredentialKind.TOKEN, self.fingerprint),
            limits=None if whole else limits,
        )


@dataclass(frozen=True, slots=True)
class Link:
    """An address that makes a visitor who opens it scorer, or the player it was made for."""

    id: int
    grant: Grant
    created_at: str
    expires_at: str | None
    fingerprint: str = field(default="", repr=False)

    @property
    def actor(self) -> Actor:
        name = "scorer link" if self.grant.role is Role.SCORER else "player link"
        credential = Credential(CredentialKind.LINK, self.fingerprint)
        return Actor(f"link:{self.id}", f"{name} {self.id}", grant=self.grant, credential=credential)


@dataclass(frozen=True, slots=True)
class Quotas:
    """What there may be at most: events and tokens of an account that is no administrator's, and links of an event."""

    events: int = 1_000
    tokens: int = 100
    links: int = 5_000


class Registry(Administration, Audit, Templates, Protocol):
    """Where accounts, sessions, tokens, roles, links and second entries are kept."""

    def has_users(self) -> bool: ...
    def add_user(self, name: str, password: str, *, administrator: bool = False) -> User: ...
    def add_first_user(self, name: str, password: str | None) -> User: ...
    def has_password(self, user: int) -> bool: ...
    def set_password(self, name: str, password: str) -> int: ...
    def users(self) -> list[User]: ...
    def language(self, user: User) -> str | None: ...
    def set_language(self, user: User, code: str | None) -> None: ...
    def authenticate(self, name: str, password: str) -> User | None: ...
    def add_token(
        self,
        user: User,
        label: str,
        scope: TokenScope = TokenScope.EVERYTHING,
        tournament: TournamentId | None = None,
        days: int = TOKEN_DAYS,
    ) -> tuple[Token, str]: ...
    def tokens(self, user: User) -> list[Token]: ...
    def drop_token(self, user: User, id: int) -> None: ...
    def by_token(self, secret: str) -> Actor | None: ...
    def holding(self, credentials: Collection[Credential]) -> frozenset[Credential]: ...
    def roles_of(
        self, users: Collection[int], tournaments: Collection[TournamentId]
    ) -> Mapping[tuple[TournamentId, int], Role]: ...
    def accept_invitation(self, secret: str, name: str, password: str) -> User: ...
    def open_session(self, user: User, agent: str = "") -> str: ...
    def sessions(self, user: User, secret: str | None = None) -> list[OpenSession]: ...
    def end_session(self, user: User, ref: str) -> None: ...
    def end_other_sessions(self, user: User, secret: str) -> int: ...
    def open_link_session(self, link: Link, agent: str = "", *, alone: bool = False) -> str: ...
    def devices(self, tournament: TournamentId) -> dict[PlayerId, list[Device]]: ...
    def end_devices(self, tournament: TournamentId, player: PlayerId) -> int: ...
    def note_window_left(self, tournament: TournamentId, game: PairingId, player: PlayerId, ms: int) -> None: ...
    def windows_left(
        self, tournament: TournamentId, games: Collection[PairingId]
    ) -> dict[tuple[PairingId, PlayerId], list[WindowLeft]]: ...
    def by_session(self, secret: str) -> Session | None: ...
    def recall_session(self, secret: str, *, checked_later: bool = False) -> Session | None: ...
    def close_session(self, secret: str) -> None: ...
    def refuse_more_events(self, user: int) -> None: ...
    def role(self, tournament: TournamentId, user: int) -> Role | None: ...
    def recall_role(self, tournament: TournamentId, user: int) -> Role | None: ...
    def roles(self, tournament: TournamentId) -> dict[str, Role]: ...
    def set_roles(
        self, tournament: TournamentId, roles: Mapping[str, Role], was: Mapping[str, Role] | None = None
    ) -> None: ...
    def change_role(self, tournament: TournamentId, name: str, role: Role | None, was: Role | None) -> None: ...
    def add_link(
        self, tournament: TournamentId, role: Role, player: PlayerId | None, expires: str | None
    ) -> tuple[Link, str]: ...
    def add_player_links(
        self, tournament: TournamentId, players: Sequence[PlayerId], expires: str | None, ended: Sequence[int] = ()
    ) -> dict[PlayerId, str]: ...
    def links(self, tournament: TournamentId) -> list[Link]: ...
    def drop_link(self, tournament: TournamentId, id: int) -> None: ...
    def by_link(self, secret: str) -> Link | None: ...
    def is_of_removed_player(self, secret: str) -> bool: ...
    def second_entries(self, tournament: TournamentId) -> dict[PairingId, SecondEntry]: ...
    def set_second_entry(
        self, tournament: TournamentId, pairing: PairingId, result: Result | None, actor: Actor
    ) -> None: ...
    def by_bearer(self, secret: str) -> Actor | None: ...
    def recall_bearer(self, secret: str, *, checked_later: bool = False) -> Actor | None: ...
    def tournament_of(self, pairing: str) -> TournamentId | None: ...
    def tournaments(
        self, user: int | None, *, archived: bool = False, wanted: Mapping[str, object] | None = None
    ) -> list[dict[str, object]]: ...


def checked_name(name: str) -> str:
    """A user name in its usual spelling; raises Invalid."""
    tidied = tidy("name", name)
    if not tidied:
        raise Invalid("name-missing", field="name", value=name)
    if len(tidied) > LONGEST_NAME:
        raise Invalid("text-too-long", field="name", value=tidied, longest=LONGEST_NAME)
    return tidied


def checked_end(text: str | None, now: datetime) -> str | None:
    """When a link ends, as the registry writes moments: at that time, or with that day; raises Invalid for the past."""
    if text is None:
        return None
    try:
        end = datetime.combine(day_of(text), time.max, UTC) if len(text) <= len("2026-08-31") else time_of(text)
        end = end.replace(tzinfo=end.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Invalid("date-malformed", field="expires", value=text) from None
    if end <= now:
        raise Invalid("date-past", field="expires", value=text)
    return end.isoformat(timespec="milliseconds")


def checked_password(password: str) -> str:
    """A password that is neither too short nor too long; raises Invalid without repeating it."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Invalid(
            "password-length",
            field="password",
            value=len(password),
            least=SHORTEST_PASSWORD,
            most=LONGEST_PASSWORD,
        )
    return password


@dataclass(frozen=True, slots=True)
class Watching:
    """Somebody who was let in to a stream of a tournament, and as what."""

    actor: Actor
    tournament: TournamentId
    role: Role
    credential: Credential | None  # of the actor, whose equality does not ask for it


def shut_out(watchers: Collection[Watching], registry: Registry, journal: Journal) -> set[Watching]:
    """The watchers who may not watch any more: what let them in has ended, or is worth less, or the event is hidden.

    The database is asked anew, once for all of them.
    """
    in_force = registry.holding({each.credential for each in watchers if each.credential is not None})
    events = {each.tournament for each in watchers}
    roles = registry.roles_of({each.actor.user for each in watchers if each.actor.user is not None}, events)
    states = {event: journal.head(event).state for event in events}

    def may_watch(each: Watching) -> bool:
        if each.credential is not None and each.credential not in in_force:
            return False
        role, state = each.role, states[each.tournament]
        if each.actor.user is not None:
            held = roles.get((each.tournament, each.actor.user), Role.PUBLIC)
            role = limited_role(each.actor, each.tournament, held)
        return role >= each.role and state is not None and not state.deleted and may_see(role, state)

    return {each for each in watchers if not may_watch(each)}

"""Who may do what: which sessions, tokens and links are in force, asked for many at once by open streams and by the
journal; and who is what in a tournament, as a plain table that is changed one role at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, or_, select, text
from sqlalchemy.exc import OperationalError

from podium.app.access import Role
from podium.app.accounts.credentials import Credential, CredentialKind
from podium.core.errors import Refused, Unknown
from podium.core.ids import TournamentId
from podium.storage import read_model, tables
from podium.storage.accounts.registry_connections import RegistryConnections
from podium.storage.sql.faults import is_locked
from podium.storage.sql.transactions import EVERY_TOURNAMENT, lock_rows

TOGETHER = 500  # that are asked for in one query
ROLES, USERS = tables.roles.c, tables.users.c
ABLE = USERS.disabled_at.is_(None)
_GIVE = text(
    "INSERT INTO roles (tournament_id, user_id, role) VALUES (:tournament_id, :user_id, :role) "
    "ON CONFLICT (tournament_id, user_id) DO UPDATE SET role = excluded.role"
)

T = TypeVar("T")


class CredentialsLocked(Exception):  # says what is so; the owner of the transaction acts on it
    """Nobody can tell which credentials of a kind are in force: another program keeps their table locked."""

    def __init__(self, kind: CredentialKind) -> None:
        super().__init__(kind)
        self.kind = kind


def holding(connection: Connection, credentials: Collection[Credential], now: str) -> frozenset[Credential]:
    """Those of the credentials that are in force: neither ended nor expired, of an account that is not disabled.

    Raises CredentialsLocked with the first kind of which nobody can tell in time.
    """
    by_kind: dict[CredentialKind, list[str]] = defaultdict(list)
    for each in credentials:
        by_kind[each.kind].append(each.fingerprint)
    return frozenset(
        Credential(kind, found)
        for kind, fingerprints in by_kind.items()
        for part in _parts(sorted(fingerprints))
        for found in _found(connection, kind, part, now)
    )


def roles_of(
    connection: Connection, users: Collection[int], tournaments: Collection[TournamentId]
) -> Mapping[tuple[TournamentId, int], Role]:
    """What these users are in these tournaments, as far as they are anything and not disabled."""
    query = select(ROLES.tournament_id, ROLES.user_id, ROLES.role).join(tables.users, USERS.id == ROLES.user_id)
    return {
        (TournamentId(row.tournament_id), row.user_id): Role[row.role.upper()]
        for part in _parts(sorted(users))
        for events in _parts(sorted(tournaments))
        for row in connection.execute(query.where(ABLE, ROLES.user_id.in_(part), ROLES.tournament_id.in_(events)))
    }


def link_in_force(now: str) -> ColumnElement[bool]:
    """Whether a link has not expired, and its player, where it has one, was not removed from the tournament."""
    here, player, event = tables.links.c, read_model.players.c, read_model.tournaments.c
    present = select(player.id).where(player.tournament_id == here.tournament_id, player.id == here.player_id)
    known = select(event.id).where(event.id == here.tournament_id)
    return and_(
        or_(here.expires_at.is_(None), here.expires_at > now),
        or_(here.player_id.is_(None), present.exists(), ~known.exists()),
    )


def _in_force(kind: CredentialKind, fingerprints: Collection[str], now: str) -> Select[Any]:
    session, token, link = tables.sessions.c, tables.tokens.c, tables.links.c
    match kind:
        case CredentialKind.SESSION:
            of_user = select(USERS.id).where(USERS.id == session.user_id, ABLE)
            of_link = select(link.id).where(link.id == session.link_id, link_in_force(now))
            in_force = and_(session.expires_at > now, or_(of_user.exists(), of_link.exists()))
            return select(session.hash).where(session.hash.in_(fingerprints), in_force)
        case CredentialKind.TOKEN:
            of_user = select(USERS.id).where(USERS.id == token.user_id, ABLE)
            return select(token.hash).where(token.hash.in_(fingerprints), token.expires_at > now, of_user.exists())
        case CredentialKind.LINK:
            # Where a player may have one device and has a browser, the secret of the link lets no program in beside it.
            alone = select(session.hash).where(session.link_id == link.id, session.alone, session.expires_at > now)
            return select(link.hash).where(link.hash.in_(fingerprints), link_in_force(now), ~alone.exists())


def _found(connection: Connection, kind: CredentialKind, fingerprints: Collection[str], now: str) -> list[str]:
    try:
        return list(connection.scalars(_in_force(kind, fingerprints, now)))
    except OperationalError as problem:
        if is_locked(problem):
            raise CredentialsLocked(kind) from problem
        raise


def _parts(values: list[T]) -> Iterator[list[T]]:
    return (values[at : at + TOGETHER] for at in range(0, len(values), TOGETHER))


class RoleTables(RegistryConnections):
    """Roles, asked for and changed; a tournament always has an owner."""

    def role(self, tournament: TournamentId, user: int) -> Role | None:
        """What a user is in a tournament."""
        if (known := self.recall_role(tournament, user)) is not None:
            return known
        generation = self._cache.generation
        found = self.roles_of([user], [tournament]).get((tournament, user))
        return self._cache.keep(found, generation, tournament, user) if found is not None else None

    def refuse_more_events(self, user: int) -> None:
        """Nothing, if an account may own one more event; raises Refused where it may not."""
        own = (ROLES.tournament_id == read_model.tournaments.c.id, ROLES.user_id == user, ROLES.role == Role.OWNER.word)
        with self._reading(EVERY_TOURNAMENT) as connection:
            count = connection.execute(select(func.count()).where(*own)).scalar_one()
        if count >= self.quotas.events:
            raise Refused("too-many-events", value=count, most=self.quotas.events)

    def recall_role(self, tournament: TournamentId, user: int) -> Role | None:
        """The same from memory, without asking the database; None for those not seen lately."""
        return self._cache.recall(Role, tournament, user)

    def roles(self, tournament: TournamentId) -> dict[str, Role]:
        """Who is what in a tournament, by name."""
        with self._reading([tournament]) as connection:
            return roles_in(connection, tournament)

    def roles_of(
        self, users: Collection[int], tournaments: Collection[TournamentId]
    ) -> Mapping[tuple[TournamentId, int], Role]:
        """What these users are in these tournaments, as the database has it now."""
        if not users:
            return {}
        with self._reading(tournaments) as connection:
            return roles_of(connection, users, tournaments)

    def set_roles(
        self, tournament: TournamentId, roles: Mapping[str, Role], was: Mapping[str, Role] | None = None
    ) -> None:
        """Make these the roles of a tournament, if they `was` those; raises Refused where nobody would own it."""
        if Role.OWNER not in roles.values():
            raise Refused("owner-missing", value=sorted(roles))
        with self._writing([tournament]) as connection:
            lock_rows(connection, tables.roles.name, tournament)
            now = roles_in(connection, tournament)
            if was is not None and dict(was) != now:
                raise Refused("roles-differ", value=_words(was), stored=_words(now))
            given = {_user_id(connection, name): role for name, role in roles.items()}
            gone = ROLES.user_id.not_in(list(given))
            connection.execute(delete(tables.roles).where(ROLES.tournament_id == tournament, gone))
            give_roles(connection, ((tournament, user, role) for user, role in given.items()))
            self._note_roles(connection, tournament, now, roles)

    def change_role(self, tournament: TournamentId, name: str, role: Role | None, was: Role | None) -> None:
        """Make that the role of one account, if it `was` that, and leave all others as they are.

        Raises Refused `role-differs` where it was changed meanwhile, and where nobody would own the tournament.
        """
        with self._writing([tournament]) as connection:
            lock_rows(connection, tables.roles.name, tournament)
            now = roles_in(connection, tournament)
            user = _user_id(connection, name)
            stored = now.get(name)
            if stored is role:
                return
            if stored is not was:
                raise Refused("role-differs", name=name, value=_word(was), stored=_word(stored))
            after = {**now, name: role} if role is not None else {each: now[each] for each in now if each != name}
            if Role.OWNER not in after.values():
                raise Refused("owner-missing", value=sorted(after))
            if role is not None:
                give_roles(connection, [(tournament, user, role)])
            else:
                theirs = (ROLES.tournament_id == tournament) & (ROLES.user_id == user)
                connection.execute(delete(tables.roles).where(theirs))
            self._note_roles(connection, tournament, now, after)


def give_roles(connection: Connection, given: Iterable[tuple[str, int, Role]]) -> None:
    """Give users (by id) roles in tournaments, whatever they were before."""
    rows = [{"tournament_id": event, "user_id": user, "role": role.word} for event, user, role in given]
    if rows:
        connection.execute(_GIVE, rows)


def roles_in(connection: Connection, tournament: TournamentId) -> dict[str, Role]:
    """Who is what in a tournament, by name."""
    query = select(USERS.name, ROLES.role).join(tables.users, USERS.id == ROLES.user_id)
    rows = connection.execute(query.where(ROLES.tournament_id == tournament).order_by(USERS.name))
    return {row.name: Role[row.role.upper()] for row in rows}


def _user_id(connection: Connection, name: str) -> int:
    id = connection.execute(select(USERS.id).where(USERS.name == name)).scalar()
    if id is None:
        raise Unknown("user", name)
    return int(id)


def _word(role: Role | None) -> str:
    return role.word if role is not None else "none"


def _words(roles: Mapping[str, Role]) -> dict[str, str]:
    return {name: role.word for name, role in roles.items()}

"""Users, tokens, sessions, roles, links and second entries, as plain tables: nobody will ever undo them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cached_property
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row, Select, and_, delete, func, insert, literal, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from podium.app.access import Actor, Grant, Role
from podium.app.accounts import (
    SESSION_LASTS,
    Link,
    OpenSession,
    Session,
    Token,
    User,
    checked_end,
    checked_name,
    checked_password,
)
from podium.app.second_entry import SecondEntry
from podium.core.errors import Refused, Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.result import Result
from podium.flow.knockout_options import RULES
from podium.storage import tables
from podium.storage.account_tables import AccountTables
from podium.storage.database import MIGRATING, Database
from podium.storage.heads import StreamKind
from podium.storage.journal import utc_now
from podium.storage.registry_connections import SECRET_BYTES, Clock, fingerprint, inserted
from podium.storage.row_security import EVERY_TOURNAMENT
from podium.storage.template_tables import TemplateTables

LONGEST_AGENT = 200
REF_LENGTH = 16  # of a session: as much of its hash as tells it from others
TOKEN = "podium_"  # noqa: S105  # how the secret of a token begins, and none itself
CHECKED_LATER = timedelta(minutes=5)  # for which the holder of a link is remembered where the journal checks it
_RULES = {option.json for option in RULES}
LISTED = tuple(column for column in tables.tournaments.c if column.name not in _RULES)


class SqlRegistry(AccountTables, TemplateTables):
    """The registry in a database. Every write through it makes it forget what it knows by heart."""

    def __init__(self, database: Database, clock: Clock = utc_now) -> None:
        super().__init__(database, clock)
        self._hasher = PasswordHasher()
        self._has_users = False

    # --- users ----------------------------------------------------------------------------

    def has_users(self) -> bool:
        """Whether anybody has an account; the last administrator cannot be removed, so this stays true."""
        if not self._has_users:
            with self._reading() as connection:
                self._has_users = connection.execute(select(tables.users.c.id).limit(1)).first() is not None
        return self._has_users

    def add_user(self, name: str, password: str, *, administrator: bool = False) -> User:
        """The new account, an administrator if it is the first; raises Refused where the name is taken."""
        row = self._new_user(name, password)
        try:
            with self._writing(EVERY_TOURNAMENT) as connection:
                first = not self._locked_count(connection)
                return self._added(connection, row, administrator=administrator or first)
        except IntegrityError:
            raise Refused("user-exists", value=row["name"]) from None

    def add_first_user(self, name: str, password: str) -> User:
        """The new account, an administrator, if there is none yet; raises Refused when somebody was faster."""
        row = self._new_user(name, password)
        with self._writing(EVERY_TOURNAMENT) as connection:
            if self._locked_count(connection):
                raise Refused("user-exists", value=row["name"])
            return self._added(connection, row, administrator=True)

    def accept_invitation(self, secret: str, name: str, password: str) -> User:
        """The account that an invitation makes, or sets the password of; it is worth nothing afterwards.

        Raises Unknown for an invitation that was used or has ended, and Refused where the name is taken.
        """
        hashed = self._hasher.hash(checked_password(password))
        here = tables.invitations.c
        try:
            with self._writing(EVERY_TOURNAMENT) as connection:
                row = connection.execute(self._with_secret(secret).with_for_update(of=tables.invitations)).first()
                if row is None:
                    raise Unknown("invitation", None)
                connection.execute(delete(tables.invitations).where(here.id == row.id))
                if row.user_id is None:
                    new = {"name": checked_name(name), "password": hashed, "created_at": self._now()}
                    return self._added(connection, new, administrator=row.administrator)
                user = self._user(connection, row.name)
                connection.execute(update(tables.users).where(tables.users.c.id == user.id), {"password": hashed})
                connection.execute(delete(tables.sessions).where(tables.sessions.c.user_id == user.id))
                return user
        except IntegrityError:
            raise Refused("user-exists", value=checked_name(name)) from None

    def set_password(self, name: str, password: str) -> None:
        """Change the password of an account and end its sessions."""
        hashed = self._hasher.hash(checked_password(password))
        with self._writing() as connection:
            user = self._user(connection, name)
            connection.execute(update(tables.users).where(tables.users.c.id == user.id), {"password": hashed})
            connection.execute(delete(tables.sessions).where(tables.sessions.c.user_id == user.id))

    def users(self) -> list[User]:
        """All accounts, by name."""
        with self._reading() as connection:
            return [_user_of(row) for row in connection.execute(select(tables.users).order_by(tables.users.c.name))]

    def authenticate(self, name: str, password: str) -> User | None:
        """The account, if the password is its own; takes as long for one that does not exist or is disabled."""
        here = tables.users.c
        with self._reading() as connection:
            row = connection.execute(select(tables.users).where(here.name == name, here.disabled_at.is_(None))).first()
        nobodys = self._nobodys_password
        try:
            self._hasher.verify(row.password if row else nobodys, password)
        except (VerificationError, InvalidHashError):
            return None
        return _user_of(row) if row else None

    # --- tokens ---------------------------------------------------------------------------

    def add_token(self, user: User, label: str) -> tuple[Token, str]:
        """A new token and its secret, which is shown once."""
        secret = TOKEN + secrets.token_urlsafe(SECRET_BYTES)
        row = {"user_id": user.id, "label": label, "hash": fingerprint(secret), "created_at": self._now()}
        with self._writing() as connection:
            id = inserted(connection, tables.tokens, row)
        return Token(id, label, str(row["created_at"])), secret

    def tokens(self, user: User) -> list[Token]:
        """The tokens of a user, oldest first."""
        here = tables.tokens.c
        with self._reading() as connection:
            rows = connection.execute(
                select(here.id, here.label, here.created_at).where(here.user_id == user.id).order_by(here.id)
            )
            return [Token(*row) for row in rows]

    def drop_token(self, user: User, id: int) -> None:
        """Make a token worthless; raises Unknown for somebody else's."""
        here = tables.tokens.c
        with self._writing() as connection:
            gone = connection.execute(delete(tables.tokens).where(here.id == id, here.user_id == user.id))
            if not gone.rowcount:
                raise Unknown("token", id)

    def by_token(self, secret: str) -> User | None:
        """The user whose token that is."""
        if known := self.recall_token(secret):
            return known
        generation = self._cache.generation
        with self._reading() as connection:
            row = connection.execute(
                select(tables.users)
                .join(tables.tokens, tables.tokens.c.user_id == tables.users.c.id)
                .where(tables.tokens.c.hash == fingerprint(secret), tables.users.c.disabled_at.is_(None))
            ).first()
        return self._cache.keep(_user_of(row), generation, secret) if row else None

    def recall_token(self, secret: str) -> User | None:
        """The same from memory, without asking the database; None for those not seen lately."""
        return self._cache.recall(User, secret)

    # --- sessions -------------------------------------------------------------------------

    def open_session(self, user: User, agent: str = "") -> str:
        """The secret of a new session of `user`; `agent` is what the browser calls itself."""
        return self._open({"user_id": user.id, "agent": agent[:LONGEST_AGENT]})

    def sessions(self, user: User, secret: str | None = None) -> list[OpenSession]:
        """The sessions of a user that have not ended, newest first; that with the `secret` is the one asking."""
        here, own = tables.sessions.c, fingerprint(secret) if secret else ""
        query = select(tables.sessions).where(here.user_id == user.id, here.expires_at > self._now())
        with self._reading() as connection:
            rows = connection.execute(query.order_by(here.created_at.desc(), here.hash))
            return [
                OpenSession(row.hash[:REF_LENGTH], row.agent, row.created_at, row.expires_at, row.hash == own)
                for row in rows
            ]

    def end_session(self, user: User, ref: str) -> None:
        """End one session of a user; raises Unknown for somebody else's."""
        here = tables.sessions.c
        theirs = and_(here.user_id == user.id, func.substr(here.hash, 1, REF_LENGTH) == ref)
        with self._writing() as connection:
            if not connection.execute(delete(tables.sessions).where(theirs)).rowcount:
                raise Unknown("session", ref)

    def end_other_sessions(self, user: User, secret: str) -> int:
        """How many sessions of a user were ended: all but the one with the secret."""
        here = tables.sessions.c
        others = and_(here.user_id == user.id, here.hash != fingerprint(secret))
        with self._writing() as connection:
            return connection.execute(delete(tables.sessions).where(others)).rowcount

    def open_link_session(self, link: Link) -> str:
        """The secret of a new session of whoever opened `link`."""
        return self._open({"link_id": link.id})

    def by_session(self, secret: str) -> Session | None:
        """The session with that secret, unless it has ended."""
        if known := self._cache.recall(Session, secret):
            return known
        generation = self._cache.generation
        here = tables.sessions.c
        with self._reading(EVERY_TOURNAMENT) as connection:
            row = connection.execute(
                select(here.user_id, here.link_id, here.csrf, here.expires_at).where(
                    here.hash == fingerprint(secret), here.expires_at > self._now()
                )
            ).first()
            if row is None:
                return None
            if row.user_id is not None:
                who = and_(tables.users.c.id == row.user_id, tables.users.c.disabled_at.is_(None))
                found = connection.execute(select(tables.users).where(who)).first()
                holder: User | Link | None = _user_of(found) if found else None
            else:
                found = connection.execute(self._valid_links().where(tables.links.c.id == row.link_id)).first()
                holder = _link(found) if found else None
        if holder is None:
            return None
        ends = min(filter(None, (row.expires_at, getattr(holder, "expires_at", None))))
        return self._cache.keep(Session(holder.actor, row.csrf), generation, secret, ends=ends)

    def close_session(self, secret: str) -> None:
        """End a session; one that has ended stays ended."""
        with self._writing() as connection:
            connection.execute(delete(tables.sessions).where(tables.sessions.c.hash == fingerprint(secret)))
            connection.execute(delete(tables.sessions).where(tables.sessions.c.expires_at <= self._now()))

    # --- roles ----------------------------------------------------------------------------

    def role(self, tournament: TournamentId, user: int) -> Role | None:
        """What a user is in a tournament."""
        if (known := self.recall_role(tournament, user)) is not None:
            return known
        generation = self._cache.generation
        here = tables.roles.c
        with self._reading([tournament]) as connection:
            word = connection.execute(
                select(here.role)
                .join(tables.users, tables.users.c.id == here.user_id)
                .where(here.tournament_id == tournament, here.user_id == user, tables.users.c.disabled_at.is_(None))
            ).scalar_one_or_none()
        return self._cache.keep(Role[word.upper()], generation, tournament, user) if word else None

    def recall_role(self, tournament: TournamentId, user: int) -> Role | None:
        """The same from memory, without asking the database; None for those not seen lately."""
        return self._cache.recall(Role, tournament, user)

    def roles(self, tournament: TournamentId) -> dict[str, Role]:
        """Who is what in a tournament, by name."""
        here = tables.roles.c
        with self._reading([tournament]) as connection:
            rows = connection.execute(
                select(tables.users.c.name, here.role)
                .join(tables.users, tables.users.c.id == here.user_id)
                .where(here.tournament_id == tournament)
                .order_by(tables.users.c.name)
            )
            return {row.name: Role[row.role.upper()] for row in rows}

    def set_roles(self, tournament: TournamentId, roles: dict[str, Role]) -> None:
        """Make these the roles of a tournament; raises Refused if nobody would own it."""
        if Role.OWNER not in roles.values():
            raise Refused("owner-missing", value=sorted(roles))
        with self._writing([tournament]) as connection:
            rows = [
                {"tournament_id": tournament, "user_id": self._user(connection, name).id, "role": role.word}
                for name, role in roles.items()
            ]
            connection.execute(delete(tables.roles).where(tables.roles.c.tournament_id == tournament))
            connection.execute(insert(tables.roles), rows)

    # --- links ----------------------------------------------------------------------------

    def add_link(
        self, tournament: TournamentId, role: Role, player: PlayerId | None, expires: str | None
    ) -> tuple[Link, str]:
        """A new link and its secret, which is part of its address; raises Invalid for an end that is none or past."""
        ends = checked_end(expires, self._clock())
        secret = secrets.token_urlsafe(SECRET_BYTES)
        grant = Grant(tournament, role, player)
        row = self._link_row(grant, secret, ends)
        with self._writing([tournament]) as connection:
            id = inserted(connection, tables.links, row)
        return Link(id, grant, str(row["created_at"]), ends), secret

    def add_player_links(
        self, tournament: TournamentId, players: Sequence[PlayerId], expires: str | None, ended: Sequence[int] = ()
    ) -> dict[PlayerId, str]:
        """The secrets of new links, one for each player without one, or with none but those `ended` in that moment."""
        ends = checked_end(expires, self._clock())
        here, event, gone = tables.links.c, tables.tournaments.c.id, set(ended)
        with self._writing([tournament]) as connection:
            # Of two who ask at once, the second waits here and finds what the first has made. SQLite has one anyway.
            connection.execute(select(event).where(event == tournament).with_for_update())
            others = connection.execute(self._valid_links().where(here.tournament_id == tournament))
            taken = {link.player_id for link in others if link.id not in gone}
            made = {each: secrets.token_urlsafe(SECRET_BYTES) for each in players if each not in taken}
            rows = [self._link_row(Grant(tournament, Role.PLAYER, each), made[each], ends) for each in made]
            if rows:  # before the old ones end: SQLite would give their ids away again
                connection.execute(insert(tables.links), rows)
            self._end(connection, tournament, ended)
        return made

    def _link_row(self, grant: Grant, secret: str, ends: str | None) -> dict[str, str | None]:
        return {
            "tournament_id": grant.tournament,
            "role": grant.role.word,
            "player_id": grant.player,
            "hash": fingerprint(secret),
            "created_at": self._now(),
            "expires_at": ends,
        }

    def links(self, tournament: TournamentId) -> list[Link]:
        """The links of a tournament that still work, oldest first."""
        query = self._valid_links().where(tables.links.c.tournament_id == tournament).order_by(tables.links.c.id)
        with self._reading([tournament]) as connection:
            return [_link(row) for row in connection.execute(query)]

    def drop_link(self, tournament: TournamentId, id: int) -> None:
        """End a link and the sessions it opened."""
        with self._writing([tournament]) as connection:
            if not self._end(connection, tournament, [id]):
                raise Unknown("link", id)

    def _end(self, connection: Connection, tournament: TournamentId, ids: Sequence[int]) -> int:
        """How many of these links there were to end, with their sessions."""
        here, opened = tables.links.c, tables.sessions.c.link_id
        theirs = and_(here.id.in_(ids), here.tournament_id == tournament)
        connection.execute(delete(tables.sessions).where(opened.in_(select(here.id).where(theirs))))
        return connection.execute(delete(tables.links).where(theirs)).rowcount

    def by_link(self, secret: str) -> Link | None:
        """The link with that secret, unless it has ended."""
        if known := self._cache.recall(Link, secret):
            return known
        generation = self._cache.generation
        query = self._valid_links().where(tables.links.c.hash == fingerprint(secret))
        with self._reading(EVERY_TOURNAMENT) as connection:
            row = connection.execute(query).first()
        return self._cache.keep(_link(row), generation, secret, ends=row.expires_at) if row else None

    # --- second entries -------------------------------------------------------------------

    def second_entries(self, tournament: TournamentId) -> dict[PairingId, SecondEntry]:
        """The results of a tournament that were entered a second time."""
        here = tables.second_entries.c
        with self._reading([tournament]) as connection:
            rows = connection.execute(select(tables.second_entries).where(here.tournament_id == tournament))
            return {PairingId(row.pairing_id): SecondEntry(Result(row.result), row.actor, row.at) for row in rows}

    def set_second_entry(
        self, tournament: TournamentId, pairing: PairingId, result: Result | None, actor: Actor
    ) -> None:
        """Keep what was entered the second time for a game in place of what was before; None for nothing."""
        here = tables.second_entries.c
        own = and_(here.tournament_id == tournament, here.pairing_id == pairing)
        with self._writing([tournament]) as connection:
            connection.execute(delete(tables.second_entries).where(own))
            if result is not None:
                row = {"tournament_id": tournament, "pairing_id": pairing, "result": result.value}
                connection.execute(insert(tables.second_entries), {**row, "actor": actor.key, "at": self._now()})

    # --- bearers --------------------------------------------------------------------------

    def by_bearer(self, secret: str) -> Actor | None:
        """Whoever sends that secret: the user of a token, or the holder of a link."""
        holder = (self.by_token(secret) if secret.startswith(TOKEN) else None) or self.by_link(secret)
        return holder.actor if holder is not None else None

    def recall_bearer(self, secret: str, *, checked_later: bool = False) -> Actor | None:
        """The same from memory, without asking the database; None for those not seen lately.

        The holder of a link is remembered for longer where the journal will ask whether the link is in force.
        """
        longer = CHECKED_LATER if checked_later else timedelta()
        holder = self.recall_token(secret) or self._cache.recall(Link, secret, longer=longer)
        return holder.actor if holder is not None else None

    # --- lists from the read model --------------------------------------------------------

    def tournament_of(self, pairing: str) -> TournamentId | None:
        """The tournament that has a pairing of that id."""
        here = tables.pairings.c
        with self._reading(EVERY_TOURNAMENT) as connection:
            return connection.execute(select(here.tournament_id).where(here.id == pairing)).scalar_one_or_none()

    def tournaments(
        self, user: int | None, *, archived: bool = False, wanted: Mapping[str, object] | None = None
    ) -> list[dict[str, object]]:
        """The tournaments a user may see, with what they are in each; newest first.

        `wanted` keeps those whose columns of these names have these values.
        """
        here, role = tables.tournaments.c, tables.roles.c
        mine = and_(role.tournament_id == here.id, role.user_id == (user if user is not None else -1))
        query = (
            select(*LISTED, role.role)
            .join(tables.roles, mine, isouter=True)
            .where(or_(here.published, role.role.is_not(None)), here.archived == archived)
            .where(*(here[name] == value for name, value in (wanted or {}).items()))
            .order_by(here.created_at.desc(), here.id)
        )
        with self._reading(EVERY_TOURNAMENT) as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def every_tournament(self) -> list[dict[str, object]]:
        """All tournaments, archived and unpublished ones too, for the operator of the machine; oldest first."""
        query = select(*LISTED).order_by(tables.tournaments.c.created_at, tables.tournaments.c.id)
        with self._reading(EVERY_TOURNAMENT) as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    # --- inside ---------------------------------------------------------------------------

    @cached_property
    def _nobodys_password(self) -> str:
        """What an unknown name's password is compared with, so that it takes as long."""
        return self._hasher.hash(secrets.token_hex())

    def _new_user(self, name: str, password: str) -> dict[str, object]:
        hashed = self._hasher.hash(checked_password(password))
        return {"name": checked_name(name), "password": hashed, "created_at": self._now()}

    def _user(self, connection: Connection, name: str) -> User:
        row = connection.execute(select(tables.users).where(tables.users.c.name == name)).first()
        if row is None:
            raise Unknown("user", name)
        return _user_of(row)

    def _locked_count(self, connection: Connection) -> int:
        """How many accounts there are; nobody else who asks this way adds one before the transaction ends."""
        if not self._database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        return connection.execute(select(func.count()).select_from(tables.users)).scalar_one()

    def _added(self, connection: Connection, row: Mapping[str, object], *, administrator: bool) -> User:
        """The account of a new row, which owns what belongs to nobody if it is the only one."""
        id = inserted(connection, tables.users, {**row, "administrator": administrator})
        _give_unowned(connection, id)
        return User(id, str(row["name"]), administrator)

    def _open(self, whose: dict[str, object]) -> str:
        secret = secrets.token_urlsafe(SECRET_BYTES)
        row = {
            "hash": fingerprint(secret),
            "csrf": secrets.token_urlsafe(SECRET_BYTES),
            "created_at": self._now(),
            "expires_at": (self._clock() + SESSION_LASTS).isoformat(timespec="milliseconds"),
            **whose,
        }
        with self._writing() as connection:
            connection.execute(insert(tables.sessions), row)
        return secret

    def _valid_links(self) -> Select[Any]:
        here = tables.links.c
        return select(tables.links).where(or_(here.expires_at.is_(None), here.expires_at > self._now()))


def _user_of(row: Row[Any]) -> User:
    return User(row.id, row.name, row.administrator)


def _give_unowned(connection: Connection, user: int) -> None:
    """Give the tournaments that belong to nobody to `user`, who must be the only one there is.

    An older database that is converted, or a command line used before anybody has an account, makes tournaments
    without an owner; whoever runs this Podium alone is theirs.
    """
    alone = ~select(tables.users.c.id).where(tables.users.c.id != user).exists()
    owned = select(tables.roles.c.tournament_id)
    unowned = select(tables.head.c.stream, literal(user), literal(Role.OWNER.word)).where(
        alone, tables.head.c.kind == StreamKind.TOURNAMENT.value, tables.head.c.stream.not_in(owned)
    )
    connection.execute(insert(tables.roles).from_select(["tournament_id", "user_id", "role"], unowned))


def _link(row: Row[Any]) -> Link:
    player = PlayerId(row.player_id) if row.player_id else None
    grant = Grant(TournamentId(row.tournament_id), Role[row.role.upper()], player)
    return Link(row.id, grant, row.created_at, row.expires_at)

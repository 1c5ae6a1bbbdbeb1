"""Users, tokens, sessions, roles, links and second entries, as plain tables: nobody will ever undo them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row, Select, and_, case, delete, func, insert, literal, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from podium.app.access import ANYONE, Actor, Grant, Role
from podium.app.accounts.accounts import Link, User, checked_end, checked_name, checked_password
from podium.app.accounts.audit import AUTHOR, AuditAction
from podium.app.accounts.credentials import Credential
from podium.app.rounds.second_entry import SecondEntry
from podium.core.errors import Refused, Unavailable, Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.result import Result
from podium.flow.event.knockout_options import RULES
from podium.storage import tables
from podium.storage.accounts import credentials as stored_credentials
from podium.storage.accounts.account_tables import AccountTables, shut_out
from podium.storage.accounts.audit_tables import AuditTables
from podium.storage.accounts.registry_connections import SECRET_BYTES, Clock, audit_row, fingerprint, inserted
from podium.storage.accounts.role_tables import RoleTables, roles_in
from podium.storage.accounts.session_tables import SessionTables, link_of
from podium.storage.accounts.short_lived_cache import CHECKED_LATER
from podium.storage.accounts.token_tables import TOKEN, TokenTables
from podium.storage.event.template_tables import TemplateTables
from podium.storage.journal.heads import StreamKind
from podium.storage.journal.journal import utc_now
from podium.storage.sql.database import MIGRATING, Database
from podium.storage.sql.faults import is_taken
from podium.storage.sql.row_security import EVERY_TOURNAMENT
from podium.storage.sql.transactions import lock_rows

_RULES = {option.json for option in RULES}
_UNLISTED = {*_RULES, "rounds_published"}
LISTED = tuple(column for column in tables.tournaments.c if column.name not in _UNLISTED)


class SqlRegistry(AccountTables, RoleTables, TemplateTables, SessionTables, TokenTables, AuditTables):
    """The registry in a database. Every write through it makes it forget what it knows by heart."""

    def __init__(
        self, database: Database, clock: Clock = utc_now, elapsed: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(database, clock, elapsed)
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
        except IntegrityError as problem:
            raise self._name_taken(problem, row["name"]) from None

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
                    return self._added(connection, new, administrator=row.administrator, invitation=row.id)
                user = self._user(connection, row.name)
                self._change_password(connection, user, hashed)
                return user
        except IntegrityError as problem:
            raise self._name_taken(problem, checked_name(name)) from None

    def set_password(self, name: str, password: str) -> int:
        """Change the password of an account and end its sessions and tokens; returns how many tokens there were."""
        hashed = self._hasher.hash(checked_password(password))
        with self._writing() as connection:
            return self._change_password(connection, self._user(connection, name), hashed)

    def users(self) -> list[User]:
        """All accounts, by name."""
        with self._reading() as connection:
            return [_user_of(row) for row in connection.execute(select(tables.users).order_by(tables.users.c.name))]

    def language(self, user: User) -> str | None:
        """The language that an account has chosen; None where it has chosen none."""
        here = tables.users.c
        with self._reading() as connection:
            return connection.scalar(select(here.language).where(here.id == user.id))

    def set_language(self, user: User, code: str | None) -> None:
        """Speak to an account in a language; None leaves that to its browsers."""
        with self._writing() as connection:
            connection.execute(update(tables.users).where(tables.users.c.id == user.id), {"language": code})

    def authenticate(self, name: str, password: str) -> User | None:
        """The account, if the password is its own; takes as long for one that does not exist or is disabled."""
        here = tables.users.c
        with self._reading() as connection:
            row = connection.execute(select(tables.users).where(here.name == name, here.disabled_at.is_(None))).first()
        nobodys = self._nobodys_password
        try:
            self._hasher.verify(row.password if row else nobodys, password)
        except (VerificationError, InvalidHashError):
            row = None
        if row is None:
            self._note_refusal(name)
            return None
        return _user_of(row)

    def _note_refusal(self, name: str) -> None:
        """Write down that somebody could not sign in; a name that nobody has may be a password, and is not kept."""
        with self._writing() as connection:
            known = connection.scalar(select(tables.users.c.name).where(tables.users.c.name == name))
            self._note(connection, AuditAction.SIGN_IN_REFUSED, whom=known or "")

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

    def refuse_more_events(self, user: int) -> None:
        """Nothing, if an account may own one more event; raises Refused where it may not."""
        here, event = tables.roles.c, tables.tournaments.c.id
        owned = select(func.count()).where(
            here.tournament_id == event, here.user_id == user, here.role == Role.OWNER.word
        )
        with self._reading(EVERY_TOURNAMENT) as connection:
            count = connection.execute(owned).scalar_one()
        if count >= self.quotas.events:
            raise Refused("too-many-events", value=count, most=self.quotas.events)

    def recall_role(self, tournament: TournamentId, user: int) -> Role | None:
        """The same from memory, without asking the database; None for those not seen lately."""
        return self._cache.recall(Role, tournament, user)

    def roles(self, tournament: TournamentId) -> dict[str, Role]:
        """Who is what in a tournament, by name."""
        with self._reading([tournament]) as connection:
            return roles_in(connection, tournament)

    # --- links ----------------------------------------------------------------------------

    def add_link(
        self, tournament: TournamentId, role: Role, player: PlayerId | None, expires: str | None
    ) -> tuple[Link, str]:
        """A new link and its secret, which is part of its address; raises Invalid for an end that is none or past, and
        Refused for one too many."""
        if (count := len(self.links(tournament))) >= self.quotas.links:
            raise Refused("too-many-links", value=count, most=self.quotas.links)
        ends = checked_end(expires, self._clock())
        secret = secrets.token_urlsafe(SECRET_BYTES)
        grant = Grant(tournament, role, player)
        row = self._link_row(grant, secret, ends)
        with self._writing([tournament]) as connection:
            id = inserted(connection, tables.links, row)
            link = Link(id, grant, str(row["created_at"]), ends, str(row["hash"]))
            self._note_links(connection, AuditAction.LINK_ADDED, [link])
        return link, secret

    def add_player_links(
        self, tournament: TournamentId, players: Sequence[PlayerId], expires: str | None, ended: Sequence[int] = ()
    ) -> dict[PlayerId, str]:
        """The secrets of new links, one for each player without one, or with none but those `ended` in that moment."""
        ends = checked_end(expires, self._clock())
        here, event, gone = tables.links.c, tables.tournaments.c.id, set(ended)
        with self._writing([tournament]) as connection:
            # Of two who ask at once, the second waits here and finds what the first has made. SQLite has one anyway.
            connection.execute(select(event).where(event == tournament).with_for_update())
            others = connection.execute(self._lasting_links().where(here.tournament_id == tournament))
            taken = {link.player_id for link in others if link.id not in gone}
            made = {each: secrets.token_urlsafe(SECRET_BYTES) for each in players if each not in taken}
            rows = [self._link_row(Grant(tournament, Role.PLAYER, each), made[each], ends) for each in made]
            if rows:
                connection.execute(insert(tables.links), rows)
                added = select(tables.links).where(here.hash.in_([row["hash"] for row in rows]))
                links = [link_of(row) for row in connection.execute(added.order_by(here.id))]
                self._note_links(connection, AuditAction.LINK_ADDED, links)
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
        """The links of a tournament that have not ended, oldest first; those of removed players open nothing."""
        here = tables.links.c
        query = self._lasting_links().where(here.tournament_id == tournament).order_by(here.id)
        with self._reading([tournament]) as connection:
            return [link_of(row) for row in connection.execute(query)]

    def drop_link(self, tournament: TournamentId, id: int) -> None:
        """End a link and the sessions it opened."""
        with self._writing([tournament]) as connection:
            if not self._end(connection, tournament, [id]):
                raise Unknown("link", id)

    def _end(self, connection: Connection, tournament: TournamentId, ids: Sequence[int]) -> int:
        """How many of these links there were to end, with their sessions."""
        here, opened = tables.links.c, tables.sessions.c.link_id
        theirs = and_(here.id.in_(ids), here.tournament_id == tournament)
        locked = select(tables.links).where(theirs).order_by(here.id).with_for_update()  # one of many ends it
        ended = [link_of(row) for row in connection.execute(locked)]
        connection.execute(delete(tables.sessions).where(opened.in_(select(here.id).where(theirs))))
        connection.execute(delete(tables.links).where(theirs))
        self._note_links(connection, AuditAction.LINK_ENDED, ended)
        return len(ended)

    def _note_links(self, connection: Connection, action: AuditAction, links: Sequence[Link]) -> None:
        """Write into the audit what became of links, by their ids."""
        now, author = self._now(), AUTHOR.get()
        rows = [
            audit_row(
                now,
                author,
                action,
                "",
                each.grant.tournament,
                {
                    "link": each.id,
                    "role": each.grant.role.word,
                    "player": each.grant.player,
                    "expires": each.expires_at,
                },
            )
            for each in links
        ]
        if rows:
            connection.execute(insert(tables.audit), rows)

    def is_of_removed_player(self, secret: str) -> bool:
        """Whether that is the secret of a link whose player was removed from the tournament."""
        own = tables.links.c.hash == fingerprint(secret)
        removed = self._lasting_links().where(own, ~stored_credentials.link_in_force(self._now()))
        with self._reading(EVERY_TOURNAMENT) as connection:
            return connection.execute(removed).first() is not None

    def by_link(self, secret: str) -> Link | None:
        """The link with that secret, unless it has ended or its player was removed."""
        if known := self._cache.recall(Link, secret):
            return known
        generation = self._cache.generation
        query = self._valid_links().where(tables.links.c.hash == fingerprint(secret))
        with self._reading(EVERY_TOURNAMENT) as connection:
            row = connection.execute(query).first()
        return self._cache.keep(link_of(row), generation, secret, ends=row.expires_at) if row else None

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
            lock_rows(connection, tables.second_entries.name, pairing)
            connection.execute(delete(tables.second_entries).where(own))
            if result is not None:
                row = {"tournament_id": tournament, "pairing_id": pairing, "result": result.value}
                connection.execute(insert(tables.second_entries), {**row, "actor": actor.key, "at": self._now()})

    # --- bearers --------------------------------------------------------------------------

    def by_bearer(self, secret: str) -> Actor | None:
        """Whoever sends that secret: the user of a token, or the holder of a link."""
        if secret.startswith(TOKEN) and (actor := self.by_token(secret)) is not None:
            return actor
        link = self.by_link(secret)
        return link.actor if link is not None else None

    def recall_bearer(self, secret: str, *, checked_later: bool = False) -> Actor | None:
        """The same from memory, without asking the database; None for those not seen lately.

        The holder of a link is remembered for longer where the journal will ask whether the link is in force.
        """
        if (actor := self._cache.recall(Actor, secret)) is not None:
            return actor
        link = self._cache.recall(Link, secret, longer=CHECKED_LATER if checked_later else 0)
        return link.actor if link is not None else None

    def holding(self, credentials: Collection[Credential]) -> frozenset[Credential]:
        """Those of the credentials that are in force, as the database has it now."""
        if not credentials:
            return frozenset()
        with self._reading(EVERY_TOURNAMENT) as connection:
            try:
                return stored_credentials.holding(connection, credentials, self._now())
            except stored_credentials.CredentialsLocked:
                raise self._database.faults.unavailable(Unavailable("database-busy")) from None

    def roles_of(
        self, users: Collection[int], tournaments: Collection[TournamentId]
    ) -> Mapping[tuple[TournamentId, int], Role]:
        """What these users are in these tournaments, as the database has it now."""
        if not users:
            return {}
        with self._reading(tournaments) as connection:
            return stored_credentials.roles_of(connection, users, tournaments)

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
            select(*(column for column in LISTED if column is not here.rounds_paired), role.role)
            .add_columns(
                case((role.role.is_not(None), here.rounds_paired), else_=here.rounds_published).label("rounds_paired")
            )
            .join(tables.roles, mine, isouter=True)
            .where(or_(here.published, role.role.is_not(None)), here.archived == archived)
            .where(*(here[name] == value for name, value in (wanted or {}).items()))
            .order_by(here.created_at.desc(), here.id)
        )
        with self._reading(EVERY_TOURNAMENT) as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def every_tournament(self) -> list[dict[str, object]]:
        """All tournaments, archived and unpublished ones too, for those who look after the server; oldest first."""
        query = select(*LISTED).order_by(tables.tournaments.c.created_at, tables.tournaments.c.id)
        with self._reading(EVERY_TOURNAMENT) as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def note_taken_down(self, tournament: TournamentId, name: str, *, removed: bool) -> None:
        """Write into the audit that an administrator hid or removed a tournament."""
        action = AuditAction.EVENT_REMOVED if removed else AuditAction.EVENT_HIDDEN
        with self._writing([tournament]) as connection:
            self._note(connection, action, tournament=tournament, details={"label": name})

    # --- inside ---------------------------------------------------------------------------

    @cached_property
    def _nobodys_password(self) -> str:
        """What an unknown name's password is compared with, so that it takes as long."""
        return self._hasher.hash(secrets.token_hex())

    def _name_taken(self, problem: IntegrityError, name: object) -> Exception:
        """The error for an account that could not be written: its name is taken, or the fault is ours."""
        if is_taken(problem, tables.users.name):
            return Refused("user-exists", value=name)
        return self._database.faults.unavailable(problem)

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

    def _added(
        self, connection: Connection, row: Mapping[str, object], *, administrator: bool, invitation: int | None = None
    ) -> User:
        """The account of a new row, which owns what belongs to nobody if it is the only one."""
        id = inserted(connection, tables.users, {**row, "administrator": administrator})
        _give_unowned(connection, id)
        user = User(id, str(row["name"]), administrator)
        facts = {"administrator": administrator, "invitation": invitation}
        self._note(connection, AuditAction.ACCOUNT_ADDED, actor=_unless_known(user), whom=user.name, details=facts)
        return user

    def _change_password(self, connection: Connection, user: User, hashed: str) -> int:
        """How many tokens ended with the password, as all sessions and links to a new one did."""
        connection.execute(update(tables.users).where(tables.users.c.id == user.id), {"password": hashed})
        tokens = shut_out(connection, user.id)
        facts = {"tokens": tokens}
        self._note(connection, AuditAction.PASSWORD_CHANGED, actor=_unless_known(user), whom=user.name, details=facts)
        return tokens

    def _lasting_links(self) -> Select[Any]:
        """The links that have not expired, those of removed players too."""
        here = tables.links.c
        return select(tables.links).where(or_(here.expires_at.is_(None), here.expires_at > self._now()))

    def _valid_links(self) -> Select[Any]:
        return select(tables.links).where(stored_credentials.link_in_force(self._now()))


def _unless_known(user: User) -> Actor | None:
    """The user, where nobody is signed in who does it: they came by an invitation, or made the first account."""
    return user.actor if AUTHOR.get().actor is ANYONE else None


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

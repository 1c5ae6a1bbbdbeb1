"""Users, tokens, sessions, roles, links and second entries, as plain tables: nobody will ever undo them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row, and_, case, delete, func, insert, literal, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from podium.app.access import ANYONE, Actor, Role
from podium.app.accounts.accounts import Link, User, checked_name, checked_password
from podium.app.accounts.audit import AUTHOR, AuditAction
from podium.app.accounts.credentials import Credential
from podium.app.rounds.second_entry import SecondEntry
from podium.app.server.steady_clock import utc_now
from podium.core.errors import Refused, Unavailable, Unknown
from podium.core.ids import PairingId, TournamentId
from podium.core.result import Result
from podium.flow.event.knockout_options import RULES
from podium.storage import read_model, tables
from podium.storage.accounts import access_tables as stored_credentials
from podium.storage.accounts.access_tables import RoleTables
from podium.storage.accounts.account_tables import AccountTables, AuditTables, shut_out
from podium.storage.accounts.device_tables import DeviceTables
from podium.storage.accounts.registry_connections import CHECKED_LATER, Clock, inserted
from podium.storage.accounts.session_tables import LinkTables, SessionTables
from podium.storage.accounts.token_tables import TOKEN, TokenTables
from podium.storage.event.template_tables import TemplateTables
from podium.storage.journal.heads import StreamKind
from podium.storage.sql.database import MIGRATING, Database
from podium.storage.sql.faults import is_taken
from podium.storage.sql.transactions import EVERY_TOURNAMENT, lock_rows

_RULES = {option.json for option in RULES}
_UNLISTED = {*_RULES, "rounds_published"}
LISTED = tuple(column for column in read_model.tournaments.c if column.name not in _UNLISTED)


class SqlRegistry(
    AccountTables, RoleTables, TemplateTables, SessionTables, LinkTables, DeviceTables, TokenTables, AuditTables
):
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

    def add_first_user(self, name: str, password: str | None) -> User:
        """The new account, an administrator, if there is none yet; raises Refused when somebody was faster.

        Without a password nobody signs in by one until it is set.
        """
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

    def has_password(self, user: int) -> bool:
        """Whether an account can be signed in to by a password."""
        with self._reading() as connection:
            return bool(connection.scalar(select(tables.users.c.password).where(tables.users.c.id == user)))

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
            self._hasher.verify((row.password if row else "") or nobodys, password)
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
        """Who sends that secret: the user of a token, or the holder of a link."""
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

    # --- lists from the read model --------------------------------------------------------

    def tournament_of(self, pairing: str) -> TournamentId | None:
        """The tournament that has a pairing of that id."""
        here = read_model.pairings.c
        with self._reading(EVERY_TOURNAMENT) as connection:
            return connection.execute(select(here.tournament_id).where(here.id == pairing)).scalar_one_or_none()

    def tournaments(
        self, user: int | None, *, archived: bool = False, wanted: Mapping[str, object] | None = None
    ) -> list[dict[str, object]]:
        """The tournaments a user may see, with what they are in each and when it last changed; newest first.

        `wanted` keeps tournaments whose columns of these names have these values.
        """
        here, role = read_model.tournaments.c, tables.roles.c
        mine = and_(role.tournament_id == here.id, role.user_id == (user if user is not None else -1))
        query = (
            select(*(column for column in LISTED if column is not here.rounds_paired), role.role)
            .add_columns(tables.head.c.at.label("changed_at"))
            .add_columns(
                case((role.role.is_not(None), here.rounds_paired), else_=here.rounds_published).label("rounds_paired")
            )
            .join(tables.roles, mine, isouter=True)
            .join(tables.head, tables.head.c.stream == here.id)
            .where(or_(here.published, role.role.is_not(None)), here.archived == archived)
            .where(*(here[name] == value for name, value in (wanted or {}).items()))
            .order_by(here.created_at.desc(), here.id)
        )
        with self._reading(EVERY_TOURNAMENT) as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def every_tournament(self) -> list[dict[str, object]]:
        """All tournaments, archived and unpublished ones too, for administrators of the server; oldest first."""
        query = select(*LISTED).order_by(read_model.tournaments.c.created_at, read_model.tournaments.c.id)
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

    def _new_user(self, name: str, password: str | None) -> dict[str, object]:
        hashed = self._hasher.hash(checked_password(password)) if password is not None else ""
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


def _unless_known(user: User) -> Actor | None:
    """The user, where nobody is signed in who does it: they came by an invitation, or made the first account."""
    return user.actor if AUTHOR.get().actor is ANYONE else None


def _user_of(row: Row[Any]) -> User:
    return User(row.id, row.name, row.administrator)


def _give_unowned(connection: Connection, user: int) -> None:
    """Give the tournaments that belong to nobody to `user`, who must be the only one there is.

    An older database that is converted, or a command line used before anybody has an account, makes tournaments
    without an owner; they belong to the only user of this Podium.
    """
    alone = ~select(tables.users.c.id).where(tables.users.c.id != user).exists()
    owned = select(tables.roles.c.tournament_id)
    unowned = select(tables.head.c.stream, literal(user), literal(Role.OWNER.word)).where(
        alone, tables.head.c.kind == StreamKind.TOURNAMENT.value, tables.head.c.stream.not_in(owned)
    )
    connection.execute(insert(tables.roles).from_select(["tournament_id", "user_id", "role"], unowned))

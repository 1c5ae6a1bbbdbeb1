"""What administrators look after, as plain tables: accounts, invitations and the audit."""

from __future__ import annotations

import json
import secrets
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, or_, select, update

from podium.app.access import Role
from podium.app.accounts.administration import RESET_LASTS, Account, EventRole, Invitation, checked_days
from podium.app.accounts.audit import A_PAGE, ADDRESS_LASTS, MOST_ENTRIES, AuditAction, AuditEntry, network_of
from podium.app.server.steady_clock import written
from podium.core.errors import Refused, Unknown
from podium.core.ids import TournamentId
from podium.storage import read_model, tables
from podium.storage.accounts.access_tables import give_roles
from podium.storage.accounts.registry_connections import SECRET_BYTES, RegistryConnections, fingerprint, inserted
from podium.storage.sql.transactions import EVERY_TOURNAMENT

MOST_NAMED = 5
"""How many events of an account are named."""
TOGETHER = 500  # entries of the audit that are cut or dropped in one transaction
USERS, ROLES, EVENTS, AUDIT = tables.users.c, tables.roles.c, read_model.tournaments.c, tables.audit.c


class AccountTables(RegistryConnections):
    """Who has an account, changed and removed; there is always an administrator who can sign in."""

    def accounts(self) -> list[Account]:
        """All accounts with their roles, by name."""
        with self._reading(EVERY_TOURNAMENT) as connection:
            return self._accounts(connection)

    def account(self, id: int) -> Account:
        """One account with its roles; raises Unknown."""
        with self._reading(EVERY_TOURNAMENT) as connection:
            return self._account(connection, id)

    def change_account(self, id: int, *, administrator: bool | None = None, disabled: bool | None = None) -> Account:
        """The account, changed; disabled, it loses its sessions, tokens and links to a new password.

        Raises Refused where nobody would be left to look after accounts.
        """
        with self._writing(EVERY_TOURNAMENT) as connection:
            administrators = _locked_administrators(connection)
            before = self._account(connection, id)
            admin = before.administrator if administrator is None else administrator
            out = before.disabled_at is not None if disabled is None else disabled
            if administrators == {id} and (out or not admin):
                raise Refused("administrator-missing", value=before.name)
            disabled_at = (before.disabled_at or self._now()) if out else None
            changed = {"administrator": admin, "disabled_at": disabled_at}
            connection.execute(update(tables.users).where(USERS.id == id), changed)
            if out:
                shut_out(connection, id)
            self._note_change(connection, before, administrator=admin, disabled=out)
            return self._account(connection, id)

    def _note_change(self, connection: Connection, before: Account, *, administrator: bool, disabled: bool) -> None:
        """Write into the audit what an account became."""
        if administrator is not before.administrator:
            made = AuditAction.ADMINISTRATOR_MADE if administrator else AuditAction.ADMINISTRATOR_UNMADE
            self._note(connection, made, whom=before.name)
        if disabled is not (before.disabled_at is not None):
            action = AuditAction.ACCOUNT_DISABLED if disabled else AuditAction.ACCOUNT_ENABLED
            self._note(connection, action, whom=before.name)

    def remove_account(self, id: int, heir: int | None) -> Mapping[str, str]:
        """The events, by id and name, of which the account was the only owner: they are the `heir`'s now.

        Raises Refused without an heir where there are such events, and for the last administrator.
        """
        with self._writing(EVERY_TOURNAMENT) as connection:
            administrators = _locked_administrators(connection)
            gone = self._account(connection, id)
            if administrators == {id}:
                raise Refused("administrator-missing", value=gone.name)
            owned_by_others = select(ROLES.tournament_id).where(ROLES.role == Role.OWNER.word, ROLES.user_id != id)
            orphans = {
                row.tournament_id: row.name or row.tournament_id
                for row in connection.execute(
                    select(ROLES.tournament_id, EVENTS.name)
                    .join(read_model.tournaments, ROLES.tournament_id == EVENTS.id, isouter=True)
                    .where(ROLES.user_id == id, ROLES.role == Role.OWNER.word)
                    .where(ROLES.tournament_id.not_in(owned_by_others))
                )
            }
            if orphans:
                self._inherit(connection, gone, heir, orphans)
            shut_out(connection, id)
            for table in (tables.roles, tables.templates, tables.drafts):
                connection.execute(delete(table).where(table.c.user_id == id))
            connection.execute(delete(tables.users).where(USERS.id == id))
            self._note(connection, AuditAction.ACCOUNT_REMOVED, whom=gone.name)
            return orphans

    def invite(self, label: str, *, administrator: bool, days: int) -> tuple[Invitation, str]:
        """A new invitation and its secret, which is part of its address; raises Invalid for an odd number of days."""
        lasts = timedelta(days=checked_days(days))
        with self._writing() as connection:
            made, secret = self._invited(connection, lasts, label, administrator=administrator)
            facts = {"invitation": made.id, "label": label, "administrator": administrator, "expires": made.expires_at}
            self._note(connection, AuditAction.INVITATION_MADE, details=facts)
            return made, secret

    def invite_to_reset(self, id: int) -> tuple[Invitation, str]:
        """A new way to another password for an account; earlier ones end. Raises Refused where it is disabled."""
        with self._writing(EVERY_TOURNAMENT) as connection:
            account = self._account(connection, id)
            if account.disabled_at is not None:
                raise Refused("account-disabled", value=account.name)
            connection.execute(delete(tables.invitations).where(tables.invitations.c.user_id == id))
            made, secret = self._invited(connection, RESET_LASTS, account.name, user=account)
            facts = {"invitation": made.id, "expires": made.expires_at}
            self._note(connection, AuditAction.PASSWORD_LINK_MADE, whom=account.name, details=facts)
            return made, secret

    def invitations(self) -> list[Invitation]:
        """The invitations that still hold, oldest first."""
        with self._reading() as connection:
            rows = connection.execute(self._valid_invitations().order_by(tables.invitations.c.id))
            return [_invitation(row) for row in rows]

    def drop_invitation(self, id: int) -> None:
        """End an invitation; raises Unknown."""
        with self._writing() as connection:
            if not connection.execute(delete(tables.invitations).where(tables.invitations.c.id == id)).rowcount:
                raise Unknown("invitation", id)
            self._note(connection, AuditAction.INVITATION_ENDED, details={"invitation": id})

    def by_invitation(self, secret: str) -> Invitation | None:
        """The invitation with that secret, unless it was used or has ended."""
        with self._reading() as connection:
            row = connection.execute(self._with_secret(secret)).first()
            return _invitation(row) if row else None

    # --- inside ---------------------------------------------------------------------------

    def _accounts(self, connection: Connection, id: int | None = None) -> list[Account]:
        chosen = USERS.id == id if id is not None else USERS.id.is_not(None)
        roles: dict[int, list[EventRole]] = defaultdict(list)
        for row in connection.execute(
            select(ROLES.user_id, ROLES.tournament_id, ROLES.role, EVENTS.name)
            .join(read_model.tournaments, ROLES.tournament_id == EVENTS.id)
            .order_by(EVENTS.created_at.desc(), EVENTS.id)
        ):
            roles[row.user_id].append(EventRole(row.tournament_id, row.name, Role[row.role.upper()]))
        sessions = _counted(connection, tables.sessions.c.user_id, tables.sessions.c.expires_at > self._now())
        tokens = _counted(connection, tables.tokens.c.user_id, tables.tokens.c.expires_at > self._now())
        return [
            Account(
                id=row.id,
                name=row.name,
                administrator=row.administrator,
                created_at=row.created_at,
                disabled_at=row.disabled_at,
                roles=tuple(roles[row.id]),
                sessions=sessions[row.id],
                tokens=tokens[row.id],
            )
            for row in connection.execute(select(tables.users).where(chosen).order_by(USERS.name))
        ]

    def _account(self, connection: Connection, id: int) -> Account:
        found = self._accounts(connection, id)
        if not found:
            raise Unknown("user", id)
        return found[0]

    def _inherit(self, connection: Connection, gone: Account, heir: int | None, events: Mapping[str, str]) -> None:
        """Make the heir the owner of these events."""
        if heir is None or heir == gone.id:
            names = [*events.values()][:MOST_NAMED]
            raise Refused("account-owns-events", value=gone.name, names=names, count=len(events))
        name = self._account(connection, heir).name
        give_roles(connection, ((event, heir, Role.OWNER) for event in events))
        for event in events:
            facts = {"role": Role.OWNER.word, "from": gone.name}
            self._note(connection, AuditAction.ROLE_GIVEN, whom=name, tournament=TournamentId(event), details=facts)

    def _invited(
        self,
        connection: Connection,
        lasts: timedelta,
        label: str,
        *,
        administrator: bool = False,
        user: Account | None = None,
    ) -> tuple[Invitation, str]:
        secret = secrets.token_urlsafe(SECRET_BYTES)
        now = self._clock()
        connection.execute(delete(tables.invitations).where(tables.invitations.c.expires_at <= self._now()))
        row: dict[str, object] = {
            "hash": fingerprint(secret),
            "user_id": user.id if user else None,
            "label": label,
            "administrator": administrator,
            "created_at": written(now),
            "expires_at": written(now + lasts),
        }
        id = inserted(connection, tables.invitations, row)
        name = user.name if user else None
        return Invitation(id, label, administrator, str(row["created_at"]), str(row["expires_at"]), name), secret

    def _valid_invitations(self) -> Select[Any]:
        here = tables.invitations.c
        return (
            select(tables.invitations, USERS.name)
            .join(tables.users, here.user_id == USERS.id, isouter=True)
            .where(here.expires_at > self._now(), USERS.disabled_at.is_(None))
        )

    def _with_secret(self, secret: str) -> Select[Any]:
        return self._valid_invitations().where(tables.invitations.c.hash == fingerprint(secret))


def _invitation(row: Row[Any]) -> Invitation:
    return Invitation(row.id, row.label, row.administrator, row.created_at, row.expires_at, row.name)


def _locked_administrators(connection: Connection) -> set[int]:
    """The administrators who can sign in, by id; nobody else changes that before this transaction ends."""
    able = select(USERS.id).where(USERS.administrator, USERS.disabled_at.is_(None)).order_by(USERS.id)
    return set(connection.execute(able.with_for_update()).scalars())


def shut_out(connection: Connection, id: int) -> int:
    """End all that lets a user in without a password, and what would set one; returns how many tokens there were."""
    for table in (tables.sessions, tables.invitations):
        connection.execute(delete(table).where(table.c.user_id == id))
    return connection.execute(delete(tables.tokens).where(tables.tokens.c.user_id == id)).rowcount


def _counted(connection: Connection, column: Any, *conditions: Any) -> Counter[int]:
    query = select(column, func.count()).where(column.is_not(None), *conditions).group_by(column)
    return Counter({row[0]: row[1] for row in connection.execute(query)})


class AuditTables(RegistryConnections):
    """Who did what to accounts, roles, links and tokens."""

    def audit(
        self, tournament: TournamentId | None = None, *, before: int | None = None, most: int = A_PAGE
    ) -> list[AuditEntry]:
        """The newest entries, of one tournament or of all that there is; those before an id, to read on."""
        query = select(tables.audit).order_by(AUDIT.id.desc()).limit(min(most, MOST_ENTRIES))
        if tournament is not None:
            query = query.where(AUDIT.tournament_id == tournament)
        if before is not None:
            query = query.where(AUDIT.id < before)
        with self._reading() as connection:
            return [_entry(row) for row in connection.execute(query)]

    def forget_in_audit(self, name: str) -> int:
        """How many entries named somebody who has no account any more; none does afterwards.

        Raises Refused while there is an account of that name.
        """
        users, key = tables.users.c, f"user:{name}"
        with self._writing() as connection:
            if connection.execute(select(users.id).where(users.name == name)).first() is not None:
                raise Refused("account-exists", value=name)
            rows = connection.execute(select(AUDIT.id).where(or_(AUDIT.actor == key, AUDIT.whom == name))).all()
            by, to = update(tables.audit).where(AUDIT.actor == key), update(tables.audit).where(AUDIT.whom == name)
            connection.execute(by.values(actor="user:", name="", address=""))
            connection.execute(to.values(whom="", details="{}"))
            return len(rows)

    def tidy_audit(self, days: int) -> int:
        """How many old entries were dropped or lost the end of their address, of those that are due; some at a time."""
        now = self._clock()
        dropped_before = written(now - timedelta(days=days))
        cut_before = written(now - ADDRESS_LASTS)
        with self._writing() as connection:
            old = list(connection.scalars(select(AUDIT.id).where(AUDIT.at < dropped_before).limit(TOGETHER)))
            connection.execute(delete(tables.audit).where(AUDIT.id.in_(old)))
            whole = (AUDIT.at < cut_before, AUDIT.address != "", AUDIT.address.not_like("%/%"))
            rows = connection.execute(select(AUDIT.id, AUDIT.address).where(*whole).limit(TOGETHER)).all()
            for row in rows:
                cut = {"address": network_of(row.address)}
                connection.execute(update(tables.audit).where(AUDIT.id == row.id), cut)
            return len(old) + len(rows)


def _entry(row: Row[Any]) -> AuditEntry:
    stored = row._asdict()
    event = stored.pop("tournament_id")
    stored["tournament"] = TournamentId(event) if event else None
    return AuditEntry(**stored | {"action": AuditAction(row.action), "details": json.loads(row.details)})

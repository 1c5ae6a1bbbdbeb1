"""The audit as a plain table: read newest first, cut short where it grows old."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from sqlalchemy import Row, delete, or_, select, update

from podium.app.accounts.audit import A_PAGE, ADDRESS_LASTS, MOST_ENTRIES, AuditAction, AuditEntry, network_of
from podium.core.errors import Refused
from podium.core.ids import TournamentId
from podium.storage import tables
from podium.storage.accounts.registry_connections import RegistryConnections

HERE = tables.audit.c
TOGETHER = 500  # entries that are cut or dropped in one transaction


class AuditTables(RegistryConnections):
    """Who did what to accounts, roles, links and tokens."""

    def audit(
        self, tournament: TournamentId | None = None, *, before: int | None = None, most: int = A_PAGE
    ) -> list[AuditEntry]:
        """The newest entries, of one tournament or of all that there is; those before an id, to read on."""
        query = select(tables.audit).order_by(HERE.id.desc()).limit(min(most, MOST_ENTRIES))
        if tournament is not None:
            query = query.where(HERE.tournament_id == tournament)
        if before is not None:
            query = query.where(HERE.id < before)
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
            rows = connection.execute(select(HERE.id).where(or_(HERE.actor == key, HERE.whom == name))).all()
            by, to = update(tables.audit).where(HERE.actor == key), update(tables.audit).where(HERE.whom == name)
            connection.execute(by.values(actor="user:", name="", address=""))
            connection.execute(to.values(whom="", details="{}"))
            return len(rows)

    def tidy_audit(self, days: int) -> int:
        """How many old entries were dropped or lost the end of their address, of those that are due; some at a time."""
        now = self._clock()
        dropped_before = (now - timedelta(days=days)).isoformat(timespec="milliseconds")
        cut_before = (now - ADDRESS_LASTS).isoformat(timespec="milliseconds")
        with self._writing() as connection:
            old = list(connection.scalars(select(HERE.id).where(HERE.at < dropped_before).limit(TOGETHER)))
            connection.execute(delete(tables.audit).where(HERE.id.in_(old)))
            whole = (HERE.at < cut_before, HERE.address != "", HERE.address.not_like("%/%"))
            rows = connection.execute(select(HERE.id, HERE.address).where(*whole).limit(TOGETHER)).all()
            for row in rows:
                cut = {"address": network_of(row.address)}
                connection.execute(update(tables.audit).where(HERE.id == row.id), cut)
            return len(old) + len(rows)


def _entry(row: Row[Any]) -> AuditEntry:
    return AuditEntry(
        id=row.id,
        at=row.at,
        action=AuditAction(row.action),
        actor=row.actor,
        name=row.name,
        via=row.via,
        whom=row.whom,
        tournament=TournamentId(row.tournament_id) if row.tournament_id else None,
        address=row.address,
        details=json.loads(row.details),
    )

"""Templates and drafts of events, as plain tables; each belongs to one user."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, delete, insert, select

from podium.app.event.templates import DRAFT_LASTS, Draft, Template
from podium.app.server.steady_clock import written
from podium.core.errors import Unknown
from podium.storage import tables
from podium.storage.accounts.registry_connections import RegistryConnections, inserted
from podium.storage.sql.transactions import lock_rows

TEMPLATES, DRAFTS = tables.templates.c, tables.drafts.c


class TemplateTables(RegistryConnections):
    """What events start from."""

    def keep_template(self, user: int, name: str, settings: Mapping[str, object]) -> Template:
        """The settings under a name, in place of those that had it."""
        row = {"user_id": user, "name": name, "settings": json.dumps(settings), "created_at": self._now()}
        with self._writing() as connection:
            lock_rows(connection, tables.templates.name, user)
            connection.execute(delete(tables.templates).where(TEMPLATES.user_id == user, TEMPLATES.name == name))
            id = inserted(connection, tables.templates, row)
        return Template(id, name, settings, str(row["created_at"]))

    def templates(self, user: int) -> list[Template]:
        """The templates of a user, by name."""
        with self._reading() as connection:
            own = select(tables.templates).where(TEMPLATES.user_id == user)
            return [_template(row) for row in connection.execute(own.order_by(TEMPLATES.name))]

    def template(self, user: int, id: int) -> Template:
        """One template; raises Unknown for somebody else's."""
        own = select(tables.templates).where(TEMPLATES.user_id == user, TEMPLATES.id == id)
        with self._reading() as connection:
            row = connection.execute(own).first()
        if row is None:
            raise Unknown("template", id)
        return _template(row)

    def drop_template(self, user: int, id: int) -> None:
        """A template less; raises Unknown for somebody else's."""
        with self._writing() as connection:
            gone = connection.execute(delete(tables.templates).where(TEMPLATES.user_id == user, TEMPLATES.id == id))
            if not gone.rowcount:
                raise Unknown("template", id)

    def keep_draft(self, user: int, id: str, body: Mapping[str, object]) -> None:
        """Keep a draft in place of what it was; those that nobody has touched for long are dropped."""
        row = {"id": id, "user_id": user, "body": json.dumps(body), "changed_at": self._now()}
        stale = written(self._clock() - DRAFT_LASTS)
        with self._writing() as connection:
            lock_rows(connection, tables.drafts.name, id)
            connection.execute(delete(tables.drafts).where(DRAFTS.changed_at < stale))
            connection.execute(delete(tables.drafts).where(DRAFTS.user_id == user, DRAFTS.id == id))
            connection.execute(insert(tables.drafts), row)

    def drafts(self, user: int) -> list[Draft]:
        """The drafts of a user, the last one touched first."""
        query = select(tables.drafts).where(DRAFTS.user_id == user).order_by(DRAFTS.changed_at.desc(), DRAFTS.id)
        with self._reading() as connection:
            return [_draft(row) for row in connection.execute(query)]

    def draft(self, user: int, id: str) -> Draft | None:
        """One draft; none where it is somebody else's, or the event was created."""
        with self._reading() as connection:
            row = connection.execute(select(tables.drafts).where(DRAFTS.user_id == user, DRAFTS.id == id)).first()
        return _draft(row) if row else None

    def drop_draft(self, user: int, id: str) -> None:
        """A draft less; one that is gone stays gone."""
        with self._writing() as connection:
            connection.execute(delete(tables.drafts).where(DRAFTS.user_id == user, DRAFTS.id == id))


def _template(row: Row[Any]) -> Template:
    return Template(row.id, row.name, json.loads(row.settings), row.created_at)


def _draft(row: Row[Any]) -> Draft:
    return Draft(row.id, json.loads(row.body), row.changed_at)

"""Tokens, as a plain table: keys for programs, each with a scope and an end."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Row, delete, select, update

from podium.app.access import Actor
from podium.app.accounts.accounts import Token, User
from podium.app.accounts.audit import AuditAction
from podium.app.accounts.credentials import TOKEN_DAYS, TokenScope, checked_token_days, scope_named
from podium.app.server.steady_clock import written
from podium.core.errors import Refused, Unknown
from podium.core.ids import TournamentId
from podium.storage import tables
from podium.storage.accounts.registry_connections import SECRET_BYTES, Clock, RegistryConnections, fingerprint, inserted
from podium.storage.sql.database import Database

TOKEN = "podium_"  # noqa: S105  # how the secret of a token begins, and none itself
HERE, USERS = tables.tokens.c, tables.users.c


class TokenTables(RegistryConnections):
    """Who may come by which token. When one was last used is noted in memory, and written now and then."""

    def __init__(self, database: Database, clock: Clock, elapsed: Callable[[], float] = time.monotonic) -> None:
        super().__init__(database, clock, elapsed)
        self._used: dict[int, str] = {}
        self._using = threading.Lock()

    def add_token(
        self,
        user: User,
        label: str,
        scope: TokenScope = TokenScope.EVERYTHING,
        tournament: TournamentId | None = None,
        days: int = TOKEN_DAYS,
    ) -> tuple[Token, str]:
        """A new token and its secret, which is shown once; raises Invalid for odd days, Refused for one too many."""
        if not user.administrator and (count := len(self.tokens(user))) >= self.quotas.tokens:
            raise Refused("too-many-tokens", value=count, most=self.quotas.tokens)
        secret, now = TOKEN + secrets.token_urlsafe(SECRET_BYTES), self._clock()
        row: dict[str, object] = {
            "user_id": user.id,
            "label": label,
            "hash": fingerprint(secret),
            "created_at": written(now),
            "scope": scope.word,
            "tournament_id": tournament,
            "expires_at": written(now + checked_token_days(days)),
        }
        with self._writing() as connection:
            id = inserted(connection, tables.tokens, row)
            facts = {"token": id, "label": label, "scope": scope.word, "expires": row["expires_at"]}
            self._note(connection, AuditAction.TOKEN_ADDED, whom=user.name, tournament=tournament, details=facts)
            made = connection.execute(select(tables.tokens).where(HERE.id == id)).one()
        return _token(made), secret

    def tokens(self, user: User) -> list[Token]:
        """The tokens of a user that work, oldest first."""
        valid = (HERE.user_id == user.id, HERE.expires_at > self._now())
        with self._reading() as connection:
            rows = connection.execute(select(tables.tokens).where(*valid).order_by(HERE.id)).all()
        with self._using:
            return [_token(row, self._used.get(row.id)) for row in rows]

    def drop_token(self, user: User, id: int) -> None:
        """Make a token worthless; raises Unknown for somebody else's."""
        own = (HERE.id == id, HERE.user_id == user.id)
        with self._writing() as connection:
            row = connection.execute(select(tables.tokens).where(*own).with_for_update()).first()  # one of many ends it
            if row is None:
                raise Unknown("token", id)
            connection.execute(delete(tables.tokens).where(*own))
            event = TournamentId(row.tournament_id) if row.tournament_id else None
            facts = {"token": id, "label": row.label}
            self._note(connection, AuditAction.TOKEN_ENDED, whom=user.name, tournament=event, details=facts)

    def by_token(self, secret: str) -> Actor | None:
        """The user whose token that is, as far as it reaches."""
        if known := self._cache.recall(Actor, secret):
            return known
        generation, now = self._cache.generation, self._now()
        with self._reading() as connection:
            row = connection.execute(
                select(tables.tokens, USERS.name, USERS.administrator)
                .join(tables.users, HERE.user_id == USERS.id)
                .where(HERE.hash == fingerprint(secret), HERE.expires_at > now, USERS.disabled_at.is_(None))
            ).first()
        if row is None:
            return None
        with self._using:
            self._used[row.id] = now
        actor = _token(row).actor(User(row.user_id, row.name, row.administrator))
        return self._cache.keep(actor, generation, secret, ends=row.expires_at)

    def write_uses(self) -> None:
        """Write when tokens were last used, as far as this process has seen them."""
        with self._using:
            used, self._used = self._used, {}
        if used:
            with self._writing() as connection:
                for id, at in sorted(used.items()):
                    connection.execute(update(tables.tokens).where(HERE.id == id), {"last_used_at": at})


def _token(row: Row[Any], used: str | None = None) -> Token:
    event = TournamentId(row.tournament_id) if row.tournament_id else None
    last = max(filter(None, (used, row.last_used_at)), default=None)
    return Token(row.id, row.label, row.created_at, scope_named(row.scope), event, row.expires_at, last, row.hash)

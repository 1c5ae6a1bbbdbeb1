"""Attempts to sign in, counted in the database so that limits hold however many processes there are.

One row for each account, address or device that was tried lately: how many attempts were made, and until when they
count. One statement looks and counts, so that of a hundred at once no more are heard than the limit says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, or_, select, text, update

from podium.app.accounts.logins import WINDOW, AttemptLimit
from podium.storage import tables
from podium.storage.accounts.registry_connections import fingerprint
from podium.storage.journal.journal import utc_now
from podium.storage.sql.database import Database

CLEANED_EVERY = WINDOW
ASTRAY = 2 * WINDOW  # further in the future than any attempt puts it: the clock was set back
_COUNT = """
    INSERT INTO attempts (key, made, until) VALUES (:key, 1, :ends)
    ON CONFLICT (key) DO UPDATE
    SET made = CASE WHEN attempts.until > :now AND attempts.until <= :astray THEN attempts.made + 1 ELSE 1 END,
        until = CASE WHEN attempts.until > :now AND attempts.until <= :astray THEN attempts.until ELSE :ends END
    WHERE attempts.made < :most OR attempts.until <= :now OR attempts.until > :astray
    RETURNING made
"""


class SqlAttempts:
    """The attempts of all processes on one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock
        self._cleans_at = 0

    def count(self, limits: Sequence[AttemptLimit]) -> int:
        """Count one attempt under each of the limits and return 0; where one is reached, count none.

        What is returned then is for how many seconds no attempt is free. Those who come after the limit was reached
        cost a look and no write.
        """
        now = self._milliseconds()
        if seconds := self._wait(limits, now):
            return seconds
        try:
            with self._database.write() as connection:
                self._clean(connection, now)
                for limit in limits:
                    self._count(connection, limit, now)
        except _Reached:
            return max(1, self._wait(limits, now))
        return 0

    def give_back(self, limits: Sequence[AttemptLimit]) -> None:
        """Take back one attempt that was counted: it was no guess."""
        here = tables.attempts.c
        with self._database.write() as connection:
            for limit in limits:
                own = update(tables.attempts).where(here.key == _key(limit), here.made > 0)
                connection.execute(own.values(made=here.made - 1))

    def _wait(self, limits: Sequence[AttemptLimit], now: int) -> int:
        """For how many seconds no attempt is free under one of the limits; 0 where one is."""
        here, most = tables.attempts.c, {_key(limit): limit.most for limit in limits}
        query = select(tables.attempts).where(here.key.in_(list(most)), here.until > now, here.until <= now + ASTRAY)
        with self._database.read() as connection:
            reached = [int(row.until) - now for row in connection.execute(query) if row.made >= most[row.key]]
        return -(-max(reached, default=0) // 1000)

    def _count(self, connection: Connection, limit: AttemptLimit, now: int) -> None:
        times = {"now": now, "ends": now + WINDOW, "astray": now + ASTRAY}
        values = {"key": _key(limit), "most": limit.most, **times}
        if connection.execute(text(_COUNT), values).first() is None:
            raise _Reached

    def _clean(self, connection: Connection, now: int) -> None:
        """Drop, once a minute, the rows whose attempts count no more."""
        if not self._cleans_at - CLEANED_EVERY <= now < self._cleans_at:  # the clock may have been set back
            self._cleans_at = now + CLEANED_EVERY
            until = tables.attempts.c.until
            connection.execute(delete(tables.attempts).where(or_(until <= now, until > now + ASTRAY)))

    def _milliseconds(self) -> int:
        return int(self._clock().timestamp() * 1000)


class _Reached(Exception):
    """A limit that another attempt reached in the meantime; what was counted with it is taken back."""


def _key(limit: AttemptLimit) -> str:
    """What is stored in place of a name or an address."""
    return fingerprint(f"{limit.kind}\0{limit.whose}")

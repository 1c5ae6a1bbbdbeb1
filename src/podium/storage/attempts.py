"""Attempts to sign in, counted in the database so that limits hold however many processes there are.

One row for each account, address or device that was tried lately: `until` is the moment at which all its attempts are
free again. An attempt moves it on by a step, and is refused where it would move past a minute from now; one statement
does both, so that a hundred at once are counted one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, select, text, update

from podium.app.attempts import WINDOW, AttemptLimit
from podium.storage import tables
from podium.storage.database import Database
from podium.storage.journal import utc_now
from podium.storage.registry_connections import fingerprint

CLEANED_EVERY = WINDOW
ASTRAY = 2 * WINDOW  # further in the future than any attempt puts it: the clock was set back
_COUNT = """
    INSERT INTO attempts (key, until) VALUES (:key, :now + :step)
    ON CONFLICT (key) DO UPDATE
    SET until = CASE WHEN attempts.until BETWEEN :now AND :astray THEN attempts.until ELSE :now END + :step
    WHERE attempts.until + :step <= :now + :window OR attempts.until > :astray
    RETURNING until
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
                own = update(tables.attempts).where(here.key == _key(limit))
                connection.execute(own.values(until=here.until - limit.step))

    def _wait(self, limits: Sequence[AttemptLimit], now: int) -> int:
        """For how many seconds no attempt is free under one of the limits; 0 where one is."""
        here = tables.attempts.c
        query = select(here.key, here.until).where(here.key.in_([_key(limit) for limit in limits]))
        with self._database.read() as connection:
            untils: dict[str, int] = {
                row.key: row.until for row in connection.execute(query) if row.until <= now + ASTRAY
            }
        late = max(untils.get(_key(limit), 0) + limit.step - now - WINDOW for limit in limits)
        return max(0, -(-late // 1000))

    def _count(self, connection: Connection, limit: AttemptLimit, now: int) -> None:
        values = {"key": _key(limit), "now": now, "step": limit.step, "window": WINDOW, "astray": now + ASTRAY}
        if connection.execute(text(_COUNT), values).first() is None:
            raise _Reached

    def _clean(self, connection: Connection, now: int) -> None:
        """Drop, once a minute, the rows whose attempts are all free again."""
        if now >= self._cleans_at:
            self._cleans_at = now + CLEANED_EVERY
            connection.execute(delete(tables.attempts).where(tables.attempts.c.until <= now))

    def _milliseconds(self) -> int:
        return int(self._clock().timestamp() * 1000)


class _Reached(Exception):
    """A limit that another attempt reached in the meantime; what was counted with it is taken back."""


def _key(limit: AttemptLimit) -> str:
    """What is stored in place of a name or an address."""
    return fingerprint(f"{limit.kind}\0{limit.whose}")

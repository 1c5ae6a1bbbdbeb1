"""What protects signing in: attempts, counted in the database, and devices that an account has signed in on before.

Attempts have one row for each account, address or device that was tried lately: how many were made, and until when they
count. One statement looks and counts, so that limits hold however many processes there are, and of a hundred attempts
at once no more are heard than the limit says.

Of devices nothing is stored. Their cookie has a mark for each account, made with the stored hash of its password as
key: a new password ends all marks of the account, and every process on the database can tell a mark from a forgery.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, or_, select, text, update

from podium.app.accounts.accounts import User
from podium.app.accounts.logins import MOST_ACCOUNTS, WINDOW, AttemptLimit, Device
from podium.app.server.steady_clock import utc_now
from podium.storage import tables
from podium.storage.accounts.registry_connections import fingerprint
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
_COOKIE = re.compile(rf"(?P<id>[A-Za-z0-9_-]{{22}})(?P<marks>(?:\.[0-9]{{1,9}}-[0-9a-f]{{64}}){{1,{MOST_ACCOUNTS}}})")


class SqlAttempts:
    """The attempts of all processes on one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock
        self._cleans_at = 0

    def count(self, limits: Sequence[AttemptLimit]) -> int:
        """Count one attempt under each of the limits and return 0; where one is reached, count none.

        What is returned then is for how many seconds no attempt is free. Attempts after the limit was reached
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


class SqlDevices:
    """The devices that the accounts of a database vouch for. A cookie is an id and a mark for each account."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def by_cookie(self, cookie: str) -> Device | None:
        """The device with that cookie; None for one that was forged, or whose accounts have new passwords."""
        match = _COOKIE.fullmatch(cookie)
        if match is None:
            return None
        marks = _marks(match["marks"])
        here = tables.users.c
        query = select(here.id, here.name, here.password).where(here.id.in_(list(marks)), here.disabled_at.is_(None))
        with self._database.read() as connection:
            rows = list(connection.execute(query))
        genuine = (
            row.name for row in rows if hmac.compare_digest(marks[row.id], _mark(row.password, match["id"], row.id))
        )
        names = frozenset(genuine)
        return Device(match["id"], names) if names else None

    def cookie(self, user: User, before: str) -> str:
        """The cookie of a device on which `user` has signed in, which had the cookie `before`."""
        match = _COOKIE.fullmatch(before) if self.by_cookie(before) else None
        id = match["id"] if match else secrets.token_urlsafe(16)
        others = {each: mark for each, mark in _marks(match["marks"] if match else "").items() if each != user.id}
        here = tables.users.c
        with self._database.read() as connection:
            password = connection.execute(select(here.password).where(here.id == user.id)).scalar_one_or_none()
        marks = {user.id: _mark(password or "", id, user.id), **others}
        return id + "".join(f".{each}-{mark}" for each, mark in list(marks.items())[:MOST_ACCOUNTS])


def _marks(text: str) -> dict[int, str]:
    """The marks in a cookie, by account."""
    pairs = (each.split("-") for each in text.split(".") if each)
    return {int(id): mark for id, mark in pairs}


def _mark(password: str, device: str, user: int) -> str:
    return hmac.digest(password.encode(), f"device {device} {user}".encode(), "sha256").hex()

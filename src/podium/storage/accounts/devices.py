"""Devices by cookies that are signed with what is stored of the accounts' passwords.

Nothing is stored: a mark is made with the stored hash of the password as key, so that a new password ends all marks of
the account, and every process on the database can tell a mark from a forgery.
"""

from __future__ import annotations

import hmac
import re
import secrets

from sqlalchemy import select

from podium.app.accounts.accounts import User
from podium.app.accounts.logins import MOST_ACCOUNTS, Device
from podium.storage import tables
from podium.storage.sql.database import Database

_COOKIE = re.compile(rf"(?P<id>[A-Za-z0-9_-]{{22}})(?P<marks>(?:\.[0-9]{{1,9}}-[0-9a-f]{{64}}){{1,{MOST_ACCOUNTS}}})")


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

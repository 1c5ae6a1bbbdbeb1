"""The clock by which sessions, tokens, links and invitations end: it never goes back, not even over a restart.

The latest time that was known is stored now and then. A clock that was set far ahead by mistake, and back, stands still
here until the true time has caught up: what it ended has ended.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection, select, text

from podium.storage import tables
from podium.storage.sql.database import Database

_STORE = text(
    "INSERT INTO latest_time (id, at) VALUES (1, :at) "
    "ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE excluded.at > latest_time.at"
)


class ExpiryClock:
    """Called, it says what time it is, in UTC; never earlier than it said before, or than is stored."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
        self._lock = threading.Lock()
        self._latest: datetime | None = None

    def __call__(self) -> datetime:
        now = self._clock()
        with self._lock:
            if self._latest is None:
                self._latest = self._stored() or now
            self._latest = max(self._latest, now)
            return self._latest

    def store(self, connection: Connection) -> None:
        """Keep the time for whoever asks after a restart."""
        connection.execute(_STORE, {"at": self().isoformat(timespec="milliseconds")})

    def _stored(self) -> datetime | None:
        with self._database.read() as connection:
            at = connection.scalar(select(tables.latest_time.c.at))
        return datetime.fromisoformat(at) if at else None

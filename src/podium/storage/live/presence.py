"""Which players have their live game open, as each process on one PostgreSQL says of itself every few seconds.

One row of a process holds all its players, so that a thousand phones cost one write. It is a hint: where the database
is away, what was known last counts.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Collection

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.exc import SQLAlchemyError

from podium.app.ports import ConnectedPlayer
from podium.storage import tables
from podium.storage.sql.bulk_insert import insert_rows
from podium.storage.sql.database import Database

COUNTS = 15_000  # milliseconds for which the word of a process counts
KNOWN = 2_000  # milliseconds for which what was read is used again
AGAIN = 5_000  # milliseconds after which a process says the same again


class Presence:
    """Tells other processes who is connected to this one, and knows who is to them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._own = secrets.token_hex(8)
        self._lock = threading.Lock()
        self._read_at: int | None = None
        self._elsewhere: frozenset[ConnectedPlayer] = frozenset()
        self._said: tuple[frozenset[ConnectedPlayer], int] = frozenset(), 0

    def tell(self, players: Collection[ConnectedPlayer], now: int) -> None:
        """Say who is connected to this process at `now`, if that changed or it is time to say it again; the word of
        processes that are gone is forgotten."""
        said, at = self._said
        if said == players and 0 <= now - at < AGAIN:
            return
        self._said = frozenset(players), now
        here = tables.presence.c
        row = {"process": self._own, "at": now, "players": msgspec.json.encode(sorted(players)).decode()}
        try:
            with self._database.writing.begin() as connection:
                insert_rows(connection, tables.presence, [row], replace=True)
                connection.execute(delete(tables.presence).where(here.at < now - COUNTS))
        except SQLAlchemyError:
            self._said = frozenset(), 0  # it is said again

    def elsewhere(self, now: int, *, asked_anew: bool = False) -> frozenset[ConnectedPlayer]:
        """Who is connected to other processes at `now`, or (unless it is asked anew) was a moment ago."""
        with self._lock:
            if asked_anew or self._read_at is None or not 0 <= now - self._read_at < KNOWN:
                self._read_at = now
                self._elsewhere = self._read(now)
            return self._elsewhere

    def _read(self, now: int) -> frozenset[ConnectedPlayer]:
        here = tables.presence.c
        query = select(here.players).where(here.process != self._own, here.at >= now - COUNTS)
        try:
            with self._database.reading.connect() as connection:
                words = list(connection.scalars(query))
        except SQLAlchemyError:
            return self._elsewhere
        return frozenset(player for word in words for player in msgspec.json.decode(word, type=list[ConnectedPlayer]))

"""Signs of life: which players have their live game open, and that a process which looks after live games can write.

Of the players, each process on one PostgreSQL says every few seconds who is connected to it. One row of a process holds
all its players, so that a thousand phones cost one write. It is a hint: where the database is away, what was known last
counts.

That games are looked after is written with commands for games, about once a second. The first process to write after a
silence pauses the games that were under way, in the same transaction: so no move is charged for a time when nobody
could make one, and no crash comes between.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, delete, select
from sqlalchemy.exc import SQLAlchemyError

from podium.app.access import SYSTEM, Role
from podium.app.ports import ConnectedPlayer, GameIntent
from podium.games.commands import Interrupt
from podium.storage import read_model, tables
from podium.storage.sql.bulk_insert import insert_rows
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT, show_tournaments

COUNTS = 15_000  # milliseconds for which the word of a process counts
KNOWN = 2_000  # milliseconds for which what was read is used again
AGAIN = 5_000  # milliseconds after which a process says the same again
BEATS = 1000  # milliseconds between signs that a process can write
SILENCE = 3000  # milliseconds without one, before a process began, after which games are interrupted
STALL = 10_000  # the same in the life of a process, which may only be busy: a thousand phones that connect at once


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


class Heartbeat:
    """The signs of life of this process, once it looks after games, and those it finds of others."""

    def __init__(self) -> None:
        self.watching = False
        self._beat: int | None = None  # when it last gave a sign

    def is_due(self, now: int) -> bool:
        """Whether it is time for a sign, for a process that gives any."""
        return self.watching and (self._beat is None or not 0 <= now - self._beat < BEATS)

    def interruptions(self, connection: Connection, now: int) -> list[GameIntent]:
        """What is to be done first: after a silence, to pause each game in which anything would happen by itself.

        To a process that has just begun, a sign from the future is one as well: the system's clock was set back.
        """
        last = connection.scalar(select(tables.heartbeat.c.at))
        if last is None:
            return []
        if abs(now - last) <= SILENCE if self._beat is None else now - last <= STALL:
            return []
        here, games = read_model.due.c, read_model.games.c
        show_tournaments(connection, EVERY_TOURNAMENT)
        rows = connection.execute(
            select(here.stream, games.tournament_id)
            .join(read_model.games, games.id == here.stream)
            .order_by(here.stream)
        )
        return [GameIntent(game, event, Interrupt(last), SYSTEM, Role.OWNER, now) for game, event in rows]

    def beat(self, connection: Connection, now: int) -> None:
        """Give a sign; the last of what a transaction writes, for all processes write this one row."""
        insert_rows(connection, tables.heartbeat, [{"id": 1, "at": now}], replace=True)

    def beaten(self, now: int) -> None:
        """Note that the sign is on disk."""
        self._beat = now

"""Signs that somebody who looks after live games can write, and what follows where they were missing.

They are written with commands for games, about once a second. Whoever is the first to write after a silence pauses the
games that were under way, in the same transaction: so no move is charged for a time when nobody could make one, and no
crash comes between.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from podium.app.access import SYSTEM, Role
from podium.app.ports import GameIntent
from podium.games.commands import Interrupt
from podium.storage import tables
from podium.storage.sql.bulk_insert import insert_rows
from podium.storage.sql.row_security import EVERY_TOURNAMENT, show_tournaments

BEATS = 1000  # milliseconds between signs that a process can write
SILENCE = 3000  # milliseconds without one, before a process began, after which games are interrupted
STALL = 10_000  # the same in the life of a process, which may only be busy: a thousand phones that connect at once


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
        here, games = tables.due.c, tables.games.c
        show_tournaments(connection, EVERY_TOURNAMENT)
        rows = connection.execute(
            select(here.stream, games.tournament_id).join(tables.games, games.id == here.stream).order_by(here.stream)
        )
        return [GameIntent(game, event, Interrupt(last), SYSTEM, Role.OWNER, now) for game, event in rows]

    def beat(self, connection: Connection, now: int) -> None:
        """Give a sign; the last of what a transaction writes, for all processes write this one row."""
        insert_rows(connection, tables.heartbeat, [{"id": 1, "at": now}], replace=True)

    def beaten(self, now: int) -> None:
        """Note that the sign is on disk."""
        self._beat = now

"""What is due in live games happens, with nobody connected: flags fall, the absent lose, paused games go on.

No process owns a timer. What is due stands in a table, written with the commit that causes it; each process that serves
looks at it, sooner where its own commits say so, and gives ordinary commands to the journal. It reads without locks:
whoever comes second finds nothing left to do.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.app.access import SYSTEM, Role
from podium.app.ports import GameIntent, GameReceipt, Receipt
from podium.core.errors import PodiumError
from podium.core.ids import PairingId
from podium.games.commands import Elapse, GameCommand, Interrupt
from podium.games.due import due_of
from podium.games.state import DueKind
from podium.storage import tables
from podium.storage.bulk_insert import insert_rows
from podium.storage.database import Database
from podium.storage.journal import SqlJournal

LOOKS = 250  # milliseconds at most between looks while anything is due
IDLE = 1000  # while nothing is
SHORTEST = 10  # between looks, so that what cannot be done does not keep the processor busy
BEATS = 1000  # milliseconds between signs that a process can write
SILENCE = 3000  # milliseconds without one after which games that were running are interrupted
TOGETHER = 200  # games whose time has come that are told in one go


class DueRow(NamedTuple):
    """What is due in a game, and when."""

    game: PairingId
    at: int
    kind: DueKind
    ply: int


class Sweeper:
    """A thread that looks at what is due, from `start` until `close`."""

    def __init__(self, database: Database, journal: SqlJournal) -> None:
        self._database = database
        self._journal = journal
        self._changed = threading.Condition()
        self._looks_at = 0  # when it looks again, in milliseconds
        self._closed = False
        self._beat = 0
        self._thread = threading.Thread(target=self._run, name="podium-sweeper", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._journal.on_commit(self._written)
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def sweep(self) -> int:
        """Do what is due now; returns when it is worth looking again, in milliseconds since the epoch."""
        now = self._journal.milliseconds()
        awaited = self._is_anything_due()
        since = self._heartbeat(now) if awaited else now
        if now - since > SILENCE:
            self._tell([(row.game, Interrupt(since)) for row in self._due(None)], now)
        horizon = now + (LOOKS if awaited else IDLE)
        soon = self._due(horizon)
        self._tell([(row.game, Elapse(row.kind, row.ply)) for row in soon if row.at <= now], now)
        return min((row.at for row in soon if row.at > now), default=horizon)

    def _is_anything_due(self) -> bool:
        """Whether anything will ever happen by itself, as things stand."""
        with self._database.reading.connect() as connection:
            return connection.execute(select(tables.due.c.stream).limit(1)).first() is not None

    def _due(self, horizon: int | None) -> list[DueRow]:
        """What is due until a time; all there is, without one."""
        here = tables.due.c
        query = select(here.stream, here.at, here.kind, here.ply).order_by(here.at)
        if horizon is not None:
            query = query.where(here.at <= horizon)
        with self._database.reading.connect() as connection:
            return [DueRow(PairingId(row[0]), row[1], DueKind(row[2]), row[3]) for row in connection.execute(query)]

    def _heartbeat(self, now: int) -> int:
        """The last time before now when a process that looks after games could write; notes that this one can."""
        if 0 <= now - self._beat < BEATS:
            return now
        here = tables.heartbeat.c
        with self._database.writing.begin() as connection:
            last = connection.execute(select(here.at).where(here.id == 1).with_for_update()).scalar_one_or_none()
            insert_rows(connection, tables.heartbeat, [{"id": 1, "at": max(now, last or 0)}], replace=True)
        self._beat = now
        return now if last is None else min(last, now)

    def _tell(self, told: Sequence[tuple[PairingId, GameCommand]], now: int) -> None:
        for at in range(0, len(told), TOGETHER):
            part = told[at : at + TOGETHER]
            heads = self._journal.games([game for game, _ in part])
            answers = [
                self._journal.submit_game(GameIntent(game, state.tournament, command, SYSTEM, Role.OWNER, now))
                for game, command in part
                if game in heads and (state := heads[game].state) is not None
            ]
            for answer in answers:
                answer.exception()  # refused or not: what is still due is seen again at the next look

    def _run(self) -> None:
        while not self._closed:
            try:
                looks_at = self.sweep()
            except (DBAPIError, PoolExhausted, PodiumError):
                looks_at = self._journal.milliseconds() + IDLE  # the database is away
            with self._changed:
                self._looks_at = max(looks_at, self._journal.milliseconds() + SHORTEST)
                while (left := self._left()) > 0:
                    self._changed.wait(left / 1000)

    def _left(self) -> int:
        """The milliseconds until it looks again; none once it is closed."""
        return 0 if self._closed else self._looks_at - self._journal.milliseconds()

    def _written(self, receipts: Sequence[Receipt | GameReceipt]) -> None:
        """Look sooner where a commit of this process says so."""
        dues = [due_of(receipt.state) for receipt in receipts if isinstance(receipt, GameReceipt)]
        soonest = min((due.at for due in dues if due is not None), default=None)
        if soonest is not None and soonest < self._looks_at:
            with self._changed:
                self._looks_at = min(self._looks_at, soonest)
                self._changed.notify()

"""What is due in live games happens, with nobody connected: flags fall, the absent lose, paused games go on.

No process owns a timer. What is due stands in a table, written with the commit that causes it; each process that serves
looks at it, sooner where its own commits say so, and gives ordinary commands to the journal. It reads without locks:
the second of two processes finds nothing left to do.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.app.access import SYSTEM, Role
from podium.app.ports import GameIntent, GameReceipt
from podium.chess import BLACK, WHITE
from podium.core.errors import PodiumError
from podium.core.ids import PairingId
from podium.games.commands import Elapse, GameCommand, Interrupt, NotePresence
from podium.games.due import due_of
from podium.games.state import DueKind, LiveGame, Status
from podium.storage import read_model
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT

LOOKS = 250  # milliseconds at most between looks while anything is due
IDLE = 1000  # while nothing is
SHORTEST = 10  # between looks, so that what cannot be done does not keep the processor busy
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
        self._thread = threading.Thread(target=self._run, name="podium-sweeper", daemon=True)

    def watch(self) -> None:
        """Have the journal say what it writes, and notice when nobody could."""
        self._journal.heartbeat.watching = True
        self._journal.on_game_commit(self._written)

    def start(self) -> None:
        """Begin to look; what is due by now, and an interruption, is written when this returns."""
        self.watch()
        self._look_who_is_there()
        self._looks_at = self._look()
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
        next_ = self._due(limit=1)
        if not next_:
            return now + IDLE
        if self._journal.heartbeat.is_due(now):
            # No game is interrupted by a silence that begins now; but one that was is noticed, and this one can write.
            self._tell([(row.game, Interrupt(now)) for row in next_], now)
        horizon = now + LOOKS
        soon = self._due(until=horizon)
        self._tell([(row.game, Elapse(row.kind, row.ply)) for row in soon if row.at <= now], now)
        return min((row.at for row in soon if row.at > now), default=horizon)

    def _due(self, *, until: int | None = None, limit: int | None = None) -> list[DueRow]:
        """What is due, the first first; as far as a time, and no more rows than a limit."""
        here = read_model.due.c
        query = select(here.stream, here.at, here.kind, here.ply).order_by(here.at).limit(limit)
        if until is not None:
            query = query.where(here.at <= until)
        with self._database.reading.connect() as connection:
            return [DueRow(PairingId(row[0]), row[1], DueKind(row[2]), row[3]) for row in connection.execute(query)]

    def _tell(self, commands: Sequence[tuple[PairingId, GameCommand]], now: int) -> None:
        for at in range(0, len(commands), TOGETHER):
            part = commands[at : at + TOGETHER]
            heads = self._journal.games([game for game, _ in part])
            answers = [
                self._journal.submit_game(GameIntent(game, state.tournament, each, SYSTEM, Role.OWNER, now))
                for game, command in part
                if game in heads and (state := heads[game].state) is not None
                for each in self._attendance(state, command) or [command]
            ]
            for answer in answers:
                answer.exception()  # refused or not: what is still due is seen again at the next look

    def _attendance(self, game: LiveGame, command: GameCommand | None = None) -> list[GameCommand]:
        """What a game has to know before somebody loses it by absence: who is taken to be there and is not any more, or
        is there and was not noted.

        That a player left was not noted where the process that knew has ended; a game that is played after all begins
        with nobody, though its players may have it open.
        """
        if isinstance(command, Elapse) and command.kind is not DueKind.NO_SHOW:
            return []
        found = list[GameCommand]()
        for colour in (WHITE, BLACK):
            player = game.player(colour)
            there = self._journal.is_connected(game, player)
            if there != (colour in game.present) and there != (colour in game.there):
                found.append(NotePresence(player, there))
        return found

    def _look_who_is_there(self) -> None:
        """Tell the games that wait who has gone while no process could note it."""
        here = read_model.games.c
        with self._database.read(EVERY_TOURNAMENT) as connection:
            ids = list(connection.scalars(select(here.id).where(here.status == Status.WAITING.value)))
        for at in range(0, len(ids), TOGETHER):
            heads = self._journal.games(ids[at : at + TOGETHER]).values()
            games = [head.state for head in heads if head.state is not None and head.state.present]
            self._tell(
                [(game.id, each) for game in games for each in self._attendance(game)], self._journal.milliseconds()
            )

    def _run(self) -> None:
        while not self._closed:
            with self._changed:
                while (left := self._left()) > 0:
                    self._changed.wait(left / 1000)
            looks_at = self._look()
            with self._changed:
                self._looks_at = max(looks_at, self._journal.milliseconds() + SHORTEST)

    def _look(self) -> int:
        """When to look again, after a look; soon, where the database is away."""
        try:
            return self.sweep()
        except (DBAPIError, PoolExhausted, PodiumError):
            return self._journal.milliseconds() + IDLE

    def _left(self) -> int:
        """The milliseconds until it looks again; none once it is closed."""
        return 0 if self._closed else self._looks_at - self._journal.milliseconds()

    def _written(self, receipts: Sequence[GameReceipt]) -> None:
        """Look sooner where a commit of this process says so."""
        dues = [due_of(receipt.state) for receipt in receipts]
        soonest = min((due.at for due in dues if due is not None), default=None)
        if soonest is not None and soonest < self._looks_at:
            with self._changed:
                self._looks_at = min(self._looks_at, soonest)
                self._changed.notify()

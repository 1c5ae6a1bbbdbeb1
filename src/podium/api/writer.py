"""How commands get to the journal from the event loop, and their receipts back to it.

The whole way runs on the event loop and asks the database nothing: the journal's own thread does, once for many.
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeVar

from litestar.concurrency import sync_to_thread

from podium.api.problems import Edge
from podium.app.access import Actor
from podium.app.desk import Desk
from podium.app.ports import GameReceipt, Receipt
from podium.app.ratings.listed_ratings import newcomers_of
from podium.app.words.language import _
from podium.core.ids import PairingId, TournamentId
from podium.flow.commands import Command, PairRound, Rewind
from podium.games.commands import GameCommand

R = TypeVar("R", Receipt, GameReceipt)


class Receipts:
    """Hands receipts over to the event loop: those of one transaction wake it once, not a hundred times."""

    def __init__(self) -> None:
        self._delivery: _Delivery | None = None

    async def receipt(self, future: Future[R]) -> R:
        """The receipt, once it is on disk; or the refusal."""
        loop = asyncio.get_running_loop()
        if self._delivery is None or self._delivery.loop is not loop:
            self._delivery = _Delivery(loop)
        delivery = self._delivery
        waiting: asyncio.Future[R] = loop.create_future()
        future.add_done_callback(lambda done: delivery.arrived(waiting, done))
        return await waiting


class _Delivery:
    """The way to one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._done: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._called = False

    def arrived(self, waiting: asyncio.Future[R], done: Future[R]) -> None:
        """Take what was written, on the thread that wrote it."""
        self._done.append((waiting, done))
        if not self._called:
            self._called = True
            try:
                self.loop.call_soon_threadsafe(self._deliver)
            except RuntimeError:
                pass  # the loop has ended; nobody waits any more, and what is written is written

    def _deliver(self) -> None:
        self._called = False  # before the deque is emptied: what comes now calls again
        while self._done:
            waiting, done = self._done.popleft()
            if waiting.cancelled():
                continue
            if (problem := done.exception()) is not None:
                waiting.set_exception(problem)
            else:
                waiting.set_result(done.result())


class Writer:
    """Gives commands to the journal and waits for their receipts."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._receipts = Receipts()

    async def submit(
        self,
        actor: Actor,
        stream: TournamentId,
        command: Command,
        key: str | None,
        expected: int | None,
        reason: str | None = None,
        acknowledged: int = 0,
    ) -> Receipt:
        """The receipt of `command`, once it is on disk; or the refusal."""
        if isinstance(command, Rewind) and expected is None:
            detail = _("Going back drops everything since: say with If-Match which version you see now.")
            raise Edge(400, "if-match-required", detail, field="If-Match")
        submit = partial(
            self.desk.submit,
            actor,
            stream,
            command,
            command_id=key,
            expected=expected,
            reason=reason,
            acknowledged=acknowledged,
        )
        # A round of many players is computed before it is written, and newcomers are looked up in rating lists: both
        # begin with a look at the database.
        at_hand = self.desk.at_hand(actor, stream) and not (isinstance(command, PairRound) or newcomers_of(command))
        future = submit() if at_hand else await sync_to_thread(submit)
        return await self._receipts.receipt(future)

    async def submit_game(
        self,
        actor: Actor,
        tournament: TournamentId,
        game: PairingId,
        command: GameCommand,
        at: int,
        key: str | None,
        reason: str | None = None,
        acknowledged: int = 0,
    ) -> GameReceipt:
        """The receipt of a command for a game that arrived at `at`, once it is on disk; or the refusal."""
        submit = partial(
            self.desk.submit_game,
            actor,
            tournament,
            game,
            command,
            at,
            command_id=key,
            reason=reason,
            acknowledged=acknowledged,
        )
        future = submit() if self.desk.at_hand(actor, tournament) else await sync_to_thread(submit)
        return await self._receipts.receipt(future)

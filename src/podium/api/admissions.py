"""Who was let in to the streams that are open, looked at every second: whose session, token, link or role has ended
is out, whichever process ended it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from litestar.concurrency import sync_to_thread

from podium.app.access import Actor, Role
from podium.app.desk import Desk, Watching
from podium.core.errors import Unavailable
from podium.core.ids import TournamentId

LOOKS = 1.0  # seconds between looks

log = logging.getLogger(__name__)


class Admission:
    """Somebody who watches; `ended` once they may not any more, and then woken."""

    def __init__(self, watching: Watching, wake: Callable[[], None]) -> None:
        self.watching = watching
        self.wake = wake
        self.ended = False


class Admissions:
    """Everybody who watches. Used on the event loop."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._admitted: set[Admission] = set()
        self._looking: asyncio.Task[None] | None = None

    @contextmanager
    def admitted(
        self, actor: Actor, tournament: TournamentId, role: Role, wake: Callable[[], None]
    ) -> Iterator[Admission]:
        """Somebody who watches a tournament in a role; `wake` lets the stream notice that this has ended."""
        admission = Admission(Watching(actor, tournament, role, actor.credential), wake)
        self._admitted.add(admission)
        self._start()
        try:
            yield admission
        finally:
            self._admitted.discard(admission)

    async def look(self) -> None:
        """End the streams of those who may not watch any more."""
        watching = {each.watching for each in self._admitted}
        ended = await sync_to_thread(self._desk.shut_out, watching)
        for each in [each for each in self._admitted if each.watching in ended]:
            each.ended = True
            each.wake()

    def _start(self) -> None:
        """Look from now on, for as long as anybody watches, on the loop that is running."""
        loop = asyncio.get_running_loop()
        looking = self._looking
        if looking is None or looking.done() or looking.get_loop() is not loop:
            self._looking = loop.create_task(self._look_on())

    async def _look_on(self) -> None:
        while self._admitted:
            await asyncio.sleep(LOOKS)
            try:
                await self.look()
            except Unavailable:
                pass  # it is asked again in a second
            except Exception:  # whatever is wrong must not keep those in who are to be out
                log.exception("Who watches could not be looked at")

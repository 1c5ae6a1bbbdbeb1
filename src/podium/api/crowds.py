"""A crowd that asks for pages in the same moment: few are answered at once, and those who run events go past them.

Two thousand phones, or one program that acts as if it were as many, would otherwise take every thread there is, and
whoever enters a result would wait until all of them are answered. Here they wait in line, where waiting costs nothing;
and while somebody writes, the next of them is not begun with, as long as that takes a moment.
Who holds a key that let somebody in lately is taken for what they were: that decides on the place in line alone, and
the application asks again who they are.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from podium.api.http_methods import READS
from podium.api.queues import COSTLY
from podium.api.refusing import Refusing
from podium.api.strangers import address_of, cookie, header, is_staff
from podium.api.turns import Turns
from podium.api.writes import Writes
from podium.app.accounts import Registry
from podium.app.logins import SESSION_COOKIE
from podium.app.overload import Busy, TooManyRequests

PAST_THEM = re.compile(rf"/health|/ready|/metrics|{COSTLY.pattern}")
"""What machines ask, and what is costly and has a queue of its own."""
AT_ONCE = 1  # requests of strangers: more would only wait for one another, and whoever writes for all of them
NEW_KEYS = 3  # requests at once of those who bring a key that is not known yet
PATIENCE = 60.0  # seconds that somebody waits: a whole hall comes back at once after a restart
REMEMBERED = 900.0  # seconds for which a key keeps its place
MOST_KEYS = 20_000
MOMENT = 0.05  # seconds that a stranger waits for those who write


class Crowds:
    """The application behind it. What it is asked to read it is asked by a few at a time, until the answer begins."""

    def __init__(
        self,
        app: ASGIApp,
        registry: Registry,
        refuse: Refusing,
        writes: Writes,
        waiting: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app = app
        self._registry = registry
        self._refuse = refuse
        self._clock = clock
        self._strangers = Turns(AT_ONCE, waiting, waiting, PATIENCE)
        self._newcomers = Turns(NEW_KEYS, waiting, waiting, PATIENCE)
        self._writes = writes
        self._keys: OrderedDict[str, float] = OrderedDict()  # of the staff, and when each was last looked at

    def waiting(self) -> int:
        """How many wait for their turn."""
        return self._strangers.waiting() + self._newcomers.waiting()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or PAST_THEM.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        if scope["method"] not in READS:
            await self._writes.follow(self.app, scope, receive, send)
            return
        key = header(scope, b"authorization") or cookie(scope, SESSION_COOKIE)
        if key and self._is_known(key):
            await self.app(scope, receive, send)
        elif key:
            await self._in_turn(self._newcomers, key, scope, receive, send)
        else:
            await self._in_turn(self._strangers, key, scope, receive, send)

    async def _in_turn(self, turns: Turns, key: str, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Have it answered in turn; the next one's begins with the answer, for some take their time to read it."""
        try:
            turn = await turns.begin(address_of(scope))
        except (Busy, TooManyRequests) as error:
            await self._refuse(scope, send, error)
            return

        async def sending(message: Message) -> None:
            turn.end()
            await send(message)

        try:
            if key and await is_staff(scope, self._registry):
                self._remember(key)
            if turns is self._strangers:
                await self._writes.pass_by(MOMENT)
            await self.app(scope, receive, sending)
        finally:
            turn.end()

    def _is_known(self, key: str) -> bool:
        at = self._keys.get(key)
        return at is not None and self._clock() - at < REMEMBERED

    def _remember(self, key: str) -> None:
        self._keys[key] = self._clock()
        self._keys.move_to_end(key)
        if len(self._keys) > MOST_KEYS:
            self._keys.popitem(last=False)

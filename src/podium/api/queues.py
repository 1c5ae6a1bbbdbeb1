"""Requests that take long, one after another: passwords that are looked at, and what strangers ask that is costly.

A password takes a twentieth of a second and 64 MB to look at, and why one of a thousand boards is what it is takes
longer. They wait here, where waiting costs nothing, and what the staff does goes past them.
"""

from __future__ import annotations

import re

from litestar.concurrency import sync_to_thread
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Receive, Scope, Send

from podium.api.body_limits import LimitedBody
from podium.api.http_methods import READS
from podium.api.refusing import Refusing
from podium.api.strangers import address_of, cookie, is_staff
from podium.api.turns import Turns
from podium.app.accounts import Registry
from podium.app.devices import DEVICE_COOKIE
from podium.app.logins import Logins
from podium.app.overload import BodyTooLarge, Busy, TooManyRequests
from podium.config import Limits
from podium.core.errors import PodiumError

PASSWORDS = re.compile(
    r"/login|/setup|/invitation/[^/]+|/account/password|/api/session|/api/invitations/[^/]+/accept",
)
COSTLY = re.compile(
    r"/api/pairings/[^/]+/why|/(?:t|api/tournaments)/[^/]+/"
    r"(?:games/[^/]+/why|crosstable|story|story/print|pictures/.+|share\.png|bracket\.svg|bracket/print|export/.+|pgn"
    r"|rounds/[^/]+/pgn|players/[^/]+/tiebreaks|certificates|certificates/print|prizes/print|documents/[^/]+)",
)
AT_ONCE = 2  # passwords
WAITING = 64  # passwords of all addresses together


class Queues:
    """The application behind it, which has few of these to answer at once."""

    def __init__(self, app: ASGIApp, logins: Logins, registry: Registry, limits: Limits, refuse: Refusing) -> None:
        self.app = app
        self._logins = logins
        self._registry = registry
        self._limits = limits
        self._refuse = refuse
        self._passwords = Turns(AT_ONCE, WAITING, limits.sign_ins_waiting)
        self._of_known_devices = Turns(1, WAITING, WAITING)
        self._questions = Turns(1, limits.questions_waiting, limits.questions_waiting)

    def lengths(self) -> dict[str, float]:
        """How many wait, by what for."""
        passwords = self._passwords.waiting() + self._of_known_devices.waiting()
        return {"passwords": passwords, "questions": self._questions.waiting()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
        elif scope["method"] == "POST" and PASSWORDS.fullmatch(scope["path"]):
            await self._look_at_password(scope, receive, send)
        elif scope["method"] in READS and COSTLY.fullmatch(scope["path"]):
            if await is_staff(scope, self._registry):
                await self.app(scope, receive, send)
            else:
                await self._in_turn(self._questions, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _look_at_password(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Have the whole request before it is its turn: nobody waits for a slow sender."""
        try:
            body = await self._whole(LimitedBody(scope, receive, self._registry, self._limits.stranger_bytes))
        except BodyTooLarge as error:
            await self._refuse(scope, send, error)
            return
        device = cookie(scope, DEVICE_COOKIE)
        try:
            known = bool(device) and await sync_to_thread(self._logins.knows_device, device)
        except PodiumError:
            known = False  # the database is away: the application says so
        turns = self._of_known_devices if known else self._passwords
        await self._in_turn(turns, scope, _Replay(body, receive), send)

    async def _in_turn(self, turns: Turns, scope: HTTPScope, receive: Receive, send: Send) -> None:
        began = False
        try:
            async with turns.turn(address_of(scope)):
                began = True
                await self.app(scope, receive, send)
        except (Busy, TooManyRequests) as error:
            if began:
                raise
            await self._refuse(scope, send, error)

    async def _whole(self, body: LimitedBody) -> list[HTTPReceiveMessage]:
        """All parts of a body, and that the sender left if they did."""
        messages: list[HTTPReceiveMessage] = []
        while True:
            messages.append(await body.receive())
            if messages[-1]["type"] != "http.request" or not messages[-1].get("more_body", False):
                return messages


class _Replay:
    """What was received already, once more, and then what comes."""

    def __init__(self, messages: list[HTTPReceiveMessage], receive: Receive) -> None:
        self._messages = messages
        self._receive = receive

    async def __call__(self) -> HTTPReceiveMessage:
        if self._messages:
            return self._messages.pop(0)
        message: HTTPReceiveMessage = await self._receive()  # type: ignore[assignment]  # of HTTP alone
        return message

"""Live streams are held for hours: so many for one event, for one address and in all, and always one for the staff."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from podium.api.refusing import Refusing
from podium.api.strangers import address_of, is_staff
from podium.app.accounts import Registry
from podium.app.overload import Busy, TooManyRequests
from podium.config import Limits
from podium.core.errors import PodiumError
from podium.core.ids import TournamentId, tournament_of

STREAMS = re.compile(r"/api/(?:tournaments|matches)/(?P<id>[^/]+)/(?:rounds/[^/]+/games/)?events")
COME_BACK = 30  # seconds after which a browser that found no place may ask again


class WatcherLimits:
    """The application behind it, whose streams are counted while they last."""

    def __init__(self, app: ASGIApp, registry: Registry, limits: Limits, refuse: Refusing) -> None:
        self.app = app
        self._registry = registry
        self._limits = limits
        self._refuse = refuse
        self._all = 0
        self._of_event: Counter[TournamentId] = Counter()
        self._of_address: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = STREAMS.fullmatch(scope["path"]) if scope["type"] == ScopeType.HTTP else None
        if match is None or scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        event, address = tournament_of(match["id"]), address_of(scope)
        refusal = self._refusal(event, address)
        if refusal is not None and not await is_staff(scope, self._registry):
            await self._refuse(scope, send, refusal)
            return
        await self._counted(event, address, scope, receive, send)

    async def _counted(self, event: TournamentId, address: str, scope: HTTPScope, receive: Receive, send: Send) -> None:
        self._all += 1
        self._of_event[event] += 1
        self._of_address[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._all -= 1
            _less(self._of_event, event)
            _less(self._of_address, address)

    def _refusal(self, event: TournamentId, address: str) -> PodiumError | None:
        """What a stranger is told who would be one too many."""
        if self._of_address[address] >= self._limits.watchers_per_address:
            return TooManyRequests("too-many-watchers", COME_BACK)
        if self._all >= self._limits.watchers or self._of_event[event] >= self._limits.watchers_per_event:
            return Busy(COME_BACK)
        return None


def _less(counter: Counter[Any], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]

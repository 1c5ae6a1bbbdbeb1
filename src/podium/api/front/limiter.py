"""The limiter: who waits before they are answered, and who is told to come back (`queue` says how many).

Two thousand phones, or one program that acts as if it were as many, would otherwise take every thread there is, and a
scorer who enters a result would wait until all of them are answered. Here they wait in line, where waiting costs
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from litestar.concurrency import sync_to_thread
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send
from litestar.utils import normalize_path

from podium.api.callers import READS, SAFE, address_of, cookie, credential, foreign_sender, header, is_staff
from podium.api.front.page_time import PAGE_SECONDS
from podium.api.front.queue import ActsInProgress, Kind, Queue, count_down, kind_of, limits_by_kind
from podium.api.front.refusals import Refusals
from podium.app.accounts.accounts import Registry
from podium.app.accounts.logins import DEVICE_COOKIE, Logins
from podium.app.server.overload import BodyTooLarge, Busy, ForeignPage, TooManyRequests
from podium.config import Limits
from podium.core.errors import PodiumError
from podium.core.ids import TournamentId, tournament_of

SMALL = 16_384  # bytes of a body
STREAM_COMES_BACK = 30  # seconds after which a browser that found no place may ask again


class Limiter:
    """The application behind it, which gets only the requests that may pass, and so many at once. On the event loop."""

    def __init__(
        self, app: ASGIApp, logins: Logins, registry: Registry, limits: Limits, refuse: Refusals, acts: ActsInProgress
    ) -> None:
        self.app = app
        self._acts = acts
        self._logins = logins
        self._registry = registry
        self._limits = limits
        self._refuse = refuse
        self._queues = {kind: Queue(limit) for kind, limit in limits_by_kind(limits).items()}
        self._streams = _Streams(limits)

    def waiting(self, *kinds: Kind) -> int:
        """How many wait for something of these kinds."""
        return sum(self._queues[kind].waiting() for kind in kinds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered in its turn. The next one's begins with the answer: some take their time to read."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        PAGE_SECONDS.set(self._limits.page_seconds if scope["method"] in READS else None)
        body = _Body(scope, receive, self._registry, self._limits.stranger_bytes)
        with ExitStack() as stack:
            try:
                end_turn = await self._let_in(scope, body, stack)
            except (BodyTooLarge, Busy, ForeignPage, TooManyRequests) as error:
                stack.close()  # nobody waits for one who does not take a refusal
                await self._refuse(scope, send, error)
                return

            async def sending(message: Message) -> None:
                end_turn()
                await send(message)

            await self.app(scope, body.receive, sending)

    async def _let_in(self, scope: HTTPScope, body: _Body, stack: ExitStack) -> Callable[[], None]:
        """One's turn, as what ends it; what is held until the answer is complete is put on the stack."""
        if scope["method"] not in SAFE and (sender := foreign_sender(scope)):
            raise ForeignPage(sender)
        kind = kind_of(scope["method"], scope["path"])
        if kind is Kind.PASSWORD:
            await body.read()  # nobody waits for a slow sender
            kind = await self._kind_of_device(scope)
        if kind is Kind.ACT and body.is_small:  # counted also while it is found out who sent it
            await body.read()
            stack.callback(end_act := self._acts.begin())
            return end_act
        address = address_of(scope)
        passes = kind in (Kind.ACT, Kind.MACHINE) or (kind not in PASSWORDS and await self._is_staff(scope))
        end_turn = _nothing if passes else await self._queues.get(kind, self._queues[Kind.PAGE]).begin(address)
        stack.callback(end_turn)
        if not passes:
            await self._acts.pass_by()
        if kind is Kind.STREAM:
            event = tournament_of(normalize_path(scope["path"]).split("/")[3])
            stack.enter_context(self._streams.counted(event, address, always=passes))
        return end_turn

    async def _is_staff(self, scope: HTTPScope) -> bool:
        if not credential(scope):
            return False
        end_turn = await self._queues[Kind.CREDENTIAL].begin(address_of(scope))
        try:
            return await is_staff(scope, self._registry)
        finally:
            end_turn()

    async def _kind_of_device(self, scope: HTTPScope) -> Kind:
        device = cookie(scope, DEVICE_COOKIE)
        try:
            known = bool(device) and await sync_to_thread(self._logins.knows_device, device)
        except PodiumError:
            known = False  # the database is away: the application says so
        return Kind.KNOWN_DEVICE if known else Kind.PASSWORD


PASSWORDS = (Kind.PASSWORD, Kind.KNOWN_DEVICE)


def _nothing() -> None:
    """The end of no turn."""


class _Streams:
    """The live streams that are open: so many for one event, for one address and in all, and always one for staff."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of_event: Counter[TournamentId] = Counter()
        self._of_address: Counter[str] = Counter()

    @contextmanager
    def counted(self, event: TournamentId, address: str, *, always: bool) -> Iterator[None]:
        """A stream while it lasts; raises TooManyRequests or Busy where it would be one too many."""
        if not always and self._of_address[address] >= self._limits.watchers_per_address:
            raise TooManyRequests("too-many-watchers", STREAM_COMES_BACK)
        full = self._of_event.total() >= self._limits.watchers
        if not always and (full or self._of_event[event] >= self._limits.watchers_per_event):
            raise Busy(STREAM_COMES_BACK)
        self._of_event[event] += 1
        self._of_address[address] += 1
        try:
            yield
        finally:
            count_down(self._of_event, event)
            count_down(self._of_address, address)


class _Body:
    """The body of a request as it comes: a small one from anybody, a larger one only from the staff.

    What the routes allow is more, for lists and report files; here it is decided before a body is read.
    """

    def __init__(self, scope: HTTPScope, receive: Receive, registry: Registry, most: int) -> None:
        self._scope = scope
        self._receive = receive
        self._registry = registry
        self._most: int | None = most
        length = header(scope, b"content-length")
        self._announced = int(length) if length.isdigit() else 0
        told = header(scope, b"expect") or header(scope, b"transfer-encoding")
        self.is_small = not told and self._announced <= SMALL
        """Whether it is here already, or about to be."""
        self._came = 0
        self._read: list[HTTPReceiveMessage] = []

    async def read(self) -> None:
        """Have all of it here, or that the sender left; raises BodyTooLarge."""
        messages: list[HTTPReceiveMessage] = []
        while not messages or (messages[-1]["type"] == "http.request" and messages[-1].get("more_body", False)):
            messages.append(await self.receive())
        self._read = messages

    async def receive(self) -> HTTPReceiveMessage:
        """The next part; raises BodyTooLarge as soon as it is known to be more than a stranger's."""
        if self._read:
            return self._read.pop(0)
        await self._check(self._announced)
        message: HTTPReceiveMessage = await self._receive()  # type: ignore[assignment]  # of HTTP alone
        if message["type"] == "http.request":
            self._came += len(message.get("body", b""))
            await self._check(self._came)
        return message

    async def _check(self, size: int) -> None:
        if self._most is None or size <= self._most:
            return
        if not await is_staff(self._scope, self._registry):
            raise BodyTooLarge(self._most)
        self._most = None

"""What the public reads, made once and kept: two thousand phones that ask for the same page cost one.

A page or an answer of the API about one tournament, asked for by nobody in particular, is the same for everybody who
reads the same language, and follows the same player where no script keeps that. It is kept, packed, from one change of
the tournament, of its clock, messages or pictures, to the next: what this process writes drops it at once, what another
process writes is seen by a notice of the database or within a second. A reader who asks after a change never gets what
was begun before it. Only answers that carry an `ETag` are kept.

Where results come every moment and many read, an answer is not made anew for each of them: it rests for some times as
long as it took, and readers who ask meanwhile wait for the next, which knows all that happened until then.
"""

from __future__ import annotations

import asyncio
import gzip
from asyncio import sleep as pause
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from litestar.concurrency import sync_to_thread
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from podium.api.callers import header
from podium.api.front.language import accepted, chosen
from podium.app.accounts.credentials import FORM_COOKIE, LANGUAGE_COOKIE, MY_PLAYER_COOKIE, has_form_for_strangers
from podium.app.hall.screens import Screens
from podium.app.ports import Feed, GameReceipt, Receipt, StreamId
from podium.app.server.observation import note_kept
from podium.core.errors import Unavailable
from podium.core.ids import TournamentId, tournament_of

LOOKS = 1.0  # seconds after which the database is asked whether another process has written
LASTS = 10.0  # seconds after which an answer is made anew in any case: for what stands beside the journal
MOST_BYTES = 64 * 1024 * 1024  # of all that is kept
LARGEST = 4 * 1024 * 1024
RESTS = 7  # times as long as it took to make, that an answer which as many have read is not made anew
LONGEST_REST = 0.5  # seconds
SMALLEST_PACKED = 1024
ROOMS = ("/t/", "/api/tournaments/")
HELP = "/help"  # the manual changes with the program alone
NO_TOURNAMENT = TournamentId("")
PERSONAL = frozenset((b"authorization", b"last-event-id"))  # headers of requests that are answered by themselves
OUR_COOKIES = "podium"  # how the names of cookies begin that make a page somebody's own

Headers = tuple[tuple[bytes, bytes], ...]
Key = tuple[object, ...]


@dataclass(slots=True)
class CachedAnswer:
    """An answer and what it was made from: the change of its tournament after which it is out of date."""

    change: tuple[int, int]
    made: float
    headers: Headers
    body: bytes
    packed: bytes | None = None
    lasts: float = LOOKS
    took: float = 0.0
    """The seconds until it was made."""
    readers: int = 0
    """How many were sent it, beside the one for whom it was made."""

    @property
    def rests_until(self) -> float:
        """The moment before which it is not made anew; what nobody else has read need not rest."""
        return self.made + self.took + min(self.took * min(self.readers, RESTS), LONGEST_REST)

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return len(self.body) + len(self.packed or b"")

    def knows(self, change: tuple[int, int]) -> bool:
        """Whether it was made when that change had happened: one may have begun to make it before."""
        return all(made >= asked for made, asked in zip(self.change, change, strict=True))

    async def send(self, scope: HTTPScope, send: Send) -> None:
        """Send it, packed for browsers that can unpack, or only that the browser has it."""
        status, body, headers = 200, self.body, self.headers
        if self.packed is not None:
            headers += ((b"vary", b"Accept-Encoding"),)
        if _has(scope, dict(self.headers)[b"etag"]):
            status, body = 304, b""
            headers = tuple(each for each in self.headers if each[0] != b"content-type")
        elif self.packed is not None and "gzip" in header(scope, b"accept-encoding"):
            body = self.packed
            headers += ((b"content-encoding", b"gzip"),)
        if status != 304:
            headers += ((b"content-length", str(len(body)).encode()),)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


class Changes:
    """How often tournaments have changed, as far as this process knows."""

    def __init__(self, feed: Feed, screens: Screens) -> None:
        self._feed = feed
        self._screens = screens
        self._of_all = 0
        self._counts: dict[TournamentId, int] = {}
        self._versions: dict[TournamentId, tuple[tuple[int, int], float]] = {}
        feed.on_commit(self._written)
        screens.on_change(self._displayed)
        feed.on_notice(self._noticed)

    def count(self, stream: TournamentId) -> tuple[int, int]:
        """What tells the present of a tournament from its past."""
        return self._of_all, self._counts.get(stream, 0)

    async def look(self, stream: TournamentId) -> None:
        """Ask the database, once a second at most, whether another process has written to the tournament."""
        version, at = self._versions.get(stream, (None, -LOOKS))
        if stream == NO_TOURNAMENT or monotonic() - at < LOOKS:
            return
        if version is not None:
            self._versions[stream] = version, monotonic()  # others need not ask meanwhile
        present = await sync_to_thread(self._present, stream)
        if present is None:
            return  # no such tournament: nothing of it is kept
        known, _at = self._versions.get(stream, (None, 0.0))  # somebody else may have asked meanwhile
        if present != known:
            self._add(stream)
        self._versions[stream] = present, monotonic()

    def _present(self, stream: TournamentId) -> tuple[int, int] | None:
        """The version of a tournament and of what it displays; None where there is no such tournament."""
        version = self._feed.versions([stream]).get(stream)
        return None if version is None else (version, self._screens.versions([stream]).get(stream, 0))

    def _displayed(self, streams: Sequence[TournamentId]) -> None:
        for each in streams:
            self._add(each)

    def _written(self, receipts: Sequence[Receipt | GameReceipt]) -> None:
        for each in receipts:
            self._add(each.state.tournament if isinstance(each, GameReceipt) else each.stream)

    def _noticed(self, streams: Sequence[StreamId]) -> None:
        if not streams:
            self._of_all += 1
        for each in streams:
            self._add(tournament_of(each))
            self._add(TournamentId(each))

    def _add(self, stream: TournamentId) -> None:
        self._counts[stream] = self._counts.get(stream, 0) + 1


class AnswerCache:
    """The application behind it, with what it answers to the public kept. Used on the event loop."""

    def __init__(self, app: ASGIApp, feed: Feed, changes: Changes) -> None:
        self.app = app
        self._changes = changes
        self._feed = feed
        self._kept: OrderedDict[Key, CachedAnswer] = OrderedDict()
        self._bytes = 0
        self._being_made: dict[Key, asyncio.Future[CachedAnswer | None]] = {}
        self._rests: dict[Key, float] = {}  # until when what was dropped is not made anew

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from what is kept where that is of now; otherwise let the application answer, and keep it."""
        if scope["type"] != ScopeType.HTTP or (asked := _public_question(scope)) is None:
            await self.app(scope, receive, send)
            return
        key, stream = asked
        answer = await self._fresh(key, stream)
        known = self._changes.count(stream)
        while answer is None and (other := self._being_made.get(key)) is not None:
            if (made := await asyncio.shield(other)) is None:
                break
            answer = made if made.knows(known) else None
        if answer is None:
            await self._make(key, stream, scope, receive, send)
        else:
            answer.readers += 1
            note_kept(stream)
            await answer.send(scope, send)

    async def _fresh(self, key: Key, stream: TournamentId) -> CachedAnswer | None:
        try:
            await self._changes.look(stream)
        except Unavailable:
            return None  # the application says so
        answer = self._kept.get(key)
        if answer is None:
            return None
        if answer.change != self._changes.count(stream) or monotonic() - answer.made >= answer.lasts:
            self._forget(key)
            self._rests[key] = answer.rests_until
            return None
        self._kept.move_to_end(key)
        return answer

    async def _make(self, key: Key, stream: TournamentId, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Have the application answer; readers who ask meanwhile wait for that."""
        made: asyncio.Future[CachedAnswer | None] = asyncio.get_running_loop().create_future()
        self._being_made[key] = made
        answer: CachedAnswer | None = None
        try:
            if (rest := self._rests.pop(key, 0.0) - monotonic()) > 0:
                await pause(rest)
            capture = _Capture(self._changes.count(stream), send, lambda: self._answered(key, made, None))
            await self.app(_as_of_anybody(scope), receive, capture)
            answer = capture.answer
            if answer is not None:
                answer.lasts = LOOKS if self._moves_by_itself(stream) else LASTS
                answer.packed = await _packed(answer.body)
                answer.took = monotonic() - answer.made
                self._keep(key, answer)
        finally:
            self._answered(key, made, answer)
        if answer is not None:
            await answer.send(scope, send)

    def _answered(self, key: Key, made: asyncio.Future[CachedAnswer | None], answer: CachedAnswer | None) -> None:
        """Let waiting readers go on, with an answer or to ask for themselves: a stream, say, has no end to wait for."""
        if not made.done():
            self._being_made.pop(key, None)
            made.set_result(answer)

    def _moves_by_itself(self, stream: TournamentId) -> bool:
        """Whether what the public sees of a tournament changes with time alone: its clocks, its delayed moves."""
        if stream == NO_TOURNAMENT:
            return False
        state = self._feed.state_at_hand(stream)
        return state is None or state.settings.live or state.settings.public_delay > 0

    def _keep(self, key: Key, answer: CachedAnswer) -> None:
        self._forget(key)
        self._kept[key] = answer
        self._bytes += answer.size
        while self._bytes > MOST_BYTES:
            self._forget(next(iter(self._kept)))

    def _forget(self, key: Key) -> None:
        if (answer := self._kept.pop(key, None)) is not None:
            self._bytes -= answer.size


class _Capture:
    """Takes what the application sends: an answer that can be kept is collected, any other is sent on as it comes."""

    def __init__(self, change: tuple[int, int], send: Send, on_passing: Callable[[], None]) -> None:
        self.answer: CachedAnswer | None = None
        self._change = change
        self._made = monotonic()
        self._send = send
        self._on_passing = on_passing
        self._headers: Headers | None = None
        self._parts: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = tuple((bytes(name).lower(), bytes(value)) for name, value in message.get("headers", ()))
            if message["status"] == 200 and _can_be_kept(dict(headers)):
                self._headers = headers
                return
            self._on_passing()
        elif self._headers is not None and message["type"] == "http.response.body":
            self._parts.append(message.get("body", b""))
            if not message.get("more_body", False):
                headers = tuple(each for each in self._headers if each[0] != b"content-length")
                self.answer = CachedAnswer(self._change, self._made, headers, b"".join(self._parts))
            return
        await self._send(message)


def _public_question(scope: HTTPScope) -> tuple[Key, TournamentId] | None:
    """What the public asks about a tournament, or of the manual: by what it is kept, and which tournament; None for
    anything else."""
    path = scope["path"]
    manual = path == HELP or path.startswith(f"{HELP}/")
    if scope["method"] != "GET" or not (manual or path.startswith(ROOMS)):
        return None
    headers = dict(scope["headers"])
    if not PERSONAL.isdisjoint(headers):
        return None
    cookies = _cookies(scope) if b"cookie" in headers else {}
    if cookies and _make_it_personal(cookies, path):
        return None
    room = ROOMS[0] if path.startswith(ROOMS[0]) else ROOMS[1]
    stream = NO_TOURNAMENT if manual else TournamentId(path[len(room) :].partition("/")[0])
    language = chosen(scope) or accepted(scope)
    varying = (headers.get(b"host"), headers.get(b"accept"), headers.get(b"hx-target"))
    follows = cookies.get(MY_PLAYER_COOKIE)
    return (scope["scheme"], path, scope["query_string"], language, follows, *varying), stream


def _cookies(scope: HTTPScope) -> dict[str, str]:
    """The cookies of a request as they were sent, by name."""
    headers = b";".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    pairs = (each.partition("=") for each in headers.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _make_it_personal(cookies: dict[str, str], path: str) -> bool:
    """Whether cookies make an answer somebody's own. Whom one follows does not, nor the language one chose, nor does
    the token of a form where there is none."""
    shared = {MY_PLAYER_COOKIE, LANGUAGE_COOKIE} | (set() if has_form_for_strangers(path) else {FORM_COOKIE})
    return any(name.startswith(OUR_COOKIES) for name in cookies.keys() - shared)


def _as_of_anybody(scope: HTTPScope) -> HTTPScope:
    """The request without what makes its answer short, and with no cookies but those that it is kept by."""
    left_out = (b"if-none-match", b"accept-encoding", b"cookie")
    headers = [each for each in scope["headers"] if each[0] not in left_out]
    kept_by = {MY_PLAYER_COOKIE: _cookies(scope).get(MY_PLAYER_COOKIE), LANGUAGE_COOKIE: chosen(scope)}
    cookies = "; ".join(f"{name}={value}" for name, value in kept_by.items() if value is not None)
    if cookies:
        headers.append((b"cookie", cookies.encode("latin-1")))
    whole: Any = {**scope, "headers": headers}
    kept: HTTPScope = whole
    return kept


def _can_be_kept(headers: dict[bytes, bytes]) -> bool:
    if b"etag" not in headers or b"set-cookie" in headers:
        return False
    return int(headers.get(b"content-length", b"0")) <= LARGEST


async def _packed(body: bytes) -> bytes | None:
    if len(body) < SMALLEST_PACKED:
        return None
    return await sync_to_thread(gzip.compress, body, 6, mtime=0)


def _has(scope: HTTPScope, etag: bytes) -> bool:
    """Whether the browser has the answer with that tag."""
    known = [each.strip().removeprefix("W/") for each in header(scope, b"if-none-match").split(",")]
    return etag.decode("latin-1").removeprefix("W/") in known or known == ["*"]

"""A crowd that asks at once waits in line; those who run an event, and machines that look after it, go past."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from functools import partial
from typing import Any, cast

import pytest

from podium.api import crowds
from podium.api.crowds import AT_ONCE, NEW_KEYS, REMEMBERED, Crowds
from podium.api.refusing import Refusing
from podium.api.writes import Writes
from podium.app.accounts import Registry
from podium.app.cookies import LANGUAGE_COOKIE
from podium.app.overload import Busy
from podium.app.words.errors import sentence
from podium.app.words.language import language, speaking
from tests.kit.waiting import PATIENCE, in_a_thread

STAFF = "Bearer podium_staff"


class Site:
    """An application whose answers begin when they are let."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go_on = asyncio.Event()
        self.taken = asyncio.Event()

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        self.asked.append(scope["path"])
        await self.go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Hall:
    """A crowd before a site, and what became of them."""

    def __init__(self, waiting: int = 1000) -> None:
        self.site = Site()
        self.now = 0.0
        self.came: Counter[int] = Counter()
        refuse = Refusing(lambda *_: "later")
        self.crowds = Crowds(self.site, cast("Registry", None), refuse, Writes(), waiting, lambda: self.now)
        self._asking: list[asyncio.Task[None]] = []

    async def ask(self, path: str, key: str = "", method: str = "GET", *, takes: bool = True) -> None:
        """Have somebody ask, as far as they come without waiting."""
        headers = [(b"authorization", key.encode())] if key else []
        scope = {"type": "http", "method": method, "path": path, "headers": headers, "client": ("127.0.0.1", 1)}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.came[message["status"]] += 1
                if not takes:
                    await self.site.taken.wait()

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        self._asking.append(asyncio.ensure_future(self.crowds(cast("Any", scope), cast("Any", receive), send)))
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self) -> None:
        self.site.go_on.set()
        self.site.taken.set()
        await asyncio.gather(*self._asking)


@pytest.fixture(autouse=True)
def staff(monkeypatch: pytest.MonkeyPatch) -> None:
    async def is_staff(scope: Any, _registry: Registry) -> bool:
        return (b"authorization", STAFF.encode()) in scope["headers"]

    monkeypatch.setattr(crowds, "is_staff", is_staff)


def run(act: Coroutine[Any, Any, None]) -> None:
    in_a_thread(lambda: asyncio.run(asyncio.wait_for(act, PATIENCE)), 2 * PATIENCE)


def test_few_strangers_are_answered_at_once_and_all_in_the_end() -> None:
    async def act() -> None:
        hall = Hall()
        for number in range(5 * AT_ONCE):
            await hall.ask(f"/t/open/{number}")
        assert hall.site.asked == [f"/t/open/{number}" for number in range(AT_ONCE)]
        assert hall.crowds.waiting() == 4 * AT_ONCE
        await hall.end()
        assert hall.site.asked == [f"/t/open/{number}" for number in range(5 * AT_ONCE)]
        assert hall.came == {200: 5 * AT_ONCE}

    run(act())


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/health", "GET"),
        ("/ready", "GET"),
        ("/metrics", "GET"),
        ("/api/pairings/p1/result", "PUT"),
        ("/t/open/crosstable", "GET"),
    ],
)
def test_what_goes_past_them(path: str, method: str) -> None:
    async def act() -> None:
        hall = Hall()
        for _ in range(2 * AT_ONCE):
            await hall.ask("/t/open")
        await hall.ask(path, method=method)
        assert hall.site.asked[-1] == path
        await hall.end()

    run(act())


def test_a_key_of_the_staff_is_looked_at_once_and_then_goes_past_whoever_waits() -> None:
    async def act() -> None:
        hall = Hall()
        hall.site.go_on.set()
        await hall.ask("/t/first", STAFF)
        hall.site.go_on.clear()
        for number in range(2 * NEW_KEYS):
            await hall.ask("/t/open")
            await hall.ask("/t/guess", f"Bearer guess {number}")
        await hall.ask("/t/again", STAFF)
        assert hall.site.asked[-1] == "/t/again"
        hall.now = REMEMBERED
        await hall.ask("/t/much-later", STAFF)
        assert "/t/much-later" not in hall.site.asked
        await hall.end()

    run(act())


def test_who_does_not_take_the_answer_holds_nobody_up() -> None:
    async def act() -> None:
        hall = Hall()
        hall.site.go_on.set()
        for _ in range(2 * AT_ONCE):
            await hall.ask("/t/slow", takes=False)
        await hall.ask("/t/open")
        assert hall.site.asked[-1] == "/t/open"
        await hall.end()

    run(act())


def test_where_too_many_wait_the_others_are_told_to_come_back() -> None:
    async def act() -> None:
        hall = Hall(waiting=3)
        for _ in range(AT_ONCE + 5):
            await hall.ask("/t/open")
        assert hall.came == {429: 2}
        await hall.end()
        assert hall.came == {429: 2, 200: AT_ONCE + 3}

    run(act())


class Writing:
    """A request to write that is answered when it is let, and whose body comes in two parts."""

    def __init__(self, writes: Writes) -> None:
        self.go_on, self.rest_of_body = asyncio.Event(), asyncio.Event()
        self._parts = iter((True, False))
        scope = cast("Any", {"headers": [(b"content-length", b"40")]})
        self.answered = asyncio.ensure_future(writes.follow(self._app, scope, cast("Any", self._receive), self._send))

    async def _app(self, _scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            pass
        await self.go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def _receive(self) -> Any:
        more = next(self._parts)
        if not more:
            await self.rest_of_body.wait()
        return {"type": "http.request", "body": b"", "more_body": more}

    async def _send(self, _message: Any) -> None:
        """Nobody reads it."""


async def breathe() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_stranger_waits_while_somebody_writes() -> None:
    async def act() -> None:
        writes = Writes()
        one, other = Writing(writes), Writing(writes)
        for each in (one, other):
            each.rest_of_body.set()
        await breathe()
        stranger = asyncio.ensure_future(writes.pass_by(PATIENCE))
        one.go_on.set()
        await breathe()
        assert not stranger.done()
        other.go_on.set()
        await asyncio.gather(one.answered, other.answered, stranger)

    run(act())


def test_a_stranger_waits_for_a_moment_only_and_not_for_a_body_that_comes_slowly() -> None:
    async def act() -> None:
        writes = Writes()
        writing = Writing(writes)
        await breathe()
        await asyncio.wait_for(writes.pass_by(10 * PATIENCE), PATIENCE)  # its body has not come
        writing.rest_of_body.set()
        await breathe()
        await writes.pass_by(0.001)
        assert not writing.answered.done()
        writing.go_on.set()
        await writing.answered
        await asyncio.wait_for(writes.pass_by(10 * PATIENCE), PATIENCE)

    run(act())


@pytest.mark.parametrize(
    ("headers", "counted"),
    [
        ([], True),
        ([(b"content-length", b"20")], True),
        ([(b"content-length", b"20000")], False),
        ([(b"content-length", b"20"), (b"expect", b"100-continue")], False),
        ([(b"transfer-encoding", b"chunked")], False),
    ],
)
def test_a_small_body_is_taken_before_anybody_looks_who_sent_it(
    headers: list[tuple[bytes, bytes]], counted: bool
) -> None:
    """So that strangers wait also while its session is looked up; one that is only announced holds nobody up."""

    async def act() -> None:
        writes, seen = Writes(), list[object]()
        message = {"type": "http.request", "body": b"{}", "more_body": False}

        async def app(_scope: Any, receive: Any, send: Any) -> None:
            seen.append(writes.in_progress)
            seen.append(await receive())
            seen.append(writes.in_progress)
            await send({"type": "http.response.start", "status": 200, "headers": []})
            seen.append(writes.in_progress)

        async def receive() -> Any:
            return message

        async def send(_message: Any) -> None:
            """Nobody reads it."""

        await writes.follow(app, cast("Any", {"headers": headers}), cast("Any", receive), send)
        assert seen == [counted, message, True, False]

    run(act())


@pytest.mark.parametrize(
    ("headers", "spoken"),
    [
        ([], "en"),
        ([(b"accept-language", b"de-AT, en;q=0.5")], "de"),
        ([(b"accept-language", b"de"), (b"cookie", f"{LANGUAGE_COOKIE}=fr".encode())], "fr"),
    ],
)
def test_who_is_sent_away_is_told_so_in_their_language(headers: list[tuple[bytes, bytes]], spoken: str) -> None:
    """A refusal before anybody looked at the request says its sentence as the pages would."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    refuse = Refusing(lambda _scope, error: sentence(error))
    for path in ("/t/open", "/api/tournaments"):
        scope: Any = {"type": "http", "method": "GET", "path": path, "headers": headers, "state": {}}
        in_a_thread(partial(asyncio.run, refuse(scope, send, Busy(7))))
    with speaking(spoken):
        expected = sentence(Busy(7)).encode()
    assert dict(sent[0]["headers"])[b"content-language"] == spoken.encode()
    assert sent[1]["body"] == expected
    assert expected in sent[3]["body"]
    assert language() == "en"

"""A crowd that asks at once waits in line; those who run an event, and machines that look after it, go past."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, cast

import pytest

from podium.api.front import limiter
from podium.api.front.limiter import Limiter
from podium.api.front.queue import ROUTES, ActsInProgress, Kind, kind_of, limits_by_kind
from podium.api.front.refusals import Refusals
from podium.app.accounts.accounts import Registry
from podium.app.accounts.credentials import LANGUAGE_COOKIE
from podium.app.server.overload import Busy
from podium.app.words.errors import sentence
from podium.app.words.language import language, speaking
from podium.bootstrap import site
from podium.config import Limits
from tests.kit.waiting import PATIENCE, in_a_thread

STAFF = "Bearer podium_staff"
AT_ONCE = limits_by_kind(Limits())[Kind.PAGE].at_once


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
        self.acts = ActsInProgress()
        self.came: Counter[int] = Counter()
        nobody: Any = None
        limits = Limits(connections=waiting, watchers_per_event=2, watchers_per_address=3, stranger_bytes=10)
        self.limiter = Limiter(self.site, nobody, nobody, limits, Refusals(lambda *_: "later"), self.acts)
        self._asking: list[asyncio.Task[None]] = []

    async def ask(
        self,
        path: str,
        key: str = "",
        method: str = "GET",
        *,
        takes: bool = True,
        body: bytes = b"",
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Have somebody ask, as far as they come without waiting."""
        sent = [(name.encode(), value.encode()) for name, value in headers.items()]
        sent += [(b"authorization", key.encode())] if key else []
        scope = {"type": "http", "method": method, "path": path, "headers": sent, "client": ("127.0.0.1", 1)}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.came[message["status"]] += 1
                if not takes:
                    await self.site.taken.wait()

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        self._asking.append(asyncio.ensure_future(self.limiter(cast("Any", scope), cast("Any", receive), send)))
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

    monkeypatch.setattr(limiter, "is_staff", is_staff)


def run(act: Coroutine[Any, Any, None]) -> None:
    in_a_thread(lambda: asyncio.run(asyncio.wait_for(act, PATIENCE)), 2 * PATIENCE)


def test_few_strangers_are_answered_at_once_and_all_in_the_end() -> None:
    async def act() -> None:
        hall = Hall()
        for number in range(5 * AT_ONCE):
            await hall.ask(f"/t/open/{number}")
        assert hall.site.asked == [f"/t/open/{number}" for number in range(AT_ONCE)]
        assert hall.limiter.waiting(Kind.PAGE) == 4 * AT_ONCE
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


def test_the_staff_goes_past_whoever_waits_and_a_guess_does_not() -> None:
    async def act() -> None:
        hall = Hall()
        for number in range(2 * AT_ONCE):
            await hall.ask("/t/open")
            await hall.ask("/t/guess", f"Bearer guess {number}")
        await hall.ask("/t/again", STAFF)
        assert hall.site.asked[-1] == "/t/again"
        assert "/t/guess" not in hall.site.asked
        await hall.end()

    run(act())


def test_a_stranger_waits_while_somebody_acts_but_only_for_a_moment() -> None:
    async def act() -> None:
        hall = Hall()
        hall.site.go_on.set()
        end_one, end_other = hall.acts.begin(), hall.acts.begin()
        await hall.ask("/t/open")
        end_one()
        end_one()
        assert (hall.acts.count, hall.site.asked) == (1, [])
        end_other()
        await hall.end()
        assert hall.site.asked == ["/t/open"]
        hall.acts.begin()  # and does not end
        await hall.ask("/t/again")
        await hall.end()
        assert hall.site.asked == ["/t/open", "/t/again"]

    run(act())


@pytest.mark.parametrize(
    ("headers", "counted"),
    [
        ({}, 1),
        ({"content-length": "8"}, 1),
        ({"content-length": "20000"}, 0),
        ({"content-length": "8", "expect": "100-continue"}, 0),
        ({"transfer-encoding": "chunked"}, 0),
    ],
)
def test_an_act_with_a_small_body_is_counted_until_its_answer_begins(headers: dict[str, str], counted: int) -> None:
    async def act() -> None:
        hall = Hall()
        await hall.ask("/t/open/players", method="POST", takes=False, headers=headers)
        assert hall.acts.count == counted
        hall.site.go_on.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert (hall.acts.count, hall.came) == (0, {200: 1})
        await hall.end()

    run(act())


def test_few_credentials_are_looked_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act() -> None:
        hall, looked_up, go_on = Hall(), list[str](), asyncio.Event()

        async def is_staff(scope: Any, _registry: Registry) -> bool:
            looked_up.append(scope["path"])
            await go_on.wait()
            return False

        monkeypatch.setattr(limiter, "is_staff", is_staff)
        at_once = limits_by_kind(Limits())[Kind.CREDENTIAL].at_once
        for number in range(3 * at_once):
            await hall.ask("/t/open", f"Bearer guess {number}")
        assert len(looked_up) == at_once
        go_on.set()
        await hall.end()
        assert (len(looked_up), hall.came) == (3 * at_once, {200: 3 * at_once})

    run(act())


def test_streams_are_counted_while_they_last_and_the_staff_always_has_one() -> None:
    async def act() -> None:
        hall = Hall()
        hall.site.go_on.set()
        for event in ("open", "open", "open", "other", "third"):
            await hall.ask(f"/api/tournaments/{event}/events", takes=False)
        assert hall.came == {200: 3, 429: 2}  # the third of an event, and the fourth of an address
        await hall.ask("/api/tournaments/open/events", STAFF, takes=False)
        assert hall.came == {200: 4, 429: 2}
        await hall.end()
        await hall.ask("/api/tournaments/open/events")
        assert hall.came == {200: 5, 429: 2}
        await hall.end()

    run(act())


def test_a_password_is_read_whole_before_its_turn_and_a_long_one_is_refused() -> None:
    async def act() -> None:
        hall = Hall()
        for _ in range(3):
            await hall.ask("/login", method="POST", body=b"secret")
        await hall.ask("/login", method="POST", body=b"secret" * 2)
        assert hall.site.asked == ["/login"] * 2
        assert (hall.came, hall.limiter.waiting(Kind.PASSWORD)) == ({413: 1}, 1)
        await hall.end()
        assert hall.came == {413: 1, 200: 3}

    run(act())


def test_a_page_of_another_site_changes_nothing() -> None:
    async def act() -> None:
        hall = Hall()
        await hall.ask("/t/open/delete", method="POST", headers={"origin": "https://elsewhere.example"})
        assert (hall.came, hall.site.asked) == ({403: 1}, [])

    run(act())


def test_every_route_with_a_limit_is_a_route() -> None:
    """A limit on an address that has moved would limit nothing."""
    routes = {f"{method} {route.path}" for route in site().routes for method in getattr(route, "methods", ())}
    assert ROUTES.keys() <= routes


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/t/open/crosstable", Kind.COSTLY),
        ("GET", "/api/tournaments/open/forecast", Kind.FORECAST),
        ("HEAD", "/t/open//crosstable/", Kind.COSTLY),
        ("GET", "/t/open/sharexpng", Kind.PAGE),
        ("POST", "/login", Kind.PASSWORD),
        ("GET", "/login", Kind.PAGE),
        ("POST", "/api/tournaments/open/pgn", Kind.ACT),
        ("GET", "/api/matches/m1/events", Kind.STREAM),
        ("GET", "/health", Kind.MACHINE),
    ],
)
def test_what_a_request_asks_for(method: str, path: str, kind: Kind) -> None:
    assert kind_of(method, path) is kind


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

    refuse = Refusals(lambda _scope, error: sentence(error))
    for path in ("/t/open", "/api/tournaments"):
        scope: Any = {"type": "http", "method": "GET", "path": path, "headers": headers, "state": {}}
        in_a_thread(partial(asyncio.run, refuse(scope, send, Busy(7))))
    with speaking(spoken):
        expected = sentence(Busy(7)).encode()
    assert dict(sent[0]["headers"])[b"content-language"] == spoken.encode()
    assert sent[1]["body"] == expected
    assert expected in sent[3]["body"]
    assert language() == "en"

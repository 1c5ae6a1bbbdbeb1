"""Public pages and answers: made once for everybody, and anew with the next change."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from typing import Any, TypeVar
from unittest.mock import Mock

import pytest

from podium.api.application import Application
from podium.api.front import answer_cache
from podium.api.front.answer_cache import AnswerCache, CachedAnswer
from podium.app.event.attachments import AttachmentKey, AttachmentKind, change_attachment, remove_attachment
from podium.app.hall.event_clock import ClockAction, ClockOrder
from podium.bootstrap import application, opened
from podium.core.result import Result
from podium.flow.commands import ChangeSettings, PairRound, PublishRound, PublishTournament
from podium.web.frame.static_files import STATIC_URL
from tests.kit.pictures import jpeg, png
from tests.kit.waiting import in_a_thread
from tests.web.conftest import Event, House

Scope = MutableMapping[str, Any]
T = TypeVar("T")


def alone(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, on a loop and a thread of its own: a browser of another test may have one here."""
    return in_a_thread(lambda: asyncio.run(coroutine))


class Wire:
    """Asks an application as a server would, counting how often the part behind the kept answers is asked."""

    def __init__(self, app: Application) -> None:
        self.app = app
        kept: Any = app.answer
        while not isinstance(kept, AnswerCache):
            kept = kept.app
        self.behind = Mock(wraps=kept.app)
        kept.app = self.behind

    @property
    def renderings(self) -> int:
        return self.behind.call_count

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        return alone(self.ask(path, **headers))

    async def ask(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        sent: list[dict[str, Any]] = []
        path, _, query = path.partition("?")
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0)
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        call: Callable[..., Awaitable[None]] = self.app
        await call(scope, receive, send)
        head = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], head, b"".join(each.get("body", b"") for each in sent[1:])


@pytest.fixture
def event(house: House) -> Event:
    event = house.event("Ann", "Bo", "Cy", "Di", format="swiss", rounds=3)
    event.do(PairRound(1))
    event.do(PublishRound(1))
    return event


@pytest.fixture
def wire(house: House) -> Wire:
    return Wire(application(house.podium))


def test_a_page_that_many_read_rests_and_who_asks_meanwhile_gets_what_happened_until_then(
    wire: Wire, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_cache, "RESTS", 1_000_000)
    monkeypatch.setattr(answer_cache, "LONGEST_REST", 1_000.0)

    async def crowd() -> list[bytes]:
        rested = asyncio.Event()

        async def rest(_seconds: float) -> None:
            await rested.wait()

        monkeypatch.setattr(answer_cache, "pause", rest)
        await asyncio.gather(*(wire.ask(event.url) for _ in range(1_000)))
        asked = []
        for number in range(3):
            event.do(ChangeSettings({"place": f"Hall {number}"}))
            asked.append(asyncio.ensure_future(wire.ask(event.url)))
            await asyncio.sleep(0.01)
        rested.set()
        return [body for _, _, body in await asyncio.gather(*asked)]

    bodies = alone(crowd())
    assert all(b"Hall 2" in body for body in bodies)
    assert wire.renderings == 2  # before, and once for three changes


def test_a_page_that_nobody_else_read_does_not_rest() -> None:
    answer = CachedAnswer((0, 0), 100.0, (), b"", took=2.0)
    assert answer.rests_until == 102.0
    answer.readers = 50
    assert answer.rests_until == 102.0 + answer_cache.LONGEST_REST


PAGES = ("", "/standings", "/players", "/rounds/1", "/crosstable")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_made_once_for_everybody_who_asks_at_once(wire: Wire, event: Event, page: str) -> None:
    async def crowd() -> list[tuple[int, dict[str, str], bytes]]:
        return await asyncio.gather(*(wire.ask(event.url + page) for _ in range(50)))

    answers = alone(crowd())
    assert {status for status, _, _ in answers} == {200}
    assert len({body for _, _, body in answers}) == 1
    assert wire.renderings == 1


def test_an_answer_of_the_api_too(wire: Wire, event: Event) -> None:
    path = f"/api/tournaments/{event.id}/standings"
    first, again = wire.get(path), wire.get(path)
    assert (first[0], first[2]) == (200, again[2])
    assert first[1]["etag"].startswith(f'"{event.version}-')
    assert wire.renderings == 1


def test_the_next_change_is_seen_at_once(wire: Wire, event: Event) -> None:
    before = wire.get(f"{event.url}/standings")
    event.record(1, Result.WHITE_WINS)
    after = wire.get(f"{event.url}/standings")
    assert before[1]["etag"] != after[1]["etag"]
    assert before[2] != after[2]
    assert wire.renderings == 2


def test_who_asks_after_a_change_does_not_get_what_was_begun_before_it(wire: Wire, event: Event) -> None:
    answer = wire.behind._mock_wraps

    async def both() -> list[bytes]:
        begun, changed = asyncio.Event(), asyncio.Event()

        async def slowly(scope: Scope, receive: Any, send: Any) -> None:
            async def late(message: dict[str, Any]) -> None:
                if not begun.is_set():
                    begun.set()
                    await changed.wait()
                await send(message)

            await answer(scope, receive, late)

        wire.behind.side_effect = slowly
        first = asyncio.ensure_future(wire.ask(event.url))
        await begun.wait()
        event.do(ChangeSettings({"place": "The new hall"}))
        later = [asyncio.ensure_future(wire.ask(event.url)) for _ in range(3)]
        await asyncio.sleep(0.01)  # they wait for the first; without this they would not meet it
        changed.set()
        return [body for _, _, body in await asyncio.gather(first, *later)]

    before, *after = alone(both())
    assert b"The new hall" not in before
    assert all(b"The new hall" in body for body in after)
    assert wire.renderings == 2


@pytest.mark.parametrize(("looks", "seen"), [(0.0, True), (1e9, False)], ids=["looks", "control: never looks"])
def test_what_another_process_wrote_is_seen_at_the_next_look(
    wire: Wire, event: Event, monkeypatch: pytest.MonkeyPatch, looks: float, seen: bool
) -> None:
    wire.get(event.url)
    wire.get(event.url)  # now it is known where the tournament stands
    monkeypatch.setattr(answer_cache, "LOOKS", looks)
    with opened(event.house.podium.config) as elsewhere:
        elsewhere.desk.perform(event.owner, event.id, ChangeSettings({"place": "Another hall"}))
    assert (b"Another hall" in wire.get(event.url)[2]) is seen


def test_who_has_the_page_is_told_so(wire: Wire, event: Event) -> None:
    _, headers, _ = wire.get(event.url)
    status, short, body = wire.get(event.url, if_none_match=headers["etag"])
    assert (status, body, short["etag"]) == (304, b"", headers["etag"])
    assert "content-security-policy" in short
    assert wire.get(event.url, if_none_match='"other"')[0] == 200


def test_it_travels_packed_to_those_who_can_unpack(wire: Wire, event: Event) -> None:
    _, plain_headers, plain = wire.get(event.url)
    _, headers, packed = wire.get(event.url, accept_encoding="br, gzip")
    assert (headers["content-encoding"], gzip.decompress(packed)) == ("gzip", plain)
    assert "content-encoding" not in plain_headers
    assert int(headers["content-length"]) == len(packed) < len(plain)
    assert wire.renderings == 1


@pytest.mark.parametrize(
    "own",
    [
        {"cookie": "podium_session=abc"},
        {"cookie": "podium_my_player=x; podium_session=abc"},
        {"cookie": "a=b; podium_status=x"},
        {"authorization": "Bearer x"},
    ],
)
def test_who_is_somebody_is_answered_by_themselves(wire: Wire, event: Event, own: dict[str, str]) -> None:
    wire.get(event.url)
    wire.get(event.url, **own)
    wire.get(event.url, **own)
    assert wire.renderings == 3
    wire.get(event.url, cookie="other=1")
    assert wire.renderings == 3


def test_two_thousand_phones_that_follow_one_player_without_scripts_cost_one_page(wire: Wire, event: Event) -> None:
    path, ann, bo = f"{event.url}/standings", event.player("Ann"), event.player("Bo")

    async def crowd() -> list[tuple[int, dict[str, str], bytes]]:
        return await asyncio.gather(
            *(wire.ask(path, cookie=f"podium_my_player={ann}; podium_form=token-{each}") for each in range(2000))
        )

    answers = alone(crowd())
    assert {status for status, _, _ in answers} == {200}
    assert (len({body for _, _, body in answers}), wire.renderings) == (1, 1)
    assert f'data-player="{ann}"'.encode() in answers[0][2]
    other, anybody = wire.get(path, cookie=f"podium_my_player={bo}"), wire.get(path)
    assert f'id="me" class="me" aria-label="My player" data-player="{bo}"'.encode() in other[2]
    assert b'aria-label="My player" hidden' in anybody[2]
    assert wire.renderings == 3


def test_the_token_of_a_form_makes_the_page_with_that_form_ones_own(wire: Wire, event: Event) -> None:
    for each in range(2):
        page = wire.get(f"{event.url}/me?q=Ann", cookie=f"podium_form=token-{each}")[2]
        assert f"token-{each}".encode() in page
    assert wire.renderings == 2


def test_what_the_owner_sees_never_reaches_the_public(house: House, event: Event) -> None:
    owner, anybody = house.visitor("owner"), house.visitor()
    assert "Manage" in owner.get(event.url).text
    assert "Manage" not in anybody.get(event.url).text
    assert "Manage" in owner.get(event.url).text
    assert owner.answer is not None
    assert "etag" not in owner.answer.headers


def test_an_event_that_is_hidden_again_is_gone_at_once(wire: Wire, event: Event) -> None:
    assert wire.get(event.url)[0] == 200
    event.do(PublishTournament(published=False))
    assert wire.get(event.url)[0] == 404
    assert wire.get(f"/api/tournaments/{event.id}")[0] == 404


def test_no_more_is_kept_than_there_is_room_for(wire: Wire, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_cache, "MOST_BYTES", 1)
    for _ in range(2):
        assert wire.get(event.url)[0] == 200
    assert wire.renderings == 2


def test_other_words_in_the_address_are_another_page(wire: Wire, event: Event) -> None:
    first = wire.get(f"{event.url}/standings")
    other = wire.get(f"{event.url}/players?q=Ann")
    assert b"Ann" in other[2]
    assert first[2] != other[2]
    assert b"Bo<" not in other[2]
    assert wire.renderings == 2


def test_files_of_this_release_are_asked_for_once(wire: Wire) -> None:
    status, headers, _ = wire.get(f"{STATIC_URL}/podium.css")
    assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    assert wire.get("/static/0000/podium.css")[0] == 404


def test_a_page_is_made_anew_when_the_clock_is_started_and_stays_while_it_runs(wire: Wire, event: Event) -> None:
    path = f"{event.url}/standings"
    before = wire.get(path)
    event.house.podium.screens.change_clock(event.id, ClockOrder(ClockAction.START, 60))
    _, head, body = wire.get(path)
    assert (b"until " in body, b"until " in before[2]) == (True, False)
    other = Wire(application(event.house.podium))
    assert other.get(path)[1]["etag"] == head["etag"]  # made anew, later, and still the same


def test_another_logo_is_seen_at_once(wire: Wire, event: Event) -> None:
    podium, key = event.house.podium, AttachmentKey(AttachmentKind.LOGO, event.id)
    for content in (png(), jpeg()):
        change_attachment(podium.desk, podium.attachments, event.owner, key, content)
        digest = hashlib.sha256(content).hexdigest()[:12].encode()
        assert digest in wire.get(event.url)[2]
    remove_attachment(podium.desk, podium.attachments, event.owner, key)
    assert b"event-logo" not in wire.get(event.url)[2]


def test_another_logo_by_another_process_is_seen(wire: Wire, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    wire.get(event.url)
    monkeypatch.setattr(answer_cache, "LOOKS", 0.0)
    with opened(event.house.podium.config) as elsewhere:
        key = AttachmentKey(AttachmentKind.LOGO, event.id)
        change_attachment(elsewhere.desk, elsewhere.attachments, event.owner, key, png())
        assert b"event-logo" in wire.get(event.url)[2]


def test_what_another_process_displays_is_seen(house: House, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(application(house.podium))
    path = f"{event.url}/standings"
    wire.get(path)
    monkeypatch.setattr(answer_cache, "LOOKS", 0.0)
    with opened(house.podium.config) as elsewhere:
        elsewhere.screens.add_message(event.id, "Phones off!", None)
        assert b"Phones off!" in wire.get(path)[2]

"""Nothing that a browser can send breaks a page: every form is answered, whatever is in it, never with a 5xx."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable, Iterator, Sequence

import pytest
from litestar import Litestar, Request
from litestar.exceptions import ClientException
from litestar.testing import RequestFactory
from litestar.types import HTTPRequestEvent

from podium.core.result import Result
from podium.flow.commands import PairRound, PublishRound
from podium.web.frame.forms import MOST_FIELDS, Form, read_form
from podium.web.routes import ACTS, PAGES
from tests.kit.loops import ALL_SEEDS, every
from tests.kit.waiting import in_a_thread
from tests.web.conftest import Event, House

NONSENSE = ("", "\x00", "𝔄" * 300, "-1", "9" * 30, "1e9", "<b>&'\"", "../..", "\ufffd", "ﷺ\u202e", "1\n2")
FIELDS = (
    *("name", "format", "rounds", "place", "start", "end", "sections", "scoring", "tiebreaks", "cycles", "points_win"),
    *("preset", "edition", "unrated"),
    *(
        "rating",
        "federation",
        "fide_id",
        "gender",
        "birth",
        "section",
        "round-2",
        "round-99",
        "text",
        "content",
        "sheet",
    ),
    *("kind", "column-0", "column-x", "shown_columns", "white", "black", "board", "player", "role", "expires", "label"),
    *("result", "was", "pairing", "round", "version", "back", "next", "w-0-1", "b-0-1", "fill", "once", "old", "new"),
    *("replace", "home1-1", "home2-1", "away1-1", "away2-1", "confirm"),
)
LEFT_ALONE = ("/login", "/logout", "/setup", "/account/password")  # these would end the session, or count as guesses


def shared_out(values: Sequence[str], paths: Iterable[str], parts: int) -> Iterator[tuple[str, Sequence[str]]]:
    """Each path with its part of the values in turn; `make long` sends all of them to each."""
    for at, path in enumerate(paths):
        yield path, values if ALL_SEEDS else values[at % parts :: parts]


def in_round_one(house: House) -> Event:
    event = house.event("Ann", "Ben", "Cid")
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.DRAW)
    return event


@pytest.fixture(scope="module")
def event(house: House) -> Event:
    return in_round_one(house)


def addressed(event: Event, path: str) -> list[str]:
    """The address with what exists, and with nonsense in its place."""
    known = {"id:str": event.id, "player:str": event.player("Ann"), "pairing:str": event.board(1, 1)}
    known |= {"round:int": "1", "version:int": "2", "link:int": "1", "token:int": "1", "secret:str": "x"}
    right, wrong = path, path
    for name, real in known.items():
        right = right.replace(f"{{{name}}}", real)
        odd = "9" * 30 if name.endswith(":int") else "%00%F0%9D"
        wrong = wrong.replace(f"{{{name}}}", odd if name != "id:str" else real)
    return list(dict.fromkeys((right, wrong)))


FORMS = [path for path, _ in ACTS if path not in LEFT_ALONE and not path.endswith("/delete")]


@pytest.mark.seeds
@every(("path", "values"), shared_out(NONSENSE, FORMS, 4))
def test_every_form_survives_nonsense(house: House, event: Event, path: str, values: Sequence[str]) -> None:
    owner = house.visitor("owner")
    token = house.form_token(owner)
    existing, *others = addressed(in_round_one(house) if "{id:str}" in path else event, path)
    for url, chosen in ((existing, values), *((url, values[:1]) for url in others)):
        for value in chosen:
            owner.send(url, {**dict.fromkeys(FIELDS, value), "csrf": token})
            assert owner.status < 500, (url, value)


@pytest.mark.seeds
@every(("path", "values"), shared_out(("%00", "9" * 30, "%F0%9D", "-1", "<b>"), [path for path, _ in PAGES], 3))
def test_every_page_survives_a_strange_query(house: House, event: Event, path: str, values: Sequence[str]) -> None:
    owner = house.visitor("owner")
    names: tuple[str, ...] = ("q", "page", "after", "edit", "by", "section", "archived", "pairing", "result", "next")
    names += ("id", "prize", "player", "order", "overrides", "give_prize", "receipts")
    names += ("round", "wall", "screen", "ends")
    for url in addressed(event, path):
        for value in values:
            owner.get(f"{url}?{'&'.join(f'{name}={value}' for name in names)}")
            assert owner.status < 500, (url, value)


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("rounds/1/close", {"once": "a\0b"}, 400),
        ("rounds/1/close", {"once\0": ""}, 400),
        ("rounds/1/close", {"once": "x" * 300}, 200),
        ("games/a%00b/result", {"result": "1-0"}, 404),
        ("games/nobody/result", {"result": "1-0"}, 404),
    ],
)
def test_no_database_is_given_what_it_cannot_take(
    either: House, path: str, fields: dict[str, str], status: int
) -> None:
    """PostgreSQL takes no NUL and nothing too long, and a refusal of its own would be told as if it were away."""
    event = either.event("Ann", "Ben")
    event.do(PairRound())
    event.record(1, Result.DRAW)
    owner = either.visitor("owner")
    owner.send(f"{event.url}/{path}", {**fields, "csrf": either.form_token(owner)})
    assert owner.status == status


def read(body: bytes, content_type: str) -> Form:
    """The form that these bytes are."""
    scope = RequestFactory(Litestar(logging_config=None)).get("/", headers={"content-type": content_type}).scope

    async def receive() -> HTTPRequestEvent:
        return {"type": "http.request", "body": body, "more_body": False}

    return in_a_thread(lambda: asyncio.run(read_form(Request(scope, receive))))


def test_a_form_with_one_field_many_times_is_read_once_through() -> None:
    """Each as quickly as the first: a small request must not hold up the hall."""
    body = b"&".join(b"replace=%d" % number for number in range(MOST_FIELDS - 1))
    form = read(body, "application/x-www-form-urlencoded")
    assert form.texts["replace"] == tuple(map(str, range(MOST_FIELDS - 1)))


def part(name: str, more: str = "") -> bytes:
    return f'--x\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\nvalue\r\n'.encode()


@every(
    ("body", "content_type"),
    [
        (b"&" * 490_000, "application/x-www-form-urlencoded"),
        (b"a&" * 245_000, "application/x-www-form-urlencoded"),
        (b"%" * 490_000, "application/x-www-form-urlencoded"),
        (b"".join(part(f"f{number}") for number in range(7_000)) + b"--x--", "multipart/form-data; boundary=x"),
        (b"".join(part("f", '; filename="y"') for _ in range(6_000)) + b"--x--", "multipart/form-data; boundary=x"),
        (b"--x\r\n" + b"A: b\r\n" * 80_000, "multipart/form-data; boundary=x"),
        (part("f")[:-2] + b"\r\n--" * 120_000, "multipart/form-data; boundary=x"),
        (b"\r\n" * 245_000, "multipart/form-data; boundary=x"),
    ],
    ids=["separators", "names", "escapes", "parts", "files", "headers", "half boundaries", "line ends"],
)
def test_a_hostile_form_is_refused_or_read_at_once(body: bytes, content_type: str) -> None:
    began = time.process_time()
    with contextlib.suppress(ClientException):
        read(body, content_type)
    assert time.process_time() - began < 1


def test_a_field_that_comes_twice_is_kept_twice_in_either_encoding() -> None:
    encoded = read(b"a=1&b=%C3%BC+x&a=2", "application/x-www-form-urlencoded; charset=utf-8")
    assert encoded.texts == {"a": ("1", "2"), "b": ("ü x",)}
    parts = b"".join(part("a") for _ in range(2)) + part("file", '; filename="list.csv"') + b"--x--\r\n"
    form = read(parts, 'multipart/form-data; boundary="x"')
    assert form.texts == {"a": ("value", "value")}
    assert form.files == {"file": b"value"}


def test_three_files_are_too_many() -> None:
    parts = b"".join(part(f"f{number}", '; filename="y"') for number in range(3)) + b"--x--\r\n"
    with pytest.raises(ClientException, match="cannot be read"):
        read(parts, "multipart/form-data; boundary=x")

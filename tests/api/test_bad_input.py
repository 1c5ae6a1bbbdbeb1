"""Nothing a client can send is answered with 5xx, or with 422, or changes anything."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from podium.api.bodies import Body
from podium.api.problems import Edge, problem
from podium.api.resources.players import PlayerChangesBody
from podium.api.resources.tournaments import SettingsBody
from podium.app.accounts.credentials import CredentialEnded
from podium.app.accounts.logins import CodeWrong, LoginFailed, TooManyAttempts
from podium.app.server.overload import BodyTooLarge, Busy, ForeignPage, TooManyRequests
from podium.bootstrap import application
from podium.core.errors import (
    Cautioned,
    Forbidden,
    FormatError,
    Invalid,
    LimitExceeded,
    NotInstalled,
    PodiumError,
    Refused,
    Stale,
    TooSlow,
    Unavailable,
    Unknown,
    Unpairable,
    WorkersAway,
)
from podium.core.player import FIELD_NAMES
from podium.flow.event.settings import GIVEN
from tests.kit.http import Caller, Event, House, house
from tests.kit.loops import every
from tests.kit.waiting import in_a_thread

LEAVING: dict[str, object] = {
    **dict.fromkeys(("round", "met_in", "first", "expected", "actual")),
    "code": "leaving-fide-mode",
    "level": "L4",
    "names": [],
}


@pytest.fixture(scope="module")
def three(kept_url: str) -> Iterator[Event]:
    """Three players, a game and a bye: version 3, and still so after each test."""
    with house(kept_url) as hall:
        event = hall.user("chief").event()
        event.players("Ann", "Ben", "Cid")
        event.pairs([("Ann", "Ben")])
        yield event


BODIES = {
    "no JSON": b"result=1-0",
    "half of it": b'{"result": "1-',
    "two of them": b'{"result": "1-0"}{"result": "0-1"}',
    "a list": b'["1-0"]',
    "a text": b'"1-0"',
    "null": b"null",
    "a number": b"1",
    "nothing": b"",
    "white space": b"   ",
    "no fields": b"{}",
    "another field": b'{"result": "1-0", "winner": "Ann"}',
    "a number for text": b'{"result": 1}',
    "a list for text": b'{"result": ["1-0"]}',
    "an object for text": b'{"result": {"white": 1}}',
    "a truth for text": b'{"result": true}',
    "an unknown result": b'{"result": "2-0"}',
    "an empty result": b'{"result": ""}',
    "a long result": b'{"result": "' + b"1" * 100_000 + b'"}',
    "NaN": b'{"result": NaN}',
    "infinity": b'{"result": -Infinity}',
    "a huge number": b'{"result": ' + b"9" * 5000 + b"}",
    "a huge exponent": b'{"result": 1e999999}',
    "a NUL": b'{"result": "1-0\\u0000"}',
    "a bare NUL": b'{"result": "1-0\x00"}',
    "half a surrogate": b'{"result": "\\ud800"}',
    "bytes that are no UTF-8": b'{"result": "\xff\xfe"}',
    "UTF-16": '{"result": "1-0"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"result": "1-0"}',
    "deep nesting": b"[" * 100_000 + b"]" * 100_000,
    "deep nesting in a field": b'{"result": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001,
    "the same key twice": b'{"result": "1-0", "result": 5}',
    "XML": b"<result>1-0</result>",
}


@every("raw", BODIES.values(), ids=BODIES.keys())
def test_a_bad_body(three: Event, raw: bytes) -> None:
    answer = three.by.raw("PUT", f"/api/pairings/{three.pairing('Ann')['id']}/result", raw)
    assert answer.status == 400
    answer.refused(400, answer.body["code"])
    assert answer.body["code"] in ("malformed", "result-unknown")
    assert three.version == 3


def test_the_problem_names_the_field_and_the_value(event: Event) -> None:
    given = {"players": [{"name": "Ann"}, {"name": "Ben", "rating": "high"}]}
    found = event("POST", "/players", given).refused(400, "malformed")
    assert (found["field"], found["value"]) == ("players[1].rating", "high")
    assert "players[1].rating" in found["detail"]
    found = event("POST", "/players", {"players": [{"name": "Ann", "elo": 1900}]}).refused(400, "malformed")
    assert (found["field"], found["value"]) == ("players[0].elo", 1900)
    assert found["detail"] == "There is no field players[0].elo."
    found = event("POST", "/players", {}).refused(400, "malformed")
    assert (found["field"], found["value"]) == ("players", None)
    assert found["detail"] == "The field players is missing."


WRONG = [
    ("POST", "/api/tournaments", {"format": "manual"}, 400, "malformed"),
    ("POST", "/api/tournaments", {"name": "", "format": "manual"}, 400, "name-missing"),
    ("POST", "/api/tournaments", {"name": "X"}, 400, "format-missing"),
    ("POST", "/api/tournaments", {"name": "X", "format": "bingo"}, 400, "format-unknown"),
    ("POST", "/api/tournaments", {"name": "X", "format": "manual", "rounds": 0}, 400, "count-out-of-range"),
    ("POST", "/api/tournaments", {"name": "X", "format": "manual", "rounds": 2**40}, 400, "malformed"),
    ("POST", "/api/tournaments", {"name": "X", "format": "manual", "rounds": 1.5}, 400, "malformed"),
    ("POST", "/api/tournaments", {"name": "X", "format": "manual", "rounds": True}, 400, "malformed"),
    ("POST", "/api/tournaments", {"name": "X" * 5000, "format": "manual"}, 400, "text-too-long"),
    ("POST", "/api/tournaments", {"name": "a\u0007b", "format": "manual"}, 400, "text-malformed"),
    ("POST", "/api/tournaments", {"name": "X", "format": "manual", "start": "tomorrow"}, 400, "date-malformed"),
    ("POST", "/api/tournaments", {"name": "X", "format": "manual", "scoring": "mine"}, 400, "scoring-unknown"),
    ("POST", "/api/tournaments", {"name": "X", "format": "manual", "scoring": {"win": 1e9}}, 400, "malformed"),
    ("POST", "/api/tournaments", {"name": "X", "format": "manual", "scoring": {"goal": 1}}, 400, "scoring-unknown"),
    ("POST", "/api/tournaments", {"name": "X", "format": "manual", "id": "mine"}, 400, "malformed"),
    ("POST", "{event}/players", {"players": []}, 400, "malformed"),
    ("POST", "{event}/players", {"players": [{"name": " "}]}, 400, "name-missing"),
    ("POST", "{event}/players", {"players": [{"name": "X", "rating": 9999}]}, 400, "rating-out-of-range"),
    ("POST", "{event}/players", {"players": [{"name": "X", "rating": 10**30}]}, 400, "malformed"),
    ("POST", "{event}/players", {"players": [{"name": "X", "gender": "?"}]}, 400, "gender-unknown"),
    ("POST", "{event}/players", {"players": [{"name": "X", "section": "Z"}]}, 400, "section-unknown"),
    ("PUT", "{event}/players/{Ann}/byes", {"0": "half"}, 400, "round-out-of-range"),
    ("PUT", "{event}/players/{Ann}/byes", {"x": "half"}, 400, "round-out-of-range"),
    ("PUT", "{event}/players/{Ann}/byes", {"2": "bye"}, 400, "bye-type-unknown"),
    ("PUT", "{event}/players/{Ann}/byes", {"1": "half"}, 409, "round-paired"),
    ("PUT", "{event}/players/{Ann}/byes", ["2"], 400, "malformed"),
    ("POST", "{event}/rounds", {"round": 1}, 409, "round-exists"),
    ("POST", "{event}/rounds", {"round": 3}, 409, "round-not-next"),
    ("POST", "{event}/rounds", {"round": 0}, 400, "count-out-of-range"),
    ("POST", "{event}/rounds", {"round": -5}, 400, "count-out-of-range"),
    ("POST", "{event}/rounds", {"round": 2**63}, 400, "malformed"),
    ("POST", "{event}/rounds", {"pairings": [{"white": "{Ann}", "black": "ghost"}]}, 404, "unknown-player"),
    ("POST", "{event}/rounds", {"pairings": [{"white": "{Ann}", "black": "{Ann}"}]}, 400, "player-twice"),
    ("POST", "{event}/rounds", {"pairings": [{"black": "{Ann}"}]}, 400, "malformed"),
    ("POST", "{event}/rounds/1/byes", {"player_id": "ghost", "byeType": "bye"}, 404, "unknown-player"),
    ("POST", "{event}/rounds/1/byes", {"player_id": "{Cid}", "byeType": "bye"}, 409, "player-has-bye"),
    ("POST", "{event}/rounds/1/byes", {"player_id": "{Cid}", "byeType": "holiday"}, 400, "bye-type-unknown"),
    ("POST", "{event}/rounds/7/close", {}, 404, "unknown-round"),
    ("POST", "{event}/rounds/x/close", {}, 404, "unknown-round"),
    ("POST", "{event}/rounds/-1/close", {}, 404, "unknown-round"),
    ("POST", "{event}/rounds/99999999999999999999/close", {}, 404, "unknown-round"),
    ("POST", "{event}/rounds/1/close", {"force": True}, 400, "malformed"),
    ("POST", "{event}/undo", {"commit": 2**63}, 400, "malformed"),
    ("POST", "{event}/undo", {"commit": -1}, 404, "unknown-commit"),
    ("POST", "{event}/undo", {"to": "start"}, 400, "malformed"),
    ("POST", "{event}/what-if", {"method": "PUT"}, 400, "malformed"),
    ("PATCH", "{game}", {"board": 0}, 400, "board-out-of-range"),
    ("PATCH", "{game}", {"colours": "green"}, 400, "malformed"),
    ("PATCH", "{game}", {"white": "ghost"}, 404, "unknown-player"),
    ("PUT", "{game}/result", {"result": "1-0", "was": "?"}, 400, "result-unknown"),
    ("POST", "{bye}/bye-result", {"byeType": 5}, 400, "malformed"),
    ("POST", "{bye}/bye-result", {"byeType": None}, 400, "malformed"),
    ("POST", "{bye}/bye-result", {}, 400, "malformed"),
    ("POST", "{bye}/bye-result", {"bye_type": "bye"}, 400, "malformed"),
    ("PATCH", "{event}", {"rounds": "many"}, 400, "malformed"),
    ("PATCH", "{event}", {"format": "round-robin"}, 409, "rounds-exist"),
    ("GET", "{event}/standings?after=x", None, 400, "malformed"),
    ("GET", "{event}/standings?after=99999999999999999999", None, 400, "malformed"),
    ("GET", "{event}/state?version=1e3", None, 400, "malformed"),
    ("GET", "{event}/players/%00", None, 404, "unknown-player"),
    ("GET", "{event}/export/pgn", None, 404, "unknown-format"),
    ("GET", "/api/tournaments?archived=perhaps", None, 400, "malformed"),
    ("GET", "/api/tournaments?format=chess", None, 400, "malformed"),
    ("GET", "/api/tournaments?tieBreakPolicy=rapid", None, 400, "malformed"),
    ("GET", "/api/tournaments?requiresDecisiveResult=", None, 400, "malformed"),
    ("GET", "/api/tournaments/%00", None, 404, "unknown-tournament"),
    ("GET", "/api/tournaments/%ff%fe", None, 404, "unknown-tournament"),
    ("GET", "/api/tournaments/" + "x" * 5000, None, 404, "unknown-tournament"),
    ("GET", "/api/tournaments/..%2f..", None, 404, "unknown-route"),
    ("GET", "/api/pairings/%00-x", None, 404, "unknown-pairing"),
    ("PUT", "/api/pairings/%00-x/result", {"result": "1-0"}, 404, "unknown-pairing"),
    ("PUT", "/api/pairings/-/result", {"result": "1-0"}, 404, "unknown-pairing"),
    ("GET", "/api/pairings/x/y/z", None, 404, "unknown-route"),
    ("GET", "/api/", None, 404, "unknown-route"),
    ("PUT", "/api/tournaments", {}, 405, "method-not-allowed"),
    ("DELETE", "{event}/standings", None, 405, "method-not-allowed"),
    ("POST", "/api/session", {"name": "x\u0000", "password": "y"}, 400, "malformed"),
    ("POST", "/api/session", {"name": "x"}, 400, "malformed"),
    ("POST", "/api/tokens", {"label": "  "}, 400, "name-missing"),
    ("POST", "/api/tokens", {"label": "x" * 999}, 400, "text-too-long"),
]


@every(
    ("method", "path", "body", "status", "code"),
    WRONG,
    ids=[f"{method} {path[:40]} {str(body)[:60]}" for method, path, body, *_ in WRONG],
)
def test_a_bad_request(three: Event, method: str, path: str, body: object, status: int, code: str) -> None:
    names = {
        "{event}": three.url,
        "{game}": f"/api/pairings/{three.pairing('Ann')['id']}",
        "{bye}": f"/api/pairings/{three.pairing('Cid')['id']}",
        **{f"{{{name}}}": id for name, id in three.ids.items()},
    }
    three.by(method, _filled(path, names), _replaced(body, names)).refused(status, code)
    assert three.version == 3


def _filled(text: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(name, value)
    return text


def _replaced(body: object, names: dict[str, str]) -> object:
    match body:
        case str():
            return names.get(body, body)
        case dict():
            return {key: _replaced(value, names) for key, value in body.items()}
        case list():
            return [_replaced(value, names) for value in body]
        case _:
            return body


class TestSize:
    def test_json_beyond_a_megabyte(self, event: Event) -> None:
        raw = b'{"players": [{"name": "' + b"x" * 1_000_000 + b'"}]}'
        event.by.raw("POST", f"{event.url}/players", raw).refused(413, "too-large")

    def test_an_upload_beyond_ten(self, event: Event) -> None:
        event.by.raw("POST", f"{event.url}/players/import", b"x" * 10_000_001, "text/csv").refused(413, "too-large")

    def test_a_value_is_not_sent_back_whole(self, event: Event) -> None:
        found = event("PATCH", "", {"scoring": "x" * 10_000}).refused(400, "scoring-unknown")
        assert len(found["value"]) <= 200
        assert len(found["detail"]) < 300


class TestContentTypes:
    @pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", "x", ""])
    def test_the_body_counts_not_what_it_is_called(self, event: Event, kind: str) -> None:
        assert event.by.raw("PATCH", event.url, b'{"name": "Other"}', kind).ok()["name"] == "Other"


def test_a_client_that_hangs_up_is_no_fault_of_ours(hall: House, chief: Caller) -> None:
    """It sends half a request and is gone; the application answers to nobody and raises nothing."""
    event = chief.event()
    scope: Any = {
        "type": "http",
        "method": "PATCH",
        "path": event.url,
        "query_string": b"",
        "headers": [(b"authorization", chief.credentials["Authorization"].encode())],
    }
    incoming = iter([{"type": "http.request", "body": b'{"na', "more_body": True}, {"type": "http.disconnect"}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(incoming)

    async def send(message: Any) -> None:
        sent.append(message)

    in_a_thread(lambda: asyncio.run(application(hall.podium)(scope, receive, send)))
    assert sent[0]["status"] == 400
    assert event.version == 1


def test_the_bodies_know_every_field_of_the_flow() -> None:
    """A setting or a field of players that the flow knows and the API does not would be refused as unknown."""
    assert _known(SettingsBody) == set(GIVEN)
    assert _known(PlayerChangesBody) == set(FIELD_NAMES)


def _known(body: type[Body]) -> set[str]:
    """The fields of a body; those with two names once."""
    assert set(body.ALSO) < set(body.__struct_fields__)
    return {body.ALSO.get(name, name) for name in body.__struct_fields__}


@every(
    ("error", "status"),
    [
        (Refused("round-exists", value=1), 409),
        (Invalid("name-missing", field="name", value=""), 400),
        (Unpairable("too-few-players", value=1, least=2), 409),
        (Cautioned([LEAVING], "L4", 1, 2), 409),
        (Stale(1, 2), 409),
        (Unknown("player", "x"), 404),
        (Forbidden("Rewind"), 403),
        (FormatError(1, 2, "not-text"), 400),
        (Unavailable(), 503),
        (WorkersAway(), 503),
        (NotInstalled("typst"), 503),
        (Busy(1), 429),
        (TooManyRequests("watchers", 1), 429),
        (BodyTooLarge(64), 413),
        (LimitExceeded(1, 2, "workbook-too-large", most=1, value=2), 413),
        (ForeignPage("https://elsewhere.example"), 403),
        (CredentialEnded(), 401),
        (TooSlow("prizes-too-slow", 60), 504),
        (LoginFailed("x"), 401),
        (CodeWrong(), 403),
        (TooManyAttempts(3), 429),
        (Edge(418, "teapot", "Short and stout."), 418),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, PodiumError) else "",
)
def test_every_class_of_error_is_mapped(error: PodiumError, status: int) -> None:
    document = problem(error)
    assert document["status"] == status
    assert document["code"] == error.code
    assert document["detail"]
    mapped = {Refused, Invalid, Unpairable, Cautioned, Stale, Unknown, Forbidden, FormatError, Unavailable, TooSlow}
    mapped |= {LoginFailed, TooManyAttempts, CodeWrong, CredentialEnded, ForeignPage}
    mapped |= {WorkersAway, NotInstalled, Busy, TooManyRequests, BodyTooLarge}
    assert set(PodiumError.__subclasses__()) - {Edge} <= mapped

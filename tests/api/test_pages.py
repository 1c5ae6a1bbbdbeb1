"""Lists in pages; parameters that nobody takes; HEAD and OPTIONS."""

from __future__ import annotations

import re

import pytest

from podium.api.documentation import finished
from podium.bootstrap import site
from tests.kit.http import Caller, Event, House

NAMES = ["Ann", "Ben", "Cid", "Dan", "Eve"]

# Every parameter of the query that the contract names, with an address that exists in an event with two rounds.
DOCUMENTED = [
    "/api/tournaments?limit=500",
    "/api/tournaments?archived=true&format=manual",
    "{event}/standings?after=1&tiebreaks=BH/C1,BH",
    "{event}/crosstable?after=1",
    "{event}/players/{Ann}/card?after=1",
    "{event}/players/{Ann}/tiebreaks?after=1&codes=BH",
    "{event}/state?version=2",
    "{event}/prizes/why?player={Ann}",
    "{event}/export/csv?table=pairings&round=1",
    "{event}/rating-report?after=1&kind=rapid",
    "{event}/audit?limit=5",
    "/api/audit?limit=5&before=9",
    "/api/ratings?q=ann&list=fide&kind=rapid&limit=10",
    "{event}/ratings?list=fide&kind=rapid",
    "{event}/rating-check?anyway=true",
]
UPLOADS = ["{event}/pgn?preview=1", "{event}/pgn?round=1&preview=1", "{event}/players/import?preview=true"]
LISTS = [
    ("{event}/players", "players", "id", "after"),
    ("{event}/rounds", "rounds", "round", "after"),
    ("{event}/history", "commits", "version", "after"),
    ("{event}/links", "links", "id", "after"),
    ("{event}/messages", "messages", "id", "after"),
    ("{event}/standings", "standings", "player_id", "beyond"),
    ("{event}/rating-report", "players", "player_id", "beyond"),
    ("/api/tournaments", "tournaments", "id", "after"),
    ("/api/users", "users", "id", "after"),
    ("/api/tokens", "tokens", "id", "after"),
    ("/api/templates", "templates", "id", "after"),
    ("/api/invitations", "invitations", "id", "after"),
]


@pytest.fixture
def busy(chief: Caller, hall: House, event: Event) -> Event:
    """An event, and everything beside it, of which there are some."""
    event.players(*NAMES)
    for _ in range(2):
        event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
        event("POST", f"/rounds/{len(chief.get(f'{event.url}/rounds')['rounds'])}/publish", {}).ok()
        event.result("Ann", "1-0").ok()
        event.result("Cid", "1-0").ok()
        event("POST", "/links", {"role": "scorer"}).ok(201)
        event("POST", "/messages", {"text": "Tea is served."}).ok(201)
        chief("POST", "/api/invitations", {"label": "Ida"}).ok(201)
        chief("POST", "/api/tokens", {"label": "a program"}).ok(201)
        made = chief.event()
        chief("POST", "/api/templates", {"name": made.id, "tournament_id": event.id}).ok(201)
    hall.user("second")
    return event


def address(event: Event, text: str) -> str:
    return text.format(event=event.url, **event.ids)


def test_every_documented_parameter_is_taken(chief: Caller, busy: Event) -> None:
    for each in DOCUMENTED:
        answer = chief("GET", address(busy, each))
        assert answer.status in (200, 404, 409), (each, answer.body)  # 404 and 409: there are no rating lists
    for each in UPLOADS:
        content = b"name\nFay\n" if "import" in each else b'[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n\n1-0\n'
        answer = chief.raw("POST", address(busy, each), content, "text/plain")
        assert answer.status == 200, (each, answer.body)


def test_every_parameter_of_the_document_is_taken_and_no_other(chief: Caller, busy: Event) -> None:
    for path, methods in finished(site())["paths"].items():
        if "get" not in methods or path.endswith("/events") or not path.startswith("/api/"):
            continue
        real = path.replace("{id}", busy.id).replace("{pid}", busy.ids["Ann"])
        real = re.sub(r"\{\w+\}", "1", real)
        refused = chief("GET", f"{real}?nonsense=1").refused(400, "malformed")
        assert (refused["field"], refused["value"]) == ("nonsense", "1")
        assert refused["allowed"] == sorted(
            each["name"] for each in methods["get"].get("parameters", ()) if each["in"] == "query"
        ), path


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_write_refuses_unknown_parameters_too(chief: Caller, busy: Event, method: str) -> None:
    before = busy.version
    path = {"PATCH": "", "DELETE": "", "POST": "/undo", "PUT": "/prizes"}[method]
    refused = busy(method, f"{path}?dry=1", {}).refused(400, "malformed")
    assert refused["detail"] == "There is no parameter dry here."
    assert busy.version == before


def test_pages_and_what_watches_the_server_take_any(hall: House) -> None:
    assert hall.anyone("GET", "/health?verbose=1").status == 200
    assert hall.anyone("GET", "/docs?verbose=1").status == 200


def test_every_list_comes_in_pages(chief: Caller, busy: Event) -> None:
    for path, rows, key, cursor in LISTS:
        url = address(busy, path)
        whole = chief.get(url)
        assert len(whole[rows]) > 1, path
        assert "next" not in whole
        found, at = [], ""
        for _ in whole[rows]:
            page = chief.get(f"{url}?limit=1{at}")
            found += page[rows]
            if "next" not in page:
                break
            assert page["next"] == str(page[rows][-1][key])
            at = f"&{cursor}={page['next']}"
        used = {"last_used_at", "tokens"}  # changed by the asking itself
        assert [{k: v for k, v in row.items() if k not in used} for row in found] == [
            {k: v for k, v in row.items() if k not in used} for row in whole[rows]
        ], path


@pytest.mark.parametrize("wrong", ["limit=0", "limit=501", "limit=many", "after=nobody"])
def test_a_page_that_cannot_be(chief: Caller, busy: Event, wrong: str) -> None:
    name, _, value = wrong.partition("=")
    refused = busy("GET", f"/players?{wrong}").refused(400, "malformed")
    assert (refused["field"], refused["value"]) == (name, value)


def test_a_matching_page_is_not_sent_again(chief: Caller, busy: Event) -> None:
    first = busy("GET", "/players?limit=2")
    assert busy("GET", "/players?limit=2", If_None_Match=first.headers["etag"]).status == 304
    assert len(busy("GET", "/players?limit=3").ok()["players"]) == 3


def test_head_is_get_without_the_body(hall: House, chief: Caller, busy: Event) -> None:
    for path in (busy.url, f"{busy.url}/standings", "/health", "/api/tournaments/nowhere"):
        got, head = chief("GET", path), chief("HEAD", path)
        assert (head.status, head.body) == (got.status, b"")
        for name in ("content-type", "content-length", "etag"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)
    hall.anyone("HEAD", busy.url)
    assert hall.anyone("HEAD", busy.url).status == 404  # not published


def test_head_of_a_stream_ends(busy: Event) -> None:
    head = busy("HEAD", "/events")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")


def test_options_names_every_method(chief: Caller, busy: Event) -> None:
    for path, allowed in [
        ("/players", "GET, HEAD, OPTIONS, POST"),
        ("", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        ("/rounds/1/close", "OPTIONS, POST"),
    ]:
        answer = busy("OPTIONS", path)
        assert (answer.status, answer.headers["allow"]) == (204, allowed)
    busy("POST", "/standings", {}).refused(405, "method-not-allowed")
    assert busy("POST", "/standings", {}).headers["allow"] == "GET, HEAD, OPTIONS"

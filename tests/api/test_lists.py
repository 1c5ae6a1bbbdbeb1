"""Players from and to files, over HTTP."""

from __future__ import annotations

import json

import pytest

from podium.files.players.csvfile import read_csv
from podium.files.players.listfile import read_list
from podium.files.players.xlsx import read_xlsx
from tests.kit.http import Answer, Event, House
from tests.kit.loops import every

CSV = b"Name,Rating,Fed\nAnn,1900,NED\nBen,,\n"


def send(event: Event, content: bytes = CSV, query: str = "", **headers: str) -> Answer:
    """The answer to a list sent as the body itself."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = event.by.client.post(
        f"{event.url}/players/import{query}",
        content=content,
        headers={**event.by.credentials, "Content-Type": "text/csv", **named},
    )
    return Answer(sent.status_code, sent.json(), dict(sent.headers))


def names(event: Event) -> list[str]:
    return [player["name"] for player in event.by.get(f"{event.url}/players")["players"]]


@pytest.fixture
def event(hall: House) -> Event:
    return hall.user("chief").event()


def test_a_preview_changes_nothing(event: Event) -> None:
    body = send(event, query="?preview=true").ok()
    assert (body["add"], body["update"], body["skip"], body["problem"], body["version"]) == (2, 0, 0, 0, 1)
    assert body["columns"] == {"0": "name", "1": "rating", "2": "federation"}
    assert [(row["line"], row["action"], row["name"]) for row in body["rows"]] == [(2, "add", "Ann"), (3, "add", "Ben")]
    assert names(event) == []


def test_an_import_is_one_step(either_hall: House) -> None:
    event = either_hall.user("chief").event()
    body = send(event).ok()
    assert [(player["name"], player["rating"]) for player in body["players"]] == [("Ann", 1900), ("Ben", None)]
    assert body["version"] == 2
    assert names(event) == ["Ann", "Ben"]
    again = send(event).ok()
    assert (again["skip"], again["add"], again["version"], again["players"]) == (2, 0, 2, [])
    event("POST", "/undo", {}).ok()
    assert names(event) == []


def test_known_players_are_brought_up_to_date(event: Event) -> None:
    send(event).ok()
    body = send(event, b"Name,Rating\nBen,1950\nCid,1700\n").ok()
    assert (body["add"], body["update"]) == (1, 1)
    assert body["rows"][0]["changes"] == [{"field": "rating", "before": None, "after": 1950}]
    assert names(event) == ["Ann", "Ben", "Cid"]


def test_a_form_with_a_file(event: Event) -> None:
    sent = event.by.client.post(
        f"{event.url}/players/import",
        files={"file": ("players.csv", b"1,Ann\n2,Ben\n", "text/csv")},
        data={"columns": json.dumps({"1": "name", "0": None})},
        headers=event.by.credentials,
    )
    assert sent.status_code == 200, sent.text
    assert names(event) == ["Ann", "Ben"]


def test_columns_of_ones_own_choice(event: Event) -> None:
    chosen = '?columns={"0":"club","1":"name"}'
    body = send(event, b"DSC,Ann Alder\nDSC,Ben Birch\n", chosen).ok()
    assert [(player["name"], player["club"]) for player in body["players"]] == [
        ("Ann Alder", "DSC"),
        ("Ben Birch", "DSC"),
    ]


def test_a_bad_row_is_left_out_and_named(event: Event) -> None:
    body = send(event, b"Name,FIDE ID\nAnn,1001\nBen,1001\n").ok()
    assert (body["add"], body["problem"]) == (1, 1)
    [found] = body["problems"]
    assert (found["line"], found["code"]) == (3, "fide-id-repeated")
    assert found["detail"] == "FIDE number 1001 is already on line 2."
    assert names(event) == ["Ann"]


def test_the_same_key_imports_once(event: Event) -> None:
    first = send(event, Idempotency_Key="list").ok()
    event("POST", "/players", {"players": [{"name": "Cid"}]}).ok(201)
    assert send(event, Idempotency_Key="list").ok() == first
    send(event, b"Name\nDan\n", Idempotency_Key="list").refused(409, "idempotency-key-reused")
    assert names(event) == ["Ann", "Ben", "Cid"]


def test_if_match(event: Event) -> None:
    send(event, If_Match='"7"').refused(409, "stale")
    assert send(event, If_Match='"1"').ok()["version"] == 2


@every(
    ("content", "query", "code"),
    [
        (b"", "", "list-empty"),
        (b"Rating,Fed\n1900,NED\n", "", "no-name-column"),
        (b"\x00\x01\x02\x03", "", "not-a-list"),
        (b"PK\x03\x04 not a workbook", "", "not-a-workbook"),
        (b'[Event "Club"]\n[White "Ames, Dean"]\n\n1. e4 *\n', "", "not-a-list"),
        (b"012 Open\n022 Bern\n", "", "not-a-list"),
        (b"<html><table><tr><td>Ann</td></tr></table></html>", "", "not-a-list"),
        (b"%PDF-1.7\n", "", "not-a-list"),
        (b'Name\n"Ann\n', "", "quote-not-closed"),
        (CSV, "?columns=[1]", "malformed"),
        (CSV, "?columns={", "malformed"),
        (CSV, '?columns={"x":"name"}', "malformed"),
        (CSV, '?columns={"0":5}', "malformed"),
        (CSV, '?columns={"9":"name"}', "no-such-column"),
        (CSV, '?columns={"0":"height"}', "no-such-field"),
        (CSV, "?preview=perhaps", "malformed"),
    ],
)
def test_a_list_that_cannot_be_read(event: Event, content: bytes, query: str, code: str) -> None:
    send(event, content, query).refused(400, code)
    assert event.version == 1


@every("content_type", ["multipart/form-data", "multipart/form-data; boundary=x", "multipart/form-data; boundary="])
def test_a_form_that_is_none(event: Event, content_type: str) -> None:
    event.by.raw("POST", f"{event.url}/players/import", b"--x\r\ngarbage", content_type).refused(400, "malformed")


def test_what_goes_out_comes_in_again(event: Event) -> None:
    given = {"name": "=Ann", "rating": 1900, "birth": "1990-05-31", "club": "Ðelft"}
    event("POST", "/players", {"players": [given, {"name": "Ben"}]}).ok(201)
    csv = event("GET", "/export/csv")
    assert csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert 'filename="players.csv"' in csv.headers["content-disposition"]
    assert [row.cell(0) for row in read_csv(csv.ok()).rows] == ["=Ann", "Ben"]
    xlsx = event("GET", "/export/xlsx")
    assert [row.cell(0) for row in read_xlsx(xlsx.ok()).rows] == ["=Ann", "Ben"]
    other = event.by.event("Copy")
    assert send(other, xlsx.ok()).ok()["add"] == 2
    assert event("GET", "/export/csv", If_None_Match=csv.headers["etag"]).status == 304


def test_what_is_no_list_is_named(event: Event) -> None:
    refused = send(event, b'[Event "Club"]\n[White "Ames, Dean"]\n').refused(400, "not-a-list")
    assert refused["kind"] == "pgn"
    assert refused["detail"].startswith("This is a file of games (PGN), not a list.")


def test_a_list_in_place_of_a_report_is_named(event: Event) -> None:
    answer = event.by.raw("POST", "/api/tournaments/import", CSV, "text/plain")
    assert answer.refused(400, "not-a-report")["detail"].startswith("This is a list, not a tournament report (TRF).")


def test_the_results_of_lichess_are_a_final_ranking(event: Event) -> None:
    content = b'{"rank":1,"rating":2000,"username":"ann","points":3}\n{"rank":2,"rating":1900,"username":"ben"}\n'
    assert send(event, content, "?preview=1").ok()["add"] == 2
    send(event, content).ok()
    ranked = event("GET", "/standings").ok()["standings"]
    assert [(row["rank"], row["name"]) for row in ranked] == [(1, "ann"), (2, "ben")]


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_tables_go_out_as_spreadsheets(event: Event, format: str) -> None:
    send(event).ok()
    table = event("GET", f"/export/{format}?table=standings")
    assert f'filename="standings.{format}"' in table.headers["content-disposition"]
    assert [row.cell(3) for row in read_list(table.ok()).rows] == ["Ann", "Ben"]
    event("GET", f"/export/{format}?table=pairings").refused(404, "unknown-table")
    event("GET", f"/export/{format}?table=openings").refused(400, "choice-unknown")
    event("GET", f"/export/{format}?round=1").refused(400, "table-not-divided")
    event("GET", f"/export/{format}?table=standings&round=x").refused(400, "malformed")
    event("GET", "/export/ics?table=players").refused(400, "only-in-spreadsheets")


def test_a_row_that_is_no_player_is_named_and_left_out(event: Event) -> None:
    body = send(event, b"No;Name;1;2\n1;Ann;1;0\n2;Page 2 of 7;;\n").ok()
    [found] = body["problems"]
    assert (found["line"], found["code"], body["add"], body["problem"]) == (3, "not-a-player", 1, 1)
    assert names(event) == ["Ann"]

"""Files made to hold up the server, over HTTP: a limit refuses them, nobody waits, and nothing is a fault."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

import pytest

from podium.app.exports.file_reader import FileReader, file_pool
from podium.app.server.worker_pool import WorkerPool, WorkLimits
from podium.files.trf import Cell, Entry, Report, write
from tests.kit.http import Caller, Event, House
from tests.kit.loops import every

CSV, TRF = "text/csv", "text/plain"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    opened = file_pool()
    yield opened
    opened.close()


def report(*lines: str) -> bytes:
    """A report file of one round with these lines besides."""
    entries = (Entry(1, "Ann", cells=(Cell(2, "w", "1"),)), Entry(2, "Ben", cells=(Cell(1, "b", "0"),)))
    return "\n".join([write(Report(entries, name="Open")), *lines, ""]).encode()


def far_row() -> bytes:
    """A workbook of 1 kB that names row 10^15."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("[Content_Types].xml", "<Types/>")
        parts.writestr("xl/workbook.xml", f'<w xmlns:r="{kind}"><sheet name="A" r:id="a"/></w>')
        parts.writestr(
            "xl/_rels/workbook.xml.rels", f'<R><Relationship Id="a" Type="{kind}/worksheet" Target="s"/></R>'
        )
        parts.writestr("xl/s", '<w><row r="1000000000000000"><c><v>1</v></c></row></w>')
    return file.getvalue()


@pytest.mark.parametrize("query", ["", "?preview=true"])
def test_a_list_over_a_limit_is_refused_with_the_limit(event: Event, query: str) -> None:
    for content, kind, code in (
        (far_row(), XLSX, "workbook-row-too-far"),
        (b"Name\n" + b"\n" * 9_000_000, CSV, "too-many-lines"),
    ):
        event.by.raw("POST", f"{event.url}/players/import{query}", content, kind).refused(413, code)


def test_a_report_over_a_limit_is_refused_with_the_limit(chief: Caller) -> None:
    problem = chief.raw("POST", "/api/tournaments/import", b"\n" * 9_000_000, TRF).refused(413, "too-many-lines")
    assert "50000" in problem["detail"].replace(",", "").replace(" ", "")


def test_games_in_a_thousand_variations_are_no_fault(event: Event) -> None:
    content = b'[White "Ann"]\n\n1. e4 ' + b"(1. d4 " * 100_000 + b"*"
    event.by.raw("POST", f"{event.url}/pgn", content, "application/x-chess-pgn").ok()


def test_a_file_that_takes_too_long_or_too_much_memory_is_given_up(
    event: Event, hall: House, pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b"Name,Rating\n" + b"Lee,1800\n" * 15_000
    for limits, code in (
        (WorkLimits(seconds=0.000_001), "file-too-slow"),
        (WorkLimits(seconds=60, memory=1), "file-too-much-memory"),
    ):
        monkeypatch.setattr(hall.podium.desk, "files", FileReader(pool, limits))
        event.by.raw("POST", f"{event.url}/players/import?preview=true", content, CSV).refused(413, code)


def test_more_files_at_once_than_are_read_are_sent_back_for_a_moment(
    event: Event, hall: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = file_pool()
    closed.close()
    monkeypatch.setattr(hall.podium.desk, "files", FileReader(closed))
    content = b"Name\n" + b"Lee\n" * 15_000
    answer = event.by.raw("POST", f"{event.url}/players/import", content, CSV)
    answer.refused(429, "files-busy")
    assert answer.headers["retry-after"] == "1"


def test_a_long_list_is_read_in_a_worker_as_it_would_be_here(event: Event, hall: House, pool: WorkerPool) -> None:
    content = b"Name,Rating\n" + b"".join(b"Player %d,1800\n" % at for at in range(2_000))
    planned = event.by.raw("POST", f"{event.url}/players/import?preview=true", content, CSV).ok()
    assert len(hall.podium.file_workers.processes) == 1
    assert len(planned["rows"]) == 2_000


@every(
    "lines",
    [
        ["042 2024", "052 2024"],
        ["042 2024/05/01", "052 2024"],
        ["052 2024"],
        ["042 2024", "052 2024/05/01"],
        ["042 2024/05/01", "052 20240401"],
        ["042 2024-W20-1", "052 2024-W01-1"],
        ["042 9999/99/99", "052 0001/01/01"],
        ["132" + " " * 88 + "24/13/45"],
    ],
    ids=" ".join,
)
def test_odd_dates_of_a_report_are_left_out_and_named(chief: Caller, lines: list[str]) -> None:
    made = chief.raw("POST", "/api/tournaments/import", report(*lines), TRF).ok(201)
    event = f"/api/tournaments/{made['id']}"
    chief.get(event)
    chief("GET", f"{event}/export/trf").ok()


@every("name", ["\u200b", "\u2060\u200d", "\u3164", "\u2800", "\u00ad", "\ufe0f", " \u200e "])
def test_names_that_show_nothing_are_refused_everywhere(chief: Caller, event: Event, name: str) -> None:
    chief("POST", "/api/tournaments", {"name": name, "format": "manual"}).refused(400, "name-missing")
    event("POST", "/players", {"players": [{"name": name}]}).refused(400, "name-missing")
    event("PATCH", "", {"name": name}).refused(400, "name-missing")
    listed = event.by.raw("POST", f"{event.url}/players/import", f"Name,Elo\n{name},1800\n".encode(), CSV).ok()
    assert [row["action"] for row in listed["rows"]] == ["problem"]


def test_marks_of_zero_width_around_a_name_are_dropped(event: Event) -> None:
    added = event("POST", "/players", {"players": [{"name": "\u200b\ufeffEva Gr\u00fcn\u200f"}]}).ok(201)
    assert added["players"][0]["name"] == "Eva Grün"

"""All routes of the API, put together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from podium.api import bodies
from podium.api import prizes as prizegiving
from podium.api.asked import Reader
from podium.api.callers import Gate
from podium.api.health import Health
from podium.api.lists import CSV, TRF, XLSX, Lists
from podium.api.live import Live
from podium.api.manual import include_manual
from podium.api.openapi import READING, WRITING, Document, Operation
from podium.api.people import People
from podium.api.pictures import SVG, Pictures
from podium.api.reads import READS, Reading
from podium.api.reports import Reports
from podium.api.sessions import Sessions
from podium.api.shapes.lists import ImportAnswer
from podium.api.shapes.outcome import DoneAnswer, HealthAnswer
from podium.api.shapes.people import LinksAnswer, NewLink, NewToken, RolesAnswer, SessionAnswer, TokensAnswer
from podium.api.shapes.prizes import AllocationAnswer
from podium.api.shapes.tournaments import ReportImported, TournamentsAnswer
from podium.api.shapes.whatif import WhatIfAnswer
from podium.api.stream import MEDIA_TYPE as EVENTS
from podium.api.stream import Stream
from podium.api.tournaments import Tournaments
from podium.api.whatif import WhatIf
from podium.api.writes import CREATE, EVENT, MATCH, PAIRING, WRITES
from podium.api.writing import Writing
from podium.app.desk import Desk
from podium.app.logins import Logins
from podium.app.prizegiving import PrizeAllocator
from podium.config import Config

CLOSED = (400, 401, 403, 503)
SINCE = ("since", "integer", "The version you have; those after it come first. `Last-Event-ID` counts before it.")
PREVIEW = ("preview", "boolean", "Only say what would happen.")
COLUMNS = ("columns", "string", 'What columns hold, as JSON: {"0": "name", "3": null}.')
SHEET = ("sheet", "string", "Which sheet of a workbook.")
SECTION = ("section", "string", "Which section a report file is of; needed where there are several.")
ARCHIVED = ("archived", "boolean", "Those that were put away instead of the others.")
WANTED = (
    ("format", "string", "Only those of this format."),
    ("drawRuleMode", "string", "Only knockouts with this rule."),
    ("tieBreakPolicy", "string", "Only knockouts with this policy."),
    ("requiresDecisiveResult", "boolean", "Only knockouts that ask for it, or do not."),
)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the API is made of."""

    desk: Desk
    logins: Logins
    config: Config
    live: Live
    prize_allocator: PrizeAllocator


def include(app: FastAPI, parts: Parts) -> None:
    """Serve the API from `app`."""
    gate = Gate(parts.desk.registry)
    document = Document()
    _include_tables(app, document, parts.desk, gate)
    _include_picture(app, document, parts.desk, gate)
    _include_lists(app, document, parts.desk, gate)
    _include_history(app, document, parts, gate)
    _include_prizes(app, document, parts, gate)
    _include_access(app, document, parts, gate)
    health = Health(parts.desk)
    for path, endpoint, problems in (("/health", health.alive, ()), ("/ready", health.ready, (503,))):
        told = Operation(endpoint.__doc__ or "", "server", HealthAnswer, problems=problems, open=True)
        document.add(app, "GET", path, endpoint, told)
    include_manual(app)
    app.openapi = document.written  # type: ignore[method-assign]  # FastAPI's own way to a document of one's own


def _include_tables(app: FastAPI, document: Document, desk: Desk, gate: Gate) -> None:
    writing, reading = Writing(desk, gate), Reading(desk, gate)
    for write in (*WRITES, CREATE):
        told = Operation(write.says, _tag(write.path), write.shape, write.status, WRITING, write.body, versioned=True)
        document.add(app, write.method, write.path, writing.endpoint(write), told)
    for read in READS:
        told = Operation(read.says, _tag(read.path), read.shape, problems=read.problems, query=read.query, tagged=True)
        document.add(app, "GET", read.path, reading.endpoint(read), told)


def _include_lists(app: FastAPI, document: Document, desk: Desk, gate: Gate) -> None:
    told = Operation(
        "The tournaments you may see",
        "tournaments",
        TournamentsAnswer,
        problems=CLOSED,
        query=(ARCHIVED, *WANTED),
    )
    document.add(app, "GET", "/api/tournaments", Tournaments(desk, gate).listed, told)
    told = Operation(
        "Create a tournament from a report file (TRF)",
        "tournaments",
        ReportImported,
        201,
        problems=(*CLOSED, 409, 413),
        takes=(TRF,),
        versioned=True,
    )
    document.add(app, "POST", "/api/tournaments/import", Reports(desk, gate).imported, told)
    lists = Lists(desk, gate)
    told = Operation(
        "Import players from CSV or XLSX",
        "players",
        ImportAnswer,
        problems=WRITING,
        query=(PREVIEW, COLUMNS, SHEET),
        versioned=True,
        takes=("multipart/form-data", CSV, XLSX),
    )
    document.add(app, "POST", EVENT + "/players/import", lists.import_players, told)
    told = Operation(
        "The players as a file, or a section as a report file (trf, trf16)",
        "players",
        content=(CSV, XLSX, TRF),
        problems=(*READING, 400, 409),
        query=(SECTION,),
        tagged=True,
    )
    document.add(app, "GET", EVENT + "/export/{format}", lists.export, told)


def _include_picture(app: FastAPI, document: Document, desk: Desk, gate: Gate) -> None:
    told = Operation("The bracket of a knockout as a picture", "knockouts", content=(SVG,), tagged=True)
    document.add(app, "GET", EVENT + "/bracket.svg", Pictures(desk, gate).bracket, told)


def _include_history(app: FastAPI, document: Document, parts: Parts, gate: Gate) -> None:
    stream = Stream(parts.desk, gate, parts.live)
    told = Operation("Every new version as it comes", "history", content=(EVENTS,), query=(SINCE,))
    document.add(app, "GET", EVENT + "/events", stream.events, told)
    what_if = _taking(gate, bodies.WhatIfBody, WhatIf(parts.desk, gate, parts.prize_allocator).ask)
    told = Operation(
        "What a write would change",
        "history",
        WhatIfAnswer,
        problems=(*WRITING, 504),
        body=bodies.WhatIfBody,
    )
    document.add(app, "POST", EVENT + "/what-if", what_if, told)


def _include_prizes(app: FastAPI, document: Document, parts: Parts, gate: Gate) -> None:
    told = Operation(
        "Decide the prizes",
        "prizes",
        AllocationAnswer,
        problems=(*WRITING, 504),
        body=bodies.AllocateBody,
        versioned=True,
    )
    endpoint = prizegiving.Prizegiving(parts.desk, gate, parts.prize_allocator).allocate
    document.add(app, "POST", prizegiving.PATH, endpoint, told)


def _include_access(app: FastAPI, document: Document, parts: Parts, gate: Gate) -> None:
    registry, people = parts.desk.registry, People(parts.desk, gate)
    sessions = Sessions(registry, gate, parts.logins, secure=parts.config.secure_cookies)
    mine, theirs = CLOSED, (*CLOSED, 404)

    def add(
        method: str,
        path: str,
        endpoint: Callable[..., Response],
        shape: Any,
        problems: tuple[int, ...],
        *,
        body: Any = None,
        status: int = 200,
        closed: bool = True,
    ) -> None:
        says = (endpoint.__doc__ or "").partition("\n")[0]
        told = Operation(says.rstrip("."), "access", shape, status, problems, body, open=not closed)
        serving = endpoint if body is None else _taking(gate if closed else None, body, endpoint)
        document.add(app, method, path, serving, told)

    login, given = (400, 401, 413, 429, 503), bodies.SessionBody
    add("POST", "/api/session", sessions.log_in, SessionAnswer, login, body=given, closed=False)
    add("GET", "/api/session", sessions.session, SessionAnswer, (401, 503))
    add("DELETE", "/api/session", sessions.log_out, DoneAnswer, (401, 403, 503))
    add("POST", "/api/tokens", sessions.add_token, NewToken, (*mine, 413), body=bodies.TokenBody, status=201)
    add("GET", "/api/tokens", sessions.tokens, TokensAnswer, mine)
    add("DELETE", "/api/tokens/{tid}", sessions.drop_token, DoneAnswer, theirs)
    add("GET", EVENT + "/roles", people.roles, RolesAnswer, theirs)
    add("PUT", EVENT + "/roles", people.set_roles, RolesAnswer, WRITING, body=bodies.RolesBody)
    add("POST", EVENT + "/links", people.add_link, NewLink, WRITING, body=bodies.LinkBody, status=201)
    add("GET", EVENT + "/links", people.links, LinksAnswer, theirs)
    add("DELETE", EVENT + "/links/{lid}", people.drop_link, DoneAnswer, theirs)


def _taking(
    gate: Gate | None, kind: Any, answer: Callable[[Request, Any], Response]
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that reads a body of that kind; with a gate, only from those it lets in."""
    reader = Reader(kind)

    async def endpoint(request: Request) -> Response:
        if gate is not None:
            await gate.writer_at_once(request)
        body = reader.read(await request.body())
        return await run_in_threadpool(answer, request, body)

    return endpoint


def _tag(path: str) -> str:
    if path.startswith(PAIRING):
        return "pairings"
    if path.startswith(MATCH) or "/bracket" in path or path.endswith("/matches"):
        return "knockouts"
    for word in ("players", "rounds", "prizes"):
        if f"/{word}" in path:
            return word
    return "history" if path.rpartition("/")[2] in ("history", "state", "undo", "redo") else "tournaments"

"""All routes of the API, put together."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import FastAPI

from podium.api.callers import Gate
from podium.api.openapi import READING, WRITING, Document, Operation
from podium.api.reads import READS, Reading
from podium.api.writes import CREATE, PAIRING, WRITES
from podium.api.writing import Writing
from podium.app.desk import Desk
from podium.app.doors import FrontDoor
from podium.config import Config


@dataclass(frozen=True, slots=True)
class Parts:
    """What the API is made of."""

    desk: Desk
    door: FrontDoor
    config: Config


def include(app: FastAPI, parts: Parts) -> None:
    """Serve the API from `app`."""
    gate = Gate(parts.desk.registry)
    document = Document()
    writing, reading = Writing(parts.desk, gate), Reading(parts.desk, gate)
    for write in (CREATE, *WRITES):
        told = Operation(
            write.says,
            _tag(write.path),
            write.shape,
            write.status,
            WRITING,
            write.body,
            versioned=True,
        )
        document.add(app, write.method, write.path, writing.endpoint(write), told)
    for read in READS:
        told = Operation(
            read.says, _tag(read.path), read.shape, problems=(*READING, 403), query=read.query, tagged=True
        )
        document.add(app, "GET", read.path, reading.endpoint(read), told)
    app.openapi = document.write  # type: ignore[method-assign]  # the way FastAPI documents for a document of one's own


def _tag(path: str) -> str:
    if path.startswith(PAIRING):
        return "pairings"
    for word in ("players", "rounds"):
        if f"/{word}" in path:
            return word
    return "tournaments"

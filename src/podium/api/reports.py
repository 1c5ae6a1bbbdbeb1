"""Report files in: a tournament made from one, and what was filled in."""

from __future__ import annotations

import hashlib

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from podium.api import asked
from podium.api.callers import Gate
from podium.api.writing import json_response
from podium.app.access import Actor
from podium.app.desk import Desk, new_id
from podium.app.trf.import_report import import_report
from podium.app.views.rows import tournament_row
from podium.core.errors import Forbidden


class Reports:
    """The endpoint of the import."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        self._desk = desk
        self._gate = gate

    async def imported(self, request: Request) -> Response:
        """The tournament of a report file, which is the body."""
        caller = await self._gate.writer_at_once(request)
        if caller.actor.user is None:
            raise Forbidden("CreateTournament")  # a link's holder is nobody who could own it
        content = await request.body()
        return await run_in_threadpool(self._import, caller.actor, content, asked.command_id(request))

    def _import(self, actor: Actor, content: bytes, key: str | None) -> Response:
        digest = hashlib.sha256(content).hexdigest()
        imported = import_report(self._desk, actor, content, new_id(actor, key), key, digest)
        row = {
            **tournament_row(imported.receipt.state),
            "version": imported.receipt.version,
            "filled_in": list(imported.filled_in),
            "left_out": list(imported.left_out),
        }
        location = {"Location": f"/api/tournaments/{imported.receipt.stream}"}
        return json_response(row, 201, location)

"""For those who watch over the server: is it alive, is it ready."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from podium.api.writing import json_response
from podium.app.desk import Desk
from podium.core.ids import TournamentId


class Health:
    """The endpoints of health and readiness."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def alive(self, _request: Request) -> Response:
        """The process runs."""
        return json_response({"status": "ok"})

    def ready(self, _request: Request) -> Response:
        """The database answers."""
        self._desk.journal.head(TournamentId("ready"))
        return json_response({"status": "ok"})

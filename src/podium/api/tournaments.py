"""The list of tournaments."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from podium.api import asked
from podium.api.callers import Gate
from podium.api.writing import json_response
from podium.app.access import Role
from podium.app.desk import Desk
from podium.app.views.rows import Row

COLUMNS = ("id", "name", "format", "place", "start", "end", "rounds", "rounds_paired", "players", "created_at")


class Tournaments:
    """The endpoint of the list."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        self._desk = desk
        self._gate = gate

    def listed(self, request: Request) -> Response:
        """What whoever asks may see, newest first."""
        actor = self._gate.reader(request).actor
        archived = asked.query_flag(request, "archived")
        rows = self._desk.registry.tournaments(actor.user, archived=archived)
        return json_response({"tournaments": [_row(row) for row in rows]})


def _row(row: Row) -> Row:
    status = "archived" if row["archived"] else "published" if row["published"] else "draft"
    return {**{name: row[name] for name in COLUMNS}, "status": status, "role": row["role"] or Role.PUBLIC.word}

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
from podium.flow.state import Format
from podium.knockout import DrawRuleMode, TieBreakPolicy

COLUMNS = ("id", "name", "format", "place", "start", "end", "rounds", "rounds_paired", "players", "created_at")
RULES = {"drawRuleMode": DrawRuleMode, "tieBreakPolicy": TieBreakPolicy}
DECISIVE = "requiresDecisiveResult"


class Tournaments:
    """The endpoint of the list."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        self._desk = desk
        self._gate = gate

    def listed(self, request: Request) -> Response:
        """What whoever asks may see, newest first; with a format or rules in the query only those that have them."""
        actor = self._gate.reader(request).actor
        archived = asked.query_flag(request, "archived")
        rows = self._desk.registry.tournaments(actor.user, archived=archived, wanted=_wanted(request))
        return json_response({"tournaments": [_row(row) for row in rows if _has_rules(row, request)]})


def _wanted(request: Request) -> dict[str, object]:
    asks = request.query_params
    choices = {"format": Format, **RULES}
    wanted: dict[str, object] = {
        name: asked.query_choice(request, name, (each.value for each in kind))
        for name, kind in choices.items()
        if name in asks
    }
    if DECISIVE in asks:
        wanted[DECISIVE] = asked.query_flag(request, DECISIVE)
    return wanted


def _has_rules(row: Row, request: Request) -> bool:
    """Whether the rules that are asked for mean anything in the tournament: other formats only store their defaults."""
    asks = request.query_params
    return row["format"] == Format.KNOCKOUT.value or not any(name in asks for name in (*RULES, DECISIVE))


def _row(row: Row) -> Row:
    status = "archived" if row["archived"] else "published" if row["published"] else "draft"
    return {**{name: row[name] for name in COLUMNS}, "status": status, "role": row["role"] or Role.PUBLIC.word}

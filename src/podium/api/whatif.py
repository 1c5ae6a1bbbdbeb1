"""What would change: a write through the same table, decided on the present state and not written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from podium.api import asked, bodies, prizes
from podium.api.callers import Gate
from podium.api.problems import Edge, problem
from podium.api.writes import MATCH, PAIRING, resolved
from podium.api.writing import json_response
from podium.app.access import Role
from podium.app.desk import Desk, Seen
from podium.app.ports import Head, Receipt
from podium.app.prizegiving import PrizeAllocator
from podium.app.views.changes import Changes, changes, changes_row
from podium.core.errors import FormatError, PodiumError, Refused, Stale, Unknown
from podium.core.ids import TournamentId
from podium.flow.commands import Command, confirmed

NOTHING = Changes((), ())


class WhatIf:
    """The endpoint of the question."""

    def __init__(self, desk: Desk, gate: Gate, prize_allocator: PrizeAllocator) -> None:
        self._desk = desk
        self._gate = gate
        self._prize_allocator = prize_allocator

    def ask(self, request: Request, body: bodies.WhatIfBody) -> Response:
        """What differs after the write, or the problem it would be answered with; nothing is written."""
        actor = self._gate.writer(request).actor
        seen = self._desk.see(actor, TournamentId(asked.identity("tournament", request.path_params["id"])))
        command_of = self._run(seen, body) or self._write(seen.state.id, body)
        try:
            command = command_of()
            before, after = self._desk.preview(actor, seen.state.id, command)
        except (Refused, Stale, Unknown, FormatError, Edge) as refusal:
            if refusal.code != "result-has-consequences":
                return _answer(seen.version, NOTHING, refusal)
            # A correction that waits to be confirmed is refused, and still shown with all that it would undo.
            before, after = self._desk.preview(actor, seen.state.id, confirmed(command_of()))
            return _answer(before.version, _found(seen, before, after), refusal)
        return _answer(before.version, _found(seen, before, after))

    def _run(self, seen: Seen, body: bodies.WhatIfBody) -> Callable[[], Command] | None:
        """The command of a run of prizes, which needs the present state; None for all other writes."""
        if (body.method.upper(), body.path) != ("POST", prizes.PATH.replace("{id}", seen.state.id)):
            return None
        return lambda: self._prize_allocator.command(seen, prizes.wish_of(prizes.READER.convert(body.body)))

    def _write(self, stream: TournamentId, body: bodies.WhatIfBody) -> Callable[[], Command]:
        found = resolved(body.method.upper(), body.path)
        if found is None:
            detail = f"{body.method[:20]} {body.path[:100]} is not a write of a tournament."
            raise Edge(400, "what-if-path", detail, field="path", value=body.path)
        write, params = found
        named = {"pairing": PAIRING, "match": MATCH}
        kind = next((kind for kind, path in named.items() if write.path.startswith(path)), None)
        if kind is not None:
            theirs = self._desk.stream_of(asked.identity(kind, params["id"]))
            if theirs != stream:
                raise Unknown(kind, params["id"])
        elif params["id"] != stream:
            detail = "The path must be one of this tournament."
            raise Edge(400, "what-if-path", detail, field="path", value=body.path)
        return lambda: write.command(params, write.reader.convert(body.body))


def _found(seen: Seen, before: Head, after: Receipt) -> Changes:
    """What differs. Who would win what is for those who run the event, as long as no list is published."""
    assert before.state is not None
    found = changes(before.state, after.state)
    return found if seen.role >= Role.SCORER else replace(found, prizes=())


def _answer(version: int, found: Changes, refusal: PodiumError | None = None) -> Response:
    return json_response(
        {"version": version, "refused": problem(refusal) if refusal else None, **changes_row(found)},
    )

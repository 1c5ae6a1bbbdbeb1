"""The route that decides prizes: a look for arbiters, the real thing for the owner, within a deadline."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from podium.api import asked, bodies
from podium.api.asked import Reader
from podium.api.callers import Gate
from podium.api.problems import Edge
from podium.api.writes import EVENT
from podium.api.writing import json_response
from podium.app.desk import Desk
from podium.app.prizegiving import PrizeAllocator, RunOptions, refuse_public
from podium.app.views.prizes import allocated_row
from podium.core.errors import Invalid, Unknown
from podium.core.ids import TournamentId
from podium.prizes import Override
from podium.prizes.document import rules

PATH = EVENT + "/prizes/allocate"
READER = Reader(bodies.AllocateBody)


def wish_of(body: bodies.AllocateBody) -> RunOptions:
    """What a body asks of a run; raises Invalid for a rule that there is not."""
    spelt = {"rules": body.rules, "ruleConfig": body.ruleConfig, "rule_config": body.rule_config}
    given = {name: value for name, value in spelt.items() if value is not None}
    if len(given) > 1:
        raise Invalid("rules-twice", value=sorted(given))
    chosen = dict(next(iter(given.values()), {}))
    if body.order is not None:
        chosen["order"] = body.order
    overrides = tuple(Override(str(each.prize_id), str(each.player_id)) for each in body.overrides or ())
    return RunOptions(overrides, rules(chosen))


class Prizegiving:
    """The endpoint of a run."""

    def __init__(self, desk: Desk, gate: Gate, prize_allocator: PrizeAllocator) -> None:
        self._desk = desk
        self._gate = gate
        self._prize_allocator = prize_allocator

    async def allocate(self, request: Request) -> Response:
        """What a run decides; kept, unless it is dry."""
        await self._gate.writer_at_once(request)
        raw = await request.body()
        return await run_in_threadpool(self._answer, request, raw)

    def _answer(self, request: Request, raw: bytes) -> Response:
        actor = self._gate.writer(request).actor
        given = request.path_params["id"]
        try:
            stream = TournamentId(asked.identity("tournament", given))
            seen = self._desk.see(actor, stream)
            refuse_public(seen)
            body = READER.read(raw)
            wish = wish_of(body)
            if body.dryRun:
                return json_response(
                    {**allocated_row(self._prize_allocator.preview(seen, wish)), "version": seen.version}
                )
            receipt = self._prize_allocator.finalise(
                actor,
                stream,
                wish,
                command_id=asked.command_id(request),
                expected=asked.expected_version(request),
            )
        except Unknown as unknown:
            if unknown.facts["kind"] != "tournament":
                raise
            raise Edge(404, unknown.code, "Tournament not found", value=given[: asked.LONGEST_ID]) from None
        allocated = receipt.state.prizes.allocated
        assert allocated is not None  # the receipt is of the commit that kept it
        return json_response({**allocated_row(allocated), "version": receipt.version})

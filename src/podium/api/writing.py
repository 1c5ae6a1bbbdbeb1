"""How every write goes: who, what, is it expected, has it been done; then the journal, then the answer.

The whole way runs on the event loop and asks the database nothing: the journal's own thread does, once for many.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from podium.api import asked
from podium.api.callers import Gate
from podium.api.commands import Params
from podium.api.problems import Edge
from podium.api.returns import Returns
from podium.api.writes import CREATE, MATCH, PAIRING, Write
from podium.app.access import Actor
from podium.app.desk import Desk, new_id
from podium.app.ports import Receipt
from podium.core.errors import Forbidden, Unknown
from podium.core.ids import TournamentId, tournament_of
from podium.flow.commands import Command, PairRound, Rewind

JSON = "application/json"
Endpoint = Callable[[Request], Awaitable[Response]]
_ENCODER = msgspec.json.Encoder()


def json_response(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """`body` as JSON."""
    return Response(_ENCODER.encode(body), status, headers, media_type=JSON)


class Writing:
    """Makes the endpoint of each write in the table."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        self._desk = desk
        self._gate = gate
        self._returns = Returns()

    def endpoint(self, write: Write) -> Endpoint:
        """The function that FastAPI calls for `write`."""
        if write is CREATE:
            return self._create

        async def perform(request: Request) -> Response:
            caller = await self._gate.writer_at_once(request)
            params = request.path_params
            body = write.reader.read(await request.body())
            receipt = await self._written(request, caller.actor, write, params, write.command(params, body))
            return json_response({**write.answer(receipt, params), "version": receipt.version}, write.status)

        return perform

    async def _create(self, request: Request) -> Response:
        caller = await self._gate.writer_at_once(request)
        if caller.actor.user is None:
            raise Forbidden("CreateTournament")  # a link's holder is nobody who could own it
        key = asked.command_id(request)
        stream = new_id(caller.actor, key)
        body = CREATE.reader.read(await request.body())
        command = CREATE.command({"id": stream}, body)
        receipt = await self._submitted(request, caller.actor, stream, command)
        location = {"Location": f"/api/tournaments/{receipt.stream}"}
        return json_response({**CREATE.answer(receipt, {}), "version": receipt.version}, CREATE.status, location)

    async def _written(self, request: Request, actor: Actor, write: Write, params: Params, command: Command) -> Receipt:
        if write.path.startswith(MATCH):
            match = asked.identity("match", params["id"])
            try:
                return await self._submitted(request, actor, tournament_of(match), command)
            except Unknown:
                raise Unknown("match", match) from None
        if not write.path.startswith(PAIRING):
            stream = TournamentId(asked.identity("tournament", params["id"]))
            return await self._submitted(request, actor, stream, command)
        pairing = asked.identity("pairing", params["id"])
        try:
            # The id says which tournament it is of. Whether that exists the writer knows best.
            return await self._submitted(request, actor, tournament_of(pairing), command)
        except Unknown as unknown:
            if unknown.facts["kind"] not in ("tournament", "pairing"):
                raise
        adopted = await run_in_threadpool(self._desk.registry.tournament_of, pairing)
        if adopted is None or adopted == tournament_of(pairing):
            raise Unknown("pairing", pairing)
        return await self._submitted(request, actor, adopted, command)

    async def _submitted(self, request: Request, actor: Actor, stream: TournamentId, command: Command) -> Receipt:
        expected = asked.expected_version(request)
        if isinstance(command, Rewind) and expected is None:
            detail = "Going back drops everything since: say with If-Match which version you see now."
            raise Edge(400, "if-match-required", detail, field="If-Match")
        submit = partial(
            self._desk.submit,
            actor,
            stream,
            command,
            command_id=asked.command_id(request),
            expected=expected,
        )
        # A round of many players is computed before it is written, and that begins with a look at the database.
        at_hand = self._desk.at_hand(actor, stream) and not isinstance(command, PairRound)
        future = submit() if at_hand else await run_in_threadpool(submit)
        return await self._returns.receipt(future)

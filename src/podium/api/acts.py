"""Handlers of writes, each made from the function that gives its command:

    @act("POST /tournaments/{id:str}/rounds/{n:str}/publish", "Show a round to the public", _answer)
    def publish_round(n: Round, data: PublishBody) -> Command:
        return PublishRound(round_number(n), data.startsAt)

The function takes what it needs of the path, and the body as `data`; without `data` the body is empty. A `reason` in
the body goes to the history. What-if asks the same function what the write would do.

Commands get to the journal from the event loop, and their receipts back to it, without a question to the database: the
journal's own thread asks it, once for many.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from typing import Any, Protocol, TypeAlias, TypeVar, Unpack, get_type_hints

from litestar.concurrency import sync_to_thread
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from podium.api.bodies import ApiRequest, EmptyBody
from podium.api.callers import must_be_known
from podium.api.documentation import METHODS, WRITING
from podium.api.parameters import (
    Acknowledge,
    IdempotencyKey,
    IfMatch,
    Match,
    Pairing,
    Prefer,
    Tournament,
    command_key,
    expected_version,
    parts_of,
)
from podium.api.problems import Edge
from podium.app.access import Actor
from podium.app.desk import CommandOptions, Desk
from podium.app.live.answers import GameAnswer, GameInBrief, game_answer, game_in_brief
from podium.app.ports import GameReceipt, Receipt
from podium.app.ratings.listed_ratings import EntersPlayers
from podium.app.words.language import _
from podium.core.errors import Forbidden, Unknown
from podium.core.ids import PairingId, TournamentId, identity, tournament_of
from podium.flow.commands import Command, PairRound, Rewind
from podium.games.commands import ArbiterAct, GameCommand

R = TypeVar("R", Receipt, GameReceipt)


class Writer:
    """Gives commands to the journal and waits for their receipts."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def submit(
        self, actor: Actor, stream: TournamentId, command: Command, **options: Unpack[CommandOptions]
    ) -> Receipt:
        """The receipt of `command`, once it is on disk; or the refusal."""
        if isinstance(command, Rewind) and options.get("expected") is None:
            detail = _("Going back drops everything since: say with If-Match which version you see now.")
            raise Edge(400, "if-match-required", detail, field="If-Match")
        submit = partial(self.desk.submit, actor, stream, command, **options)
        # A round of many players is computed before it is written, and newcomers are looked up in rating lists: both
        # begin with a look at the database.
        at_hand = self.desk.at_hand(actor, stream) and not isinstance(command, PairRound | EntersPlayers)
        return await self.receipt(submit, at_hand=at_hand)

    async def receipt(self, submit: Callable[[], Future[R]], *, at_hand: bool) -> R:
        """The receipt of what `submit` gives to the journal, on another thread unless all it asks for is at hand."""
        return await asyncio.wrap_future(submit() if at_hand else await sync_to_thread(submit))


COMMAND = "command"
"""The name under which the `opt` of a handler holds the function that gives its command: what-if asks for it too."""
HEADERS = {"if_match": IfMatch, "idempotency_key": IdempotencyKey, "acknowledge": Acknowledge}

Submit: TypeAlias = Callable[[TournamentId], Awaitable[Receipt]]
"""Gives the command of a request to a tournament, and waits for the receipt."""


def act(
    route: str, summary: str, answer: Callable[..., Any], *, status: int = 200, opt: Mapping[str, Any] | None = None
) -> Callable[[Callable[..., Command]], HTTPRouteHandler]:
    """Makes a function that gives a command the handler of a route, as `PUT /pairings/{id:str}/result`.

    `answer` gets by name what it takes of the `receipt`, its `state` and `version`, the path and the body.
    """
    method, path = route.split()
    id_type, submit_to = RESOURCES[path.split("/")[1]]
    answered = tuple(signature(answer).parameters)

    def handler(command: Callable[..., Command]) -> HTTPRouteHandler:
        taken = get_type_hints(command, include_extras=True)
        del taken["return"]

        @wraps(command)
        async def write(
            request: ApiRequest,
            if_match: str | None,
            idempotency_key: str | None,
            acknowledge: int | None,
            **values: Any,
        ) -> Any:
            given = command(**{name: values[name] for name in taken})
            reason, parts = getattr(values["data"], "reason", None), parts_of(request.scope)

            async def submit(stream: TournamentId) -> Receipt:
                return await parts.writer.submit(
                    request.user.actor,
                    stream,
                    given,
                    command_id=command_key(idempotency_key),
                    expected=expected_version(if_match),
                    reason=reason,
                    acknowledged=acknowledge or 0,
                )

            receipt = await submit_to(values["id"], submit, parts.services.desk)
            known = {**values, "receipt": receipt, "state": receipt.state, "version": receipt.version}
            return answer(**{name: known[name] for name in answered if name in known})

        body: Any = JSONBody[taken.get("data", EmptyBody)]  # type: ignore[misc]  # known when the handler is made
        hints = {"request": ApiRequest, **taken, "id": id_type, "data": body, **HEADERS}
        _declare(write, hints, get_type_hints(answer)["return"])
        return METHODS[method](
            path, summary=summary, responses=WRITING, status_code=status, opt={COMMAND: command, **(opt or {})}
        )(write)

    return handler


def _declare(handler: Callable[..., Any], hints: Mapping[str, Any], answer: Any) -> None:
    """Gives a handler the signature that the framework reads what it takes from."""
    defaults = dict.fromkeys(HEADERS)
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, annotation=hint, default=defaults.get(name, Parameter.empty))
        for name, hint in hints.items()
    ]
    handler.__signature__ = Signature(parameters, return_annotation=answer)  # type: ignore[attr-defined]  # of inspect
    handler.__annotations__ = {**hints, "return": answer}


async def _to_tournament(id: str, submit: Submit, _desk: Desk) -> Receipt:
    return await submit(TournamentId(identity("tournament", id)))


async def _to_match(id: str, submit: Submit, _desk: Desk) -> Receipt:
    match = identity("match", id)
    try:
        return await submit(tournament_of(match))
    except Unknown:
        raise Unknown("match", match) from None


async def _to_pairing(id: str, submit: Submit, desk: Desk) -> Receipt:
    pairing = identity("pairing", id)
    try:
        # The id says which tournament it is of. Whether that exists the writer knows best.
        return await submit(tournament_of(pairing))
    except Unknown as unknown:
        if unknown.facts["kind"] not in ("tournament", "pairing"):
            raise
    adopted = await sync_to_thread(desk.registry.tournament_of, pairing)
    if adopted is None or adopted == tournament_of(pairing):
        raise Unknown("pairing", pairing)
    return await submit(adopted)


RESOURCES: Mapping[str, tuple[Any, Callable[[str, Submit, Desk], Awaitable[Receipt]]]] = {
    "tournaments": (Tournament, _to_tournament),
    "pairings": (Pairing, _to_pairing),
    "matches": (Match, _to_match),
}
"""By how a route begins: of what its `id` is, and how a command finds the tournament of that."""


class SubmitToGame(Protocol):
    """Gives a command to the game of the request, and waits until it is on disk."""

    async def __call__(self, command: GameCommand, reason: str | None = None) -> GameAnswer | GameInBrief: ...


def submit_to_game(
    request: ApiRequest,
    id: Match,
    idempotency_key: IdempotencyKey = None,
    acknowledge: Acknowledge = None,
    prefer: Prefer = None,
) -> SubmitToGame:
    """Gives commands to the game of the match in the path; the answer is brief for those who prefer it (RFC 7240)."""
    brief = "return=minimal" in (prefer or "").replace('"', "").replace(" ", "").lower().split(",")

    async def submit(command: GameCommand, reason: str | None = None) -> GameAnswer | GameInBrief:
        game, parts = PairingId(identity("match", id)), parts_of(request.scope)
        actor, desk = request.user.actor, parts.services.desk
        tournament = desk.journal.tournament_at_hand(game)
        if tournament is None:
            tournament = (await sync_to_thread(desk.see_game, actor, game)).game.tournament
        to_journal = partial(
            desk.submit_game,
            actor,
            tournament,
            game,
            command,
            request.scope["state"]["arrived"],
            command_id=command_key(idempotency_key),
            reason=reason,
            acknowledged=acknowledge or 0,
        )
        try:
            receipt = await parts.writer.receipt(to_journal, at_hand=desk.at_hand(actor, tournament))
        except Unknown:
            await sync_to_thread(desk.see_game, actor, game)  # which says why there is none yet
            raise Unknown("match", game) from None
        except Forbidden:
            await must_be_known(request)
            await sync_to_thread(desk.see_game, actor, game)  # what they may not see is not there
            raise
        if brief:
            request.state.headers = {"Preference-Applied": "return=minimal"}
            return game_in_brief(receipt.state, receipt.version, desk.journal.milliseconds())
        state = desk.journal.tournament_of_game(receipt.state)
        viewer = receipt.state.colour_of(desk.role_and_player(actor, tournament)[1]) if actor.grant else None
        arbiter = isinstance(command, ArbiterAct)
        now = desk.journal.milliseconds()
        return game_answer(state, receipt.state, receipt.version, now, viewer, arbiter=arbiter)

    return submit

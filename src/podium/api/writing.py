"""How every write goes: who, what, is it expected, has it been done; then the journal, then the receipt.

The whole way runs on the event loop and asks the database nothing: the journal's own thread does, once for many.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Annotated, Any, Generic, Protocol, TypeVar

from litestar.concurrency import sync_to_thread
from litestar.params import HeaderParameter

from podium.api.bodies import ApiRequest
from podium.api.parts import parts_of
from podium.api.paths import Match, Pairing, Tournament
from podium.api.problems import Edge
from podium.app.access import Actor
from podium.app.acknowledgements import MOST_ACKNOWLEDGED
from podium.app.desk import Desk
from podium.app.listed_ratings import newcomers_of
from podium.app.ports import GameReceipt, Receipt
from podium.app.words.language import _
from podium.core.errors import Unknown
from podium.core.ids import PairingId, TournamentId, identity, tournament_of
from podium.flow.commands import Command, PairRound, Rewind
from podium.games.commands import GameCommand

_VERSION = re.compile(r'(?:W/)?"(\d{1,18})(?:-[a-z]+)*"|(\d{1,18})', re.ASCII)
_KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?")

IfMatch = Annotated[
    str | None,
    HeaderParameter(
        name="If-Match",
        description="Only if the tournament is still at this version.",
        schema_extra={"type": "string", "oneOf": None, "pattern": '^"[0-9]{1,18}"$'},
    ),
]
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="The same key and body: the first answer again.",
        schema_extra={"type": "string", "oneOf": None, "pattern": "^[!-~]{1,200}$"},
    ),
]


Acknowledge = Annotated[
    int | None,
    HeaderParameter(
        name="Podium-Acknowledge",
        description="What FIDE mode asked has been read: the number `acknowledge` of the 409 `fide-mode-asks`.",
        ge=0,
        le=MOST_ACKNOWLEDGED,
    ),
]


class Submit(Protocol):
    """Gives a command to the tournament of the request, with a reason for the history, and waits for the receipt."""

    async def __call__(self, command: Command, reason: str | None = None) -> Receipt: ...


R = TypeVar("R", Receipt, GameReceipt)


class Receipts(Generic[R]):
    """Hands receipts over to the event loop: those of one transaction wake it once, not a hundred times."""

    def __init__(self) -> None:
        self._delivery: _Delivery[R] | None = None

    async def receipt(self, future: Future[R]) -> R:
        """The receipt, once it is on disk; or the refusal."""
        loop = asyncio.get_running_loop()
        if self._delivery is None or self._delivery.loop is not loop:
            self._delivery = _Delivery(loop)
        delivery = self._delivery
        waiting: asyncio.Future[R] = loop.create_future()
        future.add_done_callback(lambda done: delivery.arrived(waiting, done))
        return await waiting


class _Delivery(Generic[R]):
    """The way to one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._done: deque[tuple[asyncio.Future[R], Future[R]]] = deque()
        self._called = False

    def arrived(self, waiting: asyncio.Future[R], done: Future[R]) -> None:
        """Take what was written, on the thread that wrote it."""
        self._done.append((waiting, done))
        if not self._called:
            self._called = True
            try:
                self.loop.call_soon_threadsafe(self._deliver)
            except RuntimeError:
                pass  # the loop has ended; nobody waits any more, and what is written is written

    def _deliver(self) -> None:
        self._called = False  # before the deque is emptied: what comes now calls again
        while self._done:
            waiting, done = self._done.popleft()
            if waiting.cancelled():
                continue
            if (problem := done.exception()) is not None:
                waiting.set_exception(problem)
            else:
                waiting.set_result(done.result())


class Writer:
    """Gives commands to the journal and waits for their receipts."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._receipts: Receipts[Receipt] = Receipts()
        self._game_receipts: Receipts[GameReceipt] = Receipts()

    async def submit(
        self,
        actor: Actor,
        stream: TournamentId,
        command: Command,
        key: str | None,
        expected: int | None,
        reason: str | None = None,
        acknowledged: int = 0,
    ) -> Receipt:
        """The receipt of `command`, once it is on disk; or the refusal."""
        if isinstance(command, Rewind) and expected is None:
            detail = _("Going back drops everything since: say with If-Match which version you see now.")
            raise Edge(400, "if-match-required", detail, field="If-Match")
        submit = partial(
            self.desk.submit,
            actor,
            stream,
            command,
            command_id=key,
            expected=expected,
            reason=reason,
            acknowledged=acknowledged,
        )
        # A round of many players is computed before it is written, and newcomers are looked up in rating lists: both
        # begin with a look at the database.
        at_hand = self.desk.at_hand(actor, stream) and not (isinstance(command, PairRound) or newcomers_of(command))
        future = submit() if at_hand else await sync_to_thread(submit)
        return await self._receipts.receipt(future)

    async def submit_game(
        self,
        actor: Actor,
        tournament: TournamentId,
        game: PairingId,
        command: GameCommand,
        at: int,
        key: str | None,
        reason: str | None = None,
        acknowledged: int = 0,
    ) -> GameReceipt:
        """The receipt of a command for a game that arrived at `at`, once it is on disk; or the refusal."""
        submit = partial(
            self.desk.submit_game,
            actor,
            tournament,
            game,
            command,
            at,
            command_id=key,
            reason=reason,
            acknowledged=acknowledged,
        )
        future = submit() if self.desk.at_hand(actor, tournament) else await sync_to_thread(submit)
        return await self._game_receipts.receipt(future)


def submit_to_tournament(
    request: ApiRequest,
    id: Tournament,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    acknowledge: Acknowledge = None,
) -> Submit:
    """Gives commands to the tournament in the path."""

    async def submit(command: Command, reason: str | None = None) -> Receipt:
        stream, writer = TournamentId(identity("tournament", id)), parts_of(request.scope).writer
        key, expected = command_key(idempotency_key), expected_version(if_match)
        return await writer.submit(request.user.actor, stream, command, key, expected, reason, acknowledge or 0)

    return submit


def submit_to_match(
    request: ApiRequest,
    id: Match,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    acknowledge: Acknowledge = None,
) -> Submit:
    """Gives commands to the tournament of the match in the path."""

    async def submit(command: Command, reason: str | None = None) -> Receipt:
        match, writer = identity("match", id), parts_of(request.scope).writer
        key, expected = command_key(idempotency_key), expected_version(if_match)
        try:
            stream = tournament_of(match)
            return await writer.submit(request.user.actor, stream, command, key, expected, reason, acknowledge or 0)
        except Unknown:
            raise Unknown("match", match) from None

    return submit


def submit_to_pairing(
    request: ApiRequest,
    id: Pairing,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    acknowledge: Acknowledge = None,
) -> Submit:
    """Gives commands to the tournament of the pairing in the path."""

    async def submit(command: Command, reason: str | None = None) -> Receipt:
        pairing, writer = identity("pairing", id), parts_of(request.scope).writer
        actor, key, expected = request.user.actor, command_key(idempotency_key), expected_version(if_match)
        try:
            # The id says which tournament it is of. Whether that exists the writer knows best.
            stream = tournament_of(pairing)
            return await writer.submit(actor, stream, command, key, expected, reason, acknowledge or 0)
        except Unknown as unknown:
            if unknown.facts["kind"] not in ("tournament", "pairing"):
                raise
        adopted = await sync_to_thread(writer.desk.registry.tournament_of, pairing)
        if adopted is None or adopted == tournament_of(pairing):
            raise Unknown("pairing", pairing)
        return await writer.submit(actor, adopted, command, key, expected, reason, acknowledge or 0)

    return submit


def gives(command: Callable[..., Command]) -> dict[str, Any]:
    """The `opt` of a handler that gives `command`, a function of the path and the body: what-if asks for it too."""
    return {"command": command}


def expected_version(if_match: str | None) -> int | None:
    """The version in `If-Match`, None where any will do; takes a whole ETag as well."""
    if if_match is None or if_match == "*":
        return None
    if not (found := _VERSION.fullmatch(if_match.strip())):
        detail = _('If-Match must be a version in quotes, for example "12".')
        raise Edge(400, "if-match-malformed", detail, field="If-Match", value=if_match)
    return int(found[1] or found[2])


def command_key(idempotency_key: str | None) -> str | None:
    """The `Idempotency-Key`, None where there is none."""
    if idempotency_key is None:
        return None
    if not _KEY.fullmatch(idempotency_key):
        detail = _("An Idempotency-Key has 1 to 200 printable ASCII characters.")
        raise Edge(400, "idempotency-key-malformed", detail, field="Idempotency-Key", value=idempotency_key)
    return idempotency_key

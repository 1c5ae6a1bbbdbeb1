"""How a command reaches a live game: who, what, when it arrived; then the journal, then the game as it stands."""

from __future__ import annotations

from typing import Protocol

from litestar.concurrency import sync_to_thread

from podium.api.bodies import ApiRequest
from podium.api.callers import must_be_known
from podium.api.parts import parts_of
from podium.api.paths import Match
from podium.api.writing import Acknowledge, IdempotencyKey, command_key
from podium.app.answers.games import GameAnswer, game_answer
from podium.core.errors import Forbidden, Unknown
from podium.core.ids import PairingId, identity
from podium.games.commands import GameCommand


class SubmitToGame(Protocol):
    """Gives a command to the game of the request, and waits until it is on disk."""

    async def __call__(self, command: GameCommand, reason: str | None = None) -> GameAnswer: ...


def submit_to_game(
    request: ApiRequest, id: Match, idempotency_key: IdempotencyKey = None, acknowledge: Acknowledge = None
) -> SubmitToGame:
    """Gives commands to the game of the match in the path."""

    async def submit(command: GameCommand, reason: str | None = None) -> GameAnswer:
        game, parts = PairingId(identity("match", id)), parts_of(request.scope)
        actor, desk = request.user.actor, parts.desk
        tournament = desk.tournament_at_hand(game)
        if tournament is None:
            tournament = (await sync_to_thread(desk.see_game, actor, game)).game.tournament
        arrived, key = request.scope["state"]["arrived"], command_key(idempotency_key)
        try:
            receipt = await parts.writer.submit_game(
                actor, tournament, game, command, arrived, key, reason, acknowledge or 0
            )
        except Unknown:
            await sync_to_thread(desk.see_game, actor, game)  # which says why there is none yet
            raise Unknown("match", game) from None
        except Forbidden:
            await must_be_known(request)
            await sync_to_thread(desk.see_game, actor, game)  # what they may not see is not there
            raise
        state = desk.journal.tournament_of_game(receipt.state)
        viewer = receipt.state.colour_of(desk.role_and_player(actor, tournament)[1]) if actor.grant else None
        return game_answer(state, receipt.state, receipt.version, desk.journal.milliseconds(), viewer)

    return submit

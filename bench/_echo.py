"""Podium whose journal plays nothing and keeps nothing: a move is answered and sent on as it came."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace

from podium.api import game_streams
from podium.app.desk import Desk
from podium.app.ports import GameHead, GameIntent, GameReceipt
from podium.app.prizes.prizegiving import PrizeAllocator
from podium.app.server.steady_clock import iso
from podium.bootstrap import Podium
from podium.core.ids import PairingId
from podium.games.commands import PlayMove
from podium.games.events import MovePlayed
from podium.games.state import LiveGame
from podium.storage.journal.journal import SqlJournal


class EchoJournal(SqlJournal):
    """A journal that neither judges nor stores moves. Everybody is told of them as they came, and answered with the
    game as it stood when the process began; all else is as in Podium."""

    def __init__(self, podium: Podium) -> None:
        super().__init__(podium.database)
        self._versions: dict[PairingId, int] = {}

    def games(self, streams: Sequence[PairingId]) -> dict[PairingId, GameHead]:
        """Where games would stand had their moves been stored."""
        found = super().games(streams)
        return {id: replace(head, version=self._versions.get(id, head.version)) for id, head in found.items()}

    def submit_game(self, intent: GameIntent) -> Future[GameReceipt]:
        """The receipt of a move that nobody has looked at."""
        if not isinstance(intent.command, PlayMove):
            return super().submit_game(intent)
        head = self.heads.known(intent.stream) or self.game(intent.stream)
        version = self._versions[intent.stream] = self._versions.get(intent.stream, head.version) + 1
        move = MovePlayed(intent.command.ply, intent.command.move, intent.command.move, intent.at, 0, 0)
        receipt = GameReceipt(intent.stream, version, head.state, (move,), iso(intent.at))  # type: ignore[arg-type]  # a game, and opened
        self._tell([receipt])
        answer: Future[GameReceipt] = Future()
        answer.set_result(receipt)
        return answer


def echoing(podium: Podium) -> Podium:
    """The same Podium with that journal. What may be played next it works out once for each game: it knows no chess."""
    find, found = game_streams.legal_moves, dict[PairingId, list[str]]()

    def legal_moves(game: LiveGame) -> list[str]:
        if game.id not in found:
            found[game.id] = find(game)
        return found[game.id]

    game_streams.legal_moves = legal_moves
    journal = EchoJournal(podium)
    desk = Desk(journal, podium.registry, podium.pairing_pool)
    return replace(podium, journal=journal, desk=desk, prize_allocator=PrizeAllocator(desk))

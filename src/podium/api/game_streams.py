"""Live games, told to all who watch them: each change is put into words once and sent to everybody.

The journal tells of this process's own commits; another process's are heard of by a notice of the database, or seen
when the heads of the watched games are looked at, once a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from litestar.concurrency import sync_to_thread

from podium.app.answers.games import encoded, game_answer, legal_moves, move_message, to_move
from podium.app.ports import Feed, GameReceipt, Receipt, StreamId
from podium.chess import Colour
from podium.core.ids import PairingId, TournamentId, tournament_of
from podium.flow.state import Tournament
from podium.games.events import GameEvents
from podium.games.state import LiveGame

MOST = 500  # commits of a game that are read again for somebody who missed them
WAITING = 256  # messages that wait for a slow reader before he is sent the whole game instead

StateOf = Callable[[TournamentId], Tournament | None]
"""The tournament as this process knows it, without asking the database."""


class GameMessage:
    """One change of a game as server-sent event, encoded once for all and once for the player who is to move."""

    def __init__(self, state: Tournament | None, game: LiveGame, version: int, events: GameEvents, at: int) -> None:
        self.game = game
        self.version = version
        self.at = at
        self._state = state
        self._events = events

    @cached_property
    def everybody(self) -> bytes:
        return self._frame(None)

    @cached_property
    def player_to_move(self) -> bytes:
        return self._frame(to_move(self.game))

    def bytes_for(self, viewer: Colour | None) -> bytes:
        """What the holder of a colour, or anybody else, is sent."""
        return self.player_to_move if viewer is not None and viewer is to_move(self.game) else self.everybody

    def _frame(self, viewer: Colour | None) -> bytes:
        message = move_message(self.game, self.version, self._events)
        if message is not None:
            if viewer is not None:
                message.legal = legal_moves(self.game)
            return b"event: move\nid: %d\ndata: %b\n\n" % (self.version, encoded(message))
        assert self._state is not None
        whole = game_answer(self._state, self.game, self.version, self.at, viewer)
        return b"event: game\nid: %d\ndata: %b\n\n" % (self.version, encoded(whole))

"""A table to play live games at: tests say who does what and when, in seconds since the game was opened.

table = Table("10+5").begun()
table.moves("e4 e5")
table.does(WHITE, Resign())
assert table.result == ("BLACK_WIN", "RESIGNATION")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from podium import chess
from podium.chess import BLACK, WHITE, Colour
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.timecontrol import TimeControls
from podium.games.commands import BeReady, Elapse, GameCommand, ImportGame, OpenGame, PlayMove
from podium.games.decide import decide
from podium.games.due import due_of
from podium.games.events import GameEvents
from podium.games.evolve import evolve
from podium.games.state import Due, FalseClaim, LiveGame, Status
from podium.games.terms import GameTerms
from podium.knockout import DrawRuleMode, Outcome

OPENED = 1_800_000_000_000
"""When tests open games, in milliseconds since the epoch."""
STARTED = "2027-01-15T08:00:00Z"
"""The same as the start of a round."""


def at(seconds: float) -> int:
    """The time that many seconds after the game was opened."""
    return OPENED + round(1000 * seconds)


def terms(time: object = "10+0", **others: Any) -> GameTerms:
    """The terms of a game; modes of draws by their names."""
    if mode := others.pop("mode", None):
        others["draw_rule_mode"] = DrawRuleMode(mode)
    return GameTerms(TimeControls.parse(time), **others)


def opening(by: GameTerms | None = None, *, white: str = "anna", black: str = "bert") -> OpenGame:
    """The command that opens the game."""
    players = PlayerId(white), PlayerId(black)
    return OpenGame(PairingId("t1-p1"), TournamentId("t1"), 1, *players, by or terms())


def record(moves: str, outcome: Outcome | None = None, *, clocks: tuple[int | None, ...] = ()) -> ImportGame:
    """The command that takes over the record of a game."""
    game, pairs = chess.begin(), []
    for text in moves.split():
        game = chess.play(game, text)
        pairs.append((game.moves[-1].move.uci, game.moves[-1].san))
    players = PlayerId("anna"), PlayerId("bert")
    return ImportGame(PairingId("t1-p1"), TournamentId("t1"), 1, *players, tuple(pairs), clocks, outcome)


class Table:
    """A game and the time; everything that happened is kept."""

    def __init__(self, time: object = "10+0", *, fen: str = "", **others: Any) -> None:
        self.now = OPENED
        self.game: LiveGame | None = None
        self.happened: GameEvents = ()
        self.does(None, opening(terms(time, **others)))
        if fen:
            board = chess.begin(chess.read_fen(fen), claims=self.live.terms.claims)
            self.game = replace(self.live, board=board)

    @property
    def live(self) -> LiveGame:
        assert self.game is not None
        return self.game

    @property
    def status(self) -> Status:
        return self.live.status

    @property
    def result(self) -> tuple[str | None, str | None]:
        """Outcome and reason of the game, that has ended."""
        end = self.live.end
        assert end is not None
        return end.outcome and end.outcome.value, end.reason and end.reason.value

    @property
    def clocks(self) -> Sequence[float]:
        """What White and Black have left now, in seconds."""
        left = self.live.clocks_at(self.now)
        return left.white / 1000, left.black / 1000

    def claimed(self) -> FalseClaim | None:
        """A claim that was not true, until the next move."""
        return self.live.false_claim

    @property
    def due(self) -> Sequence[object] | None:
        """What happens by itself, and when in seconds since the game was opened."""
        due = due_of(self.live)
        return None if due is None else (due.kind.value, (due.at - OPENED) / 1000)

    @property
    def next(self) -> Due:
        due = due_of(self.live)
        assert due is not None
        return due

    def does(self, by: Colour | None, command: GameCommand, *, after: float = 0) -> GameEvents:
        """What comes of a command `after` so many seconds."""
        self.now += round(1000 * after)
        events = decide(self.game, command, by, self.now)
        for event in events:
            self.game = evolve(self.game, event)
        self.happened += events
        return events

    def falls_due(self) -> GameEvents:
        """What happens by itself next, when it does."""
        due = self.next
        self.now = due.at
        return self.does(None, Elapse(due.kind, due.ply))

    def begun(self) -> Table:
        """The same table with both players there, and White's clock running."""
        self.does(WHITE, BeReady())
        self.does(BLACK, BeReady())
        return self

    def move(self, text: str, *, after: float = 0, thinking: float | None = None) -> GameEvents:
        """A move of the player on turn."""
        thought = None if thinking is None else round(1000 * thinking)
        return self.does(self.live.turn, PlayMove(text, self.live.ply, thought), after=after)

    def moves(self, texts: str, *, after: float = 0) -> Table:
        """The same table after moves, `after` so many seconds each."""
        for text in texts.split():
            self.move(text, after=after)
        return self

    @contextmanager
    def refuses(self, code: str, **facts: object) -> Iterator[None]:
        """That what is done meanwhile is refused with these facts among others, and changes nothing."""
        before = self.game
        with pytest.raises(PodiumError) as caught:
            yield
        assert caught.value.code == code
        assert facts.items() <= caught.value.facts.items()
        assert self.game is before

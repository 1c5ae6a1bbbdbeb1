"""Games with their moves, as a board of an event has them."""

from __future__ import annotations

from dataclasses import replace

from podium import chess
from podium.app.pgn.export import Records
from podium.chess import Position
from podium.core.ids import PairingId
from podium.core.timecontrol import TimeControls
from podium.flow.state import Game, Tournament
from podium.games.state import Clocks, GameEnd, LiveGame, MoveTime, Status
from podium.games.terms import GameTerms
from podium.knockout import Outcome, Reason

NOON = 1_789_300_800_000  # 2026-09-13, 12:00 UTC
SECOND = 1000


def record(
    state: Tournament,
    game: Game,
    moves: str = "",
    outcome: Outcome | None = None,
    reason: Reason | None = None,
    *,
    time: object = "10+5",
    initial: Position = chess.INITIAL,
    at: int = NOON,
) -> LiveGame:
    """A game with moves of ten seconds each, over if it has an outcome."""
    terms = GameTerms(TimeControls.parse(time))
    board = chess.begin(initial)
    full = {chess.WHITE: terms.time.white.minutes * 60 * SECOND, chess.BLACK: terms.time.black.minutes * 60 * SECOND}
    clocks = Clocks(full[chess.WHITE], full[chess.BLACK])
    times = []
    for ply, text in enumerate(moves.split(), 1):
        turn = board.position.turn
        clocks = clocks.having(turn, clocks.held_by(turn) - 10 * SECOND + 5 * SECOND)
        board = chess.play(board, text)
        times.append(MoveTime(at + ply * 10 * SECOND, clocks.held_by(turn)))
    last = times[-1].at if times else at
    running = LiveGame(
        game.id, state.id, state.where[game.id], game.white, game.black, terms, at, at, board, clocks,
        Clocks(SECOND, SECOND), Status.RUNNING, frozenset(), at, last, tuple(times),
    )  # fmt: skip
    if outcome is None:
        return running
    return replace(running, status=Status.FINISHED, turn_since=None, end=GameEnd(outcome, reason, last + SECOND))


def imported(state: Tournament, game: Game, moves: str, outcome: Outcome | None = None) -> LiveGame:
    """A game that was played elsewhere, without clocks."""
    played = record(state, game, moves, outcome)
    times = tuple(MoveTime(NOON, None) for _move in played.times)
    end = replace(played.end, reason=None, at=NOON) if played.end else None
    return replace(played, imported=True, times=times, turn_since=None, end=end)


def records(*games: LiveGame) -> Records:
    """The records of some boards, by the id of the pairing."""
    return by_id(*games).get


def by_id(*games: LiveGame) -> dict[PairingId, LiveGame]:
    """The same as a mapping, which other processes can be given."""
    return {game.id: game for game in games}

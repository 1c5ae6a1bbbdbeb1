"""What a player does at the board, draws aside: to come, to move, to resign."""

from __future__ import annotations

from podium import chess
from podium.chess import Colour
from podium.core.errors import Invalid, Refused
from podium.games.clock import charge
from podium.games.commands import PlayMove
from podium.games.ends import by_the_laws, lost, won_by
from podium.games.events import GameEvents, GameStarted, MovePlayed, PlayerReady, PlayerReturned
from podium.games.running import must_be_live, must_run, not_running
from podium.games.state import LiveGame, PauseCause, Status
from podium.games.waiting import may_start
from podium.knockout import Reason

AFTER_BOTH_ARE_BACK = 10_000
"""Milliseconds until an interrupted game goes on when both players are back."""
LONGEST_MOVE = 20
"""Characters of anything that is worth being looked up among the moves before."""


def be_ready(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The player is there, and the game starts if that was all it waited for; after an interruption: is back."""
    if game.status is Status.WAITING:
        arrived = () if by in game.ready else (PlayerReady(by, now),)
        if may_start(game, now, there=game.there | {by}, ready=game.ready | {by}):
            return (*arrived, GameStarted(now))
        return arrived
    if game.status is Status.RUNNING:
        return () if by in game.ready else (PlayerReady(by, now),)
    pause = game.pause
    if pause is None or pause.cause is not PauseCause.INTERRUPTION or pause.until is None:
        raise not_running(game)
    if by in pause.back:
        return ()
    both = by.other in pause.back
    until = min(pause.until, now + AFTER_BOTH_ARE_BACK) if both else pause.until
    return (PlayerReturned(by, now, until),)


def resign(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The opponent wins, if there is any way to mate (FIDE 5.1.2), also while the game stands still; nothing if it has
    ended so."""
    if game.end is not None and game.end.reason is Reason.RESIGNATION and game.end.outcome is not won_by(by):
        return ()
    stands = game.pause is not None and game.pause.started and game.pause.cause is not PauseCause.DROPPED
    if not stands:
        must_run(game, now)
    return (lost(game, now, by, Reason.RESIGNATION),)


def play_move(game: LiveGame, command: PlayMove, by: Colour, now: int) -> GameEvents:
    """The move with its clock, and the end if it is one; nothing if the same move was played there before."""
    if _is_known(game, command, by):
        return ()
    must_be_live(game)
    if command.ply != game.ply:
        raise Refused("stale", value=command.ply, ply=game.ply)
    if by is not game.turn:
        raise Refused("not-your-turn", turn=game.turn.value)
    left = charge(game, now, command.thinking)
    if left is None:
        raise Refused("flag-fallen", colour=by.value)
    board = chess.play(game.board, command.move)
    move, san = board.moves[-1]
    at = max(now, game.turn_since or now)
    played = MovePlayed(command.ply, move.uci, san, at, left.clock, left.quota)
    events: GameEvents = (played,) if by in game.ready else (PlayerReady(by, at), played)
    if board.end is None:
        return events
    return (*events, by_the_laws(game, at, board.end, game.clocks.having(by, left.clock)))


def _is_known(game: LiveGame, command: PlayMove, by: Colour) -> bool:
    """Whether the player made this very move at this very ply."""
    ply, text = command.ply, command.move.strip(" ")
    if not 0 <= ply < game.ply or by is not _mover(game, ply) or len(text) > LONGEST_MOVE:
        return False
    move, san = game.board.moves[ply]
    if text in (move.uci, san):
        return True
    position = game.board.initial
    for earlier, _san in game.board.moves[:ply]:
        position = chess.after(position, earlier)
    try:
        return chess.read_move(position, text) == move
    except Invalid:
        return False


def _mover(game: LiveGame, ply: int) -> Colour:
    first = game.board.initial.turn
    return first if ply % 2 == 0 else first.other

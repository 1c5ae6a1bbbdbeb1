"""Positions that a reader of a live game looks at: one of its own, and what moves lead to that are tried from there."""

from __future__ import annotations

from msgspec import Struct

from podium import chess
from podium.app.desk import Desk, Seen, SeenGame
from podium.app.live.live_boards import games_to_play
from podium.chess.game import Game, add, replayed
from podium.chess.notation import read_move, san
from podium.core.errors import Invalid, Refused
from podium.games.state import LiveGame, Status

LONGEST_LINE = 1000  # characters: two hundred half-moves


class PositionAnswer(Struct):
    """A position of a game, or one that a `line` of moves leads to, here in SAN; `legal` is what can follow."""

    fen: str
    line: list[str]
    legal: list[str]


def position_answer(desk: Desk, seen: SeenGame, ply: str | None, line: str) -> PositionAnswer:
    """The position as JSON; raises what `tried` does."""
    start, board = len(board_at(seen.game, ply).moves), tried(desk, seen, ply, line)
    legal = [move.uci for move in chess.legal_moves(board.position)]
    return PositionAnswer(chess.write_fen(board.position), [move.san for move in board.moves[start:]], legal)


def board_at(game: LiveGame, ply: str | None) -> Game:
    """The game as it stood after so many half-moves, its present state for None; raises Invalid."""
    if ply is None:
        return game.board
    if not (ply.isascii() and ply.isdecimal() and len(ply) <= 9 and int(ply) <= game.ply):
        raise Invalid("ply-unknown", field="ply", value=ply, most=game.ply)
    return replayed(game.board.initial, game.board.moves[: int(ply)]) if int(ply) < game.ply else game.board


def tried(desk: Desk, seen: SeenGame, ply: str | None, line: str) -> Game:
    """The game as it stood, and then the moves of `line`, with commas between; raises Invalid for what is not legal,
    and Refused for a player whose own game is under way."""
    board = board_at(seen.game, ply)
    if len(line) > LONGEST_LINE:
        raise Invalid("text-too-long", field="line", value=line[:20], longest=LONGEST_LINE)
    if line and is_playing(desk, seen.tournament):
        raise Refused("no-analysis-while-playing", field="line", value=line)
    for text in line.split(",") if line else ():
        move = read_move(board.position, text)
        board = add(board, move, san(board.position, move))
    return board


def is_playing(desk: Desk, seen: Seen) -> bool:
    """Whether the reader is a player of the event whose own game is under way."""
    mine = games_to_play(seen.state, seen.player) if seen.player is not None else ()
    under_way = (Status.RUNNING, Status.PAUSED)
    return any(each.game.status in under_way for each in desk.see_games(seen, [game.id for game in mine]))

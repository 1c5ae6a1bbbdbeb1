"""python-chess as an independent judge: the same games, move by move, and all that differs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import chess

from podium.chess import (
    BLACK,
    WHITE,
    Game,
    Reason,
    begin,
    can_mate,
    is_dead,
    legal_moves,
    play,
    read_fen,
    read_san,
    read_uci,
    san,
    write_fen,
)

LONGEST = 400  # half-moves of a random game
FEW_PIECES = ("Q", "R", "B", "N", "P", "BB", "BN", "NN", "RP", "PP", "BP", "NP", "QP", "")


def openings(seed: int) -> chess.Board:
    """Where the game of a seed begins: every other one where it usually does, the rest with few pieces left."""
    dice = Random(seed)
    if seed % 2 == 0:
        return chess.Board()
    while True:
        board = chess.Board.empty()
        squares = dice.sample(range(64), 6)
        white, black = "K" + dice.choice(FEW_PIECES), "k" + dice.choice(FEW_PIECES).lower()
        for symbol, square in zip(white + black, squares, strict=False):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = dice.random() < 0.5
        board.halfmove_clock = dice.choice((0, 0, 90, 99))
        if board.is_valid():
            return board


def differences(seed: int, *, claims: bool = False) -> Iterator[str]:
    """Whatever Podium and the judge see differently in the game of a seed."""
    dice = Random(seed)
    board = openings(seed)
    game = begin(read_fen(board.fen()), claims=claims)
    for _ply in range(LONGEST):
        yield from (f"seed {seed}, {board.fen()}: {text}" for text in _differences_here(game, board, claims=claims))
        if game.end:
            return
        moves = list(board.legal_moves)
        forcing = [move for move in moves if board.is_capture(move) or board.gives_check(move)]
        move = dice.choice(forcing if forcing and dice.random() < 0.3 else moves)
        back = board.move_stack[-2:-1]  # a game that goes to and fro repeats itself
        if back and dice.random() < 0.3 and chess.Move(back[0].to_square, back[0].from_square) in moves:
            move = chess.Move(back[0].to_square, back[0].from_square)
        game = play(game, board.san(move) if dice.random() < 0.5 else move.uci())
        if game.moves[-1].san != board.san(move):
            yield f"seed {seed}, {board.fen()}: {move} is {board.san(move)}, not {game.moves[-1].san}"
        board.push(move)


def _differences_here(game: Game, board: chess.Board, *, claims: bool) -> Iterator[str]:
    position = game.position
    if (ours := write_fen(position)) != board.fen():
        yield f"the position is {ours}"
    elif read_fen(ours) != position:
        yield "the FEN is read as another position"
    theirs = {move.uci(): board.san(move) for move in board.legal_moves}
    moves = legal_moves(position)
    if (ours_by_uci := {move.uci: san(position, move) for move in moves}) != theirs:
        yield f"{ours_by_uci} instead of {theirs}"
    for move in moves:
        if read_san(position, ours_by_uci[move.uci]) != move or read_uci(position, move.uci) != move:
            yield f"{move.uci} is read as another move"
        if board.parse_san(ours_by_uci[move.uci]).uci() != move.uci:
            yield f"{ours_by_uci[move.uci]} is {move.uci} to Podium only"
    if is_dead(position) != board.is_insufficient_material():
        yield "one sees a dead position"
    if (can_mate(position, WHITE), can_mate(position, BLACK)) != (
        not board.has_insufficient_material(chess.WHITE),
        not board.has_insufficient_material(chess.BLACK),
    ):
        yield "one sees material to mate with"
    if (reason := game.end.reason if game.end else None) != (theirs_of_end := _end(board, claims=claims)):
        yield f"the end is {reason}, not {theirs_of_end}"
    if game.end and game.end.reason is Reason.CHECKMATE and (game.end.winner is WHITE) is board.turn:
        yield "the other side was mated"


def _end(board: chess.Board, *, claims: bool) -> Reason | None:
    """How the judge would end the game, asked in our order."""
    if board.is_checkmate():
        return Reason.CHECKMATE
    if board.is_stalemate():
        return Reason.STALEMATE
    if board.is_insufficient_material():
        return Reason.INSUFFICIENT_MATERIAL
    if claims:
        if board.is_fivefold_repetition():
            return Reason.FIVE_FOLD_REPETITION
        return Reason.SEVENTY_FIVE_MOVE_RULE if board.is_seventyfive_moves() else None
    if board.is_repetition(3):
        return Reason.THREE_FOLD_REPETITION
    return Reason.FIFTY_MOVE_RULE if board.is_fifty_moves() else None

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
EVERY = 4  # in every fourth position all moves are written and read, not only the one that is played
FEW_PIECES = ("Q", "R", "B", "N", "P", "BB", "BN", "NN", "RP", "PP", "BP", "NP", "QP", "")


def opening(seed: int, *, chess960: bool = False) -> chess.Board:
    """Where the game of a seed begins: every other one where it usually does, the rest with few pieces left; all of
    Chess960 in one of its positions, some without the pieces that are in the way of castling."""
    dice = Random(seed)
    if chess960:
        board = chess.Board.from_chess960_pos(dice.randrange(960))
        for square in chess.SQUARES if seed % 2 else ():
            if board.piece_type_at(square) in (chess.KNIGHT, chess.BISHOP, chess.QUEEN) and dice.random() < 0.7:
                board.remove_piece_at(square)
        return board
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


def differences(seed: int, *, claims: bool = False, chess960: bool = False) -> Iterator[str]:
    """Whatever Podium and the judge see differently in the game of a seed."""
    for ply, (game, board, move) in enumerate(_moments(seed, claims=claims, chess960=chess960)):
        where = f"seed {seed}, {board.fen()}"
        yield from (f"{where}: {text}" for text in _differences_here(game, board, claims=claims))
        if ply % EVERY == 0:
            yield from (f"{where}: {text}" for text in _differences_of_moves(game, board))
        if move and (ours := play(game, move.uci()).moves[-1].san) != board.san(move):
            yield f"{where}: {move} is {board.san(move)}, not {ours}"


def end_of(seed: int, *, claims: bool) -> Reason | None:
    """How the game of a seed ended; None if it was given up."""
    *_earlier, (last, _board, _move) = _moments(seed, claims=claims, chess960=False)
    return last.end.reason if last.end else None


def _moments(seed: int, *, claims: bool, chess960: bool) -> Iterator[tuple[Game, chess.Board, chess.Move | None]]:
    """The game of a seed before each of its moves, by Podium and by the judge, and at last without one."""
    dice = Random(seed)
    board = opening(seed, chess960=chess960)
    game = begin(read_fen(board.fen(), chess960=chess960), claims=claims)
    for _ply in range(LONGEST):
        if game.end:
            break
        move = _choice(dice, board)
        yield game, board, move
        game = play(game, board.san(move) if dice.random() < 0.5 else move.uci())
        board.push(move)
    yield game, board, None


def _choice(dice: Random, board: chess.Board) -> chess.Move:
    """A move by chance, often one that forces matters or goes back, so that games end in every way."""
    moves = list(board.legal_moves)
    if len(board.move_stack) > 1 and dice.random() < 0.3:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    if (castling := list(board.generate_castling_moves())) and dice.random() < 0.4:
        return dice.choice(castling)
    forcing = [move for move in moves if board.is_capture(move) or board.gives_check(move)]
    return dice.choice(forcing if forcing and dice.random() < 0.3 else moves)


def _differences_here(game: Game, board: chess.Board, *, claims: bool) -> Iterator[str]:
    position = game.position
    if (ours := write_fen(position)) != board.fen():
        yield f"the position is {ours}"
    elif (
        read_fen(ours, chess960=board.chess960) != position or read_fen(write_fen(position, shredder=True)) != position
    ):
        yield "the FEN is read as another position"
    if {move.uci for move in legal_moves(position)} != {move.uci() for move in board.legal_moves}:
        yield "other moves are legal"
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


def _differences_of_moves(game: Game, board: chess.Board) -> Iterator[str]:
    position = game.position
    for move in legal_moves(position):
        written = san(position, move)
        if written != (theirs := board.san(chess.Move.from_uci(move.uci))):
            yield f"{move.uci} is {theirs}, not {written}"
        if read_san(position, written) != move or read_uci(position, move.uci) != move:
            yield f"{move.uci} is read as another move"
        if board.parse_san(written).uci() != move.uci:
            yield f"{written} is {move.uci} to Podium only"


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

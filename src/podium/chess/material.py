"""What can still be mated with what is on the board.

Only material is looked at, by articles 5.2.2, 5.1.2 and 6.9: could any series of legal moves, the opponent's help
included, end in mate? Whether pawns are locked for good, or a mate is forced away, is not judged: then the game goes
on, and the arbiter may still declare a dead position.
"""

from __future__ import annotations

from podium.chess.geometry import LIGHT
from podium.chess.position import WHITE, Colour, Position

_HEAVY = {True: b"PRQ", False: b"prq"}
_KNIGHT = {True: b"N", False: b"n"}


def is_dead(position: Position) -> bool:
    """Whether neither side can mate: bare kings, one knight more, or bishops that all run on one colour."""
    board = position.board
    if b"P" in board or b"p" in board:  # first, for it answers nearly every question
        return False
    return not can_mate(position, Colour.WHITE) and not can_mate(position, Colour.BLACK)


def can_mate(position: Position, colour: Colour) -> bool:
    """Whether a side has the material to mate with whatever help of the opponent.

    It has with a pawn, a rook, a queen, or with two pieces but bishops of one colour. A knight alone needs something
    beside the opponent's king to take its flights away, and a queen does not: she would take the knight or step
    between. Bishops of one colour need a piece that can block a square of the other colour without being able to
    leave it for theirs: a knight, a pawn, or a bishop of the other colour.
    """
    board, white = position.board, colour is WHITE
    if any(piece in board for piece in _HEAVY[white]):
        return True
    knights = board.count(_KNIGHT[white])
    bishops = board.count(b"B" if white else b"b")
    if knights:
        return knights + bishops > 1 or any(piece in board for piece in (b"pnbr" if white else b"PNBR"))
    return bool(bishops) and (any(piece in board for piece in b"PpNn") or not _bishops_of_one_colour(board))


def _bishops_of_one_colour(board: bytes) -> bool:
    return len({LIGHT[square] for square, piece in enumerate(board) if piece in b"Bb"}) == 1

"""A position: what stands where, who is to move, and what of the past still matters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from podium.chess.geometry import BISHOP_RAYS, DOWNWARD_TAKES, KING_STEPS, KNIGHT_STEPS, ROOK_RAYS, UPWARD_TAKES


class Colour(StrEnum):
    """A side."""

    WHITE = "white"
    BLACK = "black"

    @cached_property
    def other(self) -> Colour:
        """The opponent's colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


WHITE: Final = Colour.WHITE
BLACK: Final = Colour.BLACK

# A piece is the letter FEN has for it, as a byte: capitals are White's. Nothing is 0.
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = b"PNBRQK"
BLACK_BIT: Final = 0x20  # what makes a small letter of a capital
FIRST_SMALL: Final = 97  # pieces from here on are Black's

# The rights to castle are bits, in the order FEN writes them.
WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG = 1, 2, 4, 8
NO_ROOK: Final = 64  # where a right of Chess960 is lost


@dataclass(frozen=True, slots=True)
class Position:
    """What the laws need to know about a moment of a game; equal positions are equal in all of it.

    `castling` holds rights as bits, each with king and rook at home: in Chess960 the rooks' squares are in `rooks`, by
    right, with `NO_ROOK` for a right that is lost; without any right, and in usual chess, that is None. `en_passant` is
    the square that a pawn has just passed, and only where an opponent's pawn may legally take it there. `clock` counts
    half-moves since a pawn moved or a piece was taken, `number` the moves from 1.
    """

    board: bytes
    turn: Colour
    castling: int
    en_passant: int | None
    clock: int
    number: int
    rooks: bytes | None = None

    @property
    def key(self) -> bytes:
        """The same for positions that are the same by article 9.2: pieces, turn, and what may be moved."""
        passed = 64 if self.en_passant is None else self.en_passant
        return self.board + bytes((self.turn is WHITE, self.castling, passed))

    @property
    def checked(self) -> bool:
        """Whether the king of the side to move is attacked (article 3.9.1)."""
        return attacked(self.board, king_square(self.board, self.turn), self.turn.other)


def king_square(board: bytes, colour: Colour) -> int:
    """Where the king of a colour stands."""
    return board.index(b"K" if colour is WHITE else b"k")


def attacked(board: bytes, square: int, by: Colour) -> bool:
    """Whether a piece of that colour attacks a square, be it pinned or not (articles 3.1.2 and 3.1.3)."""
    if by is WHITE:
        (knight, king, pawn), straight, slanted = b"NKP", b"RQ", b"BQ"
        pawns = DOWNWARD_TAKES[square]
    else:
        (knight, king, pawn), straight, slanted = b"nkp", b"rq", b"bq"
        pawns = UPWARD_TAKES[square]
    for start in KNIGHT_STEPS[square]:
        if board[start] == knight:
            return True
    for start in pawns:
        if board[start] == pawn:
            return True
    for ray in ROOK_RAYS[square]:
        for start in ray:
            if piece := board[start]:
                if piece in straight:
                    return True
                break
    for ray in BISHOP_RAYS[square]:
        for start in ray:
            if piece := board[start]:
                if piece in slanted:
                    return True
                break
    return board.index(king) in KING_STEPS[square]


INITIAL: Final = Position(
    b"RNBQKBNR" + b"P" * 8 + bytes(32) + b"p" * 8 + b"rnbqkbnr",
    WHITE,
    WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG,
    None,
    clock=0,
    number=1,
)

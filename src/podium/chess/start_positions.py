"""The 960 start positions of Chess960 by their numbers (FIDE E.01, guidelines II; the numbering is Scharnagl's).

>>> back_rank(518), back_rank(0), back_rank(959)
('RNBQKBNR', 'BBQNNRKR', 'RKRNNQBB')
>>> start_fen(518)
'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
>>> position_number("RNBQKBNR")
518
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from podium.core.errors import Invalid

START_POSITIONS: Final = range(960)
_KNIGHTS: Final = tuple(combinations(range(5), 2))
"""Where two knights can stand among five free squares, from a to h: the first of ten is 0."""


def back_rank(number: int) -> str:
    """White's pieces from a1 to h1 in the position of that number, from 0 to 959; raises Invalid for any other.

    The remainders say it piece by piece: the bishop on a light square (b, d, f, h), the one on a dark square
    (a, c, e, g), the queen on one of the six squares left, both knights on two of the five left; what remains is rook,
    king, rook.
    """
    if number not in START_POSITIONS:
        raise Invalid("start-position-unknown", field="start_position", value=number, most=START_POSITIONS[-1])
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    squares = [""] * 8
    squares[2 * light + 1] = squares[2 * dark] = "B"
    squares[_free(squares)[queen]] = "Q"
    free = _free(squares)
    for place in _KNIGHTS[knights]:
        squares[free[place]] = "N"
    for square, piece in zip(_free(squares), "RKR", strict=True):
        squares[square] = piece
    return "".join(squares)


def _free(squares: list[str]) -> list[int]:
    return [at for at, piece in enumerate(squares) if not piece]


def position_number(pieces: str) -> int | None:
    """The number of the position with these pieces from a1 to h1; None where it is none of the 960."""
    return _NUMBERS.get(pieces)


_NUMBERS: Final = {back_rank(number): number for number in START_POSITIONS}


def start_fen(number: int) -> str:
    """The position of that number as FEN; `KQkq` are the rights to castle with the outer rooks."""
    pieces = back_rank(number)
    return f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w KQkq - 0 1"

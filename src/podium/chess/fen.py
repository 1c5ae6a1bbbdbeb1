"""Positions as Forsyth-Edwards Notation, FEN, and the 960 start positions of Chess960.

>>> from podium.chess.position import INITIAL
>>> write(INITIAL)
'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
>>> read(write(INITIAL)) == INITIAL
True

Read are all six fields, or the first four alone, which then mean `0 1`. The square passed by a pawn is kept and
written only where the pawn may legally be taken there, so that equal positions have one FEN.

The start positions have numbers (FIDE E.01, guidelines II; the numbering is Scharnagl's):

>>> back_rank(518), back_rank(0), back_rank(959)
('RNBQKBNR', 'BBQNNRKR', 'RKRNNQBB')
>>> start_fen(518)
'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
>>> position_number("RNBQKBNR")
518
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import Final

from podium.chess.geometry import FILES, NAMES, SQUARES
from podium.chess.illegal import LONGEST_VALUE
from podium.chess.moves import with_en_passant
from podium.chess.position import BLACK, NO_ROOK, WHITE, Colour, Position, attacked, king_square
from podium.core.errors import Invalid

_RIGHTS: Final = "KQkq"
_HOMES: Final = (b"K", 4, b"R", 7), (b"K", 4, b"R", 0), (b"k", 60, b"r", 63), (b"k", 60, b"r", 56)
_BY_FILE: Final = re.compile("[A-H]{0,2}[a-h]{0,2}")
_USUAL: Final = re.compile("K?Q?k?q?")
_OF_960: Final = re.compile("[KQA-H]{0,2}[kqa-h]{0,2}")
_COUNT: Final = re.compile("[0-9]{1,4}")
_MOST_CHARACTERS: Final = 100  # the longest FEN has 92 with counters of four digits


def write(position: Position, *, shredder: bool = False) -> str:
    """A position as FEN, all six fields.

    Rights of Chess960 are those of X-FEN: `KQkq`, but the file of a rook that has another of its colour beyond it. With
    `shredder` all are files, which says by itself that it is Chess960.
    """
    letters = (_right(position, bit, shredder) for bit in range(4) if position.castling >> bit & 1)
    castling = "".join(letters) or "-"
    passed = "-" if position.en_passant is None else NAMES[position.en_passant]
    return f"{_placement(position.board)} {position.turn[0]} {castling} {passed} {position.clock} {position.number}"


def _right(position: Position, bit: int, shredder: bool) -> str:
    if position.rooks is None:
        return _RIGHTS[bit]
    rook = position.rooks[bit]
    if not shredder and rook == _outermost(position.board, bit):
        return _RIGHTS[bit]
    return FILES[rook % 8].upper() if bit < 2 else FILES[rook % 8]


def _outermost(board: bytes, bit: int) -> int:
    """The rook that is farthest out on its king's first rank, on the side of a right; -1 where there is none."""
    king, rook = (b"K", b"R") if bit < 2 else (b"k", b"r")
    rank = 0 if bit < 2 else 56
    at = board.find(king, rank, rank + 8)
    if at < 0:
        return -1
    return board.rfind(rook, at, rank + 8) if bit % 2 == 0 else board.find(rook, rank, at)


def _placement(board: bytes) -> str:
    ranks = (board[first : first + 8].replace(b"\0", b".").decode("ascii") for first in range(56, -1, -8))
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(ranks))


def read(fen: str, *, chess960: bool = False) -> Position:
    """The position that a FEN describes; raises Invalid if it describes none, or one that no game can reach.

    It is one of Chess960 if that is said, or if rights to castle are named by files (Shredder-FEN).
    """
    fields = fen.split(" ") if len(fen) <= _MOST_CHARACTERS else []
    if len(fields) not in (4, 6):
        raise Invalid("fen-fields", value=fen[:LONGEST_VALUE])
    placement, turn, castling, passed, clock, number = (*fields, "0", "1")[:6]
    if turn not in ("w", "b"):
        raise _unreadable(fen, turn)
    chess960 = castling != "-" and (chess960 or bool(castling and _BY_FILE.fullmatch(castling)))
    if castling != "-" and not (_OF_960.fullmatch if chess960 else _USUAL.fullmatch)(castling or "x"):
        raise _unreadable(fen, castling)
    if passed != "-" and passed not in SQUARES:
        raise _unreadable(fen, passed)
    if not _COUNT.fullmatch(clock) or not _COUNT.fullmatch(number):
        raise _unreadable(fen, f"{clock} {number}")
    position = Position(
        _board(fen, placement),
        WHITE if turn == "w" else BLACK,
        0 if chess960 else sum(1 << _RIGHTS.index(letter) for letter in castling.strip("-")),
        None,
        int(clock),
        max(1, int(number)),  # some programs count from 0
    )
    _examine(fen, position)
    if chess960:
        position = _with_rooks(fen, position, castling)
    return position if passed == "-" else _with_passed(fen, position, SQUARES[passed])


def _board(fen: str, placement: str) -> bytes:
    ranks = placement.split("/")
    wide = ["".join("." * int(mark) if mark in "12345678" else mark for mark in rank) for rank in ranks]
    if len(wide) != 8 or any(not re.fullmatch("[PNBRQKpnbrqk.]{8}", rank) for rank in wide):
        raise _unreadable(fen, placement)
    return "".join(reversed(wide)).encode("ascii").replace(b".", b"\0")


def _examine(fen: str, position: Position) -> None:
    """Raises Invalid where no game can lead here: by kings, numbers of pieces, pawns' ranks, rights, or checks."""
    board = position.board
    for pieces, king in ((b"PNBRQ", b"K"), (b"pnbrq", b"k")):
        if board.count(king) != 1:
            raise Invalid("fen-kings", value=fen)
        if board.count(pieces[0]) > 8 or sum(map(board.count, pieces)) > 15:
            raise Invalid("fen-pieces", value=fen)
    if any(mark in board[:8] + board[56:] for mark in b"Pp"):
        raise Invalid("fen-pawns", value=fen)
    for bit, (king, king_home, rook, rook_home) in enumerate(_HOMES):
        if position.castling >> bit & 1 and (board[king_home], board[rook_home]) != (king[0], rook[0]):
            raise Invalid("fen-castling", value=fen)
    if attacked(board, king_square(board, position.turn.other), position.turn):
        raise Invalid("fen-check", value=fen)


def _with_rooks(fen: str, position: Position, castling: str) -> Position:
    """The position with the rights of Chess960 that a FEN names; raises Invalid where no rook stands for one."""
    rooks = [NO_ROOK] * 4
    for letter in castling:
        first = 0 if letter.isupper() else 2
        if letter in _RIGHTS:
            bit = _RIGHTS.index(letter)
            rook = _outermost(position.board, bit)
        else:
            rook = FILES.index(letter.lower()) + (0 if first == 0 else 56)
            bit = first + (rook < king_square(position.board, BLACK if first else WHITE))
        rank_has_king = _outermost(position.board, bit) >= 0
        if not rank_has_king or position.board[rook] != b"RRrr"[bit] or rooks[bit] != NO_ROOK:
            raise Invalid("fen-castling", value=fen)
        rooks[bit] = rook
    return replace(position, castling=sum(1 << bit for bit in range(4) if rooks[bit] != NO_ROOK), rooks=bytes(rooks))


def _with_passed(fen: str, position: Position, passed: int) -> Position:
    """The position with the square that a pawn has just passed; raises Invalid if none can have done so."""
    board, by = position.board, position.turn.other
    pawn, step, rank = (b"P", 8, 2) if by is Colour.WHITE else (b"p", -8, 5)
    if passed // 8 != rank or board[passed] or board[passed - step] or board[passed + step] != pawn[0]:
        raise Invalid("fen-en-passant", value=fen)
    return with_en_passant(position, passed)


def _unreadable(fen: str, part: str) -> Invalid:
    return Invalid("fen-malformed", value=fen, part=part)


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


def start_position(number: int) -> Position:
    """The position of that number, in which castling is that of Chess960; 518 too."""
    return read(start_fen(number), chess960=True)

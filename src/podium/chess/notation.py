"""Moves as people and programs write them: by coordinates (`e2e4`) and in standard algebraic notation, SAN (`e4`).

What is read is what is written here, and beside it, in SAN only: `0-0` for `O-O`; more of the square of departure
than is needed (`Ng1f3`); a missing `x`; a promotion without `=` (`e8Q`); marks of check, mate and judgement (`+`,
`++`, `#`, `!`, `?!`), which are not examined. Refused are small letters for pieces, capitals for files, an `x` where
nothing is taken, castling onto the rook, and whatever could be two moves.
"""

from __future__ import annotations

import re
from typing import Final

from podium.chess.geometry import FILES, NAMES, SQUARES
from podium.chess.illegal import Objection, illegal
from podium.chess.moves import (
    PROMOTIONS,
    RIGHTS,
    Move,
    after,
    castling_by,
    castlings,
    has_legal_move,
    is_legal,
    objection,
    reaches,
)
from podium.chess.position import BLACK_BIT, FIRST_SMALL, KING, PAWN, WHITE, Position

_COORDINATES: Final = re.compile(r"([a-h][1-8])([a-h][1-8])([a-z]?)")
_SAN: Final = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=?([A-Z]))?(?:\+\+?|#)?[!?]{0,2}")
_CASTLING: Final = re.compile(r"([O0])-\1(-\1)?(?:\+\+?|#)?[!?]{0,2}")
_LONGEST: Final = 16  # characters of any move


def read_move(position: Position, text: str) -> Move:
    """The legal move that somebody entered, by coordinates or in SAN, blanks around it aside; raises Invalid.

    >>> from podium.chess.position import INITIAL
    >>> read_move(INITIAL, "e2e4") == read_move(INITIAL, "e4 ")
    True
    """
    entered = text.strip(" ")
    return read_uci(position, entered) if _COORDINATES.fullmatch(entered[:_LONGEST]) else read_san(position, entered)


def read_uci(position: Position, text: str) -> Move:
    """The legal move with these coordinates; raises Invalid that names what is wrong with it."""
    found = _COORDINATES.fullmatch(text) if len(text) <= _LONGEST else None
    if not found:
        raise illegal(text, Objection.MALFORMED if text else Objection.MISSING)
    start, end, new = found.groups()
    promotion = ord(new) & ~BLACK_BIT if new else 0
    if promotion and promotion not in PROMOTIONS:
        raise illegal(text, Objection.PROMOTION_PIECE)
    move = Move(SQUARES[start], SQUARES[end], promotion)
    if against := objection(position, move):
        raise illegal(text, against, start=start, end=end)
    return move


def read_san(position: Position, text: str) -> Move:
    """The one legal move that is written so; raises Invalid that names what is wrong with it."""
    if not text:
        raise illegal(text, Objection.MISSING)
    short = text if len(text) <= _LONGEST else ""
    if castling := _CASTLING.fullmatch(short):
        right = RIGHTS[position.turn][1 if castling[2] else 0]
        for way in castlings(position):
            if way.right == right and objection(position, way.move) is None:
                return way.move
        raise illegal(text, Objection.CASTLING_NOT_POSSIBLE)
    found = _SAN.fullmatch(short)
    if not found:
        raise illegal(text, Objection.MALFORMED)
    letter, file, rank, takes, target, new = found.groups()
    kind = ord(letter) if letter else PAWN
    end, promotion = SQUARES[target], ord(new) if new else 0
    if kind == PAWN and not file:
        file = target[0]  # a pawn that takes names its file
    starts = [
        start
        for start in _reaching(position, kind, end)
        if (not file or NAMES[start][0] == file) and (not rank or NAMES[start][1] == rank)
    ]
    return _only_one(position, text, [Move(start, end, promotion) for start in starts], takes=bool(takes))


def _only_one(position: Position, text: str, moves: list[Move], *, takes: bool) -> Move:
    """The one legal move among those that a text may mean."""
    objections = [objection(position, move) for move in moves]
    legal = [move for move, against in zip(moves, objections, strict=True) if against is None]
    if len(legal) > 1:
        raise illegal(text, Objection.AMBIGUOUS, allowed=[san(position, move) for move in legal])
    if not legal:
        raise illegal(text, next(filter(None, objections), Objection.NO_PIECE_REACHES))
    if takes and not is_capture(position, legal[0]):
        raise illegal(text, Objection.NOTHING_TO_TAKE)
    return legal[0]


def _reaching(position: Position, kind: int, end: int) -> list[int]:
    """From where pieces of that kind, of the side to move, can go to a square, the safety of their king aside."""
    white = position.turn is WHITE
    piece = kind if white else kind | BLACK_BIT
    target = position.board[end]
    if target and (target < FIRST_SMALL) is white:
        return []
    board = position.board
    starts, start = [], board.find(piece)
    while start >= 0:
        if reaches(position, start, end):
            starts.append(start)
        start = board.find(piece, start + 1)
    return starts


def is_capture(position: Position, move: Move) -> bool:
    """Whether a legal move takes something."""
    return bool(position.board[move.end]) or (
        move.end == position.en_passant and position.board[move.start] & ~BLACK_BIT == PAWN
    )


def san(position: Position, move: Move) -> str:
    """A legal move in standard algebraic notation, with its mark of check or mate."""
    following = after(position, move)
    checked = following.checked
    return unmarked_san(position, move) + check_mark(
        checked, movable=not checked or has_legal_move(following, checked=True)
    )


def check_mark(checked: bool, *, movable: bool) -> str:
    """What is written behind a move that gives check, or mate."""
    return "" if not checked else "+" if movable else "#"


def unmarked_san(position: Position, move: Move) -> str:
    """The same without the mark."""
    start, end, promotion = move
    kind = position.board[start] & ~BLACK_BIT
    if kind == KING and (way := castling_by(position, start, end)):
        return "O-O" if way.right == RIGHTS[position.turn][0] else "O-O-O"
    takes = "x" if is_capture(position, move) else ""
    if kind == PAWN:
        new = f"={chr(promotion)}" if promotion else ""
        return f"{FILES[start % 8] if takes else ''}{takes}{NAMES[end]}{new}"
    if kind == KING:
        return f"K{takes}{NAMES[end]}"
    return f"{chr(kind)}{_departure(position, move, kind)}{takes}{NAMES[end]}"


def _departure(position: Position, move: Move, kind: int) -> str:
    """As much of the square of departure as parts the move from those of like pieces: file, rank, or both."""
    start, end, _promotion = move
    if position.board.count(position.board[start]) == 1:
        return ""
    others = [
        other for other in _reaching(position, kind, end) if other != start and is_legal(position, Move(other, end))
    ]
    if not others:
        return ""
    if all(other % 8 != start % 8 for other in others):
        return NAMES[start][0]
    return NAMES[start] if any(other // 8 == start // 8 for other in others) else NAMES[start][1]

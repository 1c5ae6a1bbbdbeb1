"""Which moves are legal (article 3), and the position after one.

A move that somebody asks for is tested by itself: the others are not generated.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from podium.chess.geometry import (
    BETWEEN,
    BISHOP_RAYS,
    DIAGONAL,
    DOWNWARD_TAKES,
    KING_STEPS,
    KNIGHT_STEPS,
    LEAP,
    NAMES,
    ORTHOGONAL,
    QUEEN_RAYS,
    RELATION,
    ROOK_RAYS,
    UPWARD_TAKES,
)
from podium.chess.illegal import Objection
from podium.chess.position import (
    BISHOP,
    BLACK,
    BLACK_BIT,
    BLACK_LONG,
    BLACK_SHORT,
    FIRST_SMALL,
    KING,
    KNIGHT,
    NO_ROOK,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    WHITE_LONG,
    WHITE_SHORT,
    Colour,
    Position,
    attacked,
    king_square,
)
from podium.core.errors import Invalid

PROMOTIONS: Final = (QUEEN, ROOK, BISHOP, KNIGHT)


class Move(NamedTuple):
    """From where to where; `promotion` is the capital of the new piece, or 0.

    Castling is where the king goes, in Chess960 the rook that it castles with.
    """

    start: int
    end: int
    promotion: int = 0

    @property
    def uci(self) -> str:
        """The move by coordinates, as `e2e4` or `e7e8q`."""
        new = chr(self.promotion | BLACK_BIT) if self.promotion else ""
        return f"{NAMES[self.start]}{NAMES[self.end]}{new}"


class _Castling(NamedTuple):
    """What article 3.8.2 asks of one way to castle."""

    right: int
    colour: Colour
    move: Move  # as it is entered
    king: int  # where it comes to stand
    rook: Move
    empty: tuple[int, ...]
    crossed: tuple[int, ...]  # by the king, its own square and where it comes to stand included


@lru_cache(512)
def _castling(right: int, king: int, rook: int, chess960: bool) -> _Castling:
    """The way to castle of a right, from where king and rook stand: they come to the squares of usual chess."""
    short = right in (WHITE_SHORT, BLACK_SHORT)
    rank = king - king % 8
    king_to, rook_to = (rank + 6, rank + 5) if short else (rank + 2, rank + 3)
    ends = (king, king_to, rook, rook_to)
    return _Castling(
        right,
        WHITE if rank == 0 else BLACK,
        Move(king, rook if chess960 else king_to),
        king_to,
        Move(rook, rook_to),
        tuple(square for square in range(min(ends), max(ends) + 1) if square not in (king, rook)),
        tuple(range(min(king, king_to), max(king, king_to) + 1)),
    )


RIGHTS: Final = {WHITE: (WHITE_SHORT, WHITE_LONG), BLACK: (BLACK_SHORT, BLACK_LONG)}
_HOMES: Final = {WHITE_SHORT: (4, 7), WHITE_LONG: (4, 0), BLACK_SHORT: (60, 63), BLACK_LONG: (60, 56)}
_USUAL: Final = {right: _castling(right, *home, False) for right, home in _HOMES.items()}
_CASTLING: Final = {(way.move.start, way.move.end): way for way in _USUAL.values()}
# The rights that are left when something moves from a square, or to it.
_RIGHTS_LOST: Final = {
    0: WHITE_LONG,
    4: WHITE_LONG | WHITE_SHORT,
    7: WHITE_SHORT,
    56: BLACK_LONG,
    60: BLACK_LONG | BLACK_SHORT,
    63: BLACK_SHORT,
}
_RIGHTS_LEFT: Final = bytes(15 & ~_RIGHTS_LOST.get(square, 0) for square in range(64))


def legal_moves(position: Position) -> list[Move]:
    """Every legal move, in the order of the squares they start from."""
    return list(_legal(position, checked=position.checked))


def has_legal_move(position: Position, *, checked: bool) -> bool:
    """Whether there is any, `checked` or not; looks no further than the first."""
    return next(_legal(position, checked=checked), None) is not None


def is_legal(position: Position, move: Move) -> bool:
    """Whether the side to move may make this move."""
    return objection(position, move) is None


def objection(position: Position, move: Move) -> Objection | None:
    """What is against a move, None if it is legal."""
    board, (start, end, promotion) = position.board, move
    piece, target = board[start], board[end]
    if not piece:
        return Objection.NOTHING_THERE
    if (piece < FIRST_SMALL) is not (position.turn is WHITE):
        return Objection.NOT_ON_TURN
    kind = piece & ~BLACK_BIT
    if kind == KING and (way := castling_by(position, start, end)):
        if promotion:
            return Objection.PROMOTION_ELSEWHERE
        return None if _may_castle(position, way) else Objection.CASTLING_NOT_POSSIBLE
    if target and (target < FIRST_SMALL) is (piece < FIRST_SMALL):
        onto_rook = (
            position.rooks is None
            and kind == KING
            and target & ~BLACK_BIT == ROOK
            and start in (4, 60)
            and end in (0, 7, 56, 63)
        )
        return Objection.CASTLING_ONTO_ROOK if onto_rook else Objection.UNREACHABLE
    if not reaches(position, start, end):
        return Objection.UNREACHABLE
    if kind == PAWN and (end < 8 or end > 55):
        if not promotion:
            return Objection.PROMOTION_MISSING
        if promotion not in PROMOTIONS:
            return Objection.PROMOTION_PIECE
    elif promotion:
        return Objection.PROMOTION_ELSEWHERE
    if not _is_safe(position, move, king_square(board, position.turn), checked=True):
        return Objection.KING_ATTACKED
    return None


def reaches(position: Position, start: int, end: int) -> bool:
    """Whether a piece of the side to move, where it stands, moves so, castling and its own king's safety aside.

    What stands on the square of arrival is looked at for pawns only.
    """
    board = position.board
    relation = RELATION[start][end]
    kind = board[start] & ~BLACK_BIT
    if kind == PAWN:
        return _pawn_reaches(position, start, end)
    if kind == KNIGHT:
        return relation == LEAP
    if relation != ORTHOGONAL and relation != DIAGONAL:
        return False
    between = BETWEEN[start][end]
    if kind == KING:
        return not between
    if (kind == ROOK and relation != ORTHOGONAL) or (kind == BISHOP and relation != DIAGONAL):
        return False
    return not any(board[square] for square in between)


def _pawn_reaches(position: Position, start: int, end: int) -> bool:
    board = position.board
    white = position.turn is WHITE
    if end in (UPWARD_TAKES if white else DOWNWARD_TAKES)[start]:
        return bool(board[end]) or end == position.en_passant
    step = 8 if white else -8
    if board[end] or board[start + step]:
        return False
    return end == start + step or (end == start + 2 * step and start // 8 == (1 if white else 6))


def castling_by(position: Position, start: int, end: int) -> _Castling | None:
    """The way to castle that a king's move of the side to move would be; None if it is another move."""
    if position.rooks is None:
        return _CASTLING.get((start, end))
    return next((way for way in castlings(position) if way.move.start == start and way.move.end == end), None)


def castlings(position: Position) -> list[_Castling]:
    """The ways to castle that the side to move has a right to, short first."""
    rights = [right for right in RIGHTS[position.turn] if position.castling & right]
    if position.rooks is None:
        return [_USUAL[right] for right in rights]
    king = king_square(position.board, position.turn) if rights else 0
    return [_castling(right, king, position.rooks[right.bit_length() - 1], True) for right in rights]


def _may_castle(position: Position, way: _Castling) -> bool:
    return (
        position.turn is way.colour
        and bool(position.castling & way.right)
        and not any(position.board[square] for square in way.empty)
        and not any(attacked(position.board, square, way.colour.other) for square in way.crossed)
        # In Chess960 the rook may have stood between its king and an attacker.
        and (position.rooks is None or not attacked(board_after(position, way.move), way.king, way.colour.other))
    )


def _is_safe(position: Position, move: Move, king: int, *, checked: bool) -> bool:
    """Whether a move that the piece can make leaves its king unattacked (article 3.9.2).

    Without check only the king itself, a pawn that takes in passing, and a piece on a line with its king can put
    the king in danger.
    """
    start = move.start
    if not checked and start != king and move.end != position.en_passant:
        relation = RELATION[king][start]
        if relation == 0 or relation == LEAP:
            return True
    board = board_after(position, move)
    return not attacked(board, move.end if start == king else king, position.turn.other)


def _legal(position: Position, *, checked: bool) -> Iterator[Move]:
    king = king_square(position.board, position.turn)
    for move in _candidates(position):
        if _is_safe(position, move, king, checked=checked):
            yield move
    if position.castling and not checked:
        for way in castlings(position):
            if _may_castle(position, way):
                yield way.move


def _candidates(position: Position) -> Iterator[Move]:
    """What the pieces can do, castling and the safety of their king aside."""
    board = position.board
    white = position.turn is WHITE
    for start, piece in enumerate(board):
        if not piece or (piece < FIRST_SMALL) is not white:
            continue
        kind = piece & ~BLACK_BIT
        if kind == PAWN:
            yield from _pawn_candidates(position, start)
        elif kind in (KNIGHT, KING):
            for end in (KNIGHT_STEPS if kind == KNIGHT else KING_STEPS)[start]:
                target = board[end]
                if not target or (target < FIRST_SMALL) is not white:
                    yield Move(start, end)
        else:
            for ray in (ROOK_RAYS if kind == ROOK else BISHOP_RAYS if kind == BISHOP else QUEEN_RAYS)[start]:
                for end in ray:
                    if target := board[end]:
                        if (target < FIRST_SMALL) is not white:
                            yield Move(start, end)
                        break
                    yield Move(start, end)


def _pawn_candidates(position: Position, start: int) -> Iterator[Move]:
    board = position.board
    white = position.turn is WHITE
    step, home, takes = (8, 1, UPWARD_TAKES) if white else (-8, 6, DOWNWARD_TAKES)
    ends = [
        end
        for end in takes[start]
        if ((target := board[end]) and (target < FIRST_SMALL) is not white) or end == position.en_passant
    ]
    if not board[start + step]:
        ends.append(start + step)
        if start // 8 == home and not board[start + 2 * step]:
            ends.append(start + 2 * step)
    for end in ends:
        if end < 8 or end > 55:
            for promotion in PROMOTIONS:
                yield Move(start, end, promotion)
        else:
            yield Move(start, end)


def board_after(position: Position, move: Move) -> bytes:
    """What stands where after a move that the piece can make."""
    start, end, promotion = move
    board = bytearray(position.board)
    piece = board[start]
    board[start] = 0
    kind = piece & ~BLACK_BIT
    if kind == KING and (way := castling_by(position, start, end)):
        rook, board[way.rook.start] = board[way.rook.start], 0
        board[way.king], board[way.rook.end] = piece, rook
        return bytes(board)
    board[end] = promotion | (piece & BLACK_BIT) if promotion else piece
    if kind == PAWN and end == position.en_passant:
        board[end - 8 if piece == PAWN else end + 8] = 0
    return bytes(board)


def after(position: Position, move: Move) -> Position:
    """The position after a legal move; that it is one is not examined."""
    board = board_after(position, move)
    start, end, _promotion = move
    pawn = position.board[start] & ~BLACK_BIT == PAWN
    taken = position.board[end]
    turn = position.turn.other
    castling, rooks = position.castling, position.rooks
    if castling and rooks is None:
        castling &= _RIGHTS_LEFT[start] & _RIGHTS_LEFT[end]
    elif rooks is not None:
        castling, rooks = _rights_left(position, start, end)
        taken = taken and (taken < FIRST_SMALL) is not (position.turn is WHITE)  # else it castles
    following = Position(
        board,
        turn,
        castling,
        None,
        0 if pawn or taken else position.clock + 1,
        position.number + 1 if turn is WHITE else position.number,
        rooks,
    )
    if pawn and abs(end - start) == 16:
        return with_en_passant(following, (start + end) // 2)
    return following


def _rights_left(position: Position, start: int, end: int) -> tuple[int, bytes | None]:
    """The rights of Chess960, and the squares of their rooks, after something moved from a square to another."""
    assert position.rooks is not None
    lost = [at for at, rook in enumerate(position.rooks) if rook in (start, end)]
    if start == king_square(position.board, position.turn):
        lost += (0, 1) if position.turn is WHITE else (2, 3)
    rooks = bytes(NO_ROOK if at in lost else rook for at, rook in enumerate(position.rooks))
    castling = sum(1 << at for at, rook in enumerate(rooks) if rook != NO_ROOK)
    return castling, rooks if castling else None


def with_en_passant(position: Position, passed: int) -> Position:
    """The position with a square that a pawn has just passed, unless nobody may take there (article 3.7.3.1)."""
    taken = Position(
        position.board, position.turn, position.castling, passed, position.clock, position.number, position.rooks
    )
    white = position.turn is WHITE
    pawn = PAWN if white else PAWN | BLACK_BIT
    for start in (DOWNWARD_TAKES if white else UPWARD_TAKES)[passed]:
        if position.board[start] == pawn:
            king = king_square(position.board, position.turn)
            if _is_safe(taken, Move(start, passed), king, checked=True):
                return taken
    return position


DEEPEST = 20  # nobody waits for more


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play on for that many half-moves: the usual proof of a set of rules."""
    if depth not in range(DEEPEST + 1):
        raise Invalid("count-out-of-range", field="depth", value=depth, least=0, most=DEEPEST)
    if depth == 0:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(after(position, move), depth - 1) for move in moves)

"""A game: its moves, how the laws end it, and whether a side has the material to mate.

>>> game = begin()
>>> for move in ("f3", "e5", "g4", "Qh4"):
...     game = play(game, move)
>>> game.moves[-1].san, game.end
('Qh4#', End(reason=<Reason.CHECKMATE: 'CHECKMATE'>, winner=<Colour.BLACK: 'black'>))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from podium.chess.geometry import LIGHT
from podium.chess.moves import Move, after, has_legal_move
from podium.chess.notation import check_mark, read_move, unmarked_san
from podium.chess.position import INITIAL, WHITE, Colour, Position
from podium.core.errors import Refused


class Reason(StrEnum):
    """Why the laws end a game, in the order in which they are asked."""

    CHECKMATE = "CHECKMATE"
    STALEMATE = "STALEMATE"
    INSUFFICIENT_MATERIAL = "INSUFFICIENT_MATERIAL"
    FIVE_FOLD_REPETITION = "FIVE_FOLD_REPETITION"
    THREE_FOLD_REPETITION = "THREE_FOLD_REPETITION"
    SEVENTY_FIVE_MOVE_RULE = "SEVENTY_FIVE_MOVE_RULE"
    FIFTY_MOVE_RULE = "FIFTY_MOVE_RULE"


class End(NamedTuple):
    """How a game ended; without a winner it is drawn."""

    reason: Reason
    winner: Colour | None = None


class PlayedMove(NamedTuple):
    """A move of a game, and how it is written."""

    move: Move
    san: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game so far. With `claims`, repetition and fifty moves draw when a player claims it, else by themselves.

    `keys` are those of the positions since a pawn moved or a piece was taken, the present one last: no earlier
    position can come again.
    """

    initial: Position
    position: Position
    moves: tuple[PlayedMove, ...]
    keys: tuple[bytes, ...]
    claims: bool
    end: End | None

    @property
    def repetitions(self) -> int:
        """How often the present position has been there, now included (article 9.2)."""
        return self.keys.count(self.keys[-1])


def begin(position: Position = INITIAL, *, claims: bool = False) -> Game:
    """A game from a position; one where there is nothing to play for has ended before it began."""
    game = Game(position, position, (), (position.key,), claims, None)
    checked = position.checked
    return replace(game, end=_end(game, checked=checked, movable=has_legal_move(position, checked=checked)))


def play(game: Game, text: str) -> Game:
    """The game after the move that somebody entered, by coordinates or in SAN.

    Raises Refused after the end, and Invalid that says what is wrong with the move.
    """
    if game.end:
        raise Refused("game-over", value=text, reason=game.end.reason.value)
    move = read_move(game.position, text)
    position = after(game.position, move)
    checked = position.checked
    movable = has_legal_move(position, checked=checked)
    san = unmarked_san(game.position, move) + check_mark(checked, movable=movable)
    unended = _with(game, move, san, position, None)
    end = _end(unended, checked=checked, movable=movable)
    return replace(unended, end=end) if end else unended


def add(game: Game, move: Move, san: str, end: End | None = None) -> Game:
    """The game with a move that was judged before, and the end it led to; nothing is examined."""
    return _with(game, move, san, after(game.position, move), end)


def replayed(initial: Position, moves: Iterable[PlayedMove], *, claims: bool = False, end: End | None = None) -> Game:
    """The game of moves that were judged before, all at once; nothing is examined."""
    played = tuple(moves)
    position, keys = initial, [initial.key]
    for move, _san in played:
        position = after(position, move)
        if not position.clock:
            keys.clear()
        keys.append(position.key)
    return Game(initial, position, played, tuple(keys), claims, end)


def _with(game: Game, move: Move, san: str, position: Position, end: End | None) -> Game:
    keys = (*game.keys, position.key) if position.clock else (position.key,)
    return Game(game.initial, position, (*game.moves, PlayedMove(move, san)), keys, game.claims, end)


def _end(game: Game, *, checked: bool, movable: bool) -> End | None:
    """How the laws end the game where it stands (articles 5.1.1, 5.2.1, 5.2.2, 9.6, and 9.2, 9.3 without claims)."""
    position = game.position
    if not movable:
        return End(Reason.CHECKMATE, position.turn.other) if checked else End(Reason.STALEMATE)
    if is_dead(position):
        return End(Reason.INSUFFICIENT_MATERIAL)
    if not game.claims:
        return End(reason) if (reason := _claim(game.repetitions, position.clock)) else None
    if game.repetitions >= 5:
        return End(Reason.FIVE_FOLD_REPETITION)
    return End(Reason.SEVENTY_FIVE_MOVE_RULE) if position.clock >= 150 else None


def _claim(repetitions: int, clock: int) -> Reason | None:
    if repetitions >= 3:
        return Reason.THREE_FOLD_REPETITION
    return Reason.FIFTY_MOVE_RULE if clock >= 100 else None


def claimable(game: Game, intended: str | None = None) -> Reason | None:
    """For what the player on the move may claim a draw (articles 9.2 and 9.3): as it stands, or by an intended move.

    None where there is nothing to claim, or the game has ended. Raises Invalid if the intended move is not legal.
    """
    return None if game.end else _claim(*_counts(game, intended))


def claim(game: Game, intended: str | None = None) -> Game:
    """The game drawn by a claim, the intended move not made; raises Refused if there is nothing to claim."""
    if game.end:
        raise Refused("game-over", value=intended, reason=game.end.reason.value)
    repetitions, clock = _counts(game, intended)
    reason = _claim(repetitions, clock)
    if reason is None:
        raise Refused("claim-not-true", value=intended, repetitions=repetitions, moves=clock // 2)
    return replace(game, end=End(reason))


def _counts(game: Game, intended: str | None) -> tuple[int, int]:
    """How often the position has been there, and the half-moves without capture or pawn, after an intended move."""
    if intended is None:
        return game.repetitions, game.position.clock
    following = after(game.position, read_move(game.position, intended))
    return 1 + game.keys.count(following.key), following.clock


_HEAVY = {True: b"PRQ", False: b"prq"}
_KNIGHT = {True: b"N", False: b"n"}


def is_dead(position: Position) -> bool:
    """Whether neither side can mate: bare kings, one knight more, or bishops that all run on one colour."""
    board = position.board
    if b"P" in board or b"p" in board:  # first, for it answers nearly every question
        return False
    return not can_mate(position, Colour.WHITE) and not can_mate(position, Colour.BLACK)


def can_mate(position: Position, colour: Colour) -> bool:
    """Whether a side has the material to mate with whatever help of the opponent (articles 5.2.2, 5.1.2 and 6.9).

    Whether pawns are locked for good, or a mate is forced away, is not judged: then the game goes on, and the arbiter
    may still declare a dead position.

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

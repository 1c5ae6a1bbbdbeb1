"""The squares of the board, and which of them lie on one line.

A square is a number: a1 is 0, b1 is 1, h8 is 63.
"""

from __future__ import annotations

from typing import Final

FILES: Final = "abcdefgh"
NAMES: Final = tuple(f"{file}{rank}" for rank in range(1, 9) for file in FILES)
SQUARES: Final = {name: square for square, name in enumerate(NAMES)}

ORTHOGONAL: Final = 1  # how two squares lie to one another, in RELATION; 0 is none of the three
DIAGONAL: Final = 2
LEAP: Final = 3  # a knight's

_STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
_SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _ray(square: int, step: tuple[int, int]) -> tuple[int, ...]:
    """The squares from here to the edge of the board, the nearest first."""
    file, rank = square % 8 + step[0], square // 8 + step[1]
    squares = []
    while 0 <= file < 8 and 0 <= rank < 8:
        squares.append(rank * 8 + file)
        file, rank = file + step[0], rank + step[1]
    return tuple(squares)


def _rays(square: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(ray for step in steps if (ray := _ray(square, step)))


def _nearest(square: int, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(ray[0] for ray in _rays(square, steps))


ROOK_RAYS: Final = tuple(_rays(square, _STRAIGHT) for square in range(64))
BISHOP_RAYS: Final = tuple(_rays(square, _SLANTED) for square in range(64))
QUEEN_RAYS: Final = tuple(_rays(square, _STRAIGHT + _SLANTED) for square in range(64))
KNIGHT_STEPS: Final = tuple(_nearest(square, _LEAPS) for square in range(64))
KING_STEPS: Final = tuple(_nearest(square, _STRAIGHT + _SLANTED) for square in range(64))
# Where a pawn takes, by the square it stands on; upwards is White's way. Read from the other end it says where a
# pawn must stand to take here: UPWARD_TAKES of a square are where Black's pawns attack it from.
UPWARD_TAKES: Final = tuple(_nearest(square, ((-1, 1), (1, 1))) for square in range(64))
DOWNWARD_TAKES: Final = tuple(_nearest(square, ((-1, -1), (1, -1))) for square in range(64))


def _relation(one: int, other: int) -> int:
    if other in KNIGHT_STEPS[one]:
        return LEAP
    if any(other in ray for ray in ROOK_RAYS[one]):
        return ORTHOGONAL
    return DIAGONAL if any(other in ray for ray in BISHOP_RAYS[one]) else 0


def _between(one: int, other: int) -> tuple[int, ...]:
    """What lies between two squares on a line; nothing where they touch or are on none."""
    return next((ray[: ray.index(other)] for ray in QUEEN_RAYS[one] if other in ray), ())


RELATION: Final = tuple(bytes(_relation(one, other) for other in range(64)) for one in range(64))
BETWEEN: Final = tuple(tuple(_between(one, other) for other in range(64)) for one in range(64))
LIGHT: Final = bytes((square % 8 + square // 8) % 2 for square in range(64))  # 1 where a square is light

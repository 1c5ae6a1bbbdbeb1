"""The slots of a bracket, in which its players come to their matches, and the first round.

A bracket of `size` lines (a power of two) has its first round on boards 1 to size/2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from podium.knockout.rules import Seeding

FEWEST_PLAYERS = 2
MOST_PLAYERS = 1024


@dataclass(frozen=True, slots=True)
class Seed:
    """The entrant of that number, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    round: int
    board: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    round: int
    board: int


@dataclass(frozen=True, slots=True)
class FinalistOf:
    """The player of that side (0 is White) of a final that Black, who had lost before, has won: they play once more."""

    round: int
    board: int
    side: int


@dataclass(frozen=True, slots=True)
class Bye:
    """Nobody, from the start."""


Slot = Seed | WinnerOf | LoserOf | FinalistOf | Bye


def rounds_of(players: int) -> int:
    """The number of rounds of a bracket for that many players."""
    return (players - 1).bit_length()


def standard_order(size: int) -> list[int]:
    """Seeds 1 to `size` from the top line of a bracket to the last one.

    In every round the best of those left can only meet the last, the second the last but one, and so on.

    >>> standard_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        last = 2 * len(order) + 1
        order = [line for seed in order for line in (seed, last - seed)]
    return order


@lru_cache(maxsize=16)
def first_round(players: int, seeding: Seeding) -> tuple[tuple[Slot, Slot], ...]:
    """The first round by board; the byes go to the best seeds.

    Listed fields keep their order: those with a bye first, then each meets the next in the list. Drawn ones are in
    the order of the draw already, and placed as a standard field, so that byes are spread over the bracket.
    """
    size = 2 ** rounds_of(players)
    if seeding is not Seeding.LISTED:
        lines = [Seed(number) if number <= players else Bye() for number in standard_order(size)]
        return tuple(zip(lines[::2], lines[1::2], strict=True))
    byes = size - players
    return (
        *((Seed(number), Bye()) for number in range(1, byes + 1)),
        *((Seed(number), Seed(number + 1)) for number in range(byes + 1, players, 2)),
    )

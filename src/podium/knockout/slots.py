"""The slots of a bracket: where the players of each match come from, known on the day it is built.

A bracket of `size` lines (a power of two) has its first round on boards 1 to size/2. The winners of boards 1 and 2
meet on board 1 of the next round, those of 3 and 4 on board 2, and so on; the upper one has White.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from podium.knockout.rules import Seeding

FEWEST_PLAYERS = 2
MOST_PLAYERS = 1024
FEWEST_FOR_THIRD_PLACE = 4
"""With three players the one beaten before the final is third without a match."""


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
class Bye:
    """Nobody, from the start."""


Slot = Seed | WinnerOf | LoserOf | Bye


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


def later_slots(round: int, board: int) -> tuple[Slot, Slot]:
    """Where the players of a match after the first round come from."""
    return WinnerOf(round - 1, 2 * board - 1), WinnerOf(round - 1, 2 * board)


def third_place_slots(rounds: int) -> tuple[Slot, Slot]:
    """Where the players of the match for third place come from; it stands on board 2 of the last round."""
    return LoserOf(rounds - 1, 1), LoserOf(rounds - 1, 2)

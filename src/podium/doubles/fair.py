"""Who may sit out: nobody a second time before everybody has sat out once.

Players are places in the list of those present, from 0. `had` counts the free games of each so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

TABLE = 4  # players at a table


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is to sit out: all of `due`, and `rest` more players out of `level`."""

    due: tuple[int, ...]
    level: tuple[int, ...]
    rest: int


def seats(players: int) -> int:
    """The number of players who sit out each round.

    >>> [seats(players) for players in (8, 9, 10, 11)]
    [0, 1, 2, 3]
    """
    return players % TABLE


def turn(had: Sequence[int]) -> Turn:
    """Whose turn it is: first those with the fewest free games, then the next level.

    >>> turn((1, 0, 0, 1, 1, 1))
    Turn(due=(), level=(1, 2), rest=2)
    >>> turn((1, 0, 1, 1, 1, 1))
    Turn(due=(1,), level=(0, 2, 3, 4, 5), rest=1)
    """
    rest = seats(len(had))
    due: list[int] = []
    for games in sorted(set(had)):
        level = tuple(player for player, count in enumerate(had) if count == games)
        if len(level) >= rest:
            return Turn(tuple(due), level, rest)
        due += level
        rest -= len(level)
    return Turn((), (), 0)  # nobody is there


def keeps_turn(had: Sequence[int], rounds: Iterable[Collection[int]]) -> bool:
    """Whether these players may sit out in these rounds, one round after the other."""
    counts = list(had)
    at = Counter(counts)
    lowest = min(at)
    for free in rounds:
        # A player who sits out is moved up a level only after the round, so two levels never mix.
        for taken, games in enumerate(sorted(counts[player] for player in free)):
            fewer = sum(players for level, players in at.items() if level < games) if games != lowest else 0
            if taken < fewer:
                return False
        for player in free:
            at[counts[player]] -= 1
            counts[player] += 1
            at[counts[player]] += 1
        while not at[lowest]:
            lowest += 1
    return True

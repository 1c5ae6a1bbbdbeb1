"""Whole tournaments, made by rule: for any number of players as many rounds as there can be.

`docs/rules/doubles.md` proves that each of these plans is right, and that none is longer.
"""

from __future__ import annotations

from collections.abc import Iterator

from podium.doubles.fair import TABLE, seats
from podium.doubles.plan import Mates, Pairs, Plan, mates_of, sitting_out

FEWEST_PLAYERS = TABLE


def most_rounds(players: int) -> int:
    """The most rounds in which nobody has a partner twice and everybody sits out in turn.

    >>> [most_rounds(players) for players in (4, 5, 6, 7, 8, 9, 10, 11)]
    [3, 5, 7, 10, 7, 9, 11, 13]
    """
    if players < FEWEST_PLAYERS:
        return 0
    return 10 if players == 7 else players - 1 + seats(players)


def whole_plan(players: int) -> Plan:
    """Every round of the longest tournament, in an order in which all sit out in turn."""
    if players == 7:
        return [mates_of(7, pairs) for pairs in _SEVEN]
    ordered = {0: _nobody, 1: _one, 2: _two, 3: _three}[seats(players)](players)
    return [mates_of(players, pairs) for pairs in ordered]


def _circle(size: int, total: int) -> Pairs:
    """The pairs on a circle of odd size whose numbers add up to `total`; one number is left over."""
    return [(one, (total - one) % size) for one in range(size) if one < (total - one) % size]


def _nobody(players: int) -> Iterator[Pairs]:
    """All but the last stand in a circle; the one left over gets the last as a partner."""
    size = players - 1
    for total in range(size):
        left_over = total * (size + 1) // 2 % size  # half of the total, in the circle
        yield [*_circle(size, total), (left_over, size)]


def _one(players: int) -> Iterator[Pairs]:
    """All stand in a circle; the one left over sits out."""
    for total in range(players):
        yield _circle(players, total)


def _with_ghosts(players: int, ghosts: int) -> dict[int, Pairs]:
    """By total, the pairs in which no ghost is; ghosts are numbers 0, 1, ... of a circle with one player more.

    A real player whose partner would be a ghost sits out. The number 0 stands for the player outside the
    circle; the others keep their order on it, so that neighbours sit out together.
    """
    size = players + ghosts - 1
    outside = size
    rounds = {}
    for total in range(size):
        left_over = total * (size + 1) // 2 % size
        pairs = [*_circle(size, total), (left_over, outside)]
        rounds[total] = [
            (_renamed(one, ghosts, outside), _renamed(two, ghosts, outside))
            for one, two in pairs
            if one >= ghosts and two >= ghosts
        ]
    return rounds


def _renamed(number: int, ghosts: int, outside: int) -> int:
    return 0 if number == outside else number - ghosts + 1


def _two(players: int) -> Iterator[Pairs]:
    """The players who sit out are neighbours on a ring: first every other pair of neighbours, then the rest."""
    rounds = _with_ghosts(players, 2)
    both = rounds.pop(1)  # here the ghosts are partners, and one pair too many plays
    by_start = {_ring_start(players, mates_of(players, pairs)): pairs for pairs in rounds.values()}
    for start in (*range(0, players, 2), *range(1, players, 2)):
        yield by_start[start]
    yield both[1:]


def _three(players: int) -> Iterator[Pairs]:
    """The players who sit out are three in a row on a ring, three places on from round to round."""
    rounds = _with_ghosts(players, 3)
    last = players - 1
    spare = [rounds.pop(total) for total in (1, 2, 3)]  # here two ghosts are partners
    spare[1].remove((1, last))
    rounds[2] = spare[1]
    by_start = {_ring_start(players, mates_of(players, pairs)): pairs for pairs in rounds.values()}
    for step in range(players):
        start = 3 * step % players if players % 3 else 3 * step % players + 3 * step // players
        yield by_start[start]
    spare[0].remove((2, players - 3))
    spare[2].remove((3, players - 2))
    yield spare[0]
    yield spare[2]


def _ring_start(players: int, mates: Mates) -> int:
    """The first of the players who sit out, as they follow one another on the ring of all players."""
    free = sitting_out(mates)
    return next(player for player in free if (player - 1) % players not in free)


# Seven players are the exception: one round more than the rule gives. Found by `complete`, checked by a test.
_SEVEN: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = (
    ((1, 2), (4, 5)),
    ((0, 4), (3, 6)),
    ((0, 2), (1, 5)),
    ((0, 6), (1, 3)),
    ((3, 5), (4, 6)),
    ((0, 3), (2, 4)),
    ((1, 6), (2, 5)),
    ((2, 3), (5, 6)),
    ((0, 5), (1, 4)),
    ((2, 6), (3, 4)),
)

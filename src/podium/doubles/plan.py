"""A plan: partners for rounds to come.

A plan is a list of rounds. A round gives the partner of each player, by place in the list of those present;
one who sits out is given as the own partner.
"""

from __future__ import annotations

from collections.abc import Sequence

Mates = list[int]
Plan = list[Mates]
Pairs = list[tuple[int, int]]


def mates_of(players: int, pairs: Sequence[tuple[int, int]]) -> Mates:
    """The round with these pairs; all others sit out.

    >>> mates_of(5, [(0, 3), (1, 2)])
    [3, 2, 1, 0, 4]
    """
    mates = list(range(players))
    for one, two in pairs:
        mates[one], mates[two] = two, one
    return mates


def pairs_of(mates: Mates) -> Pairs:
    """The pairs of a round, each once, in the order of the list."""
    return [(one, two) for one, two in enumerate(mates) if one < two]


def sitting_out(mates: Mates) -> tuple[int, ...]:
    """Those without a partner in a round."""
    return tuple([one for one, two in enumerate(mates) if one == two])

"""How strong simulated players are, and the odds of a field: how often each ends on which rank, from one seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from podium.core.ids import PlayerId
from podium.core.ratings import rating_tables

MOST_TIMES = 10_000
Ends = Mapping[PlayerId, Mapping[int, int]]
"""How often each player ended on each rank; players in the order of the list, ranks from the first."""


def odds(
    players: int,
    seed: str | int,
    times: int,
    ranks: Callable[[str], Iterable[tuple[PlayerId, int]]],
    after_each: Callable[[], None] = lambda: None,
) -> Ends:
    """How often each player ended on each rank in `times` events; `after_each` is called after every event.

    `ranks` plays an event from a seed and says who ended where.

    >>> odds(2, "a", 5, lambda seed: [("1", 1), ("2", 2)])
    {'1': {1: 5}, '2': {2: 5}}
    """
    ends: dict[PlayerId, Counter[int]] = {PlayerId(str(number)): Counter() for number in range(1, players + 1)}
    for again in range(times):
        for player, rank in ranks(f"{seed}/{again}"):
            ends[player][rank] += 1
        after_each()
    return {player: dict(sorted(counts.items())) for player, counts in ends.items()}


def document(head: Mapping[str, Any], times: int, people: Sequence[Mapping[str, Any]], ends: Ends) -> dict[str, Any]:
    """The odds as JSON after the `head`: how often each of the `people` was first, alone or with others, and how often
    each rank came up; the `odds` of a rank are its share of all events."""
    return {
        **head,
        "times": times,
        "players": [
            {
                **person,
                "first": counts.get(1, 0),
                "ranks": {str(rank): count for rank, count in counts.items()},
                "odds": {str(rank): count / times for rank, count in counts.items()},
            }
            for person, counts in zip(people, ends.values(), strict=True)
        ],
    }


def text(seed: str | int, times: int, ends: Ends) -> str:
    """The odds for reading: the title in per cent, and the ranks as often as they came up."""
    lines = [
        f"Seed {seed}: {times} events of {len(ends)} players. First place in per cent, then each rank and how often."
    ]
    for player, counts in ends.items():
        ranks = "  ".join(f"{rank}: {count}" for rank, count in counts.items())
        lines.append(f"{100 * counts.get(1, 0) / times:>6.1f}  {name(player)}  ({ranks})")
    return "\n".join(lines)


BEST, WEAKEST = 2600, 1400
WIDEST_GAP = 400  # a larger difference in rating counts as this one


def ratings_of(players: int) -> dict[PlayerId, int]:
    """How strong each player is: from the best to the weakest in equal steps.

    >>> ratings_of(3)
    {'1': 2600, '2': 2000, '3': 1400}
    """
    step = (BEST - WEAKEST) / max(players - 1, 1)
    return {PlayerId(str(number + 1)): round(BEST - number * step) for number in range(players)}


def name(player: PlayerId | int) -> str:
    """What a player without a name is called."""
    return f"Player {player}"


def expected(own: float, other: float) -> int:
    """The score in a hundred games that the ratings lead one to expect, by FIDE's table.

    >>> expected(2000, 2000), expected(2400, 2000), expected(1400, 2600)
    (50, 92, 8)
    """
    return rating_tables.expected(round(max(-WIDEST_GAP, min(WIDEST_GAP, own - other))))

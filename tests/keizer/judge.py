"""The Keizer system once more, as plainly as it can be said: fractions, lists, and every round counted each time.

Written from `docs/rules/keizer.md` alone; nothing of the engine is in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count

Line = tuple[str, str | None]
"""What a round was for somebody: a share by its name in JSON, and the opponent of a game."""


def judged(
    rounds: Sequence[Mapping[str, Line]],
    shares: Mapping[str, Fraction],
    top: int | None,
    strongest_first: Sequence[str],
) -> tuple[list[str], dict[str, int], dict[str, Fraction], bool]:
    """The order, the worths and the scores after the last round, and whether tables went round in a circle."""
    order: list[str] = []
    circle = False
    for played in range(1, len(rounds) + 1):
        some = rounds[:played]
        order += [player for player in strongest_first if player in rounds[played - 1] and player not in order]
        tables = [order]
        circle = False
        for _ in range(100):
            scores = _scores(some, shares, _worths(tables[-1], top))
            table = sorted(order, key=lambda player: (-scores[player], strongest_first.index(player)))
            if table == tables[-1]:
                break
            if table in tables:
                before = tables.index(table) - 1
                tables.append(tables[max(before, 0)])
                circle = True
                break
            tables.append(table)
        order = tables[-1]
    worths = _worths(order, top)
    return order, worths, _scores(rounds, shares, worths), circle


def _worths(order: Sequence[str], top: int | None) -> dict[str, int]:
    highest = -(-3 * len(order) // 2) if top is None else top
    return {player: max(worth, 1) for player, worth in zip(order, count(highest, -1), strict=False)}


def _scores(
    rounds: Sequence[Mapping[str, Line]], shares: Mapping[str, Fraction], worths: Mapping[str, int]
) -> dict[str, Fraction]:
    scores = {player: Fraction(worth) for player, worth in worths.items()}
    for here in rounds:
        for player, (share, opponent) in here.items():
            scores[player] += worths[opponent or player] * shares[share]
    return scores

"""Direct encounter (C.07, article 6): it ranks a tie, or part of it, and never looks outside.

| article | here         | what it says, in our words                                              |
| ------- | ------------ | ----------------------------------------------------------------------- |
| 6.1     | `encounters` | the scores of the tied players against each other                       |
| 6.1.2   | `encounters` | who met more than once counts the average of those games                |
| 6.2     | `_by_score`  | all have met: the separate standings rank them; ties are taken up again |
| 6.3     | `_certain`   | not all have met (Swiss): the first whatever the missing games bring     |
|         |              | bring is ranked; the rest is taken up again                             |
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from podium.tiebreaks.opponents import is_met
from podium.tiebreaks.view import View

Number = int | Fraction


def ranked(view: View, tied: Sequence[int], *, forfeits: bool = False) -> list[list[int]]:
    """The tied players in groups, best first; players in one group cannot be told apart."""
    done: list[list[int]] = []
    waiting = [list(tied)]
    while waiting:
        group = waiting.pop()
        parts = _split(view, group, forfeits=forfeits) if len(group) > 1 else [group]
        if len(parts) == 1:
            done.append(group)
        else:
            waiting.extend(reversed(parts))  # the best part is taken up first
    return done


def encounters(view: View, player: int, tied: frozenset[int], *, forfeits: bool) -> dict[int, Number]:
    """The player's average score against each of the tied players met, in hundredths."""
    games: dict[int, list[int]] = {}
    for r, opponent in enumerate(view.opponents[player]):
        if opponent in tied and is_met(view, player, r, forfeits=forfeits):
            games.setdefault(opponent, []).append(view.points[player][r])
    return {
        opponent: scores[0] if len(scores) == 1 else Fraction(sum(scores), len(scores))
        for opponent, scores in games.items()
    }


def _split(view: View, group: list[int], *, forfeits: bool) -> list[list[int]]:
    """The group in ranked parts; one part where article 6 decides nothing."""
    tied = frozenset(group)
    met = {player: encounters(view, player, tied, forfeits=forfeits) for player in group}
    scores = {player: sum(games.values()) for player, games in met.items()}
    missing = {player: len(group) - 1 - len(games) for player, games in met.items()}
    if not any(missing.values()):
        return _by_score(group, scores)
    if view.rules.round_robin:
        return [group]  # 6.3 is for Swiss tournaments; here the games are still to come
    return _certain(view, group, scores, missing)


def _by_score(group: list[int], scores: dict[int, Number]) -> list[list[int]]:
    ordered = sorted(group, key=lambda player: -scores[player])
    return [list(part) for _, part in groupby(ordered, key=lambda player: scores[player])]


def _certain(view: View, group: list[int], scores: dict[int, Number], missing: dict[int, int]) -> list[list[int]]:
    """The players whose place is certain, one after the other, then all the others."""
    least = {player: scores[player] + missing[player] * view.loss for player in group}
    most = {player: scores[player] + missing[player] * view.win for player in group}
    parts: list[list[int]] = []
    left = list(group)
    while len(left) > 1:
        top = max(left, key=lambda player: least[player])
        if not all(least[top] > most[other] for other in left if other != top):
            break
        parts.append([top])
        left.remove(top)
    return [*parts, left] if left else parts

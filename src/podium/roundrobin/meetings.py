"""Whether a round robin that is made or changed by hand is still one: who meets whom, how often, with which colours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from podium.core.errors import Invalid


def counts_after(completed: int, games: int) -> bool:
    """Whether the results of a player who left count: half of the games must have been completed.

    With fewer, what was played stays in the table, for rating and for the record, and counts for nobody; with half or
    more everything counts, and the games that are left are lost by forfeit.

    >>> counts_after(2, 5), counts_after(2, 4)
    (False, True)
    """
    return 2 * completed >= games


P = TypeVar("P")
IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class Plan(Generic[P]):
    """Every round of a round robin, played or to come: its games as (White, Black), None where nobody knows them yet.

    `length` is how many rounds a cycle has, in which everybody meets everybody once.
    """

    rounds: tuple[frozenset[tuple[P, P]] | None, ...]
    length: int
    cycles: int = 1

    def with_round(self, number: int, games: frozenset[tuple[P, P]] | None) -> Plan[P]:
        """The same plan with other games in a round."""
        return replace(self, rounds=(*self.rounds[: number - 1], games, *self.rounds[number:]))

    def cycle_of(self, number: int) -> range:
        """The numbers of all rounds of the cycle that a round belongs to; rounds too many belong to the last."""
        if not 1 <= number <= len(self.rounds) or self.length < 1:
            raise Invalid("round-unknown", value=number, last=len(self.rounds))
        cycle = min((number - 1) // self.length, self.cycles - 1)
        end = len(self.rounds) if cycle == self.cycles - 1 else (cycle + 1) * self.length
        return range(cycle * self.length + 1, min(end, len(self.rounds)) + 1)


def second_meetings(plan: Plan[P], number: int) -> Iterator[tuple[tuple[P, P], int]]:
    """The games of a round whose players meet in another round of the same cycle too, and the first such round.

    >>> list(second_meetings(Plan((frozenset({(1, 4)}), frozenset({(4, 1)})), length=3), 2))
    [((4, 1), 1)]
    """
    cycle = plan.cycle_of(number)
    for white, black in plan.rounds[number - 1] or ():
        for other in cycle:
            games = plan.rounds[other - 1] or ()
            if other != number and ((white, black) in games or (black, white) in games):
                yield (white, black), other
                break


def third_colours(plan: Plan[P], number: int) -> set[P]:
    """Who has the same colour three times in a row, a game of the round being one of the three."""
    colours: dict[P, list[tuple[int, bool]]] = defaultdict(list)
    for at, games in enumerate(plan.rounds, start=1):
        for white, black in games or ():
            colours[white].append((at, True))
            colours[black].append((at, False))
    found = set()
    for player, had in colours.items():
        for start in range(len(had) - IN_A_ROW + 1):
            row = had[start : start + IN_A_ROW]
            if len({colour for _, colour in row}) == 1 and number in {at for at, _ in row}:
                found.add(player)
    return found


def short_of_opponents(plan: Plan[P], number: int, players: Set[P]) -> set[P]:
    """Who of `players` cannot meet all the others any more in the cycle of a round: too few rounds of it are left.

    >>> sorted(short_of_opponents(Plan((frozenset({(1, 4)}), None, None), length=3), 1, {1, 2, 3, 4}))
    [2, 3]
    """
    met: dict[P, set[P]] = defaultdict(set)
    cycle = [plan.rounds[at - 1] for at in plan.cycle_of(number)]
    for games in cycle:
        for white, black in games or ():
            met[white].add(black)
            met[black].add(white)
    open_rounds = cycle.count(None)
    return {player for player in players if len(players - met[player] - {player}) > open_rounds}

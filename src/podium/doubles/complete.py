"""Fills in all the rounds to come, from wherever a tournament stands."""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.dice import Dice
from podium.doubles.fair import turn
from podium.doubles.plan import Plan




_PAST = -2  # were partners before, or are the same player
_SPARE = -1  # partners in no round of the plan; other numbers are rounds of the plan
_OPEN = -1  # has no partner yet


def complete(
    met: Sequence[frozenset[int] | set[int]],
    had: Sequence[int],
    rounds: int,
    dice: Dice,
    first: Sequence[int] | None = None,
    patience: int = 60,
) -> Plan | None:
    """A plan of that many rounds without a repeated partner, with `first` sitting out in the first one if given.

    None if none was found: that is a proof only where the counting in `bounds` says so too.
    """
    free = _sitting_out(met, had, rounds, dice, first)
    if free is None:
        return None
    work = _Work(met, free, dice)
    return work.plan if work.done(patience * (rounds * len(had) + 50)) else None


def _sitting_out(
    met: Sequence[frozenset[int] | set[int]], had: Sequence[int], rounds: int, dice: Dice, first: Sequence[int] | None
) -> list[set[int]] | None:
    """Who sits out in each round: in turn, and those first whose partners run out. None: somebody's do."""
    counts = list(had)
    left = [len(had) - 1 - len(each) for each in met]
    chosen: list[set[int]] = []
    for number in range(rounds):
        who = turn(counts)
        if number == 0 and first is not None:
            free = set(first)
        else:
            by_need = sorted(dice.shuffled(who.level), key=left.__getitem__)
            free = {*who.due, *by_need[: who.rest]}
        chosen.append(free)
        for player in range(len(counts)):
            if player in free:
                counts[player] += 1
            else:
                left[player] -= 1
    return chosen if min(left) >= 0 else None


class _Work:
    """A plan in the making: holes are filled with spare pairs, or moved along alternating chains."""

    def __init__(self, met: Sequence[frozenset[int] | set[int]], free: Sequence[set[int]], dice: Dice) -> None:
        self.size = len(met)
        self.dice = dice
        self.plan: Plan = [[player if player in out else _OPEN for player in range(self.size)] for out in free]
        self.where = [
            [_PAST if other in met[player] or other == player else _SPARE for other in range(self.size)]
            for player in range(self.size)
        ]
        self.holes = [(number, player) for number, out in enumerate(free) for player in range(self.size) if player not in out]
        self.place = {hole: index for index, hole in enumerate(self.holes)}

    def done(self, steps: int) -> bool:
        """Whether no hole is left after at most that many steps."""
        for _ in range(steps):
            if not self.holes:
                return True
            number, player = self.dice.pick(self.holes)
            if self.dice.below(4) == 0 or not self._fill(number, player):
                self._shift(number, player)
        return not self.holes

    def _fill(self, number: int, player: int) -> bool:
        """Give the player a spare partner in that round, at the cost of that partner's partner if need be."""
        mates = self.plan[number]
        spare = [other for other, at in enumerate(self.where[player]) if at == _SPARE and mates[other] != other]
        if not spare:
            return False
        alone = [other for other in spare if mates[other] == _OPEN]
        other = self.dice.pick(alone or spare)
        if mates[other] != _OPEN:
            self._part(number, other)
        self._join(number, player, other)
        return True

    def _shift(self, number: int, player: int) -> bool:
        """Exchange two rounds along the chain that starts at the hole, so that the hole is elsewhere."""
        other = self.dice.below(len(self.plan))
        if other == number or self.plan[other][player] == player:
            return False
        chain = [player]
        rounds = (other, number)
        while True:
            mates = self.plan[rounds[(len(chain) - 1) % 2]]
            following = mates[chain[-1]]
            if following == chain[-1]:
                return False  # the exchange would change who sits out
            if following == _OPEN:
                break
            chain.append(following)
        for step, (one, two) in enumerate(zip(chain, chain[1:], strict=False)):
            self._part_pair(rounds[step % 2], one, two)
        for step, (one, two) in enumerate(zip(chain, chain[1:], strict=False)):
            self._join(rounds[(step + 1) % 2], one, two)
        return True

    def _join(self, number: int, one: int, two: int) -> None:
        self.plan[number][one] = two
        self.plan[number][two] = one
        self.where[one][two] = self.where[two][one] = number
        self._close((number, one))
        self._close((number, two))

    def _part(self, number: int, player: int) -> None:
        self._part_pair(number, player, self.plan[number][player])

    def _part_pair(self, number: int, one: int, two: int) -> None:
        for player in (one, two):
            self.plan[number][player] = _OPEN
            self.place[(number, player)] = len(self.holes)
            self.holes.append((number, player))
        self.where[one][two] = self.where[two][one] = _SPARE

    def _close(self, hole: tuple[int, int]) -> None:
        index = self.place.pop(hole)
        last = self.holes.pop()
        if last != hole:
            self.holes[index] = last
            self.place[last] = index

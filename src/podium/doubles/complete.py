"""Fills in all the rounds to come, from wherever a tournament stands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from podium.core.dice import Dice
from podium.doubles.fair import keeps_turn, turn
from podium.doubles.partners import Met
from podium.doubles.plan import Plan

_PAST = -2  # were partners before, or are the same player
_SPARE = -1  # partners in no round of the plan; other numbers are rounds of the plan
_OPEN = -1  # has no partner yet
# Steps for each place in the plan: nearly all searches that succeed take one to three.
_PATIENCE = 5
_HEAD_START = 600
_DETOURS = 4  # one step in so many goes along a chain even if a hole could be filled


def complete(
    met: Met,
    had: Sequence[int],
    rounds: int,
    dice: Dice,
    first: frozenset[int] | None = None,
) -> Plan | None:
    """A plan of that many rounds without a repeated partner, with `first` sitting out in the first one if given.

    None if none was found, which proves nothing.
    """
    free = _sitting_out(met, had, rounds, dice, first)
    if free is None:
        return None
    work = _Work(met, had, free, dice, settled=0 if first is None else 1)
    return work.plan if work.done(_PATIENCE * rounds * len(had) + _HEAD_START) else None


def _sitting_out(
    met: Met, had: Sequence[int], rounds: int, dice: Dice, first: frozenset[int] | None
) -> list[set[int]] | None:
    """Who sits out in each round: in turn, and those first whose partners run out. None: somebody's do."""
    counts = list(had)
    left = [len(had) - 1 - len(each) for each in met]
    chosen: list[set[int]] = []
    for number in range(rounds):
        if number == 0 and first is not None:
            free = set(first)
        else:
            who = turn(counts)
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
    """A plan in the making. Holes are filled with spare pairs, or moved on along chains of two rounds."""

    def __init__(self, met: Met, had: Sequence[int], free: list[set[int]], dice: Dice, settled: int) -> None:
        everybody = range(len(met))
        self.had = had
        self.free = free
        self.settled = settled  # in so many first rounds the players who sit out stay as they are
        self.dice = dice
        self.plan: Plan = [[player if player in out else _OPEN for player in everybody] for out in free]
        self.where = [
            [_PAST if other == player or other in met[player] else _SPARE for other in everybody]
            for player in everybody
        ]
        self.holes = [(at, player) for at, mates in enumerate(self.plan) for player in everybody if mates[player] < 0]
        self.place = {hole: index for index, hole in enumerate(self.holes)}

    def done(self, steps: int) -> bool:
        """Whether no hole is left after at most that many steps."""
        for _ in range(steps):
            if not self.holes:
                return True
            at, player = self.dice.pick(self.holes)
            if self.dice.below(_DETOURS) and self._fill(at, player):
                continue
            if not self._follow_chain(at, player):
                self._sit_out(at, player)
        return not self.holes

    def _fill(self, at: int, player: int) -> bool:
        """Give the player a spare partner in that round, at the cost of that partner's partner if need be."""
        mates = self.plan[at]
        spare = [other for other, used in enumerate(self.where[player]) if used == _SPARE and mates[other] != other]
        if not spare:
            return False
        other = self.dice.pick([each for each in spare if mates[each] == _OPEN] or spare)
        if mates[other] != _OPEN:
            self._part(at, other, mates[other])
        self._join(at, player, other)
        return True

    def _follow_chain(self, at: int, player: int) -> bool:
        """Exchange two rounds along the chain of partners that starts at the hole, so that the hole is elsewhere."""
        other = self.dice.below(len(self.plan))
        if other == at or self.plan[other][player] == player:
            return False
        rounds = (other, at)
        chain = [player]
        while (following := self.plan[rounds[(len(chain) - 1) % 2]][chain[-1]]) not in (_OPEN, chain[-1]):
            chain.append(following)
        # A chain may end with one who sits out in the other round: then the two take turns there.
        takes_turn = following != _OPEN
        if takes_turn and (rounds[(len(chain) - 1) % 2] == at or not self._may_take_turns(other, following, player)):
            return False
        if takes_turn:
            self._open(other, following)
        for step, (one, two) in enumerate(pairwise(chain)):
            self._part(rounds[step % 2], one, two)
        for step, (one, two) in enumerate(pairwise(chain)):
            self._join(rounds[(step + 1) % 2], one, two)
        if takes_turn:
            self.plan[other][player] = player
            self._close(other, player)
        return True

    def _sit_out(self, at: int, player: int) -> None:
        """Let the player sit out in place of another, who then has the hole."""
        if at >= self.settled and self.free[at]:
            instead = self.dice.pick(sorted(self.free[at]))
            if self._may_take_turns(at, instead, player):
                self.plan[at][player] = player
                self._close(at, player)
                self._open(at, instead)

    def _may_take_turns(self, at: int, one: int, two: int) -> bool:
        """Whether `two` may sit out in place of `one`; who sits out is then changed."""
        if at < self.settled:
            return False
        before = self.free[at]
        self.free[at] = before - {one} | {two}
        if keeps_turn(self.had, self.free):
            return True
        self.free[at] = before
        return False

    def _join(self, at: int, one: int, two: int) -> None:
        for player, other in ((one, two), (two, one)):
            self.plan[at][player] = other
            self.where[player][other] = at
            self._close(at, player)

    def _part(self, at: int, one: int, two: int) -> None:
        self.where[one][two] = self.where[two][one] = _SPARE
        self._open(at, one)
        self._open(at, two)

    def _open(self, at: int, player: int) -> None:
        self.plan[at][player] = _OPEN
        self.place[(at, player)] = len(self.holes)
        self.holes.append((at, player))

    def _close(self, at: int, player: int) -> None:
        index = self.place.pop((at, player))
        last = self.holes.pop()
        if index < len(self.holes):
            self.holes[index] = last
            self.place[last] = index

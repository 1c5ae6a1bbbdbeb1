"""The Dutch system by the letter: every candidate of a bracket is written down, judged and sorted.

Nothing here is clever, so it serves for a handful of players only; that is what it is for.
"""

from collections.abc import Iterator
from functools import cache

from podium.swiss import Field
from podium.swiss import criteria as c
from podium.swiss.roster import DOWN, UP, Roster

Pairs = tuple[tuple[int, int], ...]
BEYOND = 10**9  # the score difference of somebody who is not paired: above every other


class Literal:
    """One round of a small field."""

    def __init__(self, field: Field) -> None:
        self.roster = Roster(field)
        self.completes = cache(self._completes)
        byes = [one for one in range(self.roster.size) if self._bye_works(one)]
        self.odd = self.roster.size % 2 == 1
        self.bye_score = min((self.roster.scores[one] for one in byes), default=None)

    def _bye_works(self, one: int) -> bool:
        everyone = frozenset(range(self.roster.size))
        return self.roster.may_have_bye[one] and self.completes(everyone - {one}, False)

    def _completes(self, left: frozenset[int], bye: bool) -> bool:
        """C4: whether those left can be paired, one of them having the bye if it is still to be given."""
        if not left:
            return not bye
        first = min(left)
        rest = left - {first}
        if bye and self.may_have_bye(first) and self.completes(rest, False):
            return True
        return any(self.completes(rest - {other}, bye) for other in rest if self.may_meet(first, other))

    def may_meet(self, a: int, b: int) -> bool:
        return bool(self.roster.may_meet[a] >> b & 1)

    def may_have_bye(self, one: int) -> bool:
        return self.roster.may_have_bye[one] and self.roster.scores[one] == self.bye_score

    def pair(self) -> set[frozenset[int]] | None:
        """The pairs by pairing number, the bye as a set of one; None if there is no legal round."""
        size = self.roster.size
        if not self.completes(frozenset(range(size)), self.odd):
            return None
        groups = [list(range(*ends)) for ends in self.roster.groups()]
        moved: list[int] = []
        pairs: list[tuple[int, int]] = []
        for at, residents in enumerate(groups):
            below = groups[at + 1] if at + 1 < len(groups) else []
            rest = [one for group in groups[at + 2 :] for one in group]
            keys = ((self.key(made, moved, residents, below, rest), made) for made in self.candidates(moved, residents))
            _, best = min(keys)
            pairs += best
            paired = {one for pair in best for one in pair}
            moved = [one for one in moved + residents if one not in paired]
        numbers = self.roster.numbers
        return {frozenset(numbers[one] for one in pair) for pair in pairs} | {
            frozenset({numbers[one]}) for one in moved
        }

    def candidates(self, moved: list[int], residents: list[int]) -> Iterator[Pairs]:
        """Every way to pair some of a bracket; moved-down players meet residents only."""
        return self._ways(tuple(moved + residents), frozenset(moved))

    def _ways(self, left: tuple[int, ...], moved: frozenset[int]) -> Iterator[Pairs]:
        if not left:
            yield ()
            return
        first, rest = left[0], left[1:]
        yield from self._ways(rest, moved)
        for other in rest:
            if self.may_meet(first, other) and other not in moved:
                for way in self._ways(tuple(one for one in rest if one != other), moved):
                    yield ((first, other), *way)

    def key(
        self, made: Pairs, moved: list[int], residents: list[int], below: list[int], rest: list[int]
    ) -> tuple[object, ...]:
        """What article 3.8 compares candidates by: the criteria, then the order of article 4."""
        paired = {one for pair in made for one in pair}
        floaters = [one for one in moved + residents if one not in paired]
        if not self.completes(frozenset(floaters + below + rest), self.odd):
            return (True,)
        return (
            False,
            *self.downfloat_criteria(floaters, residents),
            self.next_bracket(floaters, below, rest),
            self.unplayed(floaters, residents, below + rest),
            *self.colour_criteria(made),
            *self.float_criteria(made, moved, residents, floaters),
            *self.order(made, moved, residents),
        )

    def downfloat_criteria(self, floaters: list[int], residents: list[int]) -> tuple[object, ...]:
        """C6 and C7."""
        del residents
        return len(floaters), sorted((self.roster.scores[one] for one in floaters), reverse=True)

    def next_bracket(self, floaters: list[int], below: list[int], rest: list[int]) -> tuple[object, ...]:
        """C8: the least downfloaters of the next bracket, and their scores."""
        results = []
        for made in self.candidates(floaters, below):
            paired = {one for pair in made for one in pair}
            onward = [one for one in floaters + below if one not in paired]
            if self.completes(frozenset(onward + rest), self.odd):
                results.append(self.downfloat_criteria(onward, below))
        return min(results)

    def unplayed(self, floaters: list[int], residents: list[int], lower: list[int]) -> int:
        """C9, for a bracket that floats one player, who will get the bye."""
        if len(floaters) != 1 or self.bye_score is None or not self.odd:
            return 0
        gets_it = self.roster.scores[residents[0]] <= self.bye_score
        return self.roster.unplayed[floaters[0]] if gets_it and self.completes(frozenset(lower), False) else 0

    def colour_criteria(self, made: Pairs) -> tuple[int, ...]:
        """C10 to C13."""
        return tuple(sum(count(self.roster, a, b) for a, b in made) for count in (c.c10, c.c11, c.c12, c.c13))

    def float_criteria(
        self, made: Pairs, moved: list[int], residents: list[int], floaters: list[int]
    ) -> tuple[object, ...]:
        """C14 to C21."""
        floats, scores = self.roster.floats, self.roster.scores
        down = [sum(floats[one][ago] == DOWN for one in floaters if one in residents) for ago in (0, 1)]
        met = [(a, b) for a, b in made if a in moved]
        up = [sum(floats[b][ago] == UP for _, b in met) for ago in (0, 1)]
        gap = {a: scores[a] - scores[b] for a, b in met}
        gap |= {one: BEYOND + scores[one] for one in floaters if one in moved}
        lists = []
        for ago in (0, 1):
            lists.append(sorted((gap[one] for one in moved if floats[one][ago] == DOWN), reverse=True))
            lists.append(sorted((gap[a] for a, b in met if floats[b][ago] == UP), reverse=True))
        return down[0], up[0], down[1], up[1], *lists

    def order(self, made: Pairs, moved: list[int], residents: list[int]) -> tuple[object, ...]:
        """Article 4: the set of moved-down players, their opponents, the exchange, the transposition."""
        met = sorted((a, b) for a, b in made if a in moved)
        taken = {b for _, b in met}
        remainder = [one for one in residents if one not in taken]
        bsn = {one: number for number, one in enumerate(remainder, 1)}
        # The better ranked of each pair is its member of S1: every other reading comes later.
        others = sorted((bsn[a], bsn[b]) for a, b in made if a not in moved)
        s1 = {a for a, _ in others}
        original = set(range(1, len(others) + 1))
        out, into = original - s1, s1 - original
        return (
            [a for a, _ in met],
            [b for _, b in met],
            len(out),
            sum(into) - sum(out),
            [-one for one in sorted(out, reverse=True)],
            sorted(into),
            [b for _, b in others],
        )

"""Prizes given so that the most are filled and, in order of standing, each player gets the best still possible.

Prizes of one category are open to the same players, so the graph has a node for each category, not for
each prize, and one node for the players without a prize. An arrow leads from one node to another if a
player of the first may move to the second. A largest assignment is kept at all times, and each player in
turn is moved to the best category from which the player who is in the way can be passed on along arrows,
to a prize that is free or to the place just left. If there is no such chain, the categories that cannot
be left along arrows are the proof that the wish would cost a prize.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from podium.core.bits import lowest, members
from podium.prizes.field import Field
from podium.prizes.model import Prize
from podium.prizes.outcome import Award, Certificate, Conflict, tie

NOWHERE = -1  # the node of the players without a prize


def optimal(field: Field, queue: Sequence[Prize], free: int) -> tuple[list[Award | Conflict], Certificate]:
    """What becomes of the prizes of `queue` among the players of the set `free`, and the proof.

    Where two players who are alike cannot both have what each would get first, the prize in dispute is
    withheld, and all others are decided anew without it.
    """
    withheld: dict[str, Conflict] = {}
    while True:
        state = _Assignment(field, [prize for prize in queue if prize.id not in withheld], free)
        dispute = state.settle()
        if dispute is None:
            given = {award.prize_id: award for award in state.awards}
            found: dict[str, Award | Conflict] = {**given, **withheld}
            return [found[prize.id] for prize in queue if prize.id in found], Certificate(state.full, state.blocked)
        withheld[dispute.prize_id] = dispute


class _Assignment:
    """A largest assignment of players to categories, settled player by player."""

    def __init__(self, field: Field, queue: Sequence[Prize], free: int) -> None:
        self.field = field
        self.worth = {prize.id: place for place, prize in enumerate(queue)}  # 0 is the best
        self.names = sorted({prize.category_id for prize in queue})
        self.stock = [[prize for prize in queue if prize.category_id == name][::-1] for name in self.names]  # best last
        self.may = [field.eligible[name] & free for name in self.names]
        self.inside = [0 for _ in self.names]  # who is assigned, but not settled
        self.home: dict[int, int] = {}  # where each of them is
        self.room = [len(stock) for stock in self.stock]  # prizes that nobody is assigned to
        self.outside = free  # who is neither
        self.awards: list[Award] = []
        self.blocked: dict[str, tuple[str, ...]] = {}
        self._fill()
        self.full = self._complement(self._leading_to(NOWHERE))

    def settle(self) -> Conflict | None:
        """Give every player their prize; the first dispute between players who are alike ends it."""
        while assigned := self._assigned():
            unsettled = self.outside | assigned
            first = lowest(unsettled)
            alike = members(unsettled & self.field.alike[first]) if first in self.field.alike else [first]
            if dispute := self._settle_alike(alike):
                return dispute
        return None

    def _settle_alike(self, seats: list[int]) -> Conflict | None:
        wishes = {seat: self._prize(self._choice(seat)[0]) for seat in seats} if len(seats) > 1 else {}
        for seat in seats:
            category, reach = self._choice(seat)
            if wishes and wishes[seat] != self._prize(category):
                return self._dispute({seat: wish for seat, wish in wishes.items() if wish})
            self._take(seat, category, reach)
        return None

    def _dispute(self, wishes: dict[int, Prize]) -> Conflict:
        """The conflict over the best prize that several wish for or, if there is none, the best one wished for."""
        wished = Counter(wishes.values())
        several = [prize for prize, count in wished.items() if count > 1]
        prize = min(several or wished, key=lambda each: self.worth[each.id])
        rivals = [seat for seat, wish in wishes.items() if wish == prize]
        others = [] if several else [seat for seat, wish in wishes.items() if wish != prize]
        return tie(prize.id, self.field.ids([*rivals, *others]))

    def _prize(self, category: int) -> Prize | None:
        return None if category == NOWHERE else self.stock[category][-1]

    def _assigned(self) -> int:
        everybody = 0
        for bits in self.inside:
            everybody |= bits
        return everybody

    # How a player chooses.

    def _options(self, seat: int, home: int) -> list[int]:
        """The categories with a prize left that a player may have, the one with the best prize first."""
        here = [
            category
            for category, may in enumerate(self.may)
            if may >> seat & 1 and (self.inside[category] or self.room[category] or category == home)
        ]
        return sorted(here, key=lambda category: self.worth[self.stock[category][-1].id])

    def _choice(self, seat: int) -> tuple[int, set[int] | None]:
        """The best category that costs no prize, and the categories that cost none, if it had to be asked."""
        home = self.home.get(seat, NOWHERE)
        options = self._options(seat, home)
        if not options:
            return NOWHERE, None
        if home == NOWHERE or options[0] == home or self.room[options[0]]:
            return options[0], None  # who has no prize puts one out who then has none: as many as before
        self.inside[home] ^= 1 << seat
        reach = self._leading_to(home)
        self.inside[home] ^= 1 << seat
        return next(category for category in options if category in reach), reach

    def _take(self, seat: int, category: int, reach: set[int] | None) -> None:
        """Give the player the best prize of the category, and keep the assignment as large as it was."""
        home = self.home.get(seat, NOWHERE)
        self._leave(home, seat)
        if category == NOWHERE:
            return
        player = self.field.players[seat].id
        if reach is not None and self._options(seat, home)[0] != category:
            self.blocked[player] = self._complement(reach)
        if category != home and not self.room[category]:
            self._pass_on([category, NOWHERE] if home == NOWHERE else self._chain(category, home))
        self.room[category] -= 1
        prize = self.stock[category].pop()
        others = self.may[category] & (self.outside | self._assigned())
        self.awards.append(Award(prize.id, player, self.field.tie_break(seat, others)))

    # How players move.

    def _fill(self) -> None:
        for category in range(len(self.names)):
            while self.room[category] and (fitting := self.outside & self.may[category]):
                self._move(lowest(fitting), NOWHERE, category)
        while chain := self._chain(NOWHERE, None):
            self._pass_on(chain)

    def _leave(self, node: int, seat: int) -> None:
        if node == NOWHERE:
            self.outside ^= 1 << seat
        else:
            self.inside[node] ^= 1 << seat
            self.room[node] += 1
            del self.home[seat]

    def _move(self, seat: int, source: int, target: int) -> None:
        self._leave(source, seat)
        if target == NOWHERE:
            self.outside |= 1 << seat
        else:
            self.inside[target] |= 1 << seat
            self.room[target] -= 1
            self.home[seat] = target

    def _pass_on(self, chain: list[int]) -> None:
        """Move one player along each arrow of a chain, the last one first."""
        for source, target in reversed(list(pairwise(chain))):
            here = self.outside if source == NOWHERE else self.inside[source]
            movable = here if target == NOWHERE else here & self.may[target]
            # The last in standing is the least likely to be moved again.
            self._move(movable.bit_length() - 1, source, target)

    def _chain(self, start: int, home: int | None) -> list[int]:
        """The shortest chain of arrows from `start` to a free prize, or to `home`; empty if there is none."""
        came_from = {start: start}
        nodes = [start]
        for node in nodes:
            if node == home or (node != NOWHERE and self.room[node] and node != start):
                chain = [node]
                while chain[-1] != start:
                    chain.append(came_from[chain[-1]])
                return chain[::-1]
            here = self.outside if node == NOWHERE else self.inside[node]
            for other, may in enumerate(self.may):
                if other not in came_from and here & may and (self.inside[other] or self.room[other] or other == home):
                    came_from[other] = node
                    nodes.append(other)
            if here and NOWHERE not in came_from:
                came_from[NOWHERE] = node
                nodes.append(NOWHERE)
        return []

    def _leading_to(self, home: int) -> set[int]:
        """The categories from which arrows lead to a free prize, or to `home`."""
        found = {category for category, room in enumerate(self.room) if room}
        if home != NOWHERE:
            found.add(home)
        entering = 0
        for category in found:
            entering |= self.may[category]
        growing = True
        while growing:
            growing = False
            if self.outside & entering:
                return found | {category for category, bits in enumerate(self.inside) if bits}
            for category, bits in enumerate(self.inside):
                if category not in found and bits & entering:
                    found.add(category)
                    entering |= self.may[category]
                    growing = True
        return found

    def _complement(self, reach: set[int]) -> tuple[str, ...]:
        return tuple(name for category, name in enumerate(self.names) if category not in reach)

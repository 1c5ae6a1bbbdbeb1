"""The first transposition of S2 in which every pair is allowed (article 4.2)."""

from __future__ import annotations

from collections.abc import Sequence

ALONE = -1


class Transposition:
    """Gives each player of S1, in order, the first opponent of S2 that leaves the others theirs.

    A perfect matching is kept at all times; an opponent is possible if the matching can be turned
    along an alternating path. A search that fails proves that some players of S1 need all their
    possible opponents for themselves: nobody else looks at those again.
    """

    def __init__(self, neighbours: Sequence[int], first: Sequence[int], second: int) -> None:
        self.neighbours = neighbours
        self.first = first
        self.second = second
        self.mate: dict[int, int] = {}
        self.is_complete = self._match()
        if self.is_complete:
            self._put_in_order()

    def _match(self) -> bool:
        """Any perfect matching, as close to the order wanted as taking the first free one gives."""
        free = self.second
        late = []
        for player in self.first:
            if choice := self.neighbours[player] & free:
                low = choice & -choice
                free ^= low
                other = low.bit_length() - 1
                self.mate[player], self.mate[other] = other, player
            else:
                late.append(player)
        return all(self._augment(player) for player in late)

    def _augment(self, root: int) -> bool:
        mate, neighbours = self.mate, self.neighbours
        unseen = self.second
        came_from: dict[int, int] = {}
        queue = [root]
        for player in queue:
            step = neighbours[player] & unseen
            unseen &= ~step
            while step:
                low = step & -step
                step ^= low
                other = low.bit_length() - 1
                came_from[other] = player
                if other in mate:
                    queue.append(mate[other])
                    continue
                while True:
                    player = came_from[other]
                    following = mate.get(player, ALONE)
                    mate[player], mate[other] = other, player
                    if player == root:
                        return True
                    other = following
        return False

    def _put_in_order(self) -> None:
        mate, neighbours = self.mate, self.neighbours
        open_first = sum(1 << player for player in self.first)
        open_second = self.second
        reserved = dict.fromkeys(self.first, 0)
        for player in self.first:
            low = 1 << player
            while True:
                present = mate[player]
                better = neighbours[player] & open_second & ~reserved[player] & ((1 << present) - 1)
                if not better:
                    break
                wanted = (better & -better).bit_length() - 1
                reach = self._turn(player, present, wanted, open_first ^ low)
                if reach is None:
                    break
                # Those who cannot free `present` need all their own opponents among themselves.
                closed = open_first & ~reach & ~low
                theirs, rest = 0, closed
                while rest:
                    bit = rest & -rest
                    theirs |= 1 << mate[bit.bit_length() - 1]
                    rest ^= bit
                rest = open_first & ~closed
                while rest:
                    bit = rest & -rest
                    reserved[bit.bit_length() - 1] |= theirs
                    rest ^= bit
            open_first ^= low
            open_second ^= 1 << mate[player]

    def _turn(self, player: int, present: int, wanted: int, others: int) -> int | None:
        """Gives `wanted` to the player if the others can be served; else the set who could not help."""
        mate, neighbours = self.mate, self.neighbours
        holder = mate[wanted]
        takes: dict[int, int] = {}
        unseen = others
        goal = 1 << holder
        queue = [present]
        for place in queue:
            step = neighbours[place] & unseen
            if step & goal:
                takes[holder] = place
                one = holder
                while True:
                    target = takes[one]
                    owner = mate[target]
                    mate[one], mate[target] = target, one
                    if target == present:
                        break
                    one = owner
                mate[player], mate[wanted] = wanted, player
                return None
            unseen &= ~step
            while step:
                low = step & -step
                step ^= low
                one = low.bit_length() - 1
                takes[one] = place
                queue.append(mate[one])
        return others & ~unseen

"""The first transposition of S2 in which every pair is allowed (article 4.2), found over sets of players."""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.bits import bits_of, lowest
from podium.core.matching.maximum import ALONE, perfect_matching


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
        ours, start, free = bits_of(first), [ALONE] * len(neighbours), second
        for player in first:  # as close to the order wanted as taking the first free one gives
            if choice := neighbours[player] & free:
                start[player] = other = lowest(choice)
                start[other] = player
                free ^= 1 << other
        across = [met & (second if ours >> at & 1 else ours) for at, met in enumerate(neighbours)]
        found = perfect_matching(across, ours | second, start)
        self.is_complete = found is not None
        self.mate = found or []
        if self.is_complete:
            self._put_in_order()

    def _put_in_order(self) -> None:
        mate, neighbours = self.mate, self.neighbours
        open_first = bits_of(self.first)
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
                # Players who cannot free `present` need all their own opponents among themselves.
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

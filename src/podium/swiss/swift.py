"""The quick way to pair a bracket: look for the first perfect candidate, and else ask `exact`.

Most brackets are perfect: the best value of every criterion follows from counts (`targets.py`),
and it is reached. Then only the order of article 4 is left, and the first candidate is found by
turning one matching step by step. Whenever a bracket is out of the ordinary (a limbo, more
floaters than parity asks for, a target that is missed, an exchange) the exact way decides.
"""

from __future__ import annotations

from collections import Counter

from podium.core.bits import bits_of
from podium.core.matching.maximum import MaximumMatching
from podium.swiss import criteria as c
from podium.swiss.bracket import Bracket
from podium.swiss.exact import BracketPairing, pair_exactly
from podium.swiss.outlook import floats_many, floats_well, rest_completes
from podium.swiss.targets import NO_WISH, ColourTarget, Kind, best_floaters, fresh_opponents, kind_of
from podium.swiss.transposition import Transposition


def pair_swiftly(bracket: Bracket) -> BracketPairing | None:
    """The same as `pair_exactly`, sooner."""
    return first_perfect(bracket) or pair_exactly(bracket)


def first_perfect(bracket: Bracket) -> BracketPairing | None:
    """The first perfect candidate that needs no exchange; None if there is none to be found here."""
    if len(bracket.moved) > len(bracket.residents):
        return None
    floaters = possible_floaters(bracket)
    found = _Search(bracket, floaters, min(len(floaters), 1)).outcome() if floaters is not None else None
    if found is None and (least := floats_many(bracket)):
        return _Search(bracket, list(bracket.residents), least).outcome()
    return found


def possible_floaters(bracket: Bracket) -> list[int] | None:
    """The residents one of whom floats (C4 to C9): none if nobody has to; None if it is not so simple."""
    odd = len(bracket.players) % 2 == 1
    if bracket.may_hold_bye:
        candidates = bracket.candidates_for_bye(bracket.residents)
        if not odd or bracket.bye != bracket.score or not candidates or not rest_completes(bracket):
            return None
        least = min(c.c9(bracket.roster, one) for one in candidates)
        return [one for one in candidates if c.c9(bracket.roster, one) == least]
    if odd:
        return floats_well(bracket)
    return [] if rest_completes(bracket) else None


class _Search:
    """A bracket as a graph of the allowed pairs: moved-down players, residents, the float."""

    def __init__(self, bracket: Bracket, floaters: list[int], floats: int) -> None:
        self.bracket = bracket
        self.players = bracket.players
        self.many = len(bracket.moved)
        self.size = len(self.players)
        self.floats = floats
        roster = bracket.roster
        self.kinds = [kind_of(roster.preferences[player]) for player in self.players]
        target = ColourTarget.from_kinds(Counter(self.kinds), floats)
        self.neighbours = self._allowed(target)
        if floats:
            fitting = {kind for kind in set(self.kinds) if target.allows(kind, NO_WISH)}
            kinds = dict(zip(self.players, self.kinds, strict=True))
            self._join_floats(set(best_floaters(roster, [one for one in floaters if kinds[one] in fitting], floats)))

    def _allowed(self, target: ColourTarget) -> list[int]:
        """For each player, by place in the bracket, the set of players who may be met."""
        bracket, many = self.bracket, self.many
        roster = bracket.roster
        by_kind: dict[Kind, int] = {}
        for kind in set(self.kinds):
            by_kind[kind] = bits_of(at for at, other in enumerate(self.kinds) if other == kind)
        fits = {kind: sum(mask for other, mask in by_kind.items() if target.allows(kind, other)) for kind in by_kind}
        start, count = bracket.residents[0], len(bracket.residents)
        everybody = (1 << count) - 1
        fresh = bits_of(one - start for one in fresh_opponents(roster, bracket.residents)) if many else 0
        neighbours = []
        for at, player in enumerate(self.players):
            met = roster.may_meet[player] >> start & (fresh if at < many else everybody)
            neighbours.append(met << many & fits[self.kinds[at]])
        for at in range(many):
            left = neighbours[at]
            while left:
                low = left & -left
                left ^= low
                neighbours[low.bit_length() - 1] |= 1 << at
        return neighbours

    def _join_floats(self, chosen: set[int]) -> None:
        vertices = (1 << self.floats) - 1 << self.size
        mask = 0
        for at in range(self.many, self.size):
            if self.players[at] in chosen:
                mask |= 1 << at
                self.neighbours[at] |= vertices
        self.neighbours += [mask] * self.floats

    def outcome(self) -> BracketPairing | None:
        """The first candidate; None if no perfect one exists without an exchange."""
        if self.floats and not self.neighbours[self.size]:
            return None
        met = self._meet_moved()
        if met is None:
            return None
        taken = {b for _, b in met}
        remainder = [at for at in range(self.many, self.size) if at not in taken]
        pairs = (len(remainder) - self.floats) // 2
        floats = range(self.size, self.size + self.floats)
        first = [*remainder[:pairs], *floats]
        second = bits_of(remainder[pairs:])
        found = Transposition(self.neighbours, first, second)
        if not found.is_complete:
            return None
        met += [(at, found.mate[at]) for at in remainder[:pairs]]
        players = self.players
        floaters = tuple(sorted(players[found.mate[one]] for one in floats))
        return BracketPairing(tuple((players[a], players[b]) for a, b in met), floaters)

    def _meet_moved(self) -> list[tuple[int, int]] | None:
        """The opponents of the moved-down players, each the first that leaves a perfect rest."""
        if not self.many:
            return []
        found = MaximumMatching(self.neighbours, (1 << len(self.neighbours)) - 1)
        return None if found.missed else [(at, found.first_partner(at)) for at in range(self.many)]

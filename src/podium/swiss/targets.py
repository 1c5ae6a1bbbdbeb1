"""The best that a bracket could reach, from counts alone, and the edges that reach it.

If a candidate attains the least conceivable value of every criterion it is perfect (3.4), and so
is every candidate made of the same kinds of edges. So the values need not be computed at all:
it is enough to say which edges a perfect candidate may use.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from podium.swiss import criteria as c
from podium.swiss.colour import Preference, Strength
from podium.swiss.field import Colour
from podium.swiss.roster import Roster

Kind = tuple[Colour | None, Strength]
NO_WISH: Kind = (None, Strength.NONE)


def kind_of(wish: Preference) -> Kind:
    """What the colour criteria tell players apart by."""
    return wish.colour, wish.strength


@dataclass(frozen=True, slots=True)
class ColourTarget:
    """The least possible faults against C10 to C13, as a rule on pairs.

    If `excess` pairs must be of players due the same `colour`, then nobody of the other colour,
    or of none, may be wasted on anybody else; and each of the `mild` ones has to take the place
    of a strong one in those pairs, as far as there are such pairs.
    """

    colour: Colour | None
    excess: int
    mild: int

    @classmethod
    def from_kinds(cls, kinds: Counter[Kind], floaters: int) -> ColourTarget:
        """The target for players of these kinds, `floaters` of whom are not paired here."""
        due = Counter[Colour | None]()
        for (colour, _), count in kinds.items():
            due[colour] += count
        more = max(Colour, key=lambda colour: due[colour])
        excess = (due[more] - due[more.other] - due[None] - floaters) // 2
        if excess <= 0:
            return cls(None, 0, 0)
        return cls(more, excess, kinds[more, Strength.MILD])

    def allows(self, one: Kind, other: Kind) -> bool:
        """Whether a perfect candidate may hold a pair of these kinds; a floater meets NO_WISH."""
        same = one[0] is not None and one[0] is other[0]
        if same and one[1] is other[1] is Strength.ABSOLUTE:
            return False  # C10 or C11
        if self.colour is None:
            return not same
        milds = [kind for kind in (one, other) if kind == (self.colour, Strength.MILD)]
        if not same:
            return self.colour in (one[0], other[0]) and not (milds and self.excess >= self.mild)
        if one[0] is not self.colour:
            return False
        if self.excess >= self.mild:
            return len(milds) == 1 or (not milds and self.excess > self.mild)
        return bool(milds)


def best_floaters(roster: Roster, candidates: list[int], floats: int) -> list[int]:
    """Those of the possible downfloaters whom C14, then C16, prefer; none if too few of them are as good as another."""
    for criterion in (c.c14, c.c16):
        candidates = [one for one in candidates if not criterion(roster, one)] or candidates
    return candidates if len(candidates) >= floats else []


def fresh_opponents(roster: Roster, residents: tuple[int, ...]) -> list[int]:
    """The residents whom a moved-down player may meet without a fault against C15 or C17."""
    return [one for one in residents if not c.c15(roster, one) and not c.c17(roster, one)]

"""How far down a bracket must look (C4, C8), and what it may forget about those below.

Everybody below matters only by whom they can still take up. Where each player below has so many
possible opponents that any few newcomers can be absorbed, nothing has to be computed: a theorem
of Chvatal says that a graph in which few have few neighbours has a path through all, hence a perfect
matching. So it is where everybody may meet half of the others (Dirac), and where nearly half may
not meet one another. Only where that fails are the players below looked at one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from podium.core.bits import bits_of, members
from podium.core.matching.maximum import MaximumMatching, has_perfect_matching
from podium.swiss.bracket import Bracket
from podium.swiss.roster import Roster


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the field that a bracket has to be paired with.

    `below` and `rest` are kept by name; any other floater beyond them is taken up by one of
    `takers` anonymous places. `bye` says that the bye is still to be given inside the window.
    """

    below: tuple[int, ...]
    rest: tuple[int, ...]
    takers: int
    bye: bool


def window(bracket: Bracket) -> Window:
    """The smallest window that cannot change the answer."""
    roster = bracket.roster
    inside = bits_of(bracket.players)
    below, rest = bits_of(bracket.below), bits_of(bracket.rest)
    bye_here = bracket.may_hold_bye
    bye_next = bracket.bye is not None and bool(bracket.below) and bracket.bye == roster.scores[bracket.below[0]]
    floaters = shortfall(bracket) + int(bye_here)
    if bracket.below and absorbs(roster, below, inside, floaters + 2) and absorbs(roster, rest, inside | below, 3):
        takers = _even(inside.bit_count() + int(bye_here), floaters + 1)
        return Window((), (), takers, bye_here)
    past = floaters + MaximumMatching(roster.may_meet, below).missed + int(bye_next) + 1
    if bracket.rest and absorbs(roster, rest, inside | below, past + 2):
        bye = bye_here or bye_next
        takers = _even((inside | below).bit_count() + int(bye), past)
        return Window(bracket.below, (), takers, bye)
    return Window(bracket.below, bracket.rest, 0, bracket.bye is not None)


def rest_completes(bracket: Bracket) -> bool:
    """Whether all below this bracket can be paired among themselves (C4), the bye given to one if due."""
    roster = bracket.roster
    below = (*bracket.below, *bracket.rest)
    group = bits_of(below)
    if bracket.bye is None or bracket.may_hold_bye:
        return has_perfect_matching(roster.may_meet, group)
    candidates = bracket.candidates_for_bye(below)
    if candidates and absorbs(roster, group, 0, 2):
        return True
    return has_perfect_matching(*with_bye(roster, candidates, group))


def floats_well(bracket: Bracket) -> list[int] | None:
    """The residents any of whom, floating alone, leaves the next bracket as good as can be (C8).

    That is: the newcomer is paired there, and nobody floats on but one if the number is odd. None
    if no resident does.
    """
    roster = bracket.roster
    if not bracket.below:
        return None
    residents, below, rest = (bits_of(part) for part in (bracket.residents, bracket.below, bracket.rest))
    bye_next = bracket.bye == roster.scores[bracket.below[0]]
    odd = len(bracket.below) % 2 == 1
    if odd and bye_next:
        return None  # two would float on, the bye and another: the exact way weighs them
    easy_rest = absorbs(roster, rest, below, 3)
    if easy_rest and absorbs(roster, below, residents, 3):
        return list(bracket.residents)
    neighbours = list(roster.may_meet)
    if bye_next or odd:
        lower = replace(bracket, moved=(), residents=bracket.below, below=bracket.rest, rest=())  # the next bracket
        if not (easy_rest or rest_completes(lower)):
            return None
        group = below
        if bye_next:
            neighbours, group = with_bye(roster, bracket.candidates_for_bye(bracket.below), below)
    else:
        onward = _floats_on(bracket, rest) if not easy_rest else list(bracket.below)
        if not onward:
            return None
        # A player who floats on meets one more vertex, as if it were the bye.
        neighbours, group = with_bye(roster, onward, below)
    found = MaximumMatching(neighbours, group)
    if found.missed != 1:
        return None
    welcoming = found.missable & below
    return [one for one in bracket.residents if roster.may_meet[one] & welcoming] or None


def floats_many(bracket: Bracket) -> int:
    """How many residents must float, if they are several and any of them leave the next bracket as good as can be.

    That is: the newcomers are paired there, with its residents, and nobody floats on but one if the number is odd.
    """
    if not bracket.below or bracket.may_hold_bye or bracket.bye == bracket.roster.scores[bracket.below[0]]:
        return 0
    residents, below, rest = (bits_of(part) for part in (bracket.residents, bracket.below, bracket.rest))
    if not absorbs(bracket.roster, rest, below, 3):
        return 0
    least = shortfall(bracket)
    return least if least > 1 and absorbs(bracket.roster, below, residents, least + 2) else 0


def _floats_on(bracket: Bracket, rest: int) -> list[int]:
    """The players of the next bracket with any of whom the rest, otherwise odd, can be paired."""
    roster = bracket.roster
    neighbours, group = list(roster.may_meet), rest
    if bracket.bye is not None:
        neighbours, group = with_bye(roster, bracket.candidates_for_bye(bracket.rest), rest)
    found = MaximumMatching(neighbours, group)
    if found.missed != 1:
        return []
    return [one for one in bracket.below if roster.may_meet[one] & found.missable]


def with_bye(roster: Roster, candidates: Sequence[int], group: int) -> tuple[list[int], int]:
    """Whom each may meet, and the set of all, with the bye as one more vertex after the players."""
    bye = 1 << roster.size
    neighbours = [*roster.may_meet, bits_of(candidates)]
    for player in candidates:
        neighbours[player] |= bye
    return neighbours, group | bye


def _even(others: int, takers: int) -> int:
    """At least `takers`, so that with the others there is an even number."""
    return takers + (others + takers) % 2


def shortfall(bracket: Bracket) -> int:
    """The least number of players whom the bracket, left to itself, cannot pair."""
    neighbours = list(bracket.roster.may_meet)
    moved = bits_of(bracket.moved)
    for player in bracket.moved:
        neighbours[player] &= ~moved
    return MaximumMatching(neighbours, bits_of(bracket.players)).missed


def absorbs(roster: Roster, group: int, newcomers: int, most: int) -> bool:
    """Whether `group` can surely be paired, but for one if odd, when any `most` newcomers come or of its players go.

    Take the players in the order of how many others of the group each may meet, fewest first, as many as come and
    have fewest among them. By Chvatal's theorem it is enough if, in the first half, that number is not less than the
    place; each who goes takes one from the number and half a place from the half. An empty group absorbs nobody, and
    then nobody comes: the numbers are even.
    """
    size = group.bit_count()
    if not size:
        return True
    half = (size + most) // 2
    if half + 1 >= size:
        return False
    may_meet = roster.may_meet
    fewest = sorted((may_meet[one] & group).bit_count() for one in members(newcomers))[:most]
    fewest = sorted(fewest + [(may_meet[one] & group).bit_count() for one in members(group)])
    return all(number >= min(place + most, half + 1) for place, number in enumerate(fewest[:half], 1))

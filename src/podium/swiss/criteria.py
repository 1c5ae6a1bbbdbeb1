"""The criteria of article 2, one function each.

C1, C3 and forbidden pairs are kept as sets in `Roster.may_meet`, C2 in `Roster.may_have_bye`;
C4 is the question whether a perfect matching exists (`core.matching`). The functions here say what
one pair, or one downfloater, costs a bracket. `a` ranks above `b`; costs are whole numbers, and
smaller is better.
"""

from __future__ import annotations

from podium.swiss.colour import Strength
from podium.swiss.roster import DOWN, UP, Roster


def same_wish(roster: Roster, a: int, b: int) -> bool:
    """Whether both players are due the same colour, so that one of them is refused it."""
    mine, theirs = roster.preferences[a], roster.preferences[b]
    return mine.colour is not None and mine.colour is theirs.colour


def c9(roster: Roster, bye: int) -> int:
    """C9: the unplayed games of the one who gets the allocated bye."""
    return roster.unplayed[bye]


def c10(roster: Roster, a: int, b: int) -> int:
    """C10: 1 if a topscorer or an opponent gets a colour difference beyond two."""
    mine, theirs = roster.preferences[a], roster.preferences[b]
    return int(same_wish(roster, a, b) and abs(mine.difference) > 1 and abs(theirs.difference) > 1)


def c11(roster: Roster, a: int, b: int) -> int:
    """C11: 1 if a topscorer or an opponent gets the same colour a third time in a row."""
    mine, theirs = roster.preferences[a], roster.preferences[b]
    if not same_wish(roster, a, b) or min(mine.strength, theirs.strength) < Strength.ABSOLUTE:
        return 0
    if abs(mine.difference) == abs(theirs.difference):
        return int(mine.repeated is not None and mine.repeated is theirs.repeated)
    refused = mine if abs(mine.difference) < abs(theirs.difference) else theirs
    return int(refused.repeated is not None and refused.repeated is not refused.colour)


def c12(roster: Roster, a: int, b: int) -> int:
    """C12: 1 if one of the two does not get the colour due."""
    return int(same_wish(roster, a, b))


def c13(roster: Roster, a: int, b: int) -> int:
    """C13: 1 if one of the two is refused a strong preference.

    The stronger preference is granted, so the one refused is strong if the weaker of the two is.
    Where both are absolute an absolute preference is refused, which C10 and C11 have counted.
    """
    if not same_wish(roster, a, b):
        return 0
    weaker = min(roster.preferences[a].strength, roster.preferences[b].strength)
    return int(weaker is Strength.STRONG)


def c14(roster: Roster, floater: int) -> int:
    """C14: 1 if this downfloater floated down in the previous round; counted for residents."""
    return int(roster.floats[floater][0] == DOWN)


def c15(roster: Roster, opponent: int) -> int:
    """C15: 1 if this opponent of a moved-down player floated up in the previous round."""
    return int(roster.floats[opponent][0] == UP)


def c16(roster: Roster, floater: int) -> int:
    """C16: as C14, two rounds before."""
    return int(roster.floats[floater][1] == DOWN)


def c17(roster: Roster, opponent: int) -> int:
    """C17: as C15, two rounds before."""
    return int(roster.floats[opponent][1] == UP)


def c18(roster: Roster, moved: int) -> int:
    """C18: 1 if this moved-down player, floating again, floated down in the previous round.

    Paired moved-down players all meet residents, so their score differences are the same in
    every candidate; players who float again count more than any of them, the highest score first.
    """
    return int(roster.floats[moved][0] == DOWN)


def c19(roster: Roster, opponent: int) -> int:
    """C19: as C15, weighed by the score of the moved-down player, the highest first."""
    return c15(roster, opponent)


def c20(roster: Roster, moved: int) -> int:
    """C20: as C18, two rounds before."""
    return int(roster.floats[moved][1] == DOWN)


def c21(roster: Roster, opponent: int) -> int:
    """C21: as C17, weighed by the score of the moved-down player, the highest first."""
    return c17(roster, opponent)

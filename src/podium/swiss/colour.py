"""Colours: what each player is due (article 1.7) and who gets White (article 5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache

from podium.swiss.field import Colour


class Strength(IntEnum):
    """How much a colour is due; a greater strength wins."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """The colour a player is due, how strongly, and the figures it follows from.

    `difference` is games with White minus games with Black; `repeated` the colour of the last
    two games if it was the same.
    """

    colour: Colour | None
    strength: Strength
    difference: int
    repeated: Colour | None


@lru_cache(maxsize=10_000)  # the same few thousand come again in every round
def preference(colours: tuple[Colour, ...]) -> Preference:
    """What a player with these colours, oldest first and played games only, is due (1.6, 1.7).

    The definitions of 1.7 overlap; the first that fits holds, so two games in a row with one
    colour make the preference absolute whatever the difference.

    >>> preference((Colour.WHITE, Colour.BLACK)).strength.name
    'MILD'
    """
    difference = sum(1 if colour is Colour.WHITE else -1 for colour in colours)
    repeated = colours[-1] if len(colours) > 1 and colours[-1] is colours[-2] else None
    fewer = Colour.BLACK if difference > 0 else Colour.WHITE
    if abs(difference) > 1:
        return Preference(fewer, Strength.ABSOLUTE, difference, repeated)
    if repeated:
        return Preference(repeated.other, Strength.ABSOLUTE, difference, repeated)
    if difference:
        return Preference(fewer, Strength.STRONG, difference, None)
    if colours:
        return Preference(colours[-1].other, Strength.MILD, 0, None)
    return Preference(None, Strength.NONE, 0, None)


class ColourRule(Enum):
    """The article that decided the colours of a pair."""

    BOTH = "5.2.1"
    STRONGER = "5.2.2"
    ALTERNATE = "5.2.3"
    HIGHER = "5.2.4"
    INITIAL = "5.2.5"


@dataclass(frozen=True, slots=True)
class Side:
    """One of two paired players, as article 5 looks at them; `place` counts all entered players."""

    preference: Preference
    colours: tuple[Colour, ...]
    place: int


def colour_of_higher(higher: Side, lower: Side, initial: Colour) -> tuple[Colour, ColourRule]:
    """The colour that the higher ranked of two players gets, and the article that says so."""
    mine, theirs = higher.preference, lower.preference
    if mine.colour is not theirs.colour or mine.colour is None:
        if mine.colour is not None:
            return mine.colour, ColourRule.BOTH
        if theirs.colour is not None:
            return theirs.colour.other, ColourRule.BOTH
        odd = higher.place % 2 == 1
        return (initial if odd else initial.other), ColourRule.INITIAL
    if mine.strength != theirs.strength:
        return (mine.colour if mine.strength > theirs.strength else mine.colour.other), ColourRule.STRONGER
    if mine.strength is Strength.ABSOLUTE and abs(mine.difference) != abs(theirs.difference):
        wider = abs(mine.difference) > abs(theirs.difference)
        return (mine.colour if wider else mine.colour.other), ColourRule.STRONGER
    for own, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own is not other:
            return other, ColourRule.ALTERNATE
    return mine.colour, ColourRule.HIGHER

"""Whether a round was paired as the Dutch system prescribes, and what to mind in one made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from podium.core.errors import Unpairable
from podium.swiss.field import Colour, Field
from podium.swiss.pairing import PairedRound, pair
from podium.swiss.roster import Roster


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that was paired otherwise; pairs are (White, Black).

    `missing` should have been paired and were not, `extra` the other way round. A pair in both
    with the colours turned is a difference of colours only. `unpairable`: no legal round exists.
    """

    round: int
    missing: tuple[tuple[int, int], ...] = ()
    extra: tuple[tuple[int, int], ...] = ()
    expected_bye: int | None = None
    actual_bye: int | None = None
    unpairable: Unpairable | None = None

    @property
    def colours_only(self) -> bool:
        """Whether the same players meet, some with the colours turned."""
        met = [{frozenset(pair) for pair in pairs} for pairs in (self.missing, self.extra)]
        return met[0] == met[1] and self.expected_bye == self.actual_bye and self.unpairable is None


def check_round(field: Field, pairs: frozenset[tuple[int, int]], bye: int | None) -> Difference | None:
    """How the round differs from the one prescribed; None if it does not."""
    try:
        expected: PairedRound = pair(field)
    except Unpairable as refusal:
        return Difference(field.round, extra=tuple(sorted(pairs)), actual_bye=bye, unpairable=refusal)
    wanted = frozenset((one.white, one.black) for one in expected.pairs)
    if wanted == pairs and expected.bye == bye:
        return None
    return Difference(field.round, tuple(sorted(wanted - pairs)), tuple(sorted(pairs - wanted)), expected.bye, bye)


class Concern(Enum):
    """What speaks against a pairing made by hand."""

    REMATCH = "rematch"
    FORBIDDEN = "forbidden-pair"
    THIRD_COLOUR = "third-colour"
    COLOUR_DIFFERENCE = "colour-difference"
    INELIGIBLE_BYE = "ineligible-bye"
    TWICE = "paired-twice"
    ABSENT = "absent"
    LEFT_OUT = "left-out"


@dataclass(frozen=True, slots=True)
class Warned:
    """A concern about some players; `round` is that of their first meeting."""

    concern: Concern
    players: tuple[int, ...]
    round: int | None = None


def concerns(field: Field, pairs: Iterable[tuple[int, int]], byes: Iterable[int] = ()) -> list[Warned]:
    """Everything to be warned of in a round made by hand; pairs are (White, Black).

    Nothing here forbids: an arbiter may have reasons. Numbers must be those of the field.
    """
    roster = Roster(field.checked())
    listed, given = list(pairs), list(byes)
    used = Counter(number for couple in listed for number in couple) + Counter(given)
    found = [Warned(Concern.TWICE, (number,)) for number, times in sorted(used.items()) if times > 1]
    found += [Warned(Concern.ABSENT, (number,)) for number in sorted(used) if number not in roster.index]
    found += [Warned(Concern.LEFT_OUT, (number,)) for number in sorted(roster.numbers) if number not in used]
    for number in given:
        if number in roster.index and not roster.may_have_bye[roster.index[number]]:
            found.append(Warned(Concern.INELIGIBLE_BYE, (number,)))
    for white, black in listed:
        found += _about_pair(field, roster, white, black)
    return found


def _about_pair(field: Field, roster: Roster, white: int, black: int) -> Iterator[Warned]:
    if any({white, black} <= group for group in field.forbidden):
        yield Warned(Concern.FORBIDDEN, (white, black))
    for number, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if number not in roster.index:
            continue
        place = roster.index[number]
        for met_in, turn in enumerate(roster.entrants[place].turns, 1):
            if number == white and turn.played and turn.opponent == black:
                yield Warned(Concern.REMATCH, (white, black), met_in)
        had = roster.colours[place]
        if had[-2:] == (colour, colour):
            yield Warned(Concern.THIRD_COLOUR, (number,))
        step = 1 if colour is Colour.WHITE else -1
        if abs(roster.preferences[place].difference + step) > 2:
            yield Warned(Concern.COLOUR_DIFFERENCE, (number,))

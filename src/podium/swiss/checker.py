"""Whether a round was paired as the Dutch system prescribes, and what to mind in one made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from podium.core.errors import Unpairable
from podium.swiss.field import Colour, Field
from podium.swiss.pairing import PairedRound, board_key, bye_score, pair
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
    """What speaks against a pairing made by hand; the last two are about round robins."""

    REMATCH = "rematch"
    FORBIDDEN = "forbidden-pair"
    THIRD_COLOUR = "third-colour"
    COLOUR_DIFFERENCE = "colour-difference"
    BOTH_COLOURS = "both-colours"
    SECOND_BYE = "second-bye"
    BYE_AFTER_UNPLAYED_WIN = "bye-after-unplayed-win"
    BYE_ABOVE_LOWEST = "bye-above-lowest-score"
    TWICE = "paired-twice"
    ABSENT = "absent"
    LEFT_OUT = "left-out"
    MEETS_AGAIN = "meets-again"
    UNMET = "unmet"


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
        found += _about_bye(roster, number)
    for white, black in listed:
        found += _about_pair(field, roster, white, black)
    return found


def _about_bye(roster: Roster, number: int) -> Iterator[Warned]:
    """What speaks against the bye of a player (C2, C5)."""
    if number not in roster.index:
        return
    place = roster.index[number]
    if any(turn.allocated for turn in roster.entrants[place].turns):
        yield Warned(Concern.SECOND_BYE, (number,))
    elif not roster.may_have_bye[place]:
        yield Warned(Concern.BYE_AFTER_UNPLAYED_WIN, (number,))
    if roster.scores[place] > _least_for_bye(roster, roster.scores[place]):
        yield Warned(Concern.BYE_ABOVE_LOWEST, (number,))


def _least_for_bye(roster: Roster, given: int) -> int:
    """The least score with which somebody can have the bye (C5); the matching is asked only if `given` is not it."""
    able = [score for score, may in zip(roster.scores, roster.may_have_bye, strict=True) if may]
    least = min(able or roster.scores)
    if given <= least:
        return least
    try:  # those below may be needed as opponents
        allowed = bye_score(roster)
    except Unpairable:
        allowed = None
    return least if allowed is None else allowed


def _about_pair(field: Field, roster: Roster, white: int, black: int) -> Iterator[Warned]:
    if any({white, black} <= group for group in field.forbidden):
        yield Warned(Concern.FORBIDDEN, (white, black))
    due = [roster.preferences[roster.index[one]].colour for one in (white, black) if one in roster.index]
    if due == [Colour.BLACK, Colour.WHITE]:  # each is due the colour that the other has
        yield Warned(Concern.BOTH_COLOURS, (white, black))
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


def board_order(field: Field, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs in the order of the boards (C.04.2 3.6); those with somebody absent come last, as they stand."""
    roster = Roster(field.checked())
    listed = list(pairs)
    placed = [pair for pair in listed if all(number in roster.index for number in pair)]
    placed.sort(key=lambda pair: board_key(roster, (roster.index[pair[0]], roster.index[pair[1]])))
    return placed + [pair for pair in listed if pair not in placed]

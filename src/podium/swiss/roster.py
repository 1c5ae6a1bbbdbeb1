"""The players to be paired, in pairing order, with everything the criteria ask of them.

Players are known by their place in the order of article 1.2, from 0. Sets of players are whole
numbers, bit i standing for player i, so that "whom may i meet" costs one number per player and
not one object per pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from podium.core.bits import bits_of
from podium.swiss.colour import Side, Strength, preference
from podium.swiss.field import Colour, Entrant, Field, Turn


class Roster:
    """The present players of a field, the highest ranked first (1.2)."""

    def __init__(self, field: Field) -> None:
        self.field = field
        now = field.round
        by_number = {entrant.number: entrant for entrant in field.entrants}
        totals = {entrant.number: _totals(entrant) for entrant in field.entrants}
        present = [entrant for entrant in field.entrants if entrant.present]
        present.sort(key=lambda entrant: (-totals[entrant.number][now - 1], entrant.number))
        self.entrants = present
        self.numbers = [entrant.number for entrant in present]
        self.index = {number: index for index, number in enumerate(self.numbers)}
        self.scores = [totals[number][now - 1] for number in self.numbers]
        self.size = len(present)
        self.everyone = (1 << self.size) - 1
        entered = sorted(entrant.number for entrant in field.entrants if entrant.entered)
        self.place = {number: place for place, number in enumerate(entered, 1)}
        self.colours = [
            tuple(turn.colour for turn in entrant.turns if turn.played and turn.colour is not None)
            for entrant in present
        ]
        self.preferences = [preference(colours) for colours in self.colours]
        self.unplayed = [now - 1 - len(colours) for colours in self.colours]
        half = (now - 1) * max(field.scoring.win, field.scoring.draw).units
        self.topscorer = [field.last and 2 * score > half for score in self.scores]
        self.floats = [
            tuple(float_in(entrant, now - back, totals, field.scoring.loss.units) for back in (1, 2))
            for entrant in present
        ]
        self.may_have_bye = [c2(entrant.turns, field.scoring.win.units) for entrant in present]
        self.may_meet = self._meetings(by_number)

    def _meetings(self, by_number: dict[int, Entrant]) -> list[int]:
        """For each player the set of players who may be met (C1, C3 and forbidden pairs)."""
        barred = [1 << index for index in range(self.size)]
        for index, entrant in enumerate(self.entrants):
            for turn in entrant.turns:
                if turn.played and turn.opponent in self.index:
                    barred[index] |= 1 << self.index[turn.opponent]
        for group in self.field.forbidden:
            together = [self.index[number] for number in group if number in self.index]
            mask = bits_of(together)
            for index in together:
                barred[index] |= mask
        for colour in Colour:
            absolute = [
                index
                for index, wish in enumerate(self.preferences)
                if wish.strength is Strength.ABSOLUTE and wish.colour is colour and not self.topscorer[index]
            ]
            mask = bits_of(absolute)  # C3: they may not meet one another
            for index in absolute:
                barred[index] |= mask
        return [self.everyone & ~one for one in barred]

    def groups(self) -> Iterator[tuple[int, int]]:
        """The scoregroups from the top, each as the first player and the one after the last."""
        start = 0
        while start < self.size:
            end = start
            while end < self.size and self.scores[end] == self.scores[start]:
                end += 1
            yield start, end
            start = end

    def side(self, player: int) -> Side:
        """The player as the colour rules look at them."""
        return Side(self.preferences[player], self.colours[player], self.place[self.numbers[player]])


def _totals(entrant: Entrant) -> list[int]:
    """The pairing score, virtual points included, before each round and now; in units."""
    if not entrant.virtual:  # as nearly always, and a forecast pairs thousands of rounds
        totals = list(accumulate((turn.points.units for turn in entrant.turns), initial=0))
        totals[-1] += entrant.adjustment.units
        return totals
    total = 0
    totals = []
    for number, turn in enumerate(entrant.turns, 1):
        totals.append(total + entrant.virtual_in(number).units)
        total += turn.points.units
    totals.append(total + entrant.adjustment.units + entrant.virtual_in(len(entrant.turns) + 1).units)
    return totals


def c2(turns: tuple[Turn, ...], win: int) -> bool:
    """Whether C2 lets a player have the bye: none before, nor a win's points without playing."""
    return not any(turn.allocated or (not turn.played and turn.points.units >= win) for turn in turns)


DOWN, LEVEL, UP = -1, 0, 1


def float_in(entrant: Entrant, round_number: int, totals: dict[int, list[int]], loss: int) -> int:
    """How a player floated in a round (1.4.2 to 1.4.4): DOWN, LEVEL or UP."""
    if round_number < 1:
        return LEVEL
    turn = entrant.turns[round_number - 1]
    if turn.allocated:
        return DOWN
    if not turn.played or turn.opponent is None:
        return DOWN if turn.points.units > loss else LEVEL
    own, theirs = totals[entrant.number][round_number - 1], totals[turn.opponent][round_number - 1]
    return DOWN if own > theirs else UP if own < theirs else LEVEL

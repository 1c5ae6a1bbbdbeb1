"""What the Dutch system is asked with: a frozen view of a tournament before one round.

Nothing here is derived that could be read from the rounds played, so an application can build
the view from its own state without knowing any pairing rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from podium.core.errors import Invalid
from podium.core.points import Points
from podium.core.result import FIDE, Scoring

NO_POINTS = Points(0)


class Colour(Enum):
    """The side of the board."""

    WHITE = "w"
    BLACK = "b"
    __hash__ = object.__hash__  # that of an enum is slow, and colours are asked for by the million

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


@dataclass(frozen=True, slots=True)
class Turn:
    """What one past round was for one player.

    | round             | opponent | colour | played | allocated |
    | ----------------- | -------- | ------ | ------ | --------- |
    | a game            | number   | yes    | yes    | no        |
    | a forfeited game  | number   | any    | no     | no        |
    | allocated bye     | None     | None   | no     | yes       |
    | any other absence | None     | None   | no     | no        |
    """

    points: Points = NO_POINTS
    opponent: int | None = None
    colour: Colour | None = None
    played: bool = False
    allocated: bool = False


ABSENT = Turn()


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player: the pairing number, every past round, and whether to be paired now.

    `virtual` holds the fictitious points of accelerated rounds, the first for round 1, and may
    be shorter than the tournament. `adjustment` is what the arbiter added outside any round.
    """

    number: int
    turns: tuple[Turn, ...] = ()
    present: bool = True
    virtual: tuple[Points, ...] = ()
    adjustment: Points = NO_POINTS

    def virtual_in(self, round_number: int) -> Points:
        """The fictitious points that count when that round is paired."""
        return self.virtual[round_number - 1] if round_number <= len(self.virtual) else NO_POINTS

    @property
    def entered(self) -> bool:
        """Whether the player has a place in the order: is to be paired now, or was once."""
        return self.present or any(turn.opponent is not None or turn.allocated for turn in self.turns)


_fill = Entrant.__init__


def known_entrant(
    number: int, turns: tuple[Turn, ...], present: bool, virtual: tuple[Points, ...], adjustment: Points
) -> Entrant:
    """An entrant made of what is known to be right: nothing is looked at, as callers from outside need it."""
    made = object.__new__(Entrant)
    _fill(made, number, turns, present, virtual, adjustment)
    return made


@dataclass(frozen=True, slots=True)
class Field:
    """Everything the pairing of one round depends on.

    `round` is the round to pair, from 1; `rounds` how many were announced. `forbidden` lists
    groups of pairing numbers who may not meet one another in this round.
    """

    entrants: tuple[Entrant, ...]
    round: int
    rounds: int
    initial: Colour = Colour.WHITE
    scoring: Scoring = FIDE
    forbidden: tuple[frozenset[int], ...] = ()

    @property
    def last(self) -> bool:
        """Whether this is the final round, in which topscorers have rules of their own."""
        return self.round >= self.rounds

    def checked(self) -> Field:
        """This field; raises Invalid naming the first value that cannot be."""
        if not 1 <= self.round <= self.rounds:
            raise Invalid("rounds-exhausted", value=self.round, most=self.rounds)
        numbers = [entrant.number for entrant in self.entrants]
        known = set(numbers)
        if len(known) != len(numbers):
            twice = next(number for number in numbers if numbers.count(number) > 1)
            raise Invalid("pairing-number-duplicate", value=twice)
        for entrant in self.entrants:
            if entrant.number < 1:
                raise Invalid("pairing-number-malformed", value=entrant.number)
            if len(entrant.turns) != self.round - 1:
                raise Invalid("history-incomplete", value=entrant.number, rounds=len(entrant.turns))
            _check_turns(entrant, known)
        self._check_meetings()
        for number in (number for group in self.forbidden for number in group):
            if number not in known:
                raise Invalid("pairing-number-unknown", value=number)
        return self

    def _check_meetings(self) -> None:
        """Nothing; raises Invalid for a round that two players tell differently: opponents, colours, two wins."""
        turns = {entrant.number: entrant.turns for entrant in self.entrants}
        for number, own in turns.items():
            for at, turn in enumerate(own):
                if turn.opponent is None:
                    continue
                other = turns[turn.opponent][at]
                two_wins = turn.played and turn.points == other.points == self.scoring.win
                colours = turn.colour is not None and turn.colour is other.colour
                if other.opponent != number or turn.played != other.played or colours or two_wins:
                    raise Invalid("meeting-contradicted", value=turn.opponent, player=number, round=at + 1)


def _check_turns(entrant: Entrant, known: set[int]) -> None:
    for number, turn in enumerate(entrant.turns, 1):
        if turn.opponent is not None and (turn.opponent not in known or turn.opponent == entrant.number):
            raise Invalid("meeting-unknown", value=turn.opponent, player=entrant.number, round=number)
        if turn.points < NO_POINTS:
            raise Invalid("points-out-of-range", value=turn.points.number)
        if turn.played and (turn.opponent is None or turn.colour is None):
            raise Invalid("game-incomplete", value=entrant.number, round=number)


def forbidden_groups(groups: Iterable[Iterable[int]]) -> tuple[frozenset[int], ...]:
    """The groups that forbid anything, each as a set."""
    return tuple(frozenset(group) for group in groups if len(set(group)) > 1)

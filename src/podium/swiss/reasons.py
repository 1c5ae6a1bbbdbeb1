"""Why a round came out as it did, as values.

Candidates are taken in the order of article 4, so the question "why not this opponent?" has a
meaning for everyone who comes earlier in that order than the opponent given. Each is answered by
pairing the bracket again as well as it can be with that pair in it, everything decided before
left as it was: the first criterion that comes out worse is the one that rejects it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from podium.core.points import Points
from podium.swiss import criteria as c
from podium.swiss.bracket import Bracket
from podium.swiss.colour import ColourRule, Preference
from podium.swiss.exact import BracketPairing, Graph
from podium.swiss.field import Colour, Field
from podium.swiss.outlook import shortfall, window
from podium.swiss.pairing import (
    PairedBracket,
    PairedRound,
    can_have_bye,
    pair_brackets,
    pair_with_colours,
    roster_of,
    round_of,
)
from podium.swiss.roster import Roster
from podium.swiss.swift import pair_swiftly
from podium.swiss.targets import ColourTarget, kind_of

MOST_REJECTED = 3
# Players of a bracket that is paired again for every alternative; of a larger one, only what
# follows from bars and from counts is said.
LARGEST_WEIGHED = 240
LARGEST_FOR_ONE = 500


@dataclass(frozen=True, slots=True)
class Rejected:
    """Somebody who came earlier in the order and was not taken, and the reason.

    `reason` is a criterion (C1 to C21), `forbidden` for a forbidden pair, `order` if the other
    choice is as good but comes later, or `quality` where a large bracket was not weighed again.
    """

    player: int
    reason: str
    met_in: int | None = None
    better: int | tuple[int, ...] = 0
    worse: int | tuple[int, ...] = 0


@dataclass(frozen=True, slots=True)
class Due:
    """The colour somebody is due, and the colours had."""

    number: int
    preference: Preference
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class BoardStory:
    """Why these two meet, and with these colours; `higher` and `lower` by rank."""

    white: int
    black: int
    higher: Due
    lower: Due
    rule: ColourRule
    initial: Colour
    floated: bool
    rejected: tuple[Rejected, ...]


@dataclass(frozen=True, slots=True)
class FloatStory:
    """Why somebody left the bracket unpaired.

    `reason`: `odd` (the number of players is), `bye`, `limbo` (moved down again), `unpairable` (the
    bracket cannot pair everybody), or `completion` (the players below need somebody).
    """

    number: int
    reason: str
    rejected: tuple[Rejected, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Who changed between S1 and S2 (4.3), and the criterion that no candidate without it satisfies."""

    from_s1: tuple[int, ...]
    from_s2: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class BracketStory:
    """One bracket: who was in it, how it was divided, what could not be had."""

    score: Points
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    s1: tuple[int, ...]
    s2: tuple[int, ...]
    exchange: Exchange | None
    faults: dict[str, int | tuple[int, ...]]
    boards: tuple[BoardStory, ...]
    floats: tuple[FloatStory, ...]


@dataclass(frozen=True, slots=True)
class ByeStory:
    """Why somebody has the bye: the others with as low a score, and what kept it from them."""

    number: int
    score: Points
    unplayed: int
    rejected: tuple[Rejected, ...]


@dataclass(frozen=True, slots=True)
class RoundStory:
    """The round and the reasons for it, bracket by bracket."""

    round: PairedRound
    brackets: tuple[BracketStory, ...]
    bye: ByeStory | None


def explain(field: Field, about: int | None = None) -> RoundStory:
    """The round with its reasons; with `about` alternatives are weighed for that player only."""
    roster = roster_of(field)
    paired, bye = pair_brackets(roster, pair_swiftly)
    return RoundStory(
        round_of(roster, paired, bye),
        tuple(_BracketReasons(roster, one, bye, about).story() for one in paired),
        None if bye is None else _bye_story(roster, bye, paired),
    )


class _BracketReasons:
    """Works out the reasons of one bracket."""

    def __init__(self, roster: Roster, paired: PairedBracket, bye: int | None, about: int | None) -> None:
        self.roster = roster
        outcome = paired.outcome
        single = paired.bracket.may_hold_bye and len(outcome.floaters) == 1
        self.bracket = replace(paired.bracket, single=single)
        self.outcome = outcome
        self.bye = bye
        self.about = about
        self.moved = set(self.bracket.moved)
        self.by_moved = [pair for pair in outcome.pairs if pair[0] in self.moved]
        self.others = sorted(pair for pair in outcome.pairs if pair[0] not in self.moved)
        taken = {b for _, b in self.by_moved}
        self.remainder = [one for one in self.bracket.residents if one not in taken]
        self.s1 = [a for a, _ in self.others]
        self.s2 = [one for one in self.remainder if one not in set(self.s1)]
        largest = LARGEST_WEIGHED if about is None else LARGEST_FOR_ONE
        self._seen = None if len(self.bracket.players) > largest else window(self.bracket)
        self._best: int | None = None

    def story(self) -> BracketStory:
        number = self.roster.numbers
        return BracketStory(
            Points(self.bracket.score),
            tuple(number[one] for one in self.bracket.moved),
            tuple(number[one] for one in self.bracket.residents),
            tuple(number[one] for one in (*(a for a, _ in self.by_moved), *self.s1)),
            tuple(number[one] for one in (*(b for _, b in self.by_moved), *self.s2)),
            self._exchange(),
            {
                name: value
                for name, value in outcome_faults(self.bracket, self.outcome).items()
                if any(value if isinstance(value, tuple) else (value,))
            },
            tuple(self._board(a, b) for a, b in [*self.by_moved, *self.others]),
            tuple(self._float(one) for one in self.outcome.floaters),
        )

    def _is_about(self, *players: int) -> bool:
        return self.about is None or self.about in (self.roster.numbers[one] for one in players)

    def _board(self, a: int, b: int) -> BoardStory:
        roster = self.roster
        pair = pair_with_colours(roster, a, b)
        rejected = tuple(self._earlier_opponents(a, b)) if self._is_about(a, b) else ()
        due = [Due(roster.numbers[one], roster.preferences[one], roster.colours[one]) for one in (a, b)]
        initial = roster.field.initial
        return BoardStory(pair.white, pair.black, due[0], due[1], pair.rule, initial, a in self.moved, rejected)

    def _earlier_opponents(self, a: int, b: int) -> Iterable[Rejected]:
        """The players whom `a` would have met first, and why not."""
        if a in self.moved:
            before = [pair for pair in self.by_moved if pair[0] < a]
            pool: Sequence[int] = self.bracket.residents
        else:
            before = self.by_moved + [pair for pair in self.others if pair[0] < a]
            pool = self.s2
        taken = {opponent for _, opponent in before}
        earlier = [one for one in pool if one < b and one not in taken and one != a]
        for one in earlier[:MOST_REJECTED]:
            yield self._bar(a, one) or self._weigh(one, pairs=[*before, (a, one)], divided=a not in self.moved)

    def _bar(self, a: int, b: int) -> Rejected | None:
        """What forbids that the two meet at all."""
        roster = self.roster
        if roster.may_meet[a] >> b & 1:
            return None
        number = roster.numbers[b]
        for met_in, turn in enumerate(roster.entrants[a].turns, 1):
            if turn.played and turn.opponent == number:
                return Rejected(number, "C1", met_in)
        both = {number, roster.numbers[a]}
        if any(both <= group for group in roster.field.forbidden):
            return Rejected(number, "forbidden")
        return Rejected(number, "C3")

    def _weigh(
        self,
        player: int,
        pairs: Sequence[tuple[int, int]] = (),
        floats: int | None = None,
        divided: bool = False,
    ) -> Rejected:
        """The first criterion against which the bracket is worse off with these pairs, or this float."""
        number = self.roster.numbers[player]
        if self._seen is None:
            return self._count(number, pairs) if pairs else Rejected(number, "quality")
        if self._best is None:
            self._best = self._cost()
        cost = self._cost(pairs, floats, divided)
        return _compared(self.bracket, number, self._best, cost)

    def _count(self, number: int, pairs: Sequence[tuple[int, int]]) -> Rejected:
        """C12 or C13, if counting colours shows that these pairs leave too few of one to go round."""
        roster, made = self.roster, self.outcome.pairs
        gone = {one for couple in pairs for one in couple}
        kinds = Counter(kind_of(roster.preferences[one]) for one in self.bracket.players if one not in gone)
        target = ColourTarget.from_kinds(kinds, len(self.outcome.floaters))
        least = (target.excess, max(0, target.excess - target.mild))
        for name, criterion, further in (("C12", c.c12, least[0]), ("C13", c.c13, least[1])):
            better = sum(criterion(roster, a, b) for a, b in made)
            worse = sum(criterion(roster, a, b) for a, b in pairs) + further
            if worse > better:
                return Rejected(number, name, None, better, worse)
        return Rejected(number, "quality")

    def _cost(
        self, pairs: Sequence[tuple[int, int]] = (), floats: int | None = None, divided: bool = False
    ) -> int | None:
        assert self._seen is not None
        graph = Graph(self.bracket, self._seen)
        graph.keep_only(pairs)
        if divided:
            _divide(graph, self.s1, self.s2)
        if floats is not None:
            graph.forget(floats, [one for one in self.bracket.players if one != floats])
        found = graph.solve()
        return graph.cost(found) if found.is_perfect else None

    def _exchange(self) -> Exchange | None:
        original = set(self.remainder[: len(self.s1)])
        inward = tuple(one for one in self.s1 if one not in original)
        if not inward:
            return None
        outward = tuple(sorted(original - set(self.s1)))
        reason = "quality"
        if self._seen is not None:
            graph = Graph(self.bracket, self._seen)
            graph.keep_only(self.by_moved)
            _divide(graph, sorted(original), [one for one in self.remainder if one not in original])
            found = graph.solve()
            if self._best is None:
                self._best = self._cost()
            cost = graph.cost(found) if found.is_perfect else None
            reason = _compared(self.bracket, 0, self._best, cost).reason
        number = self.roster.numbers
        return Exchange(tuple(number[one] for one in outward), tuple(number[one] for one in inward), reason)

    def _float(self, player: int) -> FloatStory:
        reason = self._float_reason(player)
        others = [one for one in reversed(self.bracket.residents) if one not in self.outcome.floaters]
        rejected: list[Rejected] = []
        if self._is_about(player) and player not in self.moved:
            rejected = [self._weigh(one, floats=one) for one in others if one > player][:MOST_REJECTED]
        return FloatStory(self.roster.numbers[player], reason, tuple(rejected))

    def _float_reason(self, player: int) -> str:
        if player == self.bye:
            return "bye"
        if player in self.moved:
            return "limbo"
        if len(self.outcome.floaters) == 1:
            return "odd"
        least = shortfall(self.bracket)
        return "unpairable" if len(self.outcome.floaters) <= least else "completion"


def _divide(graph: Graph, s1: Sequence[int], s2: Sequence[int]) -> None:
    """Leaves only pairs across: nobody of S1 floats or meets another of S1, nor do two of S2 meet."""
    outside = [one for one in graph.vertices if one not in set(graph.bracket.players)]
    for one in s1:
        graph.forget(one, [*outside, *(other for other in s1 if other != one)])
    for one in s2:
        graph.forget(one, [other for other in s2 if other != one])


def _compared(bracket: Bracket, number: int, best: int | None, cost: int | None) -> Rejected:
    if cost is None or best is None:
        return Rejected(number, "C4")
    mine, theirs = bracket.faults(best), bracket.faults(cost)
    for name in mine:
        if mine[name] != theirs[name]:
            return Rejected(number, name.partition(" ")[0], None, mine[name], theirs[name])
    return Rejected(number, "order")


def outcome_faults(bracket: Bracket, outcome: BracketPairing) -> dict[str, int | tuple[int, ...]]:
    """What a paired bracket costs each criterion from C6 on; C8, which looks further down, left out."""
    cost = sum(bracket.pair_cost(a, b) for a, b in outcome.pairs)
    cost += sum(bracket.float_cost[one] for one in outcome.floaters)
    if bracket.single:
        cost += bracket.bye_cost(outcome.floaters[0])
    faults = bracket.faults(cost)
    return {name: value for name, value in faults.items() if not name.startswith("C8")}


def _bye_story(roster: Roster, bye: int, paired: list[PairedBracket]) -> ByeStory:
    """The reasons for the bye; candidates are looked at from the last ranked upwards."""
    rejected: list[Rejected] = []
    for one in range(roster.size - 1, bye, -1):
        if len(rejected) == MOST_REJECTED:
            break
        rejected.append(_why_no_bye(roster, one, bye, paired))
    return ByeStory(roster.numbers[bye], Points(roster.scores[bye]), roster.unplayed[bye], tuple(rejected))


def _why_no_bye(roster: Roster, one: int, bye: int, paired: list[PairedBracket]) -> Rejected:
    number = roster.numbers[one]
    if not roster.may_have_bye[one]:
        return Rejected(number, "C2")
    if not can_have_bye(roster, [one]):
        return Rejected(number, "C4")
    holder = next(part for part in paired if bye in part.outcome.floaters)
    single = holder.bracket.may_hold_bye and len(holder.outcome.floaters) == 1
    if single and roster.unplayed[one] > roster.unplayed[bye]:
        return Rejected(number, "C9", None, roster.unplayed[bye], roster.unplayed[one])
    if one not in holder.bracket.players or len(holder.bracket.players) > LARGEST_WEIGHED:
        return Rejected(number, "quality")
    bracket = replace(holder.bracket, single=single)
    seen = window(bracket)
    costs: list[int | None] = []
    for floater in (bye, one):
        graph = Graph(bracket, seen)
        graph.forget(floater, [other for other in bracket.players if other != floater])
        graph.give_bye(floater)
        found = graph.solve()
        costs.append(graph.cost(found) if found.is_perfect else None)
    return _compared(bracket, number, costs[0], costs[1])

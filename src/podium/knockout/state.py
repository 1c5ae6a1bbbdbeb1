"""A knockout as it stands, and a change of it that can be applied and taken back.

All that happens is in the matches; who advances, who is champion, which round is being played is read off them. A
change copies only the rounds it touches, so the last result costs no more than the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from podium.core.errors import Unknown
from podium.core.ids import PairingId, PlayerId
from podium.knockout.match import BracketMatch
from podium.knockout.plan import FEWEST_FOR_THIRD_PLACE, Branch, Plan, plan_of
from podium.knockout.rules import Rules
from podium.knockout.slots import Slot


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The matches of one round with their tie-break games; `boards` has the matches alone, `unresolved` counts them."""

    number: int
    matches: Mapping[PairingId, BracketMatch] = field(default_factory=dict)
    boards: Mapping[int, PairingId] = field(default_factory=dict)
    unresolved: int = 0

    @property
    def parents(self) -> list[BracketMatch]:
        """The matches by board, without tie-break games."""
        return [self.matches[self.boards[board]] for board in sorted(self.boards)]

    @property
    def ties(self) -> list[BracketMatch]:
        """The matches that decide who advances: all but the one for third place."""
        return [match for match in self.parents if not match.third_place]

    @property
    def advancing(self) -> list[PlayerId]:
        """The players who go on, in board order."""
        return [player for match in self.ties for player in match.advancing]

    @property
    def eliminates(self) -> bool:
        """Whether fewer go on than came."""
        return len(self.advancing) < sum(len(match.players) for match in self.ties)


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knockout: its rules, its entrants from seed 1 on, and its rounds; `seed` is that of a drawn field. In an event
    that began otherwise `before` is how many rounds came before it: outside its own count from there on."""

    rules: Rules
    entrants: tuple[PlayerId, ...]
    seed: str | None = None
    rounds: tuple[BracketRound, ...] = ()
    before: int = 0

    @classmethod
    def from_matches(
        cls, rules: Rules, entrants: Iterable[PlayerId], seed: str | None = None, matches: Iterable[BracketMatch] = ()
    ) -> Knockout:
        """The knockout that has these matches."""
        return applied(cls(rules, tuple(entrants), seed), Changed(after=tuple(matches)))

    @property
    def plan(self) -> Plan:
        """The whole bracket as it was planned; where rounds form one at a time, only its first round counts."""
        rules = self.rules
        return plan_of(len(self.entrants), rules.seeding, rules.third_place_match, rules.grand_final)

    @property
    def last_round(self) -> int:
        """The number of the last round there is or, in a whole bracket, there will be in any case."""
        return len(self.rounds) if self.rules.both_advance else max(self.plan.certain, len(self.rounds))

    @property
    def has_third_place(self) -> bool:
        """Whether a whole bracket holds a match for third place."""
        return self.rules.third_place_match and len(self.entrants) >= FEWEST_FOR_THIRD_PLACE

    def __iter__(self) -> Iterator[BracketMatch]:
        """Every match, each followed by its tie-break games."""
        for here in self.rounds:
            yield from sorted(here.matches.values(), key=lambda match: match.order)

    def match(self, id: PairingId) -> BracketMatch:
        """The match or tie-break game of that id; raises Unknown."""
        for here in reversed(self.rounds):
            if (found := here.matches.get(id)) is not None:
                return found
        raise Unknown("match", id)

    def on_board(self, round: int, board: int) -> BracketMatch | None:
        """The match on that board of a round, if there is one."""
        if not 1 <= round <= len(self.rounds):
            return None
        here = self.rounds[round - 1]
        id = here.boards.get(board)
        return None if id is None else here.matches[id]

    def games_of(self, parent: BracketMatch) -> list[BracketMatch]:
        """The tie-break games of a match, by index."""
        return [self.rounds[parent.round - 1].matches[id] for id in parent.tie_breaks]

    def slots(self, match: BracketMatch) -> tuple[Slot, Slot] | None:
        """Where the players of a match come from; None where rounds form one at a time, after the first."""
        if self.rules.both_advance and match.round > 1:
            return None
        return self.plan.rounds[match.round - 1].boards[match.board - 1]

    def branch(self, round: int) -> Branch | None:
        """The part of a double elimination that a round belongs to; None in a knockout."""
        return None if self.rules.grand_final is None else self.plan.rounds[round - 1].branch

    def sends_out(self, match: BracketMatch) -> tuple[PlayerId, ...]:
        """The players for whom the event is over by a match; nobody as long as it is not resolved."""
        if not match.resolved:
            return ()
        branch = self.branch(match.round)
        again = branch is Branch.FINAL and match.round < len(self.rounds)
        stay = (match.loser,) if branch is Branch.WINNERS or again else ()
        return tuple(player for player in match.players if player not in (*match.advancing, *stay))

    @property
    def begun(self) -> int:
        """The number of the latest round that has begun: every match of every round before it is resolved."""
        return next((here.number for here in self.rounds if here.unresolved), len(self.rounds))

    @property
    def over(self) -> bool:
        """Whether nothing is left to play (unless the director of joint champions orders another round)."""
        return bool(self.rounds) and not any(here.unresolved for here in self.rounds)

    @property
    def champions(self) -> tuple[PlayerId, ...]:
        """The champion, joint champions, or nobody: either not yet, or never if nobody came to the final."""
        if not self.rounds or len(self.rounds) < self.last_round or self.rounds[-1].unresolved > 1:
            return ()
        last = self.rounds[-1]
        return tuple(last.advancing) if all(match.resolved for match in last.ties) else ()


@dataclass(frozen=True, slots=True)
class Changed:
    """What a report or an order changed: the matches touched, as they were and as they are, in playing order."""

    before: tuple[BracketMatch, ...] = ()
    after: tuple[BracketMatch, ...] = ()

    def __bool__(self) -> bool:
        return self.before != self.after

    @property
    def opposite(self) -> Changed:
        """The change that takes this one back."""
        return Changed(self.after, self.before)

    @property
    def created(self) -> tuple[BracketMatch, ...]:
        """Matches that came to be."""
        old = {match.id for match in self.before}
        return tuple(match for match in self.after if match.id not in old)

    @property
    def removed(self) -> tuple[BracketMatch, ...]:
        """Matches that are undone; their ids never come back, except when this change is taken back."""
        new = {match.id for match in self.after}
        return tuple(match for match in self.before if match.id not in new)


def applied(state: Knockout, changed: Changed) -> Knockout:
    """The state after a change."""
    rounds = list(state.rounds)
    for number in sorted({match.round for match in (*changed.before, *changed.after)}):
        while len(rounds) < number:
            rounds.append(BracketRound(len(rounds) + 1))
        rounds[number - 1] = _with(
            rounds[number - 1],
            [match for match in changed.before if match.round == number],
            [match for match in changed.after if match.round == number],
        )
    while rounds and not rounds[-1].matches:
        rounds.pop()
    return replace(state, rounds=tuple(rounds))


def _with(here: BracketRound, before: list[BracketMatch], after: list[BracketMatch]) -> BracketRound:
    matches, boards = {**here.matches}, here.boards
    stay = {match.id for match in after}
    for match in before:
        if match.id not in stay:
            del matches[match.id]
    matches.update((match.id, match) for match in after)
    old = {match.board: match for match in before if match.parent is None}
    new = {match.board: match for match in after if match.parent is None}
    if {board: match.id for board, match in old.items()} != {board: match.id for board, match in new.items()}:
        kept = {board: id for board, id in boards.items() if board not in old}
        boards = kept | {board: match.id for board, match in new.items()}
    waiting = sum(not match.resolved for match in new.values()) - sum(not match.resolved for match in old.values())
    return BracketRound(here.number, matches, boards, here.unresolved + waiting)

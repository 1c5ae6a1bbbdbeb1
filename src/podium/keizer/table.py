"""The table after each round: everybody's worth by rank, and the score that all rounds bring by these worths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from podium.core.ids import PlayerId
from podium.keizer.rules import UNIT, Rules, Share

MOST_TIMES = 100
Order = tuple[PlayerId, ...]
LEAST_VALUE = 1
"""Nobody is worth less: to beat somebody always brings something."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a round was for a player; None as its share: it brings nothing, as a game that is not over or forfeited."""

    share: Share | None = None
    opponent: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What one round brought: that share (in millionths) of `value`, the opponent's worth or the player's own."""

    turn: Turn
    share: int
    value: int

    @property
    def units(self) -> int:
        """The same as a score, in millionths."""
        return self.share * self.value


@dataclass(frozen=True, slots=True)
class Sums:
    """What a table is made of: everybody's worth, the shares that each has of the own worth (`own`) and of others'
    worths (`games`: the opponents by share)."""

    values: Mapping[PlayerId, int] = field(default_factory=dict)
    own: Mapping[PlayerId, int] = field(default_factory=dict)
    games: Mapping[PlayerId, Mapping[int, tuple[PlayerId, ...]]] = field(default_factory=dict)

    def scores(self, values: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
        """What these worths bring everybody, in millionths: the own one, and what all rounds brought."""
        worth, own = values.__getitem__, self.own
        scores = {player: value * own[player] for player, value in values.items()}
        for player, shares in self.games.items():
            for share, others in shares.items():
                scores[player] += share * sum(map(worth, others))
        return scores


@dataclass(frozen=True, slots=True)
class Table:
    """The players by rank, and all that was played so far; `circle` if no table was found that follows from itself."""

    order: tuple[PlayerId, ...] = ()
    sums: Sums = field(default_factory=Sums)
    circle: bool = False

    def value(self, player: PlayerId) -> int:
        """What a player is worth: the first `Rules.highest`, each next one less.

        >>> from podium.core.ids import PlayerId
        >>> a, b = PlayerId("a"), PlayerId("b")
        >>> table = EMPTY.after({a: Turn(Share.LOSS, b), b: Turn(Share.WIN, a)}, Rules(), [a, b])
        >>> [(player, table.value(player), table.scores[player] // UNIT) for player in table.order]
        [('b', 3, 5), ('a', 2, 2)]
        """
        return self.sums.values[player]

    @property
    def scores(self) -> Mapping[PlayerId, int]:
        """Everybody's own worth and what all rounds brought, by the worths of this table, in millionths."""
        return self.sums.scores(self.sums.values)

    def parts(self, player: PlayerId, turns: Sequence[Turn | None], rules: Rules) -> Iterator[Part | None]:
        """What each of the rounds brought a player, by the worths of this table; None: nothing."""
        units = {share: rules.units(share) for share in Share}
        for turn in turns:
            if turn is None or turn.share is None:
                yield None
            else:
                yield Part(turn, units[turn.share], self.value(turn.opponent or player))

    def after(self, turns: Mapping[PlayerId, Turn], rules: Rules, by_strength: Sequence[PlayerId]) -> Table:
        """The table once another round is played: `turns` are what it was for whom it was something.

        `by_strength` are all players in the order of the first round: new ones begin behind the others in it,
        and it decides between equal scores.
        """
        there = self.sums.own
        start = (*self.order, *(each for each in by_strength if each in turns and each not in there))
        own, games = {player: there.get(player, UNIT) for player in start}, dict(self.sums.games)
        units = {share: rules.units(share) for share in Share}
        for player, turn in turns.items():
            unit = units[turn.share] if turn.share is not None else 0
            if unit and turn.opponent is None:
                own[player] += unit
            elif unit and turn.opponent is not None:
                so_far = games.get(player, {})
                games[player] = {**so_far, unit: (*so_far.get(unit, ()), turn.opponent)}
        strongest = [player for player in by_strength if player in own]
        return _standing(start, Sums({}, own, games), rules.highest(len(start)), strongest)


def _standing(start: Order, sums: Sums, top: int, strongest: Sequence[PlayerId]) -> Table:
    """The table that follows from itself, found from the order at the start; the one before the circle where there is
    none."""
    seen, places = [start], {start: 0}
    circle = False
    for _ in range(MOST_TIMES):
        scores = sums.scores(_values(seen[-1], top))
        found = tuple(sorted(strongest, key=scores.__getitem__, reverse=True))
        if found == seen[-1]:
            break
        if found in places:
            del seen[max(places[found], 1) :]
            circle = True
            break
        places[found] = len(seen)
        seen.append(found)
    return Table(seen[-1], Sums(_values(seen[-1], top), sums.own, sums.games), circle)


def _values(order: Order, top: int) -> dict[PlayerId, int]:
    above = range(top, max(top - len(order), LEAST_VALUE - 1), -1)
    return dict(zip(order, chain(above, repeat(LEAST_VALUE)), strict=False))


EMPTY = Table()
"""Before round 1."""

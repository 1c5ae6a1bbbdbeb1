"""The odds of places: runs counted in whole numbers, so that parts can be added in any order with the same sum."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from podium.core.points import UNIT

K = TypeVar("K")
K_co = TypeVar("K_co", covariant=True)
T = TypeVar("T")
PODIUM = 3
"""The places that are worth a word."""
Counts = defaultdict[T, float]
"""How often something came up; runs are whole numbers, which add up exactly."""


def _counts() -> Counts[Any]:
    return defaultdict(float)


class Ended(NamedTuple, Generic[K_co]):
    """Where a player ended in one run: the rank, which may be shared, by how many, and the points in hundredths."""

    player: K_co
    rank: int
    sharing: int
    units: int


@dataclass(slots=True)
class Tally(Generic[K]):
    """What was counted over runs, or over all outcomes that there can be, each by its weight.

    `places` are by rank and how many shared it. `went_on` is who reached the next stage, `prizes` who won which prize
    and with how many, `prized` who won any. `after` and `winners` are
    by player or by game and by how the game ended that is open: the ranks that followed from it, and who won the
    event.
    """

    runs: float = 0
    places: dict[K, Counts[tuple[int, int]]] = field(default_factory=dict)
    units: Counts[K] = field(default_factory=_counts)
    went_on: Counts[K] = field(default_factory=_counts)
    prizes: Counts[tuple[K, str, int]] = field(default_factory=_counts)
    prized: Counts[K] = field(default_factory=_counts)
    after: dict[tuple[K, str], Counts[int]] = field(default_factory=dict)
    winners: dict[tuple[K, str], Counts[tuple[K, int]]] = field(default_factory=dict)

    def add(
        self,
        ended: Iterable[Ended[K]],
        games: Mapping[K, tuple[tuple[K, ...], str]],
        weight: float = 1,
        went_on: Iterable[K] = (),
        prizes: Mapping[str, Sequence[K]] = MappingProxyType({}),
    ) -> None:
        """Count one run: where everybody ended, how the `games` ended that were open, with their players, who
        `went_on` to the next stage, and who won each of the `prizes`; several, where they cannot be told apart."""
        self.runs += weight
        for prize, winners in prizes.items():
            for player in winners:
                self.prizes[player, prize, len(winners)] += weight
        for player in {player for winners in prizes.values() for player in winners}:
            self.prized[player] += weight
        for player in went_on:
            self.went_on[player] += weight
        ranks: dict[K, int] = {}
        first: list[tuple[K, int]] = []
        for player, rank, sharing, units in ended:
            ranks[player] = rank
            self.places.setdefault(player, _counts())[rank, sharing] += weight
            self.units[player] += units * weight
            if rank == 1:
                first.append((player, sharing))
        for game, (players, result) in games.items():
            won = self.winners.setdefault((game, result), _counts())
            for winner in first:
                won[winner] += weight
            for player in players:
                self.after.setdefault((player, result), _counts())[ranks.get(player, 0)] += weight

    def join(self, other: Tally[K]) -> None:
        """Count what another counted."""
        self.runs += other.runs
        _join(self.units, other.units)
        _join(self.went_on, other.went_on)
        _join(self.prizes, other.prizes)
        _join(self.prized, other.prized)
        for player, places in other.places.items():
            _join(self.places.setdefault(player, _counts()), places)
        for key, ranks in other.after.items():
            _join(self.after.setdefault(key, _counts()), ranks)
        for key, won in other.winners.items():
            _join(self.winners.setdefault(key, _counts()), won)

    def odds(self, player: K) -> dict[int, float]:
        """How likely each place is, those that are shared split among the players who share them; together 1."""
        found: Counts[int] = _counts()
        for (rank, sharing), count in sorted(self.places[player].items()):
            for place in range(rank, rank + sharing):
                found[place] += count / sharing / self.runs
        return dict(sorted(found.items()))

    def points(self, player: K) -> float:
        """The points that a player ends with on average."""
        return self.units[player] / self.runs / UNIT

    def reached(self, player: K, result: str, place: int) -> float | None:
        """How likely a player comes to a place, shared or not, where the own open game ends so; None: it never did."""
        counts = self.after.get((player, result))
        if not counts:
            return None
        return sum(count for rank, count in counts.items() if 1 <= rank <= place) / sum(counts.values())

    def weight_of(self, game: K, results: Iterable[str]) -> float:
        """How much a game decides: by how much, on average, its result will move the odds of winning the event.

        0: by nothing; 1: nobody knows the winner before it, and everybody does after.
        """
        everywhere: Counts[K] = _counts()
        shares: list[Counts[K]] = []
        for result in results:
            share: Counts[K] = _counts()
            for (player, sharing), count in sorted(self.winners.get((game, result), {}).items(), key=str):
                share[player] += count / sharing
                everywhere[player] += count / sharing
            shares.append(share)
        whole = sum(everywhere.values())
        if not whole:
            return 0.0
        moved = 0.0
        for share in shares:
            part = sum(share.values())
            moved += sum(abs(share[player] - part * each / whole) for player, each in everywhere.items())
        return moved / 2 / whole


def _join(own: Counts[T], theirs: Mapping[T, float]) -> None:
    for key, count in theirs.items():
        own[key] += count


def margin(chance: float, runs: float) -> float:
    """How far a chance counted over so many runs may be from the true one, in nineteen of twenty cases (Wilson).

    >>> round(margin(0.5, 1000), 3), round(margin(0, 1000), 3)
    (0.031, 0.004)
    """
    z = 1.96
    spread = z * sqrt(chance * (1 - chance) / runs + z * z / (4 * runs * runs)) / (1 + z * z / runs)
    middle = (chance + z * z / (2 * runs)) / (1 + z * z / runs)
    return max(abs(middle + spread - chance), abs(chance - middle + spread))

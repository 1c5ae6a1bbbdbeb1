"""Who sits where in a round robin that was begun without a table: the seats are found from the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from podium.roundrobin.berger import Schedule

P = TypeVar("P")
MOST_ATTEMPTS = 50_000
"""How many places are tried before the games are taken not to fit. One table needs a few for each player."""


@dataclass(frozen=True, slots=True)
class _Meeting(Generic[P]):
    """A game as one of its players sees it; rounds are counted from 0."""

    round: int
    opponent: P
    white: bool


@dataclass(frozen=True, slots=True)
class _Across:
    """Who sits across in one round of the table."""

    seat: int
    white: bool


def seating(schedule: Schedule, players: Sequence[P], rounds: Sequence[Sequence[tuple[P, P]]]) -> tuple[P, ...] | None:
    """The players from seat 1 on, so that every game of each round is in that round of the schedule; None if nothing
    fits.

    `rounds` hold the games so far as (White, Black), by board. A game that the schedule has and nobody played does not
    matter. Of several orders that fit, one with the colours of the schedule comes before one with others; of these the
    order of `players`, and else the order of the boards of round 1.

    >>> from podium.roundrobin import berger
    >>> seating(berger(4), ["Ann", "Ben", "Cid", "Dan"], [[("Cid", "Ann"), ("Dan", "Ben")]])
    ('Cid', 'Dan', 'Ben', 'Ann')
    """
    if len(rounds) > len(schedule.rounds) or schedule.seats != len(players):
        return None
    meetings: dict[P, list[_Meeting[P]]] = {player: [] for player in players}
    for number, games in enumerate(rounds):
        for white, black in games:
            meetings[white].append(_Meeting(number, black, white=True))
            meetings[black].append(_Meeting(number, white, white=False))
    table = [_sides(each.boards) for each in schedule.rounds[: len(rounds)]]
    as_listed = {player: seat for seat, player in enumerate(players, start=1)}
    if all(_fits(as_listed, player, meetings[player], table) for player in players):
        return tuple(players)
    groups = sorted(_connected(meetings, rounds), key=len, reverse=True)
    found = _Search(table, meetings, groups).seats(schedule.seats)
    return None if found is None else tuple(sorted(players, key=lambda player: found[player]))


def _sides(boards: Sequence[tuple[int, int]]) -> dict[int, _Across]:
    whites = {white: _Across(black, white=True) for white, black in boards}
    return whites | {black: _Across(white, white=False) for white, black in boards}


def _fits(
    seats: Mapping[P, int], player: P, meetings: Sequence[_Meeting[P]], table: Sequence[Mapping[int, _Across]]
) -> bool:
    """Whether the games of a player are those of the seat, colours too."""
    return all(table[each.round].get(seats[player]) == _Across(seats[each.opponent], each.white) for each in meetings)


def _connected(meetings: Mapping[P, Sequence[_Meeting[P]]], rounds: Sequence[Sequence[tuple[P, P]]]) -> list[list[P]]:
    """The players in groups whose seats depend on one another, those of board 1 of round 1 first."""
    by_board = [player for games in rounds for game in games for player in game]
    left = dict.fromkeys((*by_board, *meetings))
    groups = []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for player in group:
            for each in meetings[player]:
                if each.opponent in left:
                    del left[each.opponent]
                    group.append(each.opponent)
        groups.append(group)
    return groups


@dataclass(slots=True)
class _Search(Generic[P]):
    """Groups put on the table one after another; a group that has no place left takes the one before it up again."""

    table: Sequence[Mapping[int, _Across]]
    meetings: Mapping[P, Sequence[_Meeting[P]]]
    groups: Sequence[Sequence[P]]
    attempts: int = 0

    def seats(self, size: int) -> dict[P, int] | None:
        """The seat of each player; None where there is none for everybody, or too much was tried."""
        free = dict.fromkeys(range(1, size + 1))
        ways = [self._ways(0, free)]
        placed: list[dict[P, int]] = []
        while ways:
            if (way := next(ways[-1], None)) is None:
                ways.pop()
                if placed:
                    free |= dict.fromkeys(placed.pop().values())
                    free = dict.fromkeys(sorted(free))
                continue
            placed.append(way)
            for seat in way.values():
                del free[seat]
            if len(placed) == len(self.groups):
                return {player: seat for part in placed for player, seat in part.items()}
            ways.append(self._ways(len(placed), free))
        return None

    def _ways(self, group: int, free: Mapping[int, None]) -> Iterator[dict[P, int]]:
        """The places of a group among the free seats: first those with the colours of the table."""
        seats = list(free)
        for exact in (True, False):
            for seat in seats:
                self.attempts += 1
                if self.attempts > MOST_ATTEMPTS:
                    return
                way = self._placed(self.groups[group], seat, seats, exact)
                if way is not None:
                    yield way

    def _placed(self, group: Sequence[P], seat: int, free: Sequence[int], exact: bool) -> dict[P, int] | None:
        """The seats of a group that follow from that of its first player; None where its games are not the table's."""
        available, found = set(free), {group[0]: seat}
        for player in group:  # each is met by one before
            for each in self.meetings[player]:
                across = self.table[each.round].get(found[player])
                if across is None or (exact and across.white is not each.white):
                    return None
                if found.setdefault(each.opponent, across.seat) != across.seat:
                    return None
        fits = len(set(found.values())) == len(found) and available.issuperset(found.values())
        return found if fits else None

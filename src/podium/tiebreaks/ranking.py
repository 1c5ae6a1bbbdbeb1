"""Standings: players in order of a list of tie-breaks, each applied inside the ties that are left.

Article 4.2: the list is gone through for each group of players still tied. Direct encounter ranks
inside such a group only, and is taken up again inside what it leaves tied (article 6). Players
whom nothing separates share a rank.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from podium.core.points import Points
from podium.tiebreaks.catalogue import Criterion, Number, criterion
from podium.tiebreaks.engine import exact_column, places_within, shown_column, totals
from podium.tiebreaks.view import PlayerKey, View


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. `values` and `texts` follow the order of `Standings.codes`.

    The value of direct encounter is the place inside the tie it was applied to, and None where
    it was not, or decided nothing. `decided_by` is the code that set this player apart from the
    one above; None for the first, and for a shared rank.
    """

    rank: int
    id: PlayerKey
    points: Points
    values: tuple[Number | None, ...]
    texts: tuple[str | None, ...]
    decided_by: str | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking after a number of rounds, best first."""

    codes: tuple[str, ...]
    rounds: int
    rows: tuple[Standing, ...]

    @property
    def ranks(self) -> dict[PlayerKey, int]:
        """Everybody's rank."""
        return {row.id: row.rank for row in self.rows}


def standings(view: View, codes: Sequence[str], left_out: Collection[PlayerKey] = ()) -> Standings:
    """Everybody in order of `codes`; points come first unless the list says otherwise.

    Those `left_out` have no place, while their games count for their opponents. Raises Invalid for a code that is not
    known, Refused where this tournament cannot use it.
    """
    criteria = _criteria(codes)
    columns: list[list[Number | None]] = []
    decided: dict[int, str] = {}
    groups = _everybody(view, left_out)
    for one in criteria:
        column = _inside_ties(view, one, groups) if one.row.within_ties else totals(view, one)
        columns.append(column)
        split: list[list[int]] = []
        for group in groups:
            parts = _parts(group, column, one)
            decided.update((player, one.code) for part in parts[1:] for player in part)
            split += parts
        groups = split
    numbers = [exact_column(one, column) for one, column in zip(criteria, columns, strict=True)]
    texts = [shown_column(view, one, column) for one, column in zip(criteria, numbers, strict=True)]
    rows: list[Standing] = []
    for group in groups:
        rank = len(rows) + 1
        for player in group:
            rows.append(
                Standing(
                    rank=rank,
                    id=view.ids[player],
                    points=Points(view.scores[player]),
                    values=tuple([column[player] for column in numbers]),
                    texts=tuple([column[player] for column in texts]),
                    decided_by=None if len(rows) >= rank else decided.get(player),
                )
            )
    return Standings(tuple(one.code for one in criteria), view.rounds, tuple(rows))


def level_groups(view: View, codes: Sequence[str], left_out: Collection[PlayerKey] = ()) -> list[list[PlayerKey]]:
    """Everybody in order of `codes`, with those together whom nothing separates: the ranks of `standings` alone.

    A tie-break is computed only while somebody is level.
    """
    groups = _everybody(view, left_out)
    for one in _criteria(codes):
        if all(len(group) == 1 for group in groups):
            break
        column = _inside_ties(view, one, groups) if one.row.within_ties else totals(view, one)
        groups = [part for group in groups for part in _parts(group, column, one)]
    return [[view.ids[player] for player in group] for group in groups]


def _criteria(codes: Sequence[str]) -> list[Criterion]:
    criteria = [criterion(code) for code in codes]
    if all(one.row.code != "PTS" for one in criteria):
        criteria.insert(0, criterion("PTS"))
    return criteria


def _everybody(view: View, left_out: Collection[PlayerKey]) -> list[list[int]]:
    """Those who are ranked, in one group."""
    ranked = [player for player in range(view.count) if view.ids[player] not in left_out]
    return [sorted(ranked, key=lambda player: (view.numbers[player], player))]


def _inside_ties(view: View, one: Criterion, groups: list[list[int]]) -> list[Number | None]:
    """The places by direct encounter inside each group that is still tied."""
    column: list[Number | None] = [None] * view.count
    for group in groups:
        if len(group) > 1:
            for player, place in places_within(view, group, one).items():
                column[player] = place
    return column


def _parts(group: list[int], column: list[Number | None], one: Criterion) -> list[list[int]]:
    """The group divided by value, the best first and players without a value last."""
    if len(group) == 1:
        return [group]
    sign = 1 if one.lower_first else -1

    def place(player: int) -> tuple[bool, Number]:
        value = column[player]
        return (value is None, 0 if value is None else sign * value)

    return [list(part) for _, part in groupby(sorted(group, key=place), key=place)]

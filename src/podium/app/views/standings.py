"""The standings: everyone in each section ranked by points, with where each half point came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby

from podium.app.views.remember import Memory
from podium.app.views.tally import rounds_after, tallies, total
from podium.app.views.words import details
from podium.core.player import Player
from podium.core.points import Points
from podium.flow.state import Round, Tournament


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings. Ranks count within the section, and equals share one: 1, 1, 3.

    `tiebreaks` are the values that part players level on points, by code, the first to decide first.
    """

    rank: int
    player: Player
    section: str
    points: Points
    details: str
    tiebreaks: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def merits(self) -> tuple[int | Fraction, ...]:
        """What the rank is decided by, all of it exact; those with the same merits share it."""
        return (self.points.units, *self.tiebreaks.values())


Standings = tuple[StandingRow, ...]
_STANDINGS: Memory[Standings] = Memory(64)


def standings(state: Tournament, after: int | None = None) -> Standings:
    """The standings after a round, or after all; section by section. Raises Unknown for a round there is not."""
    rounds = rounds_after(state, after)
    parts = (state.players, state.settings, *rounds)
    known = _STANDINGS.recall(parts)
    return known if known is not None else _STANDINGS.keep(parts, tuple(_rows(state, rounds)))


def by_section(state: Tournament) -> dict[str, list[Player]]:
    """The players of each section, in the order of the sections; nobody is left out."""
    groups: dict[str, list[Player]] = {section: [] for section in state.sections}
    for player in state.players.values():
        groups.setdefault(player.section, []).append(player)
    return groups


def _rows(state: Tournament, rounds: tuple[Round, ...]) -> Iterator[StandingRow]:
    scored = tallies(rounds, state.settings.scoring)
    for section, players in by_section(state).items():
        rows = []
        for player in players:
            tally = scored.get(player.id, {})
            rows.append(StandingRow(0, player, section, total(tally), details(tally)))
        yield from _ranked(rows)


def _ranked(rows: list[StandingRow]) -> Iterator[StandingRow]:
    """`rows` best first; inside a shared rank the higher rating, then the earlier entry, is named first."""
    rows.sort(key=lambda row: (-(row.player.fields.rating or 0), row.player.number))
    rows.sort(key=lambda row: row.merits, reverse=True)
    rank = 1
    for _, level in groupby(rows, key=lambda row: row.merits):
        equals = list(level)
        yield from (replace(row, rank=rank) for row in equals)
        rank += len(equals)

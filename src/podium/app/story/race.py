"""How everybody's points and places went from round to round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from podium.app.event.progress import has_begun
from podium.app.standings.standings import StandingRow
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.flow.state import Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class RaceLine:
    """One player: the points after each round, and the place in the list, where those with one rank have an order."""

    player: Player
    rank: int
    points: tuple[Points, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Race:
    """Everybody of a section in the order of the last standings; `rounds` are the numbers of those that count."""

    rounds: tuple[int, ...] = ()
    lines: tuple[RaceLine, ...] = ()

    def lines_of(self, players: Sequence[PlayerId]) -> tuple[RaceLine, ...]:
        """The lines of these players, in the order of the standings."""
        return tuple(line for line in self.lines if line.player.id in players)


def begun_rounds(state: Tournament) -> tuple[Round, ...]:
    """The rounds up to the last of which a game was played, or which is closed; those paired ahead are not in them."""
    begun = [here.number for here in state.rounds if here.stage is Stage.CLOSED or has_begun(here)]
    return state.rounds[: max(begun, default=0)]


def race(rounds: Sequence[int], tables: Sequence[Sequence[StandingRow]]) -> Race:
    """The race through `rounds`, after each of which the standings of the section were those in `tables`."""
    if not tables:
        return Race()
    places = [{row.player.id: place for place, row in enumerate(table, start=1)} for table in tables]
    points = [{row.player.id: row.points for row in table} for table in tables]
    return Race(
        tuple(rounds),
        tuple(
            RaceLine(
                row.player,
                row.rank,
                tuple(after[row.player.id] for after in points),
                tuple(after[row.player.id] for after in places),
            )
            for row in tables[-1]
            if not row.annulled
        ),
    )

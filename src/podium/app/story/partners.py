"""Who played with whom in teams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from podium.app.story.meetings import Meeting
from podium.core.ids import PlayerId
from podium.core.result import Worth


@dataclass(frozen=True, slots=True)
class Partnership:
    """Two who played together in a round, and whether they won."""

    round: int
    players: tuple[PlayerId, PlayerId]
    won: bool


def partnerships(met: Iterable[Meeting]) -> tuple[Partnership, ...]:
    """The teams of two of all meetings."""
    return tuple(
        Partnership(each.round, (side[0], side[1]), worth is Worth.WIN)
        for each in met
        for side, worth in each.sides
        if len(side) == 2
    )

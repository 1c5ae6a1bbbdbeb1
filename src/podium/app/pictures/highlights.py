"""Which players a picture shows in colours: the best few and one of the reader's own choice; all others stay grey."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from podium.app.pictures.svg import joined
from podium.core.ids import PlayerId

SERIES = 5  # colours for lines; the next ones have them again, with dashes
MOST_LINES = 2 * SERIES


@dataclass(frozen=True, slots=True)
class Highlights:
    """The best in their order, and the reader's own player, who may be among them or not, or nobody."""

    best: tuple[PlayerId, ...]
    own: PlayerId | None = None

    @classmethod
    def of(cls, ranked: Sequence[PlayerId], most: int, own: PlayerId | None = None) -> Highlights:
        """The first `most` of all, as many as there are colours for, and `own` if that is one of them all."""
        return cls(tuple(ranked[: min(most, MOST_LINES)]), own if own in ranked else None)

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """All of them, the reader's own last so that it is drawn above the others."""
        own = () if self.own is None else (self.own,)
        return (*(each for each in self.best if each != self.own), *own)

    def look(self, player: PlayerId) -> str:
        """The classes of a player's colour."""
        if player == self.own:
            return "own"
        at = self.best.index(player)
        return joined(f"series{at % SERIES + 1}", "dashed" if at >= SERIES else "")

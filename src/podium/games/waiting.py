"""A game on its way to being played: from when it waits for its players until its clock runs, or runs again."""

from __future__ import annotations

from collections.abc import Set

from podium.chess import Colour
from podium.games.due import start
from podium.games.events import GameEvents, GameResumed, GameStarted
from podium.games.state import LiveGame


def may_start(game: LiveGame, now: int, *, there: Set[Colour], ready: Set[Colour]) -> bool:
    """Whether a game that waits can start at `now` with these players: when both are ready, or at its time if anybody
    is there."""
    begin = start(game)
    return len(ready) == 2 if begin is None else now >= begin and bool(there)


def resumed(game: LiveGame, now: int) -> GameEvents:
    """A game that stood still goes on; one that had not started waits again, and starts if both are there."""
    begin = game.terms.start
    if game.started_at is None and len(game.ready) == 2 and (begin is None or begin <= now):
        return GameResumed(now), GameStarted(now)
    return (GameResumed(now),)

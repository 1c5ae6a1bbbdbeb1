"""What happens to a live game by itself, and when; and how one that waits or stands still starts or goes on."""

from __future__ import annotations

from collections.abc import Set

from podium.chess import Colour
from podium.games.clock import FLAG_GRACE, zero
from podium.games.events import GameEvents, GameResumed, GameStarted
from podium.games.state import Due, DueKind, LiveGame, Status


def due_of(game: LiveGame) -> Due | None:
    """What happens next if nobody does anything; None if nothing does."""
    if game.status is Status.RUNNING:
        return _while_running(game)
    if game.status is Status.WAITING:
        begin = start(game)
        if begin is not None and game.there:
            return Due(begin, DueKind.START, game.ply)
        limit = absence(game)
        return None if limit is None or game.asked else Due(limit, DueKind.NO_SHOW, game.ply)
    if game.pause is not None and game.pause.until is not None:
        return Due(game.pause.until, DueKind.RESUME, game.ply)
    return None


def _while_running(game: LiveGame) -> Due | None:
    fall, limit = zero(game), None if game.asked else absence(game)
    if fall is None:
        return None
    if limit is not None and limit < fall + FLAG_GRACE:
        return Due(limit, DueKind.NO_SHOW, game.ply)
    return Due(fall + FLAG_GRACE, DueKind.FLAG, game.ply)


def start(game: LiveGame) -> int | None:
    """When a game that waits starts as soon as anybody is there; None: when both are ready.

    A start that had passed when it was given, or when the game went on after a pause, starts no clocks: from then on
    absence counts.
    """
    begin = game.terms.start
    return begin if begin is not None and begin > game.waiting_since else None


def counted_from(game: LiveGame) -> int | None:
    """From when on a player's absence counts; None: it does not, or both are there.

    It counts for as long as the same players are there: a player who comes after all, or leaves, begins it anew.
    """
    begin = game.terms.start
    if begin is None or len(game.there) == 2 or game.imported:
        return None
    return max(game.waiting_since, begin, game.opened_at + 1000 * game.terms.pause)


def absence(game: LiveGame) -> int | None:
    """When a player's absence has lasted as long as the wait: one loses, for two the director is asked.

    None: never, or both are there.
    """
    since, wait = counted_from(game), game.terms.wait
    return None if since is None or wait is None else since + 1000 * wait + game.extension


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

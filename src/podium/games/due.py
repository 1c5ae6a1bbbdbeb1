"""What happens to a live game by itself, and when."""

from __future__ import annotations

from podium.games.clock import FLAG_GRACE, zero
from podium.games.state import Due, DueKind, LiveGame, Status


def due_of(game: LiveGame) -> Due | None:
    """What happens next if nobody does anything; None if nothing does."""
    if game.status is Status.RUNNING:
        return _while_running(game)
    if game.status is Status.WAITING:
        begin = start(game)
        if begin is not None:
            return Due(begin, DueKind.START, game.ply)
        limit = no_show(game)
        return None if limit is None else Due(limit, DueKind.NO_SHOW, game.ply)
    if game.pause is not None and game.pause.until is not None:
        return Due(game.pause.until, DueKind.RESUME, game.ply)
    return None


def _while_running(game: LiveGame) -> Due | None:
    fall, limit = zero(game), no_show(game)
    if fall is None:
        return None
    if limit is not None and limit < fall + FLAG_GRACE:
        return Due(limit, DueKind.NO_SHOW, game.ply)
    return Due(fall + FLAG_GRACE, DueKind.FLAG, game.ply)


def start(game: LiveGame) -> int | None:
    """When a game that waits starts, whoever is there; None: when both are.

    A start that had passed when the game was opened, or went on after a pause, starts nothing any more.
    """
    begin = game.terms.start
    return begin if begin is not None and begin > game.waiting_since else None


def no_show(game: LiveGame) -> int | None:
    """When whoever is not there loses; None: never, or both are."""
    if game.terms.wait is None or len(game.ready) == 2:
        return None
    return max(game.waiting_since, game.terms.start or 0) + 1000 * game.terms.wait

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
    """From when on the absence of who is not there counts; None: it does not, or both are there.

    It counts for as long as the same players are there: who comes after all, or leaves, begins it anew.
    """
    begin = game.terms.start
    if begin is None or len(game.there) == 2 or game.imported:
        return None
    return max(game.waiting_since, begin, game.opened_at + 1000 * game.terms.pause)


def absence(game: LiveGame) -> int | None:
    """When the absence of who is not there has lasted as long as the wait: one loses, for two the director is asked.

    None: never, or both are there.
    """
    since, wait = counted_from(game), game.terms.wait
    return None if since is None or wait is None else since + 1000 * wait

"""What an arbiter does to a live game."""

from __future__ import annotations

from podium.core.errors import Invalid
from podium.games.clock import must_have_time, not_running
from podium.games.commands import AddTime, DeclareResult
from podium.games.due import resumed
from podium.games.ends import ended
from podium.games.events import GameEvents, GamePaused, GameRestarted, TimeAdded
from podium.games.state import LiveGame, PauseCause, Status
from podium.knockout import check_reason

MOST_SECONDS = 3600


def pause(game: LiveGame, now: int) -> GameEvents:
    """The clocks stand until the arbiter lets them run; so they do after an interruption then."""
    _must_be_open(game)
    if game.status is Status.PAUSED and game.pause and game.pause.cause is not PauseCause.INTERRUPTION:
        return ()
    must_have_time(game, now)
    left = game.clocks_at(now)
    return (GamePaused(PauseCause.ARBITER, max(now, game.turn_since or now), left.white, left.black),)


def resume(game: LiveGame, now: int) -> GameEvents:
    """The clock of the player to move runs, or the game waits for its players again."""
    _must_be_open(game)
    return resumed(game, now) if game.status is Status.PAUSED else ()


def add_time(game: LiveGame, command: AddTime, now: int) -> GameEvents:
    """Seconds for one player or both."""
    for value in (command.white, command.black):
        if not 0 <= value <= MOST_SECONDS:
            raise Invalid("time-out-of-range", value=value, least=1, most=MOST_SECONDS)
    if command.white == command.black == 0:
        raise Invalid("time-out-of-range", value=0, least=1, most=MOST_SECONDS)
    _must_be_open(game)
    must_have_time(game, now)
    return (TimeAdded(1000 * command.white, 1000 * command.black),)


def declare(game: LiveGame, command: DeclareResult, now: int) -> GameEvents:
    """The end that the arbiter decides on."""
    reason = check_reason(command.outcome, command.reason)
    if game.status is Status.FINISHED:
        raise not_running(game)
    return (ended(game, now, command.outcome, reason),)


def void(game: LiveGame, now: int) -> GameEvents:
    """The game counts for nothing, whether or not it had ended."""
    if game.end is not None and game.end.outcome is None:
        return ()
    return (ended(game, now, None, None),)


def replay(game: LiveGame, now: int) -> GameEvents:
    """The game from its first move; one that has not begun is as good as new."""
    return () if game.status is Status.WAITING else (GameRestarted(game.terms, now),)


def count(game: LiveGame) -> GameEvents:
    """Nothing happens to the game; raises Refused where it has no result that the tournament could take."""
    if game.end is None or game.end.outcome is None:
        raise not_running(game)
    return ()


def _must_be_open(game: LiveGame) -> None:
    if game.status is Status.FINISHED or game.imported:
        raise not_running(game)

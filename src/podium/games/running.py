"""Whether a live game is being played."""

from __future__ import annotations

from podium.core.errors import Refused
from podium.games.clock import flag_is_down
from podium.games.state import LiveGame, Status


def not_running(game: LiveGame) -> Refused:
    """The error for what cannot be done to a game as far as it is."""
    return Refused("game-not-running", value=game.status.value, status=game.status.value)


def must_be_live(game: LiveGame) -> None:
    """Raises Refused unless the game is being played, and here."""
    if game.status is not Status.RUNNING or game.imported:
        raise not_running(game)


def must_have_time(game: LiveGame, now: int) -> None:
    """Raises Refused where the time of the player to move is over: the game is about to end."""
    if flag_is_down(game, now):
        raise Refused("flag-fallen", colour=game.turn.value)


def must_run(game: LiveGame, now: int) -> None:
    """Raises Refused unless the game is being played and nobody's time is over."""
    must_be_live(game)
    must_have_time(game, now)

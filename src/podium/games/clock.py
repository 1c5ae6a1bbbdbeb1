"""The clocks of a live game (what a move is charged, what lag is forgiven, when a flag falls), and whether it runs.

A move counts if its request arrived before zero. Between the player's device and the server time passes that nobody
thinks in; of that, at most `MOST_FORGIVEN` a move and never more than the player's quota is not charged.
"""

from __future__ import annotations

from typing import NamedTuple

from podium.core.errors import Refused
from podium.core.timecontrol import Added, TimeControl
from podium.games.state import QUOTA, Clocks, LiveGame, Status
from podium.games.terms import GameTerms

MOST_FORGIVEN = 250
"""Milliseconds of lag that are forgiven with one move, at most."""
QUOTA_GAIN = 100
"""What each move adds to the quota of its player, up to `QUOTA`."""
FLAG_GRACE = 300
"""How long after zero a flag is looked at: by then every move that arrived in time, or is forgiven, is decided."""


class Charge(NamedTuple):
    """What a player has after a move: time left, and lag that can still be forgiven."""

    clock: int
    quota: int


def initial_clocks(terms: GameTerms) -> Clocks:
    """What both have before the first move; without minutes, the seconds of one move."""
    white, black = (1000 * (each.base or each.increment) for each in (terms.time.white, terms.time.black))
    return Clocks(white, black)


def low_time(terms: GameTerms) -> int:
    """From what on a clock warns, in milliseconds: the last tenth of the time, but 5 to 30 seconds where there is more
    than twice that."""
    full = initial_clocks(terms)
    least = min(full.white, full.black)
    return min(max(least // 10, 5_000), 30_000, least // 2)


def next_period(time: TimeControl, move: int) -> int:
    """The milliseconds that a player gets with the last move of a period; 0 with any other."""
    following = time.period(move + 1)
    return 0 if following is time.period(move) else 1000 * following.base


def zero(game: LiveGame) -> int | None:
    """When the player to move has no time left; None while no clock runs."""
    return None if game.turn_since is None else game.turn_since + game.delay + game.clocks.held_by(game.turn)


def flag_is_down(game: LiveGame, now: int) -> bool:
    """Whether the player to move has no time left."""
    end = zero(game)
    return end is not None and now >= end


def charge(game: LiveGame, now: int, thinking: int | None) -> Charge | None:
    """What the player to move has after a move that arrived at `now`; None if it came too late.

    `thinking` is what the player's own device measured; nothing is forgiven without it.
    """
    mover = game.turn
    left, quota = game.clocks.held_by(mover), game.quotas.held_by(mover)
    elapsed = max(0, now - (now if game.turn_since is None else game.turn_since))
    run = max(0, elapsed - game.delay)
    forgiven = 0
    if thinking is not None and thinking >= 0:
        forgiven = min(max(0, elapsed - thinking), run, quota, MOST_FORGIVEN)
    charged = run - forgiven
    if charged >= left:
        return None
    return Charge(left - charged + _brought(game, charged), min(QUOTA, quota - forgiven + QUOTA_GAIN))


def _brought(game: LiveGame, charged: int) -> int:
    """The milliseconds that a move brings for which so much was charged since the clock ran last."""
    extra = 1000 * game.period.increment
    given = {Added.INCREMENT: extra, Added.DELAY: 0, Added.BRONSTEIN: min(extra, game.spent + charged)}
    return given[game.period.added] + next_period(game.terms.time_of(game.turn), game.ply // 2 + 1)


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

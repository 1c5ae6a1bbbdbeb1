"""A game as those see it who are to see it late."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from podium import chess
from podium.core.timecontrol import Added
from podium.games.clock import initial_clocks, next_period
from podium.games.state import Clocks, LiveGame, Status


def as_of(game: LiveGame, at: int) -> LiveGame:
    """The game as it stood at `at` (milliseconds): without later moves, pauses and ends.

    An offer has no time of its own, so it is left out. The game itself comes back where there is nothing to hide.
    """
    played = bisect_right(game.times, at, key=lambda each: each.at)
    later = (
        played < len(game.times)
        or _is_after(game.started_at, at)
        or (game.end is not None and game.end.at > at)
        or (game.pause is not None and game.pause.at > at)
    )
    if later:
        return _cut(game, played, at)
    return game if game.offer is None else replace(game, offer=None)


def _cut(game: LiveGame, played: int, at: int) -> LiveGame:
    """The game after so many of its moves, going on unless it had not begun."""
    started = None if _is_after(game.started_at, at) else game.started_at
    begun = started is not None or played > 0
    clocks = clocks_after(game, played)
    return replace(
        game,
        board=chess.replayed(game.board.initial, game.board.moves[:played], claims=game.board.claims),
        times=game.times[:played],
        clocks=clocks,
        status=Status.RUNNING if begun else Status.WAITING,
        started_at=started,
        turn_since=_turn_since(game, played, clocks) if begun and not game.imported else None,
        offer=None,
        pause=None,
        end=None,
        spent=0,
    )


def _is_after(time: int | None, at: int) -> bool:
    return time is not None and time > at


def clocks_after(game: LiveGame, played: int) -> Clocks:
    """What both had on their clocks after so many moves: as their last moves left it, or all of their time."""
    clocks, colour = initial_clocks(game.terms), game.board.initial.turn
    for each in game.times[:played]:
        if each.clock is not None:
            clocks = clocks.having(colour, each.clock)
        colour = colour.other
    return clocks


def _turn_since(game: LiveGame, played: int, clocks: Clocks) -> int | None:
    """When the clock of the player to move began to run, so that it came to what is stored of the moment it stopped.

    Where the game was paused in between, that is later than the move before.
    """
    colour = game.board.initial.turn if played % 2 == 0 else game.board.initial.turn.other
    before = game.times[played - 1].at if played else game.started_at
    time, move = game.terms.time_of(colour), played // 2 + 1
    period = time.period(move)
    extra = 1000 * period.increment
    if played < len(game.times):
        # What a move brought at most: where it was less, the clock began with the move before.
        stopped, left = game.times[played].at, (game.times[played].clock or 0) - extra - next_period(time, move)
    else:
        halt = game.end or game.pause
        if halt is None:
            return game.turn_since
        stopped, left = halt.at, game.clocks.held_by(colour) - (extra if period.added is Added.DELAY else 0)
    thinking = max(0, clocks.held_by(colour) - left)
    return stopped - thinking if before is None else max(before, stopped - thinking)

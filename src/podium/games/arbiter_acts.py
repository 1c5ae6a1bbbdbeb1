"""What an arbiter does to a live game."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from podium.core.errors import Invalid, Refused
from podium.core.player import tidy
from podium.games.clock import must_have_time, not_running
from podium.games.commands import AddTime, AnswerCall, DeclareResult, ExtendWait, TakeBack
from podium.games.delayed import clocks_after
from podium.games.due import absence, resumed
from podium.games.ends import ended
from podium.games.events import (
    CallAnswered,
    GameEnded,
    GameEvents,
    GamePaused,
    GameRestarted,
    MovesRestored,
    MovesTakenBack,
    StartMoved,
    TimeAdded,
    WaitExtended,
)
from podium.games.state import LiveGame, PauseCause, Status
from podium.games.system_acts import start_moved
from podium.knockout import check_reason

MOST_SECONDS = 3600
LONGEST_CLOCK = 86_400
"""Seconds that a clock can be set to, at most."""


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


def start(game: LiveGame, now: int) -> GameEvents:
    """The start of this game alone; its clock runs if both are ready, and from now on who is not there is absent."""
    _must_wait(game)
    begin = game.terms.start
    if begin is not None and begin <= now and not game.asked:
        return ()
    moment = datetime.fromtimestamp(now / 1000, UTC).isoformat(timespec="milliseconds")
    return start_moved(game, replace(game.terms, starts_at=moment), now)


def hold(game: LiveGame, now: int) -> GameEvents:
    """No start for this game; nobody is absent."""
    _must_wait(game)
    return () if game.terms.starts_at is None else (StartMoved(None, now),)


def add_time(game: LiveGame, command: AddTime, now: int) -> GameEvents:
    """Seconds for one player or both, or what their clocks are set to."""
    most = LONGEST_CLOCK if command.sets else MOST_SECONDS
    for value in (command.white, command.black):
        if not 0 <= value <= most:
            raise Invalid("time-out-of-range", value=value, least=1, most=most)
    if command.white == command.black == 0:
        raise Invalid("time-out-of-range", value=0, least=1, most=most)
    _must_be_open(game)
    must_have_time(game, now)
    white, black = 1000 * command.white, 1000 * command.black
    if command.sets:
        left = game.clocks_at(now)
        white, black = white and white - left.white, black and black - left.black
    return (TimeAdded(white, black),) if white or black else ()


def extend_wait(game: LiveGame, command: ExtendWait, now: int) -> GameEvents:
    """So many seconds more for who is absent, from now on where the wait is over."""
    if not 1 <= command.seconds <= MOST_SECONDS:
        raise Invalid("time-out-of-range", value=command.seconds, least=1, most=MOST_SECONDS)
    _must_be_open(game)
    limit = absence(game) if game.status is not Status.PAUSED else None
    if limit is None:
        raise Refused("nobody-awaited", value=game.id)
    return (WaitExtended(max(limit, now) - limit + 1000 * command.seconds),)


def take_back(game: LiveGame, command: TakeBack, now: int) -> GameEvents:
    """The game as it stood after so many half-moves, or without its end; it stands still."""
    dropped = game.pause is not None and game.pause.cause is PauseCause.DROPPED
    if game.imported or game.started_at is None or dropped:
        raise not_running(game)
    most = game.ply if game.end is not None else game.ply - 1
    if not 0 <= command.ply <= most:
        raise Invalid("no-such-ply", field="ply", value=command.ply, most=max(0, most))
    then = clocks_after(game, command.ply) if command.ply < game.ply else game.clocks
    return (MovesTakenBack(command.ply, then.white, then.black, max(now, game.turn_since or now)),)


def undo(game: LiveGame, now: int) -> GameEvents:
    """The last time given or wait extended is taken back, or the moves taken back stand again with the end they had."""
    act = game.last_act
    if act is None or game.end is not None:
        raise Refused("nothing-to-undo", value=game.id)
    if act.waits:
        return (WaitExtended(-act.waits),)
    if act.before is None:
        left = game.clocks_at(now)
        if min(left.white - act.given.white, left.black - act.given.black) <= 0:
            raise Refused("time-used", value=game.id)
        return (TimeAdded(-act.given.white, -act.given.black),)
    end, clocks = act.before.end, act.before.clocks
    if end is None:
        return (MovesRestored(now),)
    ended_again = GameEnded(end.outcome, end.reason, end.at, clocks.white, clocks.black, end.by_hand)
    return MovesRestored(now), ended_again


def answer_call(game: LiveGame, command: AnswerCall, now: int) -> GameEvents:
    """What the player who called longest ago is told."""
    call, text = game.open_call, tidy("text", command.text) or ""
    if call is None:
        raise Refused("no-call", value=game.id)
    if not (text or command.done):
        raise Invalid("answer-missing", field="text", value="")
    return (CallAnswered(call.by, text, command.done, now),)


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


def _must_wait(game: LiveGame) -> None:
    if game.status is not Status.WAITING:
        raise not_running(game)


def _must_be_open(game: LiveGame) -> None:
    if game.status is Status.FINISHED or game.imported:
        raise not_running(game)

"""What Podium itself does to a live game: for the tournament, when a time has come, and after an interruption."""

from __future__ import annotations

from dataclasses import replace

from podium import chess
from podium.core.errors import Refused
from podium.games import events
from podium.games.clock import flag_is_down
from podium.games.commands import Elapse, EndByHand, ImportGame, Interrupt, NotePresence, OpenGame
from podium.games.due import absence, due_of, may_start, resumed
from podium.games.ends import absent, ended, lost
from podium.games.state import DueKind, LiveGame, PauseCause, Status
from podium.games.terms import GameTerms
from podium.knockout import Reason

SHORTEST_INTERRUPTION = 3_000
LONGEST_RETURN = 60_000
"""Milliseconds after which an interrupted game goes on, with or without its players."""


def open_game(game: LiveGame | None, command: OpenGame, now: int) -> events.GameEvents:
    """The game can be played; one that waits is opened anew only with other players or by other terms.

    So is one whose pairing was no more for a while, if it had not started; one that had stands until it is resumed. One
    that ended because somebody was absent, or before it began, is played after all if that result is taken back.
    """
    pause = game.pause if game is not None else None
    dropped = pause is not None and pause.cause is PauseCause.DROPPED and not pause.started
    if game is not None and not dropped:
        if game.imported:
            return ()
        same_players = (game.white, game.black) == (command.white, command.black)
        if _ended_unplayed(game) and same_players:
            return (events.GameRestarted(command.terms, now),)
        same_terms = replace(game.terms, starts_at=command.terms.starts_at) == command.terms
        if game.status is not Status.WAITING or (same_terms and same_players):
            return start_moved(game, command.terms, now)
    return (
        events.GameOpened(
            command.id, command.tournament, command.round, command.white, command.black, command.terms, now
        ),
    )


def start_moved(game: LiveGame, terms: GameTerms, now: int) -> events.GameEvents:
    """The start that was given to the round, or taken back; a game whose players waited for it may start at once."""
    if game.terms.starts_at == terms.starts_at:
        return ()
    moved = events.StartMoved(terms.starts_at, now)
    both = game.status is Status.WAITING and len(game.ready) == 2
    return (moved, events.GameStarted(now)) if both and (terms.start or 0) <= now else (moved,)


def _ended_unplayed(game: LiveGame) -> bool:
    """Whether the game has a result though nobody, or only one of the players, came."""
    end = game.end
    if end is None or end.outcome is None:
        return False
    return game.started_at is None or end.reason in (Reason.NO_SHOW, Reason.DOUBLE_NO_SHOW)


def import_game(game: LiveGame | None, command: ImportGame, now: int) -> events.GameEvents:
    """The record of a game that was played elsewhere; raises Refused where one is played here, and Invalid for a
    record that is not legal."""
    if game is not None and game.status is not Status.WAITING and not game.imported:
        raise Refused("game-exists", value=game.id, status=game.status.value)
    position = chess.INITIAL if command.fen is None else chess.read_fen(command.fen)
    for uci, _san in command.moves:
        position = chess.after(position, chess.read_uci(position, uci))
    if game is not None and _is_same(game, command):
        return ()
    return (
        events.GameImported(
            command.id,
            command.tournament,
            command.round,
            command.white,
            command.black,
            command.moves,
            command.clocks[: len(command.moves)],
            command.outcome,
            now,
            command.fen,
        ),
    )


def _is_same(game: LiveGame, command: ImportGame) -> bool:
    """Whether the record is there already."""
    initial = chess.INITIAL if command.fen is None else chess.read_fen(command.fen)
    return (
        game.imported
        and (game.white, game.black, game.board.initial) == (command.white, command.black, initial)
        and tuple((move.uci, san) for move, san in game.board.moves) == command.moves
        and (game.end and game.end.outcome) is command.outcome
    )


def suspend(game: LiveGame, cause: PauseCause, now: int) -> events.GameEvents:
    """The game stands still because its pairing is no more, or until the arbiter lets it go on."""
    stands = game.pause is not None and game.pause.cause in (PauseCause.DROPPED, cause)
    if game.status is Status.FINISHED or stands or (game.imported and cause is PauseCause.ARBITER):
        return ()
    left = game.clocks_at(now)
    return (events.GamePaused(cause, max(now, game.turn_since or now), left.white, left.black),)


def end_by_hand(game: LiveGame, command: EndByHand, now: int) -> events.GameEvents:
    """The end by a result that was entered in the tournament."""
    if command.outcome is None or game.status is Status.FINISHED:
        return ()
    return (ended(game, now, command.outcome, command.reason, by_hand=True),)


def elapse(game: LiveGame, command: Elapse, now: int) -> events.GameEvents:
    """What was due, if it still is."""
    match command.kind:
        case DueKind.FLAG if game.status is Status.RUNNING and command.ply == game.ply:
            return _flag(game, now)
        case DueKind.NO_SHOW if game.status in (Status.WAITING, Status.RUNNING):
            limit = absence(game)
            if limit is None or now < limit or game.asked:
                return ()
            return (absent(game, now) if game.there else events.BothAbsent(now),)
        case DueKind.START if game.status is Status.WAITING:
            starts = may_start(game, now, there=game.there, ready=game.ready)
            return (events.GameStarted(now),) if starts else ()
        case DueKind.RESUME if game.pause and game.pause.until is not None and now >= game.pause.until:
            return resumed(game, now)
    return ()


def _flag(game: LiveGame, now: int) -> events.GameEvents:
    """The loss of the player whose time is over (FIDE 6.9); a clock that ran for nobody has not run."""
    if not flag_is_down(game, now):
        return ()
    if not game.there:
        return events.GameRestarted(game.terms, now), events.BothAbsent(now)
    return (lost(game, now, game.turn, Reason.TIMEOUT),)


def note_presence(game: LiveGame, command: NotePresence, now: int) -> events.GameEvents:
    """A player came, and the game starts if it only waited for somebody; or left. Who said to be ready stays there."""
    colour = game.colour_of(command.player)
    if colour is None or game.imported or game.status is Status.FINISHED:
        return ()
    if not command.there:
        return (events.PlayerLeft(colour, now),) if colour in game.present else ()
    if colour in game.present:
        return ()
    came = events.PlayerCame(colour, now)
    waits = game.status is Status.WAITING
    if waits and may_start(game, now, there=game.there | {colour}, ready=game.ready):
        return came, events.GameStarted(now)
    return (came,)


def interrupt(game: LiveGame, command: Interrupt, now: int) -> events.GameEvents:
    """A pause, with nothing charged for the time when nobody could write; a game that waits for its players, or for
    their return, waits for them anew."""
    since = max(command.since, _latest(game))
    set_back = command.since - now  # by as much as the system's clock was, if it was in that time
    if game.imported or max(now - since, set_back) <= SHORTEST_INTERRUPTION:
        return ()
    left = game.clocks_at(since)
    paused = events.GamePaused(PauseCause.INTERRUPTION, now, left.white, left.black, now + LONGEST_RETURN, since)
    match game.status:
        case Status.WAITING if due_of(game):
            return (paused, *resumed(game, now))
        case Status.RUNNING if not flag_is_down(game, since):  # else the time was over while Podium could still write
            return (paused,)
        case Status.PAUSED if game.pause and game.pause.until is not None:
            return (paused,)
    return ()


def _latest(game: LiveGame) -> int:
    """From when on a game has stood as it does."""
    if game.pause is not None:
        return game.pause.at
    return game.waiting_since if game.turn_since is None else game.turn_since

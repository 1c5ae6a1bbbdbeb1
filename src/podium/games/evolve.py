"""A live game after an event. Judges nothing, never fails, never asks the time; clocks are taken as they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from podium import chess
from podium.chess import WHITE, Colour, Move, PlayedMove
from podium.chess.geometry import SQUARES
from podium.core.errors import PodiumError
from podium.core.timecontrol import TimeControl, TimeControls
from podium.games import events
from podium.games.clock import initial_clocks
from podium.games.state import (
    QUOTA,
    Call,
    CallKind,
    Clocks,
    FalseClaim,
    GameEnd,
    LastAct,
    LiveGame,
    MoveTime,
    Pause,
    PauseCause,
    Status,
)
from podium.games.terms import GameTerms

BOTH = frozenset(Colour)
_NO_TIME = TimeControl(0, 0)
# Of a game that was never to be played here.
_ELSEWHERE = GameTerms(TimeControls(_NO_TIME, _NO_TIME), wait=None)


def fold(game: LiveGame | None, events: Iterable[events.GameEvent]) -> LiveGame | None:
    """The game after all of `events`, one by one."""
    for event in events:
        game = evolve(game, event)
    return game


def evolve(game: LiveGame | None, event: events.GameEvent) -> LiveGame:
    """The game after `event`."""
    if isinstance(event, events.GameOpened):
        return _opened(game, event)
    if isinstance(event, events.GameImported):
        return _imported(game, event)
    if game is None:
        raise PodiumError("game-damaged", event=type(event).__name__)
    match event:
        case events.MovePlayed():
            return _moved(game, event)
        case events.PlayerReady():
            return _attended(game, replace(game, ready=game.ready | {event.colour}), event.at)
        case events.PlayerCame():
            return _attended(game, replace(game, present=game.present | {event.colour}), event.at)
        case events.PlayerLeft():
            return _attended(game, replace(game, present=game.present - {event.colour}), event.at)
        case events.BothAbsent():
            return replace(game, asked=True)
        case events.StartMoved():
            terms = replace(game.terms, starts_at=event.starts_at)
            return replace(game, terms=terms, waiting_since=event.at, asked=False, extension=0)
        case events.GameStarted():
            return replace(game, status=Status.RUNNING, started_at=event.at, turn_since=event.at)
        case events.DrawOffered():
            made = game.offers.having(event.colour, game.offers.held_by(event.colour) + 1)
            return replace(game, offer=event.colour, offers=made)
        case events.DrawOfferClosed():
            return replace(game, offer=None)
        case events.GameEnded():
            return replace(
                game,
                status=Status.FINISHED,
                clocks=Clocks(event.white, event.black),
                turn_since=None,
                offer=None,
                pause=None,
                end=GameEnd(event.outcome, event.reason, event.at, event.by_hand),
                last_act=None,
                false_claim=None,
            )
        case events.GamePaused():
            stopped = event.at if event.since is None else event.since
            return replace(
                game,
                status=Status.PAUSED,
                clocks=Clocks(event.white, event.black),
                turn_since=None,
                spent=game.spent + (0 if game.turn_since is None else max(0, stopped - game.turn_since)),
                pause=Pause(event.cause, event.at, event.until, started=game.started_at is not None),
            )
        case events.PlayerReturned():
            pause = game.pause or Pause(PauseCause.INTERRUPTION, event.at)
            return replace(game, pause=replace(pause, until=event.until, back=pause.back | {event.colour}))
        case events.GameResumed():
            return _resumed(game, event)
        case events.TimeAdded():
            given = Clocks(event.white, event.black)
            clocks = Clocks(game.clocks.white + given.white, game.clocks.black + given.black)
            return replace(game, clocks=clocks, last_act=LastAct(given), false_claim=None)
        case events.ClaimFailed():
            given = Clocks(0, 0).having(event.colour.other, event.given)
            clocks = Clocks(game.clocks.white + given.white, game.clocks.black + given.black)
            claim = FalseClaim(event.colour, event.given)
            return replace(game, clocks=clocks, last_act=LastAct(given), false_claim=claim)
        case events.WaitExtended():
            longer = game.extension + event.more
            return replace(game, extension=longer, asked=False, last_act=LastAct(waits=event.more))
        case events.MovesTakenBack():
            return _taken_back(game, event)
        case events.MovesRestored():
            before = game.last_act.before if game.last_act is not None else None
            return _halted(game, before or game, event.at)
        case events.ArbiterCalled():
            return _with_call(game, Call(event.colour, event.kind, event.text, event.at))
        case events.CallAnswered():
            call = game.call_of(event.colour) or Call(event.colour, CallKind.OTHER, "", event.at)
            return _with_call(game, replace(call, answer=event.text or call.answer, done=event.done))
        case events.GameRestarted():
            opened = events.GameOpened(
                game.id, game.tournament, game.round, game.white, game.black, event.terms, event.at
            )
            return replace(_opened(game, opened), attempt=game.attempt + 1, calls=game.calls)


def _attended(before: LiveGame, after: LiveGame, at: int) -> LiveGame:
    """`after`; the absence of who is not there counts anew where others are there than `before`."""
    return after if after.there == before.there else replace(after, waiting_since=at, asked=False)


def _opened(game: LiveGame | None, event: events.GameOpened) -> LiveGame:
    number = event.terms.start_position
    initial = chess.INITIAL if number is None else chess.start_position(number)
    stays = game is not None and game.end is None and (game.white, game.black) == (event.white, event.black)
    return LiveGame(
        event.id,
        event.tournament,
        event.round,
        event.white,
        event.black,
        event.terms,
        event.at,
        event.at,
        chess.begin(initial, claims=event.terms.claims),
        initial_clocks(event.terms),
        Clocks(QUOTA, QUOTA),
        present=game.present if game is not None and stays else frozenset(),
        attempt=game.attempt if game else 1,
    )


def _moved(game: LiveGame, event: events.MovePlayed) -> LiveGame:
    mover = game.board.position.turn
    return replace(
        game,
        board=chess.add(game.board, move_of(event.uci), event.san),
        clocks=game.clocks.having(mover, event.clock),
        quotas=game.quotas.having(mover, event.quota),
        times=(*game.times, MoveTime(event.at, event.clock)),
        turn_since=event.at,
        spent=0,
        # A move answers the opponent's offer; the own one stands.
        offer=game.offer if game.offer is mover else None,
        last_act=None if game.last_act is not None and game.last_act.before is not None else game.last_act,
        false_claim=None,
    )


def _with_call(game: LiveGame, call: Call) -> LiveGame:
    return replace(game, calls=(*(other for other in game.calls if other.by is not call.by), call))


def _taken_back(game: LiveGame, event: events.MovesTakenBack) -> LiveGame:
    thought = 0 if game.turn_since is None else max(0, event.at - game.turn_since)
    before = replace(game, clocks=game.clocks_at(event.at), spent=game.spent + thought, last_act=None)
    played = game.board.moves[: event.ply]
    then = replace(
        game,
        board=chess.replayed(game.board.initial, played, claims=game.board.claims),
        times=game.times[: event.ply],
        clocks=Clocks(event.white, event.black),
        spent=0,
        last_act=LastAct(before=before),
    )
    return _halted(game, then, event.at)


def _halted(now: LiveGame, then: LiveGame, at: int) -> LiveGame:
    """The game as it stood `then`, until an arbiter lets it go on, with who is there `now`."""
    return replace(
        then,
        status=Status.PAUSED,
        turn_since=None,
        offer=None,
        end=None,
        pause=Pause(PauseCause.ARBITER, at),
        present=now.present,
        ready=now.ready,
        calls=now.calls,
        false_claim=None,
        attempt=now.attempt + 1,
    )


def _resumed(game: LiveGame, event: events.GameResumed) -> LiveGame:
    started = game.started_at is not None
    return replace(
        game,
        status=Status.RUNNING if started else Status.WAITING,
        turn_since=event.at if started and not game.imported else None,
        waiting_since=game.waiting_since if game.ready == BOTH else event.at,
        asked=False,
        pause=None,
    )


def _imported(game: LiveGame | None, event: events.GameImported) -> LiveGame:
    initial = chess.INITIAL if event.fen is None else chess.read_fen(event.fen)
    known = (*event.clocks, *(None for _move in event.moves[len(event.clocks) :]))
    times = _times(game, event)
    return LiveGame(
        event.id,
        event.tournament,
        event.round,
        event.white,
        event.black,
        game.terms if game else _ELSEWHERE,
        game.opened_at if game else event.at,
        event.at,
        chess.replayed(initial, (PlayedMove(move_of(uci), san) for uci, san in event.moves)),
        _last_clocks(initial.turn, known),
        Clocks(0, 0),
        status=Status.RUNNING if event.outcome is None else Status.FINISHED,
        ready=BOTH,
        started_at=times[0] if times else event.at,
        times=tuple(map(MoveTime, times, known)),
        end=None if event.outcome is None else GameEnd(event.outcome, None, event.at),
        attempt=game.attempt if game else 1,
        imported=True,
    )


def _times(game: LiveGame | None, event: events.GameImported) -> list[int]:
    """When each move was taken over: with an earlier record, as far as that has the same moves, or with this one."""
    times = [event.at] * len(event.moves)
    if game is not None and game.imported:
        for ply, (played, (uci, _san), time) in enumerate(zip(game.board.moves, event.moves, game.times, strict=False)):
            if played.move.uci != uci:
                break
            times[ply] = time.at
    return times


def _last_clocks(first: Colour, known: tuple[int | None, ...]) -> Clocks:
    """What both had left after their last moves; nothing where that is not known."""
    of_first, of_second = ([clock for clock in known[side::2] if clock is not None] or [0] for side in (0, 1))
    white, black = (of_first, of_second) if first is WHITE else (of_second, of_first)
    return Clocks(white[-1], black[-1])


@lru_cache(4096)
def move_of(uci: str) -> Move:
    """The move that was stored by its coordinates; it is not examined."""
    return Move(SQUARES[uci[:2]], SQUARES[uci[2:4]], ord(uci[4].upper()) if len(uci) > 4 else 0)

"""What a player does at the board: to come, to move, to resign, to offer or claim a draw (FIDE 9.1 to 9.3).

An offer lasts until it is declined, withdrawn or answered by a move of the opponent. It may be made on either turn.
"""

from __future__ import annotations

from podium import chess
from podium.chess import Colour
from podium.core.errors import Invalid, Refused
from podium.core.player import tidy
from podium.games.clock import charge, must_be_live, must_run, not_running
from podium.games.commands import CallArbiter, ClaimDraw, PlayMove
from podium.games.due import may_start
from podium.games.ends import by_the_laws, ended, lost, won_by
from podium.games.events import (
    ArbiterCalled,
    ClaimFailed,
    DrawOfferClosed,
    DrawOffered,
    GameEnded,
    GameEvents,
    GameStarted,
    MovePlayed,
    PlayerReady,
    PlayerReturned,
)
from podium.games.state import LiveGame, PauseCause, Status
from podium.knockout import DrawRuleMode, Outcome, Reason

AFTER_BOTH_ARE_BACK = 10_000
"""Milliseconds until an interrupted game goes on when both players are back."""
BETWEEN_CALLS = 30_000
"""Milliseconds between two calls of a player, at least."""
LONGEST_MOVE = 20
"""Characters of anything that is worth being looked up among the moves before."""


def be_ready(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The player is there, and the game starts if that was all it waited for; after an interruption: is back."""
    if game.status is Status.WAITING:
        arrived = () if by in game.ready else (PlayerReady(by, now),)
        if may_start(game, now, there=game.there | {by}, ready=game.ready | {by}):
            return (*arrived, GameStarted(now))
        return arrived
    if game.status is Status.RUNNING:
        return () if by in game.ready else (PlayerReady(by, now),)
    pause = game.pause
    if pause is None or pause.cause is not PauseCause.INTERRUPTION or pause.until is None:
        raise not_running(game)
    if by in pause.back:
        return ()
    both = by.other in pause.back
    until = min(pause.until, now + AFTER_BOTH_ARE_BACK) if both else pause.until
    return (PlayerReturned(by, now, until),)


def resign(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The opponent wins, if there is any way to mate (FIDE 5.1.2), also while the game stands still; nothing if it has
    ended so."""
    if game.end is not None and game.end.reason is Reason.RESIGNATION and game.end.outcome is not won_by(by):
        return ()
    stands = game.pause is not None and game.pause.started and game.pause.cause is not PauseCause.DROPPED
    if not stands:
        must_run(game, now)
    return (lost(game, now, by, Reason.RESIGNATION),)


def play_move(game: LiveGame, command: PlayMove, by: Colour, now: int) -> GameEvents:
    """The move with its clock, and the end if it is one; nothing if the same move was played there before."""
    if _is_known(game, command, by):
        return ()
    must_be_live(game)
    if command.ply != game.ply:
        raise Refused("stale", value=command.ply, ply=game.ply)
    if by is not game.turn:
        raise Refused("not-your-turn", turn=game.turn.value)
    left = charge(game, now, command.thinking)
    if left is None:
        raise Refused("flag-fallen", colour=by.value)
    board = chess.play(game.board, command.move)
    move, san = board.moves[-1]
    at = max(now, game.turn_since or now)
    played = MovePlayed(command.ply, move.uci, san, at, left.clock, left.quota)
    events: GameEvents = (played,) if by in game.ready else (PlayerReady(by, at), played)
    if board.end is None:
        return events
    return (*events, by_the_laws(game, at, board.end, game.clocks.having(by, left.clock)))


def _is_known(game: LiveGame, command: PlayMove, by: Colour) -> bool:
    """Whether the player made this very move at this very ply."""
    ply, text = command.ply, command.move.strip(" ")
    first = game.board.initial.turn
    mover = first if ply % 2 == 0 else first.other
    if not 0 <= ply < game.ply or by is not mover or len(text) > LONGEST_MOVE:
        return False
    move, san = game.board.moves[ply]
    if text in (move.uci, san):
        return True
    position = game.board.initial
    for earlier, _san in game.board.moves[:ply]:
        position = chess.after(position, earlier)
    try:
        return chess.read_move(position, text) == move
    except Invalid:
        return False


def offer_draw(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The offer; an offer in answer to one is an agreement."""
    must_run(game, now)
    if game.offer is by:
        return ()
    if game.offer is not None:
        return _agreed(game, now)
    terms = game.terms
    if terms.draw_rule_mode is not DrawRuleMode.ALLOW_ALL:
        raise Refused("draw-refused", rule="drawRuleMode", value=terms.draw_rule_mode.value)
    if game.ply < 2:
        raise Refused("draw-refused", rule="both-moved", value=game.ply)
    move, made = game.board.position.number, game.offers.held_by(by)
    if terms.min_move is not None and move < terms.min_move:
        raise Refused("draw-refused", rule="minMove", value=terms.min_move, move=move)
    if terms.max_offers is not None and made >= terms.max_offers:
        raise Refused("draw-refused", rule="maxOffers", value=terms.max_offers, made=made)
    return (DrawOffered(by),)


def accept_draw(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The draw by agreement; nothing if the game has ended so."""
    if game.end is not None and game.end.reason is Reason.DRAW_AGREEMENT:
        return ()
    must_run(game, now)
    _must_be_open(game)
    if game.offer is by:
        raise Refused("draw-refused", rule="own-offer", value=by.value)
    return _agreed(game, now)


def decline_draw(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The end of the opponent's offer."""
    must_run(game, now)
    _must_be_open(game)
    if game.offer is by:
        raise Refused("draw-refused", rule="own-offer", value=by.value)
    return (DrawOfferClosed(by),)


def withdraw_draw(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The end of the player's own offer."""
    must_run(game, now)
    _must_be_open(game)
    if game.offer is not by:
        raise Refused("draw-refused", rule="opponent-offer", value=by.other.value)
    return (DrawOfferClosed(by),)


def claim_draw(game: LiveGame, command: ClaimDraw, by: Colour, now: int) -> GameEvents:
    """The draw by repetition or fifty moves; only the player to move can claim it (FIDE 9.2 and 9.3).

    One that is not true gives the opponent time, where the event says so, and the move that was intended is played
    (9.5.3); if that ends the game, the end is all.
    """
    must_run(game, now)
    if by is not game.turn:
        raise Refused("not-your-turn", turn=game.turn.value)
    try:
        end = chess.claim(game.board, command.intended).end
    except Refused as untrue:
        if untrue.code != "claim-not-true":
            raise
        if not game.terms.penalty:
            raise Refused("draw-refused", rule="claim", **untrue.facts) from None
        intended = command.intended
        if intended is None and game.false_claim is not None:
            return ()  # the same again
        played = () if intended is None else play_move(game, PlayMove(intended, game.ply), by, now)
        over = any(isinstance(event, GameEnded) for event in played)
        return played if over else (*played, ClaimFailed(by, game.terms.penalty))
    return () if end is None else (by_the_laws(game, now, end, game.clocks_at(now)),)


def call_arbiter(game: LiveGame, command: CallArbiter, by: Colour, now: int) -> GameEvents:
    """The call, also before and after the game; one at a time, and not again at once."""
    if game.imported:
        raise not_running(game)
    text, last = tidy("text", command.text) or "", game.call_of(by)
    if last is not None and not last.done:
        raise Refused("call-open", value=last.kind.value)
    if last is not None and now - last.at < BETWEEN_CALLS:
        raise Refused("calls-too-often", value=BETWEEN_CALLS // 1000)
    return (ArbiterCalled(by, command.kind, text, now),)


def _must_be_open(game: LiveGame) -> None:
    if game.offer is None:
        raise Refused("draw-refused", rule="no-offer", value=None)


def _agreed(game: LiveGame, now: int) -> GameEvents:
    return (ended(game, now, Outcome.DRAW, Reason.DRAW_AGREEMENT),)

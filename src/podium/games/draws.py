"""Draws that players bring about: offers and what becomes of them, and claims (FIDE 9.1 to 9.3).

An offer lasts until it is declined, withdrawn or answered by a move of the opponent. It may be made on either turn.
"""

from __future__ import annotations

from podium import chess
from podium.chess import Colour
from podium.core.errors import Refused
from podium.games.commands import ClaimDraw
from podium.games.ends import by_the_laws, ended
from podium.games.events import DrawOfferClosed, DrawOffered, GameEvents
from podium.games.running import must_run
from podium.games.state import LiveGame
from podium.knockout import DrawRuleMode, Outcome, Reason


def offer(game: LiveGame, by: Colour, now: int) -> GameEvents:
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
    move, made = game.board.position.number, game.offers.of(by)
    if terms.min_move is not None and move < terms.min_move:
        raise Refused("draw-refused", rule="minMove", value=terms.min_move, move=move)
    if terms.max_offers is not None and made >= terms.max_offers:
        raise Refused("draw-refused", rule="maxOffers", value=terms.max_offers, made=made)
    return (DrawOffered(by),)


def accept(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The draw by agreement; nothing if the game has ended so."""
    if game.end is not None and game.end.reason is Reason.DRAW_AGREEMENT:
        return ()
    must_run(game, now)
    _must_be_open(game)
    if game.offer is by:
        raise Refused("draw-refused", rule="own-offer", value=by.value)
    return _agreed(game, now)


def decline(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The end of the opponent's offer."""
    must_run(game, now)
    _must_be_open(game)
    if game.offer is by:
        raise Refused("draw-refused", rule="own-offer", value=by.value)
    return (DrawOfferClosed(by),)


def withdraw(game: LiveGame, by: Colour, now: int) -> GameEvents:
    """The end of the player's own offer."""
    must_run(game, now)
    _must_be_open(game)
    if game.offer is not by:
        raise Refused("draw-refused", rule="opponent-offer", value=by.other.value)
    return (DrawOfferClosed(by),)


def claim(game: LiveGame, command: ClaimDraw, by: Colour, now: int) -> GameEvents:
    """The draw by repetition or fifty moves; only the player to move can claim it (FIDE 9.2 and 9.3)."""
    must_run(game, now)
    if by is not game.turn:
        raise Refused("not-your-turn", turn=game.turn.value)
    try:
        end = chess.claim(game.board, command.intended).end
    except Refused as untrue:
        if untrue.code != "claim-not-true":
            raise
        raise Refused("draw-refused", rule="claim", **untrue.facts) from None
    return () if end is None else (by_the_laws(game, now, end, game.clocks_at(now)),)


def _must_be_open(game: LiveGame) -> None:
    if game.offer is None:
        raise Refused("draw-refused", rule="no-offer", value=None)


def _agreed(game: LiveGame, now: int) -> GameEvents:
    return (ended(game, now, Outcome.DRAW, Reason.DRAW_AGREEMENT),)

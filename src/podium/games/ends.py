"""How a live game ends: the event, with who wins and the clocks as they are."""

from __future__ import annotations

from podium import chess
from podium.chess import WHITE, Colour
from podium.games.events import GameEnded
from podium.games.state import Clocks, LiveGame
from podium.knockout import Outcome, Reason


def won_by(colour: Colour) -> Outcome:
    """The outcome of a game that a side wins."""
    return Outcome.WHITE_WIN if colour is WHITE else Outcome.BLACK_WIN


def ended(
    game: LiveGame,
    now: int,
    outcome: Outcome | None,
    reason: Reason | None,
    *,
    clocks: Clocks | None = None,
    by_hand: bool = False,
) -> GameEnded:
    """The end at `now`; the clocks are those of that moment unless others are named."""
    left = clocks or game.clocks_at(now)
    return GameEnded(outcome, reason, max(now, game.turn_since or now), left.white, left.black, by_hand)


def lost(game: LiveGame, now: int, loser: Colour, reason: Reason) -> GameEnded:
    """The end by resignation or time: a loss, or a draw where the opponent cannot mate by any series of legal moves
    (FIDE 5.1.2 and 6.9)."""
    drawn = not chess.can_mate(game.board.position, loser.other)
    return ended(game, now, Outcome.DRAW if drawn else won_by(loser.other), reason)


def by_the_laws(game: LiveGame, now: int, end: chess.End, clocks: Clocks) -> GameEnded:
    """The end that the laws of chess made of a move or a claim."""
    outcome = Outcome.DRAW if end.winner is None else won_by(end.winner)
    return ended(game, now, outcome, Reason(end.reason.value), clocks=clocks)


def absent(game: LiveGame, now: int) -> GameEnded:
    """The end of a game to which one of the players came."""
    [present] = game.there
    return ended(game, now, won_by(present), Reason.NO_SHOW)

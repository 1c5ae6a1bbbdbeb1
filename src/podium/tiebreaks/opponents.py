"""Tie-breaks on the results of the opponents (C.07, articles 8 and 9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from podium.core.points import UNIT
from podium.tiebreaks.codes import Modifiers
from podium.tiebreaks.unplayed import VOLUNTARY, Term, adjusted, dummy, is_game
from podium.tiebreaks.view import View


def buchholz(view: View, player: int, modifiers: Modifiers) -> list[Term]:
    """8.1: each opponent's adjusted score, and a dummy's for each unplayed round."""
    return _faced(view, forfeits=modifiers.forfeits, fore=modifiers.fore)[player]


def fore_buchholz(view: View, player: int, modifiers: Modifiers) -> list[Term]:
    """8.3: Buchholz as if all games of the final round had been drawn."""
    return _faced(view, forfeits=modifiers.forfeits, fore=True)[player]


def sonneborn_berger(view: View, player: int, modifiers: Modifiers) -> list[Term]:
    """9.1: each opponent's score times the points scored against them."""
    points = view.points[player]
    return [
        Term(r, amount * points[r], key, voluntary)
        for r, amount, key, voluntary in _faced(view, forfeits=modifiers.forfeits)[player]
    ]


def _faced(view: View, *, forfeits: bool, fore: bool = False) -> list[list[Term]]:
    """What each player's opponents and dummies have scored, round by round."""
    scores = adjusted(view, fore=fore)
    final = view.final if fore else -1
    round_robin = view.rules.round_robin

    def terms_of(player: int) -> list[Term]:
        played, opponents, worths = view.played[player], view.opponents[player], view.worths[player]
        terms = []
        for r, opponent in enumerate(opponents):
            if opponent >= 0 and (played[r] or round_robin or forfeits or r == final):
                score = scores[opponent]
                terms.append(Term(r, score, score))
            elif worths[r] is not None and not round_robin:
                score, _ = dummy(view, player, r, fore=fore)
                terms.append(Term(r, score, score, worths[r] in VOLUNTARY))
        return terms

    return view.each(("faced", forfeits, fore), terms_of)


def opponents_buchholz(view: View, player: int, modifiers: Modifiers) -> list[Term]:
    """8.2: the Buchholz of each opponent played over the board."""
    totals = view.each(
        ("buchholz", modifiers.fore),
        lambda one: sum(term.amount for term in _faced(view, forfeits=False, fore=modifiers.fore)[one]),
    )
    return [
        Term(r, totals[opponent], totals[opponent])
        for r, opponent in enumerate(view.opponents[player])
        if opponent >= 0 and view.played[player][r]
    ]


def average(_view: View, _player: int, terms: Sequence[Term]) -> Fraction | None:
    """The mean of what is left; None where nothing is."""
    if not terms:
        return None
    return Fraction(sum(term.amount for term in terms), len(terms))


def koya(view: View, player: int, modifiers: Modifiers) -> list[Term]:
    """9.2: the points against everybody who reached the limit."""
    limit = koya_limit(view, modifiers)
    points, scores = view.points[player], view.scores
    return [
        Term(r, points[r], points[r])
        for r, opponent in enumerate(view.opponents[player])
        if opponent >= 0 and scores[opponent] >= limit
    ]


def koya_limit(view: View, modifiers: Modifiers) -> Fraction:
    """Half of the highest possible score, moved by half points; in hundredths.

    In a round robin of an odd number everybody sits out a round, so the games count, not the
    rounds.
    """
    games = view.rounds
    if view.rules.round_robin:
        paired = view.each(("paired",), lambda one: sum(opponent >= 0 for opponent in view.opponents[one]))
        games = max(paired, default=0)
    return Fraction(view.win * games, 2) + modifiers.limit * (UNIT // 2)


def is_met(view: View, player: int, number: int, *, forfeits: bool) -> bool:
    """Whether a round is an encounter for article 6; `forfeits`: forfeited games are too."""
    opponent = view.opponents[player][number]
    return opponent >= 0 and (forfeits or is_game(view, player, number))

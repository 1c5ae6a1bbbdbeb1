"""Tie-breaks on the results of the opponents (C.07, articles 8 and 9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from podium.core.points import UNIT
from podium.tiebreaks.codes import Modifiers
from podium.tiebreaks.unplayed import Term, TermsOf, adjusted_scores, dummy, games, own_score
from podium.tiebreaks.view import ByPlayer, View


class Faced(NamedTuple):
    """What a player's opponents and dummies have scored, round by round; None: nobody counts."""

    scores: list[int | None]
    voluntary: list[bool]


def buchholz(view: View, modifiers: Modifiers) -> TermsOf:
    """8.1: each opponent's adjusted score, and a dummy's for each unplayed round."""
    return _scores(_faced(view, forfeits=modifiers.forfeits, fore=modifiers.fore))


def fore_buchholz(view: View, modifiers: Modifiers) -> TermsOf:
    """8.3: Buchholz as if all games of the final round had been drawn."""
    return _scores(_faced(view, forfeits=modifiers.forfeits, fore=True))


def _scores(faced: ByPlayer[Faced]) -> TermsOf:
    def terms_of(player: int) -> list[Term]:
        scores, voluntary = faced[player]
        return [(score, score, r, voluntary[r]) for r, score in enumerate(scores) if score is not None]

    return terms_of


def sonneborn_berger(view: View, modifiers: Modifiers) -> TermsOf:
    """9.1: each opponent's score times the points scored against them."""
    faced = _faced(view, forfeits=modifiers.forfeits)

    def terms_of(player: int) -> list[Term]:
        points = view.points[player]
        scores, voluntary = faced[player]
        return [(score, score * points[r], r, voluntary[r]) for r, score in enumerate(scores) if score is not None]

    return terms_of


def _faced(view: View, *, forfeits: bool, fore: bool = False) -> ByPlayer[Faced]:
    """What everybody faced. Kept for all the tie-breaks that start from it."""
    scores = adjusted_scores(view, fore=fore)
    final = view.final if fore else -1
    round_robin = view.rules.round_robin
    nothing = [False] * view.rounds

    def faced_by(player: int) -> Faced:
        opponents, played = view.opponents[player], view.played[player]
        if False not in played and -1 not in opponents and player not in opponents:  # the usual case, and a fast one
            return Faced([scores[opponent] for opponent in opponents], nothing)
        worths, voluntary = view.worths[player], view.voluntary[player].copy()
        own = own_score(view, player, fore=fore)
        faced: list[int | None] = [None] * view.rounds
        for r, opponent in enumerate(opponents):
            if opponent == player:  # a bye of no kind counts in scores, and is no opponent
                continue
            if opponent >= 0 and (played[r] or round_robin or forfeits or r == final):
                faced[r], voluntary[r] = scores[opponent], False
            elif worths[r] is not None and not round_robin:
                faced[r], _ = dummy(view, player, r, own, scores)
        return Faced(faced, voluntary)

    return view.each(("faced", forfeits, fore), faced_by)


def opponents_buchholz(view: View, modifiers: Modifiers) -> TermsOf:
    """8.2: the Buchholz of each opponent played over the board."""
    faced = _faced(view, forfeits=False, fore=modifiers.fore)
    totals = view.each(("buchholz", modifiers.fore), lambda player: sum(filter(None, faced[player].scores)))
    return of_opponents(view, totals, view.played)


def of_opponents(view: View, values: ByPlayer[int], counted: ByPlayer[list[bool]]) -> TermsOf:
    """The values of the opponents in the rounds that are counted."""

    def terms_of(player: int) -> list[Term]:
        game = counted[player]
        return [
            (values[opponent], values[opponent], r, False)
            for r, opponent in enumerate(view.opponents[player])
            if game[r] and opponent >= 0 and opponent != player
        ]

    return terms_of


def average(terms: Sequence[Term]) -> Fraction | None:
    """The mean of what is left; None where nothing is."""
    return Fraction(sum([term[1] for term in terms]), len(terms)) if terms else None


def koya(view: View, modifiers: Modifiers) -> TermsOf:
    """9.2: the points against everybody who reached the limit."""
    scores, limit = view.scores, koya_limit(view, modifiers)

    def terms_of(player: int) -> list[Term]:
        points = view.points[player]
        return [
            (points[r], points[r], r, False)
            for r, opponent in enumerate(view.opponents[player])
            if opponent >= 0 and scores[opponent] >= limit
        ]

    return terms_of


def koya_limit(view: View, modifiers: Modifiers) -> int:
    """Half of the highest possible score, moved by half points; in hundredths, rounded up.

    In a round robin of an odd number everybody sits out a round, so the games count, not the
    rounds.
    """
    rounds = view.rounds
    if view.rules.round_robin:
        paired = view.remembered(
            ("paired",), lambda: view.all(lambda player: sum(other >= 0 for other in view.opponents[player]))
        )
        rounds = max(paired, default=0)
    return -(-view.win * rounds // 2) + modifiers.limit * (UNIT // 2)


def is_met(view: View, player: int, number: int, *, forfeits: bool) -> bool:
    """Whether a round is an encounter for article 6; `forfeits`: forfeited games are too."""
    opponent = view.opponents[player][number]
    return opponent >= 0 and (forfeits or games(view)[player][number])

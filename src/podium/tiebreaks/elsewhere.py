"""Tie-breaks of other rule books, in the same shape: US Chess, and Go.

They have their own way with unplayed games. US Chess: an opponent's unplayed game counts as a
draw, one's own as an opponent who scored nothing. Go: only games over the board count.
"""

from __future__ import annotations

from itertools import accumulate

from podium.core.result import Worth
from podium.tiebreaks.codes import Modifiers
from podium.tiebreaks.opponents import of_opponents
from podium.tiebreaks.unplayed import Term, TermsOf
from podium.tiebreaks.view import View

_KASHDAN = {Worth.WIN: 4, Worth.DRAW: 2, Worth.LOSS: 1}
_HALVES = {Worth.WIN: 2, Worth.DRAW: 1}
LONG = 9  # from so many rounds on, the Modified Median cuts two scores instead of one


def solkoff(view: View, _: Modifiers) -> TermsOf:
    """34E2: the adjusted scores of the opponents; nothing for an own unplayed round."""

    def us_score(player: int) -> int:
        points, played = view.points[player], view.played[player]
        return sum(points[r] if played[r] else view.draw for r in range(view.rounds))

    scores = view.each(("us score",), us_score)

    def terms_of(player: int) -> list[Term]:
        played, opponents = view.played[player], view.opponents[player]
        amounts = [scores[opponents[r]] if played[r] else 0 for r in range(view.rounds)]
        return [(amount, amount, r, False) for r, amount in enumerate(amounts)]

    return terms_of


def modified_median_cuts(view: View, player: int, _: Modifiers) -> tuple[int, int]:
    """34E1: how many of the lowest and of the highest scores are left out.

    The lowest for a plus score, the highest for a minus score, both for an even one.
    """
    many = 2 if view.rounds >= LONG else 1
    twice, even = 2 * view.scores[player], view.win * view.rounds
    return (many if twice >= even else 0, many if twice <= even else 0)


def cumulative(view: View, _: Modifiers) -> TermsOf:
    """34E3: the score after each round, less a win for each win that was not played."""
    win = view.win

    def terms_of(player: int) -> list[Term]:
        points, played = view.points[player], view.played[player]
        return [
            (r, running - (win if points[r] == win and not played[r] else 0), r, False)
            for r, running in enumerate(accumulate(points))
        ]

    return terms_of


def opposition_cumulative(view: View, modifiers: Modifiers) -> TermsOf:
    """34E9: the cumulative score of each opponent played."""
    return _totals_of_opponents(view, "cumulative", cumulative(view, modifiers))


def kashdan(view: View, _: Modifiers) -> TermsOf:
    """34E5: four for a win, two for a draw, one for a loss, nothing for an unplayed game."""
    return lambda player: [
        (_KASHDAN[worth], _KASHDAN[worth], r, False) for r, worth in enumerate(view.worths[player]) if worth in _KASHDAN
    ]


def most_blacks(view: View, _: Modifiers) -> TermsOf:
    """34E6: the games played with Black."""
    return lambda player: [
        (1, 1, r, False) for r, black in enumerate(view.black[player]) if black and view.played[player][r]
    ]


def opponents_scores(view: View, _: Modifiers) -> TermsOf:
    """SOS: the score of each opponent played."""
    return of_opponents(view, view.scores, view.played)


def opponents_sos(view: View, modifiers: Modifiers) -> TermsOf:
    """SOSOS: the SOS of each opponent played."""
    return _totals_of_opponents(view, "sos", opponents_scores(view, modifiers))


def _totals_of_opponents(view: View, name: str, terms: TermsOf) -> TermsOf:
    totals = view.each((name,), lambda player: sum([term[1] for term in terms(player)]))
    return of_opponents(view, totals, view.played)


def defeated_scores(view: View, modifiers: Modifiers) -> TermsOf:
    """SODOS: the score of each opponent defeated, and half of each with whom one drew."""
    scores = opponents_scores(view, modifiers)

    def terms_of(player: int) -> list[Term]:
        worths = view.worths[player]
        return [
            (key, amount * _HALVES[worth], r, False)
            for key, amount, r, _ in scores(player)
            if (worth := worths[r]) in _HALVES
        ]

    return terms_of

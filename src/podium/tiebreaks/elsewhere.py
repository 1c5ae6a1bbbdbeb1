"""Tie-breaks of other rule books, in the same shape: US Chess, and Go.

They have their own way with unplayed games. US Chess: an opponent's unplayed game counts as a
draw, one's own as an opponent who scored nothing. Go: only games over the board count.
"""

from __future__ import annotations

from podium.core.result import Worth
from podium.tiebreaks.codes import Modifiers
from podium.tiebreaks.unplayed import Term
from podium.tiebreaks.view import View

_KASHDAN = {Worth.WIN: 4, Worth.DRAW: 2, Worth.LOSS: 1}
LONG = 9  # from so many rounds on, the Modified Median cuts two scores instead of one


def solkoff(view: View, player: int, _: Modifiers) -> list[Term]:
    """34E2: the adjusted scores of the opponents; nothing for an own unplayed round."""

    def us_score(one: int) -> int:
        points, played = view.points[one], view.played[one]
        return sum(points[r] if played[r] else view.draw for r in range(view.rounds))

    scores = view.each(("us score",), us_score)
    played, opponents = view.played[player], view.opponents[player]
    amounts = [scores[opponents[r]] if played[r] else 0 for r in range(view.rounds)]
    return [Term(r, amount, amount) for r, amount in enumerate(amounts)]


def modified_median_cuts(view: View, player: int, _: Modifiers) -> tuple[int, int]:
    """34E1: how many of the lowest and of the highest scores are left out.

    The lowest for a plus score, the highest for a minus score, both for an even one.
    """
    many = 2 if view.rounds >= LONG else 1
    twice, even = 2 * view.scores[player], view.win * view.rounds
    return (many if twice >= even else 0, many if twice <= even else 0)


def cumulative(view: View, player: int, _: Modifiers) -> list[Term]:
    """34E3: the score after each round, less a win for each win that was not played."""
    points, played, running, terms = view.points[player], view.played[player], 0, []
    for r in range(view.rounds):
        running += points[r]
        given = view.win if points[r] == view.win and not played[r] else 0
        terms.append(Term(r, running - given, r))
    return terms


def opposition_cumulative(view: View, player: int, modifiers: Modifiers) -> list[Term]:
    """34E9: the cumulative score of each opponent played."""
    totals = view.each(("cumulative",), lambda one: sum(term.amount for term in cumulative(view, one, modifiers)))
    return _over_the_board(view, player, totals)


def kashdan(view: View, player: int, _: Modifiers) -> list[Term]:
    """34E5: four for a win, two for a draw, one for a loss, nothing for an unplayed game."""
    return [
        Term(r, _KASHDAN[worth], _KASHDAN[worth]) for r, worth in enumerate(view.worths[player]) if worth in _KASHDAN
    ]


def most_blacks(view: View, player: int, _: Modifiers) -> list[Term]:
    """34E6: the games played with Black."""
    played, black = view.played[player], view.black[player]
    return [Term(r, 1, 1) for r in range(view.rounds) if played[r] and black[r]]


def opponents_scores(view: View, player: int, _: Modifiers) -> list[Term]:
    """SOS: the score of each opponent played."""
    return _over_the_board(view, player, view.scores)


def opponents_sos(view: View, player: int, modifiers: Modifiers) -> list[Term]:
    """SOSOS: the SOS of each opponent played."""
    totals = view.each(("sos",), lambda one: sum(term.amount for term in opponents_scores(view, one, modifiers)))
    return _over_the_board(view, player, totals)


def defeated_scores(view: View, player: int, _: Modifiers) -> list[Term]:
    """SODOS: the score of each opponent defeated, and half of each with whom one drew."""
    halves = {Worth.WIN: 2, Worth.DRAW: 1}
    worths = view.worths[player]
    return [
        Term(term.round, term.amount * halves[worth], term.key)
        for term in _over_the_board(view, player, view.scores)
        if (worth := worths[term.round]) in halves
    ]


def _over_the_board(view: View, player: int, values: list[int]) -> list[Term]:
    played = view.played[player]
    return [
        Term(r, values[opponent], values[opponent])
        for r, opponent in enumerate(view.opponents[player])
        if opponent >= 0 and played[r]
    ]

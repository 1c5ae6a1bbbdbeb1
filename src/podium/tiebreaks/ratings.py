"""Tie-breaks on ratings (C.07, article 10)."""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.result import Worth
from podium.tiebreaks.codes import PLAIN, Modifiers
from podium.tiebreaks.performance import perfect_performance, rounded, tournament_performance
from podium.tiebreaks.unplayed import Kind, Term, is_game
from podium.tiebreaks.view import View

# Performances are measured on the scale of 1, a half and 0, whatever the tournament awards.
_STANDARD = {Worth.WIN: 100, Worth.FORFEIT_WIN: 100, Worth.DRAW: 50}


def rating(view: View, player: int, _: object = None) -> int:
    """10.6: the rating, or the one that stands for unrated players."""
    return view.ratings[player] or view.rules.unrated or 0


def opponents_ratings(view: View, player: int, _: Modifiers = PLAIN) -> list[Term]:
    """10.1: the rating of each opponent played over the board."""

    def terms_of(one: int) -> list[Term]:
        terms = []
        for r, opponent in enumerate(view.opponents[one]):
            if opponent >= 0 and is_game(view, one, r, Kind.RATINGS):
                value = rating(view, opponent)
                terms.append(Term(r, value, value))
        return terms

    return view.each(("ratings",), terms_of)[player]


def rounded_average(_view: View, _player: int, terms: Sequence[Term]) -> int | None:
    """The mean as a whole number, a half rounded up; None where nothing is left."""
    return rounded(sum(term.amount for term in terms), len(terms)) if terms else None


def standard_score(view: View, player: int, terms: Sequence[Term]) -> int:
    """What a player scored in the rounds of `terms`, a win counting one, in hundredths."""
    worths = view.worths[player]
    return sum(_STANDARD.get(worth, 0) for term in terms if (worth := worths[term.round]))


def performance(view: View, player: int, terms: Sequence[Term]) -> int | None:
    """10.2: the tournament performance rating; None without a game."""
    if not terms:
        return None
    ratings = [term.amount for term in terms]
    return tournament_performance(ratings, standard_score(view, player, terms))


def perfect(view: View, player: int, terms: Sequence[Term]) -> int | None:
    """10.3: the perfect tournament performance; None without a game."""
    if not terms:
        return None
    ratings = [term.amount for term in terms]
    return perfect_performance(ratings, standard_score(view, player, terms))


def opponents_performances(view: View, player: int, _: Modifiers) -> list[Term]:
    """10.4: the performance of each opponent played over the board."""
    values = view.each(("performance",), lambda one: performance(view, one, opponents_ratings(view, one)))
    return _of_opponents(view, player, values)


def opponents_perfect(view: View, player: int, _: Modifiers) -> list[Term]:
    """10.5: the perfect performance of each opponent played over the board."""
    values = view.each(("perfect",), lambda one: perfect(view, one, opponents_ratings(view, one)))
    return _of_opponents(view, player, values)


def _of_opponents(view: View, player: int, values: Sequence[int | None]) -> list[Term]:
    opponents = view.opponents[player]
    terms = []
    for term in opponents_ratings(view, player):
        value = values[opponents[term.round]]
        if value is not None:
            terms.append(Term(term.round, value, value))
    return terms

"""Tie-breaks on ratings (C.07, article 10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from podium.core.ratings.rating_tables import perfect_performance, performance_rating, rounded
from podium.tiebreaks.codes import PLAIN, Modifiers
from podium.tiebreaks.opponents import of_opponents
from podium.tiebreaks.unplayed import Kind, Term, TermsOf, games
from podium.tiebreaks.view import ByPlayer, View

Measure = Callable[[Sequence[int], int], int]
"""Makes one rating of those of opponents and the score against them."""


def rating(view: View, player: int) -> int:
    """10.6: the rating, or the one that stands for unrated players."""
    return view.ratings[player] or view.unrated or 0


def opponents_ratings(view: View, _: Modifiers = PLAIN) -> TermsOf:
    """10.1: the rating of each opponent played over the board; the one of the round, where those count."""
    if view.later_ratings:
        return _ratings_of_rounds(view)
    ratings = view.each(("rating",), lambda player: rating(view, player))
    return of_opponents(view, ratings, games(view, Kind.RATINGS))


def rating_in(view: View, player: int, round: int) -> int:
    """The rating in force in a round, or the one that stands for unrated players."""
    found = rating(view, player)
    for first, later in view.later_ratings.get(player, ()):
        if first <= round and later:
            found = later
    return found


def _ratings_of_rounds(view: View) -> TermsOf:
    counted = games(view, Kind.RATINGS)

    def terms_of(player: int) -> list[Term]:
        game = counted[player]
        met = [(r, opponent) for r, opponent in enumerate(view.opponents[player]) if game[r] and opponent >= 0]
        faced = [(r, rating_in(view, opponent, r)) for r, opponent in met]
        return [(strength, strength, r, False) for r, strength in faced]

    return terms_of


def rounded_average(terms: Sequence[Term]) -> int | None:
    """The mean as a whole number, a half rounded up; None where nothing is left."""
    return rounded(sum([term[1] for term in terms]), len(terms)) if terms else None


def standard_score(view: View, player: int, terms: Sequence[Term]) -> int:
    """What a player scored in the rounds of `terms`, in hundredths.

    On the scale of 1, a half and 0, whatever the tournament awards: percentages ask for it.
    """
    standard = view.standard[player]
    return sum([standard[term[2]] for term in terms])


def performance(view: View, player: int, measure: Measure = performance_rating) -> int | None:
    """10.2: the tournament performance rating, or another measure; None without a game."""
    return _performances(view, measure)[player]


perfect = partial(performance, measure=perfect_performance)
"""10.3: the perfect tournament performance; None without a game."""


def _performances(view: View, measure: Measure) -> ByPlayer[int | None]:
    faced = opponents_ratings(view)

    def performance_of(player: int) -> int | None:
        terms = faced(player)
        if not terms:
            return None
        return measure([term[1] for term in terms], standard_score(view, player, terms))

    return view.each(("performances", measure), performance_of)


def opponents_performances(view: View, _: Modifiers, measure: Measure = performance_rating) -> TermsOf:
    """10.4: the performance of each opponent played over the board, by the same measures."""
    # An opponent over the board has a game and so a performance.
    performances = _performances(view, measure)
    values = view.each(("opponents' performances", measure), lambda player: performances[player] or 0)
    return of_opponents(view, values, games(view, Kind.RATINGS))


opponents_perfect = partial(opponents_performances, measure=perfect_performance)
"""10.5: the perfect performance of each opponent played over the board."""

"""Tie-breaks on a player's own results (C.07, article 7) and on points.

Each function prepares what it needs from the view and gives the function of one player.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from podium.core.points import UNIT
from podium.tiebreaks.codes import Modifiers
from podium.tiebreaks.unplayed import Kind, Term, TermsOf, games
from podium.tiebreaks.view import View


def each_counts(view: View, amount: int) -> list[Term]:
    """The term of each round that adds `amount`, made once: most tie-breaks here only count."""
    return [(amount, amount, r, False) for r in range(view.rounds)]


def points(view: View, _: Modifiers) -> TermsOf:
    """The points of each round."""
    return lambda player: [(gained, gained, r, False) for r, gained in enumerate(view.points[player])]


def wins(view: View, _: Modifiers) -> TermsOf:
    """7.1: rounds that brought as many points as a win, played or not."""
    win, ones = view.win, each_counts(view, 1)

    def terms_of(player: int) -> list[Term]:
        worths = view.worths[player]
        return [ones[r] for r, gained in enumerate(view.points[player]) if gained == win and worths[r] is not None]

    return terms_of


def games_won(view: View, _: Modifiers) -> TermsOf:
    """7.2: games won over the board."""
    win, counted, ones = view.win, games(view, Kind.RESULTS), each_counts(view, 1)

    def terms_of(player: int) -> list[Term]:
        game = counted[player]
        return [ones[r] for r, gained in enumerate(view.points[player]) if gained == win and game[r]]

    return terms_of


def games_with_black(view: View, _: Modifiers) -> TermsOf:
    """7.3: games played over the board with Black."""
    counted, ones = games(view, Kind.RESULTS), each_counts(view, 1)

    def terms_of(player: int) -> list[Term]:
        game = counted[player]
        return [ones[r] for r, black in enumerate(view.black[player]) if black and game[r]]

    return terms_of


def games_won_with_black(view: View, modifiers: Modifiers) -> TermsOf:
    """7.4: games won over the board with Black."""
    won = games_won(view, modifiers)

    def terms_of(player: int) -> list[Term]:
        black = view.black[player]
        return [term for term in won(player) if black[term[2]]]

    return terms_of


def progressive(view: View, _: Modifiers) -> TermsOf:
    """7.5: the score after each round; what is cut is cut from the first round on."""
    return lambda player: [(r, running, r, False) for r, running in enumerate(accumulate(view.points[player]))]


def rounds_elected(view: View, _: Modifiers) -> TermsOf:
    """7.6: rounds that were neither requested byes nor forfeit losses."""
    counted, ones = games(view, Kind.RESULTS), each_counts(view, 1)

    def terms_of(player: int) -> list[Term]:
        voluntary, game = view.voluntary[player], counted[player]
        return [
            ones[r]
            for r, worth in enumerate(view.worths[player])
            if (game[r] or not voluntary[r]) and worth is not None
        ]

    return terms_of


def standard_points(view: View, _: Modifiers) -> TermsOf:
    """7.7: one for each round with more points than the opponent, a half for as many.

    In a round that was not played the points of a draw are the measure. Who is punished over the board is compared like
    anybody else: 0-0 is a half for both, 1/2-0 a win for the one with the half point.
    """
    ones, halves = each_counts(view, UNIT), each_counts(view, UNIT // 2)

    def terms_of(player: int) -> list[Term]:
        terms: list[Term] = []
        opponents, gained, played = view.opponents[player], view.points[player], view.played[player]
        for r, worth in enumerate(view.worths[player]):
            if worth is None:
                continue
            opponent = opponents[r]
            against = view.points[opponent][r] if played[r] and opponent >= 0 else view.draw
            if gained[r] > against:
                terms.append(ones[r])
            elif gained[r] == against:
                terms.append(halves[r])
        return terms

    return terms_of


def no_terms(_view: View, _modifiers: Modifiers) -> TermsOf:
    """Nothing: the value does not come from rounds."""
    return lambda _player: []


def total_points(view: View, player: int) -> int:
    """The score, with what stands outside the rounds."""
    return view.scores[player]


def pairing_number(view: View, player: int) -> int:
    """7.8: the pairing number."""
    return view.numbers[player]


def typed(view: View, player: int) -> int | Fraction | None:
    """What was computed elsewhere and typed in; None where nothing was."""
    value = view.typed[player]
    return value.numerator if value is not None and value.denominator == 1 else value

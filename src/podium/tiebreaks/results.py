"""Tie-breaks on a player's own results (C.07, article 7) and on points."""

from __future__ import annotations

from podium.core.points import UNIT
from podium.core.result import Worth
from podium.tiebreaks.codes import Modifiers
from podium.tiebreaks.unplayed import VOLUNTARY, Kind, Term, is_game
from podium.tiebreaks.view import View


def points(view: View, player: int, _: Modifiers) -> list[Term]:
    """The points of each round."""
    return [Term(r, gained, gained) for r, gained in enumerate(view.points[player])]


def total_points(view: View, player: int, _: object) -> int:
    """The score, with what stands outside the rounds."""
    return view.scores[player]


def wins(view: View, player: int, _: Modifiers) -> list[Term]:
    """7.1: rounds that brought as many points as a win, played or not."""
    worths, win = view.worths[player], view.win
    return [Term(r, 1, 1) for r, gained in enumerate(view.points[player]) if gained == win and worths[r] is not None]


def games_won(view: View, player: int, _: Modifiers) -> list[Term]:
    """7.2: games won over the board."""
    return [Term(r, 1, 1) for r in range(view.rounds) if _won(view, player, r)]


def games_with_black(view: View, player: int, _: Modifiers) -> list[Term]:
    """7.3: games played over the board with Black."""
    black = view.black[player]
    return [Term(r, 1, 1) for r in range(view.rounds) if black[r] and is_game(view, player, r, Kind.RESULTS)]


def games_won_with_black(view: View, player: int, _: Modifiers) -> list[Term]:
    """7.4: games won over the board with Black."""
    black = view.black[player]
    return [Term(r, 1, 1) for r in range(view.rounds) if black[r] and _won(view, player, r)]


def _won(view: View, player: int, number: int) -> bool:
    return view.points[player][number] == view.win and is_game(view, player, number, Kind.RESULTS)


def progressive(view: View, player: int, _: Modifiers) -> list[Term]:
    """7.5: the score after each round; what is cut is cut from the first round on."""
    running, terms = 0, []
    for r, gained in enumerate(view.points[player]):
        running += gained
        terms.append(Term(r, running, r))
    return terms


def rounds_elected(view: View, player: int, _: Modifiers) -> list[Term]:
    """7.6: rounds that were neither requested byes nor forfeit losses."""
    return [
        Term(r, 1, 1)
        for r, worth in enumerate(view.worths[player])
        if worth is not None and (worth not in VOLUNTARY or is_game(view, player, r, Kind.RESULTS))
    ]


def standard_points(view: View, player: int, _: Modifiers) -> list[Term]:
    """7.7: one for each round with more points than the opponent, a half for as many.

    Without an opponent a draw's points are the measure; and where both forfeited, neither has
    scored anything to be equal in.
    """
    terms = []
    opponents, gained = view.opponents[player], view.points[player]
    for r, worth in enumerate(view.worths[player]):
        if worth is None:
            continue
        opponent = opponents[r]
        against = view.draw if opponent < 0 else view.points[opponent][r]
        both_forfeited = (
            worth is Worth.FORFEIT_LOSS and opponent >= 0 and view.worths[opponent][r] is Worth.FORFEIT_LOSS
        )
        if gained[r] > against:
            terms.append(Term(r, UNIT, UNIT))
        elif gained[r] == against and not both_forfeited:
            terms.append(Term(r, UNIT // 2, UNIT // 2))
    return terms


def no_terms(_view: View, _player: int, _modifiers: Modifiers) -> list[Term]:
    """Nothing: the value does not come from rounds."""
    return []


def pairing_number(view: View, player: int, _: object) -> int:
    """7.8: the pairing number."""
    return view.numbers[player]

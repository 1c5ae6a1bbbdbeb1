"""Unplayed rounds (C.07, articles 14 to 16): every policy on them, and nothing else.

| article | here            | what it says, in our words                                          |
| ------- | --------------- | ------------------------------------------------------------------- |
| 15.2    | `games`         | pairings fixed beforehand: a forfeited game counts as a game        |
| 16.2    | `category`      | five kinds of unplayed rounds                                       |
| 16.3    | `adjusted_scores`| what an opponent's score is worth to others                        |
| 16.4    | `dummy`         | what one's own unplayed round is worth to oneself, and its cap      |
| 14, 16.5| `cut_terms`     | which contributions a modifier takes away, voluntary ones first     |
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from operator import itemgetter
from typing import NamedTuple

from podium.core.result import Worth
from podium.tiebreaks.view import ByPlayer, View

REQUESTED = frozenset(worth for worth in Worth if worth.requested)
FORFEITED = frozenset(worth for worth in Worth if worth.forfeited)


class Category(Enum):
    """The categories of article 16.2, by their number."""

    BYE = "16.2.1"
    FORFEIT_WIN = "16.2.2"
    REQUESTED_BYE = "16.2.3"
    FORFEIT_LOSS = "16.2.4"
    LAST_BYE = "16.2.5"


# What one round adds to a tie-break: (key, amount, round, voluntary). The key decides which
# term is the least significant, so that sorted terms are in order of significance (article 14.1).
# Plain tuples, because a tournament has tens of thousands of them.
Term = tuple[int, int, int, bool]
TermsOf = Callable[[int], list[Term]]


class Kind(Enum):
    """The families of tie-breaks that article 15.2 tells apart."""

    RESULTS = "7"
    RATINGS = "10"
    OTHERS = ""


def games(view: View, kind: Kind = Kind.OTHERS) -> ByPlayer[list[bool]]:
    """Whether each round of each player counts as a game against the scheduled opponent (15).

    Over the board always. In a round robin a forfeited game too, except that since 2026 no
    forfeit does in tie-breaks on ratings, and no forfeit loss in those on own results.
    """
    if not view.rules.round_robin:
        return view.played
    counted = FORFEITED
    if view.rules.edition >= 2026 and kind is Kind.RESULTS:
        counted = frozenset({Worth.FORFEIT_WIN})
    elif view.rules.edition >= 2026 and kind is Kind.RATINGS:
        counted = frozenset()

    def games_of(player: int) -> list[bool]:
        return [
            played or (worth in counted and opponent >= 0)
            for played, worth, opponent in zip(
                view.played[player], view.worths[player], view.opponents[player], strict=True
            )
        ]

    return view.each(("games", kind), games_of)


def last_available(view: View, player: int, *, fore: bool = False) -> int:
    """The last round in which a player was there to play; -1 for none.

    For Fore Buchholz the pairing of the final round counts, whatever became of it.
    """
    final = view.final
    if fore and final >= 0 and view.opponents[player][final] >= 0:
        return final
    worths, voluntary = view.worths[player], view.voluntary[player]
    for number in range(view.rounds - 1, -1, -1):
        if not voluntary[number] and worths[number] is not None:
            return number
    return -1


def category(view: View, player: int, number: int) -> Category | None:
    """The category of an unplayed round; None for a game, or for a round left out."""
    worth = view.worths[player][number]
    if worth is None or view.played[player][number]:
        return None
    if worth is Worth.FORFEIT_WIN:
        return Category.FORFEIT_WIN
    if worth is Worth.FORFEIT_LOSS:
        return Category.FORFEIT_LOSS
    if worth not in REQUESTED:
        return Category.BYE
    later = number < last_available(view, player)
    return Category.REQUESTED_BYE if later else Category.LAST_BYE


def adjusted_scores(view: View, *, fore: bool = False) -> ByPlayer[int]:
    """Each player's score as it counts for the opponents (16.3); `fore`: final games drawn."""
    return view.each(("adjusted", fore), lambda player: _adjusted(view, player, fore=fore))


def _adjusted(view: View, player: int, *, fore: bool) -> int:
    points = view.points[player]
    total = sum(points)
    if view.rules.round_robin:
        return total
    worths = view.worths[player]
    for number in range(last_available(view, player, fore=fore) + 1, view.rounds):
        if worths[number] in REQUESTED:
            total += view.draw - points[number]
    return total + (_fore_change(view, player) if fore else 0)


def own_score(view: View, player: int, *, fore: bool = False) -> int:
    """The player's own score, as it stands for the dummy of article 16.4."""
    return view.scores[player] + (_fore_change(view, player) if fore else 0)


def _fore_change(view: View, player: int) -> int:
    """What a draw instead of the result in the final round would change."""
    final = view.final
    if final < 0 or view.opponents[player][final] < 0:
        return 0
    return view.draw - view.points[player][final]


def dummy(view: View, player: int, number: int, own: int, scores: ByPlayer[int]) -> tuple[int, str | None]:
    """The dummy's score in an unplayed round (16.4), and the article that caps it, if one does.

    `own` is the player's own score, `scores` are everybody's adjusted ones.
    """
    if view.rules.edition < 2026:
        return own, None
    opponent = view.opponents[player][number]
    if opponent >= 0:
        cap, article = scores[opponent], "16.4.1"
    elif view.worths[player][number] in FORFEITED:
        return own, None  # the record does not say whom the game was forfeited against
    else:
        cap, article = view.draw * view.rounds, "16.4.2"
    return (cap, article) if cap < own else (own, None)


class Cut(NamedTuple):
    """What a modifier leaves and what it takes away, by article 14 or by its exception."""

    left: list[Term]
    gone: list[Term]
    excepted: list[Term]


def cut_terms(terms: list[Term], low: int, high: int) -> Cut:
    """The terms without the `low` least and then the `high` most significant ones.

    A voluntary unplayed round goes first wherever it adds at least as much as the least
    significant term (16.5), cut by cut.
    """
    left = sorted(terms)
    gone: list[Term] = []
    excepted: list[Term] = []
    voluntary = sorted([term for term in left if term[3]], key=_BY_AMOUNT) if low else []
    while voluntary and low:
        if voluntary[0][1] >= left[0][1]:
            excepted.append(voluntary.pop(0))
            left.remove(excepted[-1])
        else:
            gone.append(left.pop(0))
            if gone[-1][3]:
                voluntary.remove(gone[-1])
        low -= 1
    top = max(low, len(left) - high)
    gone += left[:low] + left[top:]
    return Cut(left[low:top], gone, excepted)


def uncut_terms(terms: list[Term], low: int, high: int) -> list[Term]:
    """What `cut_terms` leaves, found faster where nothing is voluntary, which is nearly always."""
    for term in terms:
        if term[3]:
            return cut_terms(terms, low, high).left
    return sorted(terms)[low : max(low, len(terms) - high)]


_BY_AMOUNT = itemgetter(1, 0)

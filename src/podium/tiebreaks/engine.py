"""The values of tie-breaks: terms, cuts and totals of every player, each computed once per view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial

from podium.core.ratings.rating_tables import rounded
from podium.tiebreaks.catalogue import Criterion, Number, TieBreak, criterion, cuts_asked
from podium.tiebreaks.codes import Modifiers
from podium.tiebreaks.direct import ranked
from podium.tiebreaks.unplayed import uncut_terms
from podium.tiebreaks.view import PlayerKey, View

MOST_PLACES = 12  # decimals that are shown; every value of a tournament has fewer, but for quotients


def totals(view: View, one: Criterion) -> list[Number | None]:
    """Every player's total in the whole numbers of the view; None: the player has no value.

    Raises Refused where the tournament cannot use the tie-break.
    """
    one.admitted(view)
    if one.row.within_ties:
        return view.remembered((one.row.code, one.modifiers), lambda: _places(view, one))
    row, modifiers = one.row, one.modifiers
    return view.remembered((row.code, modifiers), lambda: view.all(_value_of(view, row, modifiers)))


def _value_of(view: View, row: TieBreak, modifiers: Modifiers) -> Callable[[int], Number | None]:
    """The function that gives one player's total."""
    if row.value is not None:
        return partial(row.value, view)
    terms_of, total, cuts = row.terms(view, modifiers), row.total, row.cuts
    if cuts is cuts_asked and not modifiers.low:
        return lambda player: total(terms_of(player))

    def value_of(player: int) -> Number | None:
        low, high = cuts(view, player, modifiers)
        return total(uncut_terms(terms_of(player), low, high))

    return value_of


def _places(view: View, one: Criterion) -> list[Number | None]:
    """Each player's place by direct encounter among those with the same points."""
    tied: dict[int, list[int]] = {}
    for player, score in enumerate(view.scores):
        tied.setdefault(score, []).append(player)
    places: list[Number | None] = [None] * view.count
    for group in tied.values():
        for player, place in places_within(view, group, one).items():
            places[player] = place
    return places


def places_within(view: View, group: Sequence[int], one: Criterion) -> dict[int, int]:
    """The place of each tied player by direct encounter, from 1; empty where it decides nothing."""
    parts = ranked(view, group, forfeits=one.modifiers.forfeits)
    if len(parts) < 2:
        return {}
    places, place = {}, 1
    for part in parts:
        places.update(dict.fromkeys(part, place))
        place += len(part)
    return places


def values(view: View, code: str) -> dict[PlayerKey, Number | None]:
    """The exact value of a tie-break for every player; None: the player has none.

    Raises Invalid for a code that is not known, Refused where this tournament cannot use it.
    """
    one = criterion(code)
    return dict(zip(view.ids, exact_column(one, totals(view, one)), strict=True))


def value(view: View, code: str, player: PlayerKey) -> Number | None:
    """The exact value of a tie-break for one player, without computing those of the others.

    Raises as `values` does, and Unknown for a stranger.
    """
    one, who = criterion(code), view.player(player)
    if one.row.within_ties:
        return totals(view, one)[who]
    one.admitted(view)
    return exact(one, _value_of(view, one.row, one.modifiers)(who))


def exact_column(one: Criterion, column: list[Number | None]) -> list[Number | None]:
    """Totals as the numbers people know; each different one is made once, since totals repeat."""
    if one.row.scale.quotient:  # averages seldom repeat
        return [exact(one, total) for total in column]
    known = {total: exact(one, total) for total in set(column)}
    return [known[total] for total in column]


def shown_column(view: View, one: Criterion, column: list[Number | None]) -> list[str | None]:
    """Exact numbers as decimals, each different one made once."""
    known = {number: value_text(view, one, number) for number in set(column)}
    return [known[number] for number in column]


def exact(one: Criterion, total: Number | None) -> Number | None:
    """A total as the number people know: a fraction of points, or a whole number."""
    if total is None or one.row.scale.unit == 1:
        return total
    unit = one.row.scale.unit
    return Fraction(total, unit) if isinstance(total, int) else total / unit


def value_text(view: View, one: Criterion, value: Number | None) -> str | None:
    """The value as a decimal: exact, but for averages, which are rounded half up.

    An average gets as many decimals as keep different averages of so many rounds apart.
    """
    if value is None:
        return None
    if isinstance(value, int):
        return str(value)
    places = one.row.scale.decimals
    if one.row.scale.quotient:
        places += sum(view.rounds >= limit for limit in (9, 27, 73))
    else:
        while (value * 10**places).denominator > 1 and places < MOST_PLACES:
            places += 1
    digits = rounded((value * 10**places).numerator, (value * 10**places).denominator)
    return str(Decimal(digits).scaleb(-places))

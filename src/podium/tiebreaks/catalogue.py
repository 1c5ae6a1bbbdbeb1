"""Every tie-break Podium knows, one row each, and the usual lists of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from podium.core.errors import Invalid, Refused
from podium.core.points import UNIT
from podium.tiebreaks import elsewhere, opponents, ratings, results
from podium.tiebreaks.codes import PLAIN, Modifiers, modifiers_of, split
from podium.tiebreaks.unplayed import Term, TermsOf
from podium.tiebreaks.view import View

Number = int | Fraction
Terms = Callable[[View, Modifiers], TermsOf]
Total = Callable[[Sequence[Term]], Number | None]
Value = Callable[[View, int], Number | None]
Cuts = Callable[[View, int, Modifiers], tuple[int, int]]


def sum_of(terms: Sequence[Term]) -> int:
    """What is left, added up."""
    return sum([term[1] for term in terms])


def cuts_asked(_view: View, _player: int, modifiers: Modifiers) -> tuple[int, int]:
    """The cuts that the modifiers ask for."""
    return modifiers.low, modifiers.high


class Scale(NamedTuple):
    """What a value of one is in the whole numbers of the view, and how many decimals are shown.

    At least so many: a value is shown exactly, unless it is a `quotient`.
    """

    unit: int
    decimals: int
    quotient: bool = False


WHOLE = Scale(1, 0)
POINTS = Scale(UNIT, 1)
HALVES = Scale(2 * UNIT, 1)
PRODUCTS = Scale(UNIT * UNIT, 2)
AVERAGES = Scale(UNIT, 2, quotient=True)


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One row: what each round adds (`terms`), and what becomes of it (`cuts`, `total`).

    A value that is more than its terms, or has none, comes from `value`.

    `modifiers` holds the letters of those that apply.
    """

    code: str
    article: str
    terms: Terms
    total: Total = sum_of
    value: Value | None = None
    cuts: Cuts = cuts_asked
    scale: Scale = WHOLE
    modifiers: str = ""
    lower_first: bool = False
    within_ties: bool = False
    on_ratings: bool = False
    swiss_only: bool = False

    @property
    def by_fide(self) -> bool:
        """Whether events by FIDE's rules can use it: what C.07 lists, points, and values computed elsewhere."""
        return self.code in ("PTS", TYPED) or bool(self.article and not self.article.startswith(US_CHESS))


TYPED = "EXT"
"""The tie-break whose values are computed elsewhere and typed in."""
US_CHESS = "34"  # how rules of US Chess begin; all other articles are those of C.07

CATALOGUE: tuple[TieBreak, ...] = (
    TieBreak("PTS", "", results.points, value=results.total_points, scale=POINTS),
    TieBreak("DE", "6", results.no_terms, modifiers="P", lower_first=True, within_ties=True),
    TieBreak("WIN", "7.1", results.wins),
    TieBreak("WON", "7.2", results.games_won),
    TieBreak("BPG", "7.3", results.games_with_black),
    TieBreak("BWG", "7.4", results.games_won_with_black),
    TieBreak("PS", "7.5", results.progressive, scale=POINTS, modifiers="C"),
    TieBreak("REP", "7.6", results.rounds_elected),
    TieBreak("STD", "7.7", results.standard_points, scale=POINTS),
    TieBreak("TPN", "7.8", results.no_terms, value=results.pairing_number, modifiers="R", lower_first=True),
    TieBreak("BH", "8.1", opponents.buchholz, scale=POINTS, modifiers="CMPF", swiss_only=True),
    TieBreak(
        "AOB",
        "8.2",
        opponents.opponents_buchholz,
        opponents.average,
        scale=AVERAGES,
        modifiers="F",
        swiss_only=True,
    ),
    TieBreak("FB", "8.3", opponents.fore_buchholz, scale=POINTS, modifiers="CMP", swiss_only=True),
    TieBreak("SB", "9.1", opponents.sonneborn_berger, scale=PRODUCTS, modifiers="CP"),
    TieBreak("KS", "9.2", opponents.koya, scale=POINTS, modifiers="L"),
    TieBreak(
        "ARO",
        "10.1",
        ratings.opponents_ratings,
        ratings.rounded_average,
        modifiers="CM",
        on_ratings=True,
    ),
    TieBreak(
        "TPR",
        "10.2",
        ratings.opponents_ratings,
        value=ratings.performance,
        on_ratings=True,
    ),
    TieBreak(
        "PTP",
        "10.3",
        ratings.opponents_ratings,
        value=ratings.perfect,
        on_ratings=True,
    ),
    TieBreak(
        "APRO",
        "10.4",
        ratings.opponents_performances,
        ratings.rounded_average,
        on_ratings=True,
    ),
    TieBreak(
        "APPO",
        "10.5",
        ratings.opponents_perfect,
        ratings.rounded_average,
        on_ratings=True,
    ),
    TieBreak("RTNG", "10.6", results.no_terms, value=ratings.rating, modifiers="R", on_ratings=True),
    TieBreak(
        TYPED,
        "",
        results.no_terms,
        value=results.typed,
        modifiers="R",
    ),
    TieBreak(
        "SOB",
        "",
        opponents.opponents_buchholz,
        scale=POINTS,
        modifiers="F",
        swiss_only=True,
    ),
    TieBreak(
        "MMED",
        "34E1",
        elsewhere.solkoff,
        cuts=elsewhere.modified_median_cuts,
        scale=POINTS,
        swiss_only=True,
    ),
    TieBreak("SOLK", "34E2", elsewhere.solkoff, scale=POINTS, swiss_only=True),
    TieBreak("CUM", "34E3", elsewhere.cumulative, scale=POINTS),
    TieBreak("OCUM", "34E9", elsewhere.opposition_cumulative, scale=POINTS),
    TieBreak("KASH", "34E5", elsewhere.kashdan),
    TieBreak("BLK", "34E6", elsewhere.most_blacks),
    TieBreak("SOS", "", elsewhere.opponents_scores, scale=POINTS, swiss_only=True),
    TieBreak("SOSOS", "", elsewhere.opponents_sos, scale=POINTS, swiss_only=True),
    TieBreak("SODOS", "", elsewhere.defeated_scores, scale=HALVES),
)
BY_CODE = {row.code: row for row in CATALOGUE}
OLDER_CODES = {"GE": "REP"}

PRESETS: dict[str, tuple[str, ...]] = {
    "fide-swiss": ("PTS", "BH/C1", "BH", "DE", "WIN", "BWG"),
    "fide-round-robin": ("PTS", "DE", "WIN", "SB", "KS", "BWG"),
    "us-chess": ("PTS", "MMED", "SOLK", "CUM", "OCUM"),
    "club": ("PTS", "DE", "BH/C1", "BH", "SB"),
}


@dataclass(frozen=True, slots=True)
class Criterion:
    """A tie-break as a tournament uses it: a row of the catalogue and its modifiers."""

    row: TieBreak
    modifiers: Modifiers
    code: str

    @property
    def lower_first(self) -> bool:
        return self.row.lower_first != self.modifiers.reverse

    def admitted(self, view: View) -> None:
        """Raises Refused where this tournament cannot use the tie-break."""
        if self.row.swiss_only and view.rules.round_robin:
            raise Refused("tiebreak-not-in-round-robin", value=self.code, article="8")
        if self.row.on_ratings and view.unrated is None:
            unrated = [key for key, rating in zip(view.ids, view.ratings, strict=True) if not rating]
            if unrated:
                raise Refused("tiebreak-unrated-players", value=self.code, players=unrated)


def criterion(text: str) -> Criterion:
    """The tie-break written as `text`; raises Invalid naming what is not known or does not apply.

    >>> criterion("bh/c1").code
    'BH/C1'
    """
    name, parts = split(text)
    name = OLDER_CODES.get(name, name)
    row = BY_CODE.get(name)
    if row is None:
        raise Invalid("tiebreak-unknown", value=text, allowed=sorted(BY_CODE))
    modifiers = modifiers_of(text, row.modifiers) if parts else PLAIN
    return Criterion(row, modifiers, "/".join([split(text)[0], *parts]))


def preset(name: str) -> tuple[str, ...]:
    """The codes of a preset; raises Invalid."""
    if name not in PRESETS:
        raise Invalid("tiebreak-preset-unknown", value=name, allowed=sorted(PRESETS))
    return PRESETS[name]

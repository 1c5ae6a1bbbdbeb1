"""Why a tie-break has its value, as remarks that a parent understands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from podium.app.rounds.result_words import outcome as outcome_of
from podium.app.words.language import N_, _
from podium.core.points import Points
from podium.tiebreaks import Category, Part

CATEGORIES: Mapping[Category, str] = {
    Category.BYE: N_("not played: bye"),
    Category.FORFEIT_WIN: N_("not played: the opponent did not come"),
    Category.REQUESTED_BYE: N_("not played: bye asked for"),
    Category.FORFEIT_LOSS: N_("not played: did not come"),
    Category.LAST_BYE: N_("not played: bye asked for or absent, and no game after it"),
}


def outcome(part: Part) -> str:
    """What happened in the round, in words."""
    return outcome_of(part.worth) if part.worth else _("no round")


def remark(part: Part) -> str:
    """What is special about a round, in words; nothing where it counts as it stands."""
    said = []
    if part.category is not None:
        said.append(_(CATEGORIES[part.category]))
    if part.dummy and part.capped_by:
        said.append(
            _(
                "counts as a game against somebody with the same points, at most what article %(article)s allows",
                article=part.capped_by,
            )
        )
    elif part.dummy:
        said.append(_("counts as a game against somebody with the same points (article 16.4)"))
    if part.adjusted:
        said.append(_("the opponent's unplayed rounds are adjusted (article 16.3)"))
    if part.cut_by:
        said.append(_("left out (article %(article)s)", article=part.cut_by))
    return "; ".join(said)


def plain(fact: object) -> object:
    """A fact as JSON: numbers exact in strings, everything else as it is."""
    if isinstance(fact, Points):
        return str(fact)
    if isinstance(fact, Fraction):
        return decimal(fact)
    if isinstance(fact, tuple):
        return [plain(item) for item in fact]
    return fact


def decimal(number: int | Fraction) -> str:
    """An exact number as people write it: 2, 2.5 or 25/3.

    >>> decimal(Fraction(5, 2)), decimal(Fraction(25, 3)), decimal(Fraction(4))
    ('2.5', '25/3', '4')
    """
    places, number = 0, Fraction(number)
    while (number * 10**places).denominator > 1:
        if places == 6:
            return str(number)
        places += 1
    digits = f"{int(abs(number) * 10**places):0{places + 1}d}"
    sign = "-" if number < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)

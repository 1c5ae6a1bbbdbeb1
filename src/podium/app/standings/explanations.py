"""Why a tie-break has its value, as remarks that a parent understands."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from podium.app.rounds.result_words import outcome as outcome_of
from podium.app.standings.tiebreak_words import full_name
from podium.app.words.language import N_, _
from podium.core.points import Points
from podium.tiebreaks import Category, Explanation, Part

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
                "counts as a game against somebody with the same points, at most those allowed (article %(article)s)",
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
    rounded = round(Decimal(number.numerator) / number.denominator, 6)
    return f"{rounded.normalize():f}" if Fraction(rounded) == number else str(number)


def explanation_document(explanation: Explanation) -> dict[str, Any]:
    """Why a player has that value of a tie-break, as JSON."""
    return {
        "code": explanation.code,
        "name": full_name(explanation.code),
        "article": explanation.article or None,
        "edition": explanation.edition,
        "value": explanation.text,
        "facts": {name: plain(fact) for name, fact in explanation.facts.items()},
        "rounds": [_contribution(part) for part in explanation.parts],
    }


def _contribution(part: Part) -> dict[str, Any]:
    return {
        "round": part.round,
        "opponent": part.opponent,
        "colour": part.colour.value if part.colour else None,
        "outcome": outcome(part),
        "points": str(part.points),
        "category": part.category.value if part.category else None,
        "score": None if part.score is None else str(part.score),
        "adjusted": part.adjusted,
        "dummy": part.dummy,
        "cappedBy": part.capped_by,
        "contribution": None if part.contribution is None else decimal(part.contribution),
        "cutBy": part.cut_by,
        "remark": remark(part),
    }

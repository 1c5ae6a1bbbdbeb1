"""Numbers as people write them: half points as `2½`, other decimals as in the language: `1.25`, `1,25`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache

from podium.app.words.language import CURRENT, SOURCE, language
from podium.core.points import Points
from podium.prizes.money import UNIT as MINOR_UNITS
from podium.prizes.money import amount_text

_HALVES = re.compile(r"(?<![0-9.,])([0-9]+)[.,]([05])(?![0-9])")


def figure(number: object) -> str:
    """A number, or its text in English, as people write it: halves as `½`, else with the mark of the language.

    >>> figure(Points.of(2.5)), figure(Points.of(2)), figure("12.25"), figure("25/3"), figure(7)
    ('2½', '2', '12.25', '25/3', '7')
    """
    return halves(decimal(number))


def halves(text: str) -> str:
    """A text with `½` for every half that stands in it as a decimal, and without the zero of whole points; as it is
    in the words of events whose points are decimals all alike.

    >>> halves("2W (2.0) + bye (0.5) = 2.5")
    '2W (2) + bye (½) = 2½'
    """
    if CURRENT.get()[1].words.decimals:
        return text
    return _HALVES.sub(lambda found: found[1] if found[2] == "0" else f"{found[1].lstrip('0')}½", text)


def decimal(number: object) -> str:
    """A number, or its text in English, with the decimal mark of the language, for what is typed or promised so.

    >>> decimal(Points.of(2.5))
    '2.5'
    """
    text = str(number).removesuffix(".0") if isinstance(number, float) else str(number)
    return text if language() == SOURCE else text.replace(".", _mark(language()))


def money(amount: int, currency: str = "") -> str:
    """An amount in minor units, as people write it: `99.50`; with the code of a currency `€99.50`, or `€100`."""
    if not currency:
        return decimal(amount_text(amount))
    from babel.numbers import format_currency  # loads with the first amount that has a currency

    text = str(format_currency(Decimal(amount) / MINOR_UNITS, currency, locale=language()))
    return text if amount % MINOR_UNITS else text.replace(f"{_mark(language())}00", "")


def with_figures(facts: Mapping[str, object]) -> Mapping[str, object]:
    """The facts of a sentence, with points as people write them, and other decimals as they were given."""
    decimals = {name: decimal(fact) for name, fact in facts.items() if isinstance(fact, float)}
    return {**facts, **decimals, **{name: figure(fact) for name, fact in facts.items() if isinstance(fact, Points)}}


@lru_cache(maxsize=64)
def _mark(code: str) -> str:
    try:
        from babel.numbers import get_decimal_symbol  # loads with the first language that needs it
    except ModuleNotFoundError:  # where only the library is; most languages write it so
        return ","
    return get_decimal_symbol(code)

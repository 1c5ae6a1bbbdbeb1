"""Amounts of money as whole numbers of minor units, read and shared without losing a cent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from podium.core.errors import Invalid

UNIT = 100
DIGITS = 12
# No exponents in texts: a short text must not stand for a number of a million digits.
_WRITTEN = re.compile(rf"[+-]?[0-9]{{1,{DIGITS}}}(\.[0-9]{{1,2}}0*)?")


def cents(value: int | Decimal | str) -> int:
    """The amount written as `value`, in minor units; raises Invalid unless it is exact to the cent.

    >>> cents("99.5"), cents(40)
    (9950, 4000)
    """
    text = f"{value:f}" if isinstance(value, Decimal) and abs(value.adjusted()) <= DIGITS else str(value).strip()
    if isinstance(value, bool) or not _WRITTEN.fullmatch(text):
        raise Invalid("amount-malformed", value=value)
    amount = int(Fraction(text) * UNIT)
    if amount < 0:
        raise Invalid("amount-negative", value=value)
    return amount


def amount_text(amount: int) -> str:
    """The amount as people write it.

    >>> amount_text(9950), amount_text(-5)
    ('99.50', '-0.05')
    """
    whole, rest = divmod(abs(amount), UNIT)
    return f"{'-' if amount < 0 else ''}{whole}.{rest:02d}"


def number(amount: int) -> int | float:
    """The amount as a JSON number. For showing, never for comparing."""
    return amount // UNIT if amount % UNIT == 0 else amount / UNIT


def rounded(shares: Sequence[Fraction]) -> list[int]:
    """The shares as whole cents with the same sum, which must be whole.

    Each is rounded down; the cents left over go one each to the first shares that lost a part of one.

    >>> rounded([Fraction(100, 3)] * 3)
    [34, 33, 33]
    """
    down = [share.numerator // share.denominator for share in shares]
    left = int(sum(shares, Fraction(0))) - sum(down)
    for place, share in enumerate(shares):
        if left and share.denominator != 1:
            down[place] += 1
            left -= 1
    return down

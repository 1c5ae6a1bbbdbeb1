"""Exact points: a whole number of hundredths behind a value that prints as arbiters write it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from podium.core.errors import Invalid

UNIT = 100
# No exponents: a short text must not stand for a number of a million digits.
_WRITTEN = re.compile(r"[+-]?([0-9]{1,12}(\.[0-9]{0,30})?|\.[0-9]{1,30})")


@dataclass(frozen=True, slots=True, order=True)
class Points:
    """A score, exact to a hundredth of a point; `units` counts hundredths.

    >>> Points.of("0.5") + Points.of(2)
    Points('2.5')
    >>> str(Points.of(1))
    '1.0'
    """

    units: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.units, int):
            raise Invalid("points-malformed", value=self.units)

    @classmethod
    def of(cls, value: int | float | str | Decimal | Fraction) -> Points:
        """The points written as `value`; raises Invalid unless it is a multiple of 0.01."""
        if isinstance(value, float | str) and not _WRITTEN.fullmatch(str(value)):
            raise Invalid("points-malformed", value=value)
        try:
            units = Fraction(str(value) if isinstance(value, float) else value) * UNIT
        except (ValueError, OverflowError, TypeError):
            raise Invalid("points-malformed", value=value) from None
        if units.denominator != 1:
            raise Invalid("points-malformed", value=value)
        return cls(units.numerator)

    @classmethod
    def total(cls, parts: Iterable[Points]) -> Points:
        """The sum of `parts`; zero for none."""
        return cls(sum(part.units for part in parts))

    @property
    def number(self) -> float:
        """The value as a JSON number. For showing, never for comparing."""
        return self.units / UNIT

    def __add__(self, other: Points) -> Points:
        return Points(self.units + other.units)

    def __sub__(self, other: Points) -> Points:
        return Points(self.units - other.units)

    def __mul__(self, times: int) -> Points:
        return Points(self.units * times)

    def __bool__(self) -> bool:
        return self.units != 0

    def __str__(self) -> str:
        sign = "-" if self.units < 0 else ""
        whole, rest = divmod(abs(self.units), UNIT)
        return f"{sign}{whole}.{rest:02d}".removesuffix("0")

    def __repr__(self) -> str:
        return f"Points('{self}')"

"""Days as report files write them: `2026/04/01` by the format, and what programs write in its place."""

from __future__ import annotations

import re
from datetime import date

_DAY = re.compile(r"(\d{1,4})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{1,4})", re.ASCII)
EVENT_CENTURY, BIRTH_CENTURY = 70, 30
"""The first two-digit year of the last century: no event is as far ahead, and few players are older than a hundred."""


def day_of(text: str, century_from: int = EVENT_CENTURY) -> tuple[str, bool]:
    """A day as YYYY-MM-DD, and whether it had to be converted; what is no day stays as it is.

    By the format the year comes first. Where it comes last, so does the day first, unless only the other way round
    makes a day. Years of two digits come last after points, and first after anything else.

    >>> day_of("2026/04/01"), day_of("24/09/2010"), day_of("10.09.13"), day_of("13/09/10")
    (('2026-04-01', False), ('2010-09-24', True), ('2013-09-10', True), ('2013-09-10', True))
    >>> day_of("1990/00/00"), day_of("00.00.0000"), day_of("soon")
    (('1990-00-00', False), ('', False), ('soon', False))
    """
    match = _DAY.fullmatch(text)
    if not match:
        return text, False
    first, separator, middle, last = match.groups()
    if len(first) == 4 and len(last) <= 2:
        return ("", False) if first == "0000" else (f"{first}-{middle:0>2}-{last:0>2}", False)
    if len(first) > 2 or len(last) == 3:
        return text, False
    if not int(first) and not int(middle):  # only the year is known, or nothing
        return (f"{last}-00-00", True) if len(last) == 4 and int(last) else ("", False)
    if len(last) == 4:
        orders = [(last, middle, first), (last, first, middle)]
    elif separator == ".":
        orders = [(last, middle, first), (first, middle, last)]
    else:
        orders = [(first, middle, last), (last, middle, first)]
    for year, month, day in orders:
        if found := _existing(_century(year, century_from), int(month), int(day)):
            return found, True
    return text, False


def day_of_round(text: str) -> tuple[str, bool]:
    """A day of record 132, whose years have two digits by the format.

    >>> day_of_round("26/04/01"), day_of_round("25.02.11")
    (('2026-04-01', False), ('2011-02-25', True))
    """
    if by_format := re.fullmatch(r"(\d\d)([/-])(\d{1,2})\2(\d{1,2})", text, re.ASCII):
        year, _, month, day = by_format.groups()
        if found := _existing(2000 + int(year), int(month), int(day)):
            return found, False
        other, converted = day_of(text)
        return (other, True) if converted else (f"20{year}-{month:0>2}-{day:0>2}", False)
    return day_of(text)


def _century(year: str, century_from: int) -> int:
    if len(year) > 2:
        return int(year)
    return int(year) + (1900 if int(year) >= century_from else 2000)


def _existing(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None

"""The one reader of days and times that people give in ISO's form: of years that every time zone can reckon with."""

from datetime import date, datetime
from typing import TypeVar

_Day = TypeVar("_Day", date, datetime)
FIRST_YEAR, LAST_YEAR = 1900, 2200


def day_of(text: str) -> date:
    """The date; raises ValueError for what is none, or not of the years 1900 to 2200."""
    return _reckonable(date.fromisoformat(text))


def time_of(text: str) -> datetime:
    """The date with a time, and its zone if there is one; raises ValueError as `day_of` does."""
    return _reckonable(datetime.fromisoformat(text))


def _reckonable(day: _Day) -> _Day:
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(day)
    return day

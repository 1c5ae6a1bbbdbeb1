"""The value in a cell: ratings, dates, genders and titles in the spellings that lists use."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from podium.core.collation import plain
from podium.core.errors import Invalid
from podium.core.player import GENDERS, TITLES, PlayerFields
from podium.files.players.headers import Column

TEXTS = frozenset({Column.CLUB, Column.CITY, Column.STATE, Column.DISABILITY, Column.SECTION})

# How lists say "nothing". In a column of free text they are left alone: a club may be called that.
_NOTHING = frozenset({"", "na", "none", "null", "keine", "0"})
_UNRATED = _NOTHING | {"unr", "unrated"}
SHEET_ERRORS = frozenset({"#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!"})
# "1850-93" is a DWZ and its index; "1532P10", "1532/10" and "1532*" are provisional ratings of US Chess.
_RATING = re.compile(r"(-?\d{1,9})(?:[.,]0+)?(?:\s*-\s*\d{1,4}|\s*[P/]\s*\d{1,3}|\*)?", re.IGNORECASE)
_RANK = re.compile(r"[=tT]?\s?(\d{1,9})(?:[.,]0+)?[.=]?(?:\s*[-–]\s*\d{1,9}\.?)?")
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00)?)?")
_DAY = re.compile(r"(\d{1,2})([-/.])\s?(\d{1,2})[-/.]\s?(\d{4})")
_FIDE_CODES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Habits:
    """How one column writes what could be read in two ways."""

    month_first: bool = False
    m_is_female: bool = False
    order_assumed: bool = False
    """Every date of the column could be read either way round."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of a cell, and the code of what is odd about it."""

    value: str | int | None
    odd: str | None = None


def habits(column: Column, texts: Iterable[str]) -> Habits:
    """What the whole column shows about the way its cells are to be read."""
    if column is Column.GENDER:
        used = {plain(text) for text in texts}
        # "H" stands for hombre or homme; a list with it and no F writes mujer as "M".
        return Habits(m_is_female="h" in used and not used & {"f", "w", "v"})
    if column is Column.BIRTH:
        days = [(int(m[1]), int(m[3])) for t in texts if (m := _DAY.fullmatch(t)) and m[2] == "/"]
        month_first = any(second > 12 for _, second in days)
        day_first = any(first > 12 for first, _ in days)
        differ = any(first != second for first, second in days)
        return Habits(
            month_first=month_first and not day_first,
            order_assumed=differ and month_first == day_first,
        )
    return Habits()


def read_cell(column: Column, text: str, habit: Habits = Habits()) -> Cell:  # noqa: B008 - a frozen value
    """The value that a cell of that column gives a player; a value that cannot be read is None.

    >>> read_cell(Column.RATING, "1850.0")
    Cell(value=1850, odd=None)
    >>> read_cell(Column.BIRTH, "31.02.2001")
    Cell(value=None, odd='birth-malformed')
    """
    if text in SHEET_ERRORS:
        return Cell(None, "cell-error")
    if column is Column.RATING:
        return _rating(text)
    if column in TEXTS or column is Column.NAME:
        return _checked(column, text)
    if plain(text) in _NOTHING:
        return Cell(None)
    if column is Column.BIRTH:
        return _checked(column, _iso_birth(text, habit))
    if column is Column.GENDER:
        female = habit.m_is_female and plain(text) == "m"
        return _checked(column, GENDERS[1] if female else text)
    if column is Column.RANK:
        return _rank(text)
    if column is Column.TITLE:
        title = _checked(column, _FIDE_CODES.get(text, text.rstrip(".")))
        odd = title.odd or (None if title.value in TITLES else "title-not-fide")
        return Cell(title.value, odd)
    return _checked(column, text)


def _checked(column: Column, value: str | int) -> Cell:
    """The value in the spelling the core gives it, or the code of its refusal."""
    given: dict[str, Any] = {"name": "-", column.value: value}
    try:
        checked: str | int | None = getattr(PlayerFields(**given).checked(), column.value)
    except Invalid as refused:
        return Cell(None, refused.code)
    return Cell(checked)


def _rating(text: str) -> Cell:
    if plain(text) in _UNRATED:
        return Cell(None)  # lists write 0 for a player without a rating
    if found := _RATING.fullmatch(text):
        return _checked(Column.RATING, int(found[1]))
    return Cell(None, "rating-malformed")


def _rank(text: str) -> Cell:
    """A rank as tables print it: `3`, `3.`; shared ones `=3`, `3=`, `T3` and `3-5` are the first of them."""
    if found := _RANK.fullmatch(text):
        return _checked(Column.RANK, int(found[1]))
    return Cell(None, "rank-malformed")


def _iso_birth(text: str, habit: Habits) -> str:
    """`text` as a year or an ISO date where it is written like one, else as it is."""
    if found := _ISO.fullmatch(text):
        year, month, day = found[1], int(found[2]), int(found[3])
    elif found := _DAY.fullmatch(text):
        year, day, month = found[4], int(found[1]), int(found[3])
        slashes = found[2] == "/"
        if slashes and (month > 12 or (habit.month_first and day <= 12)):
            day, month = month, day
    else:
        return text
    if month == 0:  # lists that know the year alone write 1990/00/00
        return year
    return f"{year}-{month:02}-{day:02}"


def looks_like_date(text: str) -> bool:
    """Is the text written like a date, rightly or wrongly?"""
    return bool(_ISO.fullmatch(text) or _DAY.fullmatch(text))


def looks_like_year(text: str) -> bool:
    """Is the text a year in which a player may have been born?"""
    return bool(re.fullmatch(r"(19[2-9]|20[0-2])\d", text))

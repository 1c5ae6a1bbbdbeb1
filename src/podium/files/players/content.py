"""Which column holds what, told from the cells alone."""

import re
from collections.abc import Callable, Collection, Iterable

from podium.core.gender import GENDERS
from podium.core.player import TITLES
from podium.files.players.cells import looks_like_date, looks_like_year
from podium.files.players.headers import Column
from podium.files.sheet import Sheet

_WORD = re.compile(r"[^\W\d_][^\d]*")
_OF_NO_NAME = re.compile(r"[=<>{}|\\]|://|:(?:\s|$)|^(?:[#/]|\[.*\]$)")
_SENTENCE = re.compile(r"(?<!\b[js]r)(?<!jun)(?<!sen)(?<![js]nr)[.!?;:]$")
_SIGNS: tuple[tuple[Column, Callable[[str], bool]], ...] = (
    (Column.FIDE_ID, lambda text: bool(re.fullmatch(r"\d{5,10}", text))),
    (Column.TITLE, lambda text: text.upper() in TITLES),
    (Column.GENDER, lambda text: text.lower() in (*GENDERS, "w")),
    (Column.FEDERATION, lambda text: bool(re.fullmatch(r"[A-Z]{3}", text))),
    (Column.BIRTH, looks_like_date),
    (Column.BIRTH, lambda text: looks_like_date(text) or looks_like_year(text)),
    (Column.RATING, lambda text: bool(re.fullmatch(r"[1-3]?\d{3}|0", text))),
)


def by_content(sheet: Sheet, numbers: Iterable[int], taken: Collection[Column] = ()) -> dict[int, Column]:
    """What the given columns hold, as far as their cells show it; no field twice.

    A column of years is read as births and not as ratings: few fields are rated between 1920 and
    2029 to the last player.
    """
    found: dict[int, Column] = {}
    cells = {number: sheet.column(number) for number in numbers}
    left = [number for number, texts in cells.items() if texts and not _counts_rows(texts)]
    for column, sign in _SIGNS:
        if column in taken or column in found.values():
            continue
        fitting = [number for number in left if _mostly(cells[number], sign)]
        if fitting:
            found[fitting[0]] = column
            left.remove(fitting[0])
    if not {Column.NAME, Column.SURNAME}.isdisjoint(taken):
        return found
    filled = [number for number in left if 2 * len(cells[number]) >= len(sheet.rows)]  # most players have a name
    names = _names({n: cells[n] for n in filled if _mostly(cells[n], _is_word)})
    return found | {number: column for number, column in names.items() if column not in taken}


def _names(texts: dict[int, tuple[str, ...]]) -> dict[int, Column]:
    """The column of names: the first with two words a cell, else surnames and first names."""
    for number, cells in texts.items():
        if _mostly(cells, lambda text: len(text.replace(",", " ").split()) > 1):
            return {number: Column.NAME}
    first = min(texts, default=None)
    if first is None:
        return {}
    if first + 1 in texts:
        return {first: Column.SURNAME, first + 1: Column.FIRST_NAME}
    return {first: Column.NAME}


def _is_word(text: str) -> bool:
    return bool(_WORD.fullmatch(text))


def is_no_name(text: str) -> bool:
    """Is the text a setting, a sentence, or a line with several figures, and nobody's name?

    >>> [is_no_name(text) for text in ("Rating = 1800", "Unpack it and run setup.", "Ludwig van Beethoven jun.")]
    [True, True, False]
    """
    words = text.split()
    low = [word for word in words[1:] if word[0].islower()]
    if _OF_NO_NAME.search(text) or len(words) > 12 or len(re.findall(r"\d\S*", text)) > 1:
        return True
    return words[-1:] == low[-1:] != [] and (low == words[1:] if len(words) > 3 else bool(_SENTENCE.search(text)))


def _counts_rows(texts: tuple[str, ...]) -> bool:
    """Is it the running number of the list?"""
    return len(texts) > 1 and all(text.rstrip(".") == str(n) for n, text in enumerate(texts, 1))


def _mostly(texts: tuple[str, ...], sign: Callable[[str], bool]) -> bool:
    """Do four cells of five look like it? Lists have slips."""
    return 5 * sum(map(sign, texts)) >= 4 * len(texts)

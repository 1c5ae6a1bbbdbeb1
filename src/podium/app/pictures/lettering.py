"""Names in the room there is for them, whatever font a reader has."""

from __future__ import annotations

import unicodedata
from itertools import accumulate

_NARROW, _WIDE = frozenset("ijltfrI.,;:'|!()-’ "), frozenset("mwMW@%")


def short(text: str, room: int) -> str:
    """The text, or as much of it as `room` pixels hold in bold letters of the usual size.

    Of `Surname, First names` the first names become initials before anything is cut off.
    """
    if fits(text, room):
        return text
    surname, comma, first = text.partition(", ")
    if comma:
        initials = f"{surname}, {' '.join(f'{name[0]}.' for name in first.split())}"
        if fits(initials, room):
            return initials
    at = sum(width <= room - _width("…") for width in accumulate(map(_width, text)))
    return text[: max(at, 1)] + "…"


def fits(text: str, room: int) -> bool:
    """Whether that many pixels hold the text in bold letters of the usual size; rather too careful than not."""
    return 15 * len(text) <= room or sum(map(_width, text)) <= room


def _width(letter: str) -> int:
    if unicodedata.east_asian_width(letter) in "WF":
        return 15
    if letter in _NARROW:
        return 6
    return 13 if letter in _WIDE else 9

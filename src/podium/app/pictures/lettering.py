"""Names in the room there is for them, whatever font a reader has."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import accumulate

from podium.app.pictures.svg import Label, joined, line, safe, spread, text

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


GAP = 16  # from one label to the next
POINTER = 12


def fitted(x: float, y: float, content: str, room: float, kind: str = "", anchor: str = "") -> str:
    """A text in the room there is for it; all of it where somebody points at it."""
    shown = short(content, int(room))
    written = text(x, y, shown, kind, anchor)
    return written if shown == content else written.replace("</text>", f"<title>{safe(content)}</title></text>")


def end_labels(labels: Sequence[Label], left: float, right: float, reach: tuple[float, float]) -> Iterator[str]:
    """Each label right of `left` near its height within `reach`, with a line to what it is about."""
    heights = spread([label.y for label in labels], GAP, *reach)
    for label, y in zip(labels, heights, strict=True):
        yield line(left, label.y, left + POINTER - 3, y, "leader")
        yield fitted(left + POINTER, y + 4, label.text, right - left - POINTER, joined("label", label.kind))

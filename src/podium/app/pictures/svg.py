"""What pictures are made of: safe text, short numbers, names that fit, players in colours, and the frame."""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from pathlib import Path

from podium.core.ids import PlayerId

SHEET = (Path(__file__).parent / "charts.css").read_text("utf-8")
STYLE = re.sub(r"\s*\n\s*", " ", re.sub(r"/\*.*?\*/", "", SHEET, flags=re.DOTALL)).strip()
"""The sheet as a picture brings it along: without remarks, on one line."""
FINGERPRINT = "'sha256-" + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode() + "'"
"""The hash of that, as a policy names it."""


WIDTH = 480  # of most pictures: readable on a phone, and two abreast on a sheet of A4
_NOT_XML = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Caption:
    """What a picture is called, by a name that is its file's too, and what there is to see, in words."""

    name: str
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Label:
    """A text beside something at the height `y` that it should stand at."""

    y: float
    text: str
    kind: str = ""


def joined(*names: str) -> str:
    """Classes or ids, one after another; those that are empty are left out.

    >>> joined("line", "", "own")
    'line own'
    """
    return " ".join(filter(None, names))


def safe(text: object) -> str:
    """The text as it can stand in a picture, whatever is in it."""
    return escape(_NOT_XML.sub("", str(text)))


def number(value: float) -> str:
    """A length or place, to a tenth.

    >>> number(12.0), number(3.14159), number(-0.01)
    ('12', '3.1', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def text(x: float, y: float, content: object, kind: str = "", anchor: str = "") -> str:
    """A line of text."""
    look = f' class="{kind}"' if kind else ""
    end = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text{look} x="{number(x)}" y="{number(y)}"{end}>{safe(content)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<path class="{kind}" d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"/>'


def polyline(points: Sequence[tuple[float, float]]) -> str:
    """The way through points, as the data of a path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def spread(wanted: Sequence[float], gap: float, lowest: float, highest: float) -> list[float]:
    """The heights nearest to those wanted at which labels do not touch; both in one order from the top down.

    >>> spread([10, 11, 50], 10, 0, 100)
    [10, 20, 50]
    >>> spread([95, 99], 10, 0, 100)
    [90, 100]
    """
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    heights = list(wanted)
    floor = lowest
    for at in order:
        heights[at] = floor = max(heights[at], floor)
        floor += gap
    ceiling = highest
    for at in reversed(order):
        heights[at] = ceiling = min(heights[at], ceiling)
        ceiling -= gap
    return heights


def drawing(caption: Caption, size: tuple[float, float], parts: Iterable[str], *, alone: bool = False) -> str:
    """The picture: an SVG text that a page can hold or, `alone`, that is a file with its own colours and paper."""
    width, height = map(number, size)
    names = joined(f"{caption.name}-title", f"{caption.name}-description")
    own = [f"<style>{STYLE}</style>", f'<rect class="paper" width="{width}" height="{height}"/>'] if alone else []
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart chart-{caption.name}" role="img" '
            f'aria-labelledby="{names}" viewBox="0 0 {width} {height}" preserveAspectRatio="xMidYMin">',
            f'<title id="{caption.name}-title">{safe(caption.title)}</title>',
            f'<desc id="{caption.name}-description">{safe(caption.description)}</desc>',
            *own,
            *parts,
            "</svg>\n",
        ]
    )


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


SERIES = 5  # colours for lines; the next ones have them again, with dashes
MOST_LINES = 2 * SERIES


@dataclass(frozen=True, slots=True)
class Highlights:
    """The best in their order, and the reader's own player, who may be among them or not, or nobody."""

    best: tuple[PlayerId, ...]
    own: PlayerId | None = None

    @classmethod
    def among(cls, ranked: Sequence[PlayerId], most: int, own: PlayerId | None = None) -> Highlights:
        """The first `most` of all, as many as there are colours for, and `own` if that is one of them all."""
        return cls(tuple(ranked[: min(most, MOST_LINES)]), own if own in ranked else None)

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """All of them, the reader's own last so that it is drawn above the others."""
        own = () if self.own is None else (self.own,)
        return (*(each for each in self.best if each != self.own), *own)

    def look(self, player: PlayerId) -> str:
        """The classes of a player's colour."""
        if player == self.own:
            return "own"
        at = self.best.index(player)
        return joined(f"series{at % SERIES + 1}", "dashed" if at >= SERIES else "")

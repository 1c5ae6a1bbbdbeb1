"""What every picture is made of: text that is safe in it, numbers as short as they can be, and its frame."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

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

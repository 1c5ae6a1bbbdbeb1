"""The largest upsets: how many rating points the winners were behind."""

from __future__ import annotations

from collections.abc import Sequence

from podium.app.pictures.lettering import fitted
from podium.app.pictures.svg import WIDTH, Caption, drawing, number, text
from podium.app.story.meetings import Upset

ROW = 42
FIGURE = 64
TOP = 6


def picture(found: Sequence[Upset], lines: Sequence[str], caption: Caption, *, alone: bool = False) -> str:
    """A bar for each upset, with what `lines` say of it; as SVG."""
    most = max((each.difference for each in found), default=1)
    parts = []
    for at, (each, said) in enumerate(zip(found, lines, strict=True)):
        y = TOP + at * ROW
        parts.append(fitted(0, y + 14, said, WIDTH * 9 / 7))  # a sentence has narrower letters than names in bold
        width = (WIDTH - FIGURE) * each.difference / most
        parts.append(f'<rect class="bar" x="0" y="{y + 20}" width="{number(width)}" height="12" rx="2"/>')
        parts.append(text(width + 6, y + 31, f"+{each.difference}", "strong"))
    return drawing(caption, (WIDTH, TOP + max(len(found), 1) * ROW), parts, alone=alone)

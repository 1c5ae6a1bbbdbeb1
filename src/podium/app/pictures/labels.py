"""Names in pictures: as much of each as there is room for, and at the end of lines where none touches another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from podium.app.pictures.lettering import short
from podium.app.pictures.svg import Label, joined, line, safe, spread, text

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

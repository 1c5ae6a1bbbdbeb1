"""Ratings against results: performance beside the rating of each player, and the largest upsets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from podium.app.pictures.svg import WIDTH, Caption, drawing, fitted, joined, line, number, safe, spread, text
from podium.app.story.meetings import Performance, Upset
from podium.core.ids import PlayerId

HEIGHT = 340
LEFT, RIGHT, TOP, BOTTOM = 46, 16, 28, 36
GAP = 15
ROOM = 150  # for a name
POINTER = 16
STEPS = (50, 100, 200, 500, 1000)
MOST_TICKS = 6
Span = tuple[int, int]


def performance_picture(
    found: Sequence[Performance],
    named: Sequence[Performance],
    own: PlayerId | None,
    caption: Caption,
    axes: tuple[str, str],
    *,
    alone: bool = False,
) -> str:
    """Everybody as a dot, those `named` and the reader's own player with their names; as SVG."""
    across = _span([each.rating for each in found])
    up = _span([each.performance for each in found])
    parts = [*_scale(across, up, axes)]
    chosen = [each for each in found if each in named or each.player.id == own]
    for each in sorted(found, key=lambda one: one in chosen):
        look = "own" if each.player.id == own else ""
        if not look and each in chosen and each.difference:
            look = "above" if each.difference > 0 else "below"
        x, y = _x(each.rating, across), _y(each.performance, up)
        said = f"{each.player.name}: {each.rating}, {each.performance}"
        kind = joined("dot", look)
        parts.append(
            f'<circle class="{kind}" data-player="{safe(each.player.id)}" cx="{number(x)}" cy="{number(y)}" '
            f'r="{5 if look else 3.5}"><title>{safe(said)}</title></circle>'
        )
    parts += _names(chosen, own, across, up)
    return drawing(caption, (WIDTH, HEIGHT), parts, alone=alone)


def _names(chosen: Sequence[Performance], own: PlayerId | None, across: Span, up: Span) -> Iterator[str]:
    """The names beside their dots: to the right of those in the left half, to the left of the others."""
    middle = (LEFT + WIDTH - RIGHT) / 2
    heights = spread([_y(each.performance, up) for each in chosen], GAP, TOP, HEIGHT - BOTTOM)
    for each, y in zip(chosen, heights, strict=True):
        dot = _x(each.rating, across), _y(each.performance, up)
        right = dot[0] < middle
        x = dot[0] + (POINTER if right else -POINTER)
        if abs(y - dot[1]) > 2:
            yield line(*dot, x - (2 if right else -2), y, "leader")
        kind = joined("label", "mine" if each.player.id == own else "")
        yield fitted(x, y + 4, each.player.name, ROOM, kind, "" if right else "end")


def _scale(across: Span, up: Span, axes: tuple[str, str]) -> Iterator[str]:
    for value in _ticks(up):
        yield line(LEFT, _y(value, up), WIDTH - RIGHT, _y(value, up), "rule")
        yield text(LEFT - 6, _y(value, up) + 4, value, "axis", "end")
    for value in _ticks(across):
        yield text(_x(value, across), HEIGHT - BOTTOM + 18, value, "axis", "middle")
    low, high = max(across[0], up[0]), min(across[1], up[1])
    if low < high:
        yield line(_x(low, across), _y(low, up), _x(high, across), _y(high, up), "even")
    yield text(WIDTH - RIGHT, HEIGHT - 4, axes[0], "axis", "end")
    yield text(4, TOP - 16, axes[1], "axis")


def _span(values: Sequence[int]) -> Span:
    """A little more than all values need, in whole fifties."""
    low, high = min(values, default=1500), max(values, default=1500)
    return (low - 40) // 50 * 50, -(-(high + 40) // 50) * 50


def _ticks(span: Span) -> range:
    step = next((each for each in STEPS if (span[1] - span[0]) // each <= MOST_TICKS), STEPS[-1])
    return range(-(-span[0] // step) * step, span[1] + 1, step)


def _x(rating: int, across: Span) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (rating - across[0]) / (across[1] - across[0])


def _y(performance: int, up: Span) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (up[1] - performance) / (up[1] - up[0])


UPSET = 42
FIGURE = 64
FIRST = 6


def upsets_picture(found: Sequence[Upset], lines: Sequence[str], caption: Caption, *, alone: bool = False) -> str:
    """A bar for each upset, with what `lines` say of it; as SVG."""
    most = max((each.difference for each in found), default=1)
    parts = []
    for at, (each, said) in enumerate(zip(found, lines, strict=True)):
        y = FIRST + at * UPSET
        parts.append(fitted(0, y + 14, said, WIDTH * 9 / 7))  # a sentence has narrower letters than names in bold
        width = (WIDTH - FIGURE) * each.difference / most
        parts.append(f'<rect class="bar" x="0" y="{y + 20}" width="{number(width)}" height="12" rx="2"/>')
        parts.append(text(width + 6, y + 31, f"+{each.difference}", "strong"))
    return drawing(caption, (WIDTH, FIRST + max(len(found), 1) * UPSET), parts, alone=alone)

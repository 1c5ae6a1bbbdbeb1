"""The crosstable in colours: wins, draws and losses at a glance, the best at the top.

In a square the columns are players, and a cell has the result; else they are rounds, and a cell has the place of the
opponent or the partner. The corner of a cell is white or black as the player's pieces were.
"""

from __future__ import annotations

from collections.abc import Iterator

from podium.app.pictures.lettering import fitted
from podium.app.pictures.svg import WIDTH, Caption, drawing, joined, number, safe, text
from podium.app.story.grid import Cell, Grid, GridRow, Mark
from podium.app.words.numbers import figure
from podium.core.ids import PlayerId

ROW = 24
PLACE, NAME, SCORE = 28, 148, 44
TOP = 26
NARROW, WIDE = 24, 40  # what a cell may be


def picture(table: Grid, own: PlayerId | None, caption: Caption, *, points: bool = True, alone: bool = False) -> str:
    """The table as SVG; the row of the reader's own player is bold, `points` are whether there is a score."""
    score = SCORE if points else 8
    columns = max(len(table.columns), 1)
    cell = max(NARROW, min(WIDE, (WIDTH - PLACE - NAME - score) // columns))
    width = PLACE + NAME + columns * cell + score
    parts = []
    for at, column in enumerate(table.columns):
        parts.append(text(PLACE + NAME + (at + 0.5) * cell, TOP - 8, column, "axis", "middle"))
    for at, row in enumerate(table.rows):
        parts += _row(table, row, own == row.standing.player.id, TOP + at * ROW, cell)
        if points:
            parts.append(text(width - 8, TOP + at * ROW + 17, figure(row.standing.points), "strong", "end"))
    return drawing(caption, (width, TOP + len(table.rows) * ROW + 6), parts, alone=alone)


def _row(table: Grid, row: GridRow, own: bool, y: float, cell: int) -> Iterator[str]:
    yield f'<g data-player="{safe(row.standing.player.id)}">'
    yield text(PLACE - 6, y + 17, row.place, "axis", "end")
    yield fitted(PLACE, y + 17, row.standing.player.name, NAME - 12, "mine" if own else "")
    for at, (column, marks) in enumerate(zip(table.columns, row.cells, strict=True)):
        x = PLACE + NAME + at * cell
        if table.square and column == row.place:
            yield _box("self", x, y, cell)
        else:
            yield from _cell(marks, x, y, cell, square=table.square)
    yield "</g>"


def _cell(marks: Cell, x: float, y: float, width: float, *, square: bool) -> Iterator[str]:
    """One game, or those of two cycles beside one another."""
    share = width / max(len(marks), 1)
    for at, mark in enumerate(marks):
        yield from _mark(mark, x + at * share, y, share, square=square)


def _mark(mark: Mark, x: float, y: float, width: float, *, square: bool) -> Iterator[str]:
    yield _box(mark.kind, x, y, width)
    if mark.colour is not None:
        yield (f'<path class="{mark.colour}" d="M{number(x + 2)} {number(y + 2)}h6l-6 6z"/>')
    shown = mark.sign if square or not (mark.others or mark.partner) else _others(mark)
    kind = joined(mark.kind, "small" if width < NARROW or len(shown) > 2 else "")
    yield text(x + width / 2, y + 17, shown, kind, "middle")


def _others(mark: Mark) -> str:
    """Whom the cell is about: the partner where there is one, else the opponent."""
    return str(mark.partner) if mark.partner is not None else str(mark.others[0])


def _box(kind: str, x: float, y: float, width: float) -> str:
    return (
        f'<rect class="cell {kind}" x="{number(x + 0.5)}" y="{number(y + 0.5)}" width="{number(width - 1)}" '
        f'height="{ROW - 1}" rx="2"/>'
    )

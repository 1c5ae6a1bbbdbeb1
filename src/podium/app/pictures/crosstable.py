"""Tables of squares, the best players at the top: the crosstable in colours, and the colours of the pieces by round.

In a square crosstable the columns are players, and a cell has the result; else they are rounds, and a cell has the
place of the opponent or the partner. The corner of a cell is white or black as the player's pieces were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from podium.app.pictures.svg import WIDTH, Caption, drawing, fitted, joined, number, safe, text
from podium.app.story.grid import Cell, Grid, GridRow, Mark
from podium.app.words.numbers import figure
from podium.core.ids import PlayerId

PLACE, NAME = 28, 148
ROW, TOP, SCORE = 24, 26, 44
NARROW, WIDE = 24, 40  # what a cell may be
COLOUR_ROW, COLOUR_TOP, BALANCE = 22, 24, 60
LEAST_WIDE, MOST_WIDE = 14, 30  # what a cell of the colours may be
PLAYED = ("win", "draw", "loss")


def results_picture(
    table: Grid, own: PlayerId | None, caption: Caption, *, points: bool = True, alone: bool = False
) -> str:
    """The crosstable as SVG; the row of the reader's own player is bold, `points` are whether there is a score."""
    score = SCORE if points else 8
    columns = max(len(table.columns), 1)
    cell = max(NARROW, min(WIDE, (WIDTH - PLACE - NAME - score) // columns))
    width = PLACE + NAME + columns * cell + score
    parts = [
        text(PLACE + NAME + (at + 0.5) * cell, TOP - 8, column, "axis", "middle")
        for at, column in enumerate(table.columns)
    ]
    for at, row in enumerate(table.rows):
        y = TOP + at * ROW
        parts += _row(row, own, y + 17, _result_cells(table, row, y, cell))
        if points:
            parts.append(text(width - 8, y + 17, figure(row.standing.points), "strong", "end"))
    return drawing(caption, (width, TOP + len(table.rows) * ROW + 6), parts, alone=alone)


def colours_picture(table: Grid, own: PlayerId | None, caption: Caption, *, alone: bool = False) -> str:
    """A square in the colour of the pieces for each game that was played; as SVG."""
    columns = max(len(table.columns), 1)
    cell = max(LEAST_WIDE, min(MOST_WIDE, (WIDTH - PLACE - NAME - BALANCE) // columns))
    width = PLACE + NAME + columns * cell + BALANCE
    every = columns // 15 + 1
    parts = [
        text(PLACE + NAME + (at + 0.5) * cell, COLOUR_TOP - 8, round, "axis", "middle")
        for at, round in enumerate(table.columns)
        if at % every == 0
    ]
    for at, row in enumerate(table.rows):
        y = COLOUR_TOP + at * COLOUR_ROW
        parts += _row(row, own, y + 15, _colour_cells(row, y, cell))
    return drawing(caption, (width, COLOUR_TOP + len(table.rows) * COLOUR_ROW + 6), parts, alone=alone)


def balance(row: GridRow) -> tuple[int, int]:
    """How many games somebody had with White and with Black, over the board."""
    played = [mark.colour for cell in row.cells for mark in cell if mark.kind in PLAYED]
    return played.count("white"), played.count("black")


def _row(row: GridRow, own: PlayerId | None, baseline: float, cells: Iterable[str]) -> Iterator[str]:
    player = row.standing.player
    yield f'<g data-player="{safe(player.id)}">'
    yield text(PLACE - 6, baseline, row.place, "axis", "end")
    yield fitted(PLACE, baseline, player.name, NAME - 12, "mine" if own == player.id else "")
    yield from cells
    yield "</g>"


def _result_cells(table: Grid, row: GridRow, y: float, width: int) -> Iterator[str]:
    for at, (column, marks) in enumerate(zip(table.columns, row.cells, strict=True)):
        x = PLACE + NAME + at * width
        if table.square and column == row.place:
            yield _box("self", x, y, width)
        else:
            yield from _cell(marks, x, y, width, square=table.square)


def _colour_cells(row: GridRow, y: float, width: int) -> Iterator[str]:
    side = min(width - 4, 16)
    for at, cell in enumerate(row.cells):
        x = PLACE + NAME + (at + 0.5) * width
        colour = next((mark.colour for mark in cell if mark.kind in PLAYED), None)
        if colour is None:
            yield f'<circle class="none" cx="{number(x)}" cy="{number(y + 10)}" r="2"/>'
        else:
            yield (
                f'<rect class="{colour}" x="{number(x - side / 2)}" y="{number(y + 10 - side / 2)}" '
                f'width="{side}" height="{side}" rx="2"/>'
            )
    white, black = balance(row)
    yield text(PLACE + NAME + len(row.cells) * width + BALANCE - 6, y + 15, f"{white} : {black}", "axis", "end")


def _cell(marks: Cell, x: float, y: float, width: float, *, square: bool) -> Iterator[str]:
    """One game, or the games of two cycles beside one another."""
    share = width / max(len(marks), 1)
    for at, mark in enumerate(marks):
        yield from _mark(mark, x + at * share, y, share, square=square)


def _mark(mark: Mark, x: float, y: float, width: float, *, square: bool) -> Iterator[str]:
    yield _box(mark.kind, x, y, width)
    if mark.colour is not None:
        yield f'<path class="{mark.colour}" d="M{number(x + 2)} {number(y + 2)}h6l-6 6z"/>'
    shown = mark.sign
    if not square and (mark.others or mark.partner):
        shown = str(mark.partner if mark.partner is not None else mark.others[0])
    kind = joined(mark.kind, "small" if width < NARROW or len(shown) > 2 else "")
    yield text(x + width / 2, y + 17, shown, kind, "middle")


def _box(kind: str, x: float, y: float, width: float) -> str:
    return (
        f'<rect class="cell {kind}" x="{number(x + 0.5)}" y="{number(y + 0.5)}" width="{number(width - 1)}" '
        f'height="{ROW - 1}" rx="2"/>'
    )

"""The colours that everybody had, round by round."""

from __future__ import annotations

from collections.abc import Iterator

from podium.app.pictures.lettering import fitted
from podium.app.pictures.svg import WIDTH, Caption, drawing, number, safe, text
from podium.app.story.grid import GridRow
from podium.core.ids import PlayerId

ROW = 22
PLACE, NAME, BALANCE = 28, 148, 60
TOP = 24
MOST_WIDE, LEAST_WIDE = 30, 14


def picture(
    rounds: tuple[int, ...], rows: tuple[GridRow, ...], own: PlayerId | None, caption: Caption, *, alone: bool = False
) -> str:
    """A square in the colour of the pieces for each game that was played; as SVG."""
    columns = max(len(rounds), 1)
    room = max(LEAST_WIDE, min(MOST_WIDE, (WIDTH - PLACE - NAME - BALANCE) // columns))
    width = PLACE + NAME + columns * room + BALANCE
    every = columns // 15 + 1
    parts = [
        text(PLACE + NAME + (at + 0.5) * room, TOP - 8, round, "axis", "middle")
        for at, round in enumerate(rounds)
        if at % every == 0
    ]
    for at, row in enumerate(rows):
        parts += _row(row, own == row.standing.player.id, TOP + at * ROW, room)
    return drawing(caption, (width, TOP + len(rows) * ROW + 6), parts, alone=alone)


def balance(row: GridRow) -> tuple[int, int]:
    """How many games somebody had with White and with Black, over the board."""
    played = [mark.colour for cell in row.cells for mark in cell if mark.kind in ("win", "draw", "loss")]
    return played.count("white"), played.count("black")


def _row(row: GridRow, own: bool, y: float, room: int) -> Iterator[str]:
    yield f'<g data-player="{safe(row.standing.player.id)}">'
    yield text(PLACE - 6, y + 15, row.place, "axis", "end")
    yield fitted(PLACE, y + 15, row.standing.player.name, NAME - 12, "mine" if own else "")
    side = min(room - 4, 16)
    for at, cell in enumerate(row.cells):
        x = PLACE + NAME + (at + 0.5) * room
        colour = next((mark.colour for mark in cell if mark.kind in ("win", "draw", "loss")), None)
        if colour is None:
            yield f'<circle class="none" cx="{number(x)}" cy="{number(y + 10)}" r="2"/>'
        else:
            yield (
                f'<rect class="{colour}" x="{number(x - side / 2)}" y="{number(y + 10 - side / 2)}" '
                f'width="{side}" height="{side}" rx="2"/>'
            )
    white, black = balance(row)
    yield text(PLACE + NAME + len(row.cells) * room + BALANCE - 6, y + 15, f"{white} : {black}", "axis", "end")
    yield "</g>"

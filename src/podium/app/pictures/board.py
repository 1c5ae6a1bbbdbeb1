"""The position of a game as a picture: an SVG text that a page can hold.

Squares are 40 by 40. The pieces are those of a sprite, whose address is given: a page with forty boards loads it once.
The last move and a king in check are marked, files and ranks are written at the edge. Colours are for a page in light
colours; classes are to hold on to where there are others.
"""

from __future__ import annotations

from html import escape

from podium.app.live.position_words import moment_line, pieces_line
from podium.chess import WHITE, Colour, Game
from podium.chess.position import FIRST_SMALL, king_square

SQUARE = 40
SIDE = 8 * SQUARE
_DARK = "".join(
    f"M{SQUARE * file} {SQUARE * rank}h{SQUARE}v{SQUARE}h-{SQUARE}z"
    for rank in range(8)
    for file in range(8)
    if (file + rank) % 2
)


def picture(game: Game, sprite: str, orientation: Colour = WHITE, *, over: bool = False) -> str:
    """The present position of a game as SVG, seen by one of the players; its title and description say it in words.

    `sprite` is the address of the pieces: `wn` in it is a white knight. A game is `over` too where it was not the laws
    that ended it.
    """
    position = game.position
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="position" role="img" viewBox="0 0 {SIDE} {SIDE}" '
        'font-family="system-ui, sans-serif" font-size="9" font-weight="600">',
        f"<title>{escape(moment_line(game, over=over or game.end is not None))}</title>",
        f"<desc>{escape(pieces_line(position))}</desc>",
        f'<path class="light" fill="#efe6d2" d="M0 0h{SIDE}v{SIDE}H0z"/>',
        f'<path class="dark" fill="#9fb09a" d="{_DARK}"/>',
    ]
    if game.moves:
        move = game.moves[-1].move
        parts += [_mark("last", "#e0ac4a", at, orientation) for at in (move.start, move.end)]
    if position.checked:
        parts.append(_mark("check", "#c8483d", king_square(position.board, position.turn), orientation))
    parts.append(_coordinates(orientation))
    for at, piece in enumerate(position.board):
        if piece:
            name = f"{'w' if piece < FIRST_SMALL else 'b'}{chr(piece).lower()}"
            x, y = _corner(at, orientation)
            parts.append(f'<use href="{escape(sprite)}#{name}" x="{x}" y="{y}"/>')
    return "\n".join([*parts, "</svg>\n"])


def _corner(at: int, orientation: Colour) -> tuple[int, int]:
    """The upper left corner of a square."""
    file, rank = at % 8, at // 8
    column, row = (file, 7 - rank) if orientation is WHITE else (7 - file, rank)
    return column * SQUARE, row * SQUARE


def _mark(kind: str, colour: str, at: int, orientation: Colour) -> str:
    x, y = _corner(at, orientation)
    return (
        f'<rect class="{kind}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{colour}" fill-opacity="0.6"/>'
    )


def _coordinates(orientation: Colour) -> str:
    files, ranks = ("abcdefgh", "87654321") if orientation is WHITE else ("hgfedcba", "12345678")
    below = (f'<text x="{SQUARE * at + 33}" y="{SIDE - 3}">{name}</text>' for at, name in enumerate(files))
    beside = (f'<text x="2" y="{SQUARE * at + 10}">{name}</text>' for at, name in enumerate(ranks))
    return f'<g class="coordinates" fill="#3d463f" aria-hidden="true">{"".join((*below, *beside))}</g>'

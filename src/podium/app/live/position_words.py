"""A position in words, for people who do not see the board."""

from __future__ import annotations

from podium.app.words.language import N_, _
from podium.app.words.phrases import separated
from podium.chess import WHITE, Colour, Game, Position
from podium.chess.geometry import NAMES

COLOURS = {Colour.WHITE: N_("White"), Colour.BLACK: N_("Black")}
PIECES = {
    "K": N_("king"),
    "Q": N_("queen"),
    "R": N_("rook"),
    "B": N_("bishop"),
    "N": N_("knight"),
    "P": N_("pawn"),
}
"""What a piece is called, by the capital that FEN has for it, in the order in which they are named."""

LETTERS = N_("KQRBN")
"""King, queen, rook, bishop and knight as moves are written; a translation has their letters in the same order."""


def moment_line(game: Game, *, over: bool) -> str:
    """Where a game stands, or stood when it was `over`: `Position after 23…Qxe4, White to move, in check`."""
    here = _("Position after %(move)s", move=last_move(game)) if game.moves else _("First position")
    if over:
        return _("%(position)s; the game has ended", position=here)
    text = (
        N_("%(position)s, %(colour)s to move, in check")
        if game.position.checked
        else N_("%(position)s, %(colour)s to move")
    )
    return _(text, position=here, colour=_(COLOURS[game.position.turn]))


def last_move(game: Game) -> str:
    """The last move with its number: `23.Qxe4`, `23…Qxe4`; nothing before the first one."""
    if not game.moves:
        return ""
    by_white = game.position.turn is not WHITE
    number = game.position.number if by_white else game.position.number - 1
    return f"{number}{'.' if by_white else '…'}{written_move(game.moves[-1].san)}"


def written_move(san: str) -> str:
    """A move as people write it in their language, by its English notation: `Nf3` is `Cf3` in French."""
    return san.translate(str.maketrans(LETTERS, _(LETTERS)))


def pieces_line(position: Position) -> str:
    """Every piece and where it stands, White's first: `White: king g1, rook f1. Black: king g8.`"""
    white, black = (_pieces(position, colour) for colour in (Colour.WHITE, Colour.BLACK))
    return _("White: %(white)s. Black: %(black)s.", white=white, black=black)


def _pieces(position: Position, colour: Colour) -> str:
    standing = []
    for letter, word in PIECES.items():
        piece = ord(letter if colour is Colour.WHITE else letter.lower())
        standing += [
            _("%(piece)s %(square)s", piece=_(word), square=NAMES[at])
            for at, there in enumerate(position.board)
            if there == piece
        ]
    return separated(standing)

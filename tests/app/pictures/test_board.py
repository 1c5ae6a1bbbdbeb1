"""The picture of a position: well-formed, whole, seen from either side, and said in words."""

from xml.etree import ElementTree

from podium.app.pictures.board import picture
from podium.chess import BLACK, WHITE, Colour, Game, begin, play, read_fen
from podium.chess.geometry import NAMES
from tests.kit.loops import every

SVG = "{http://www.w3.org/2000/svg}"
SPRITE = "/static/pieces.svg"


def played(*moves: str) -> Game:
    game = begin()
    for move in moves:
        game = play(game, move)
    return game


def drawn(svg: str, orientation: Colour = WHITE) -> dict[str, str]:
    """The pieces by their squares."""
    return {_square(use, orientation): use.get("href", "").split("#")[1] for use in _all(svg, "use")}


def marked(svg: str, kind: str, orientation: Colour = WHITE) -> set[str]:
    return {_square(rect, orientation) for rect in _all(svg, "rect") if rect.get("class") == kind}


def _all(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}{tag}"))


def _square(element: ElementTree.Element, orientation: Colour) -> str:
    column, row = int(element.get("x", "")) // 40, int(element.get("y", "")) // 40
    return f"{'abcdefgh'[column]}{8 - row}" if orientation is WHITE else f"{'hgfedcba'[column]}{1 + row}"


@every("orientation", [WHITE, BLACK])
@every(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ],
    ids=["first position", "many moves", "endgame"],
)
def test_each_piece_stands_where_it_stands(fen: str, orientation: Colour) -> None:
    position = read_fen(fen)
    pieces = {
        NAMES[at]: f"{'w' if chr(piece).isupper() else 'b'}{chr(piece).lower()}"
        for at, piece in enumerate(position.board)
        if piece
    }
    svg = picture(begin(position), SPRITE, orientation)
    assert drawn(svg, orientation) == pieces
    assert all(use.get("href", "").startswith(f"{SPRITE}#") for use in _all(svg, "use"))


@every("orientation", [WHITE, BLACK])
def test_the_last_move_and_a_check_are_marked(orientation: Colour) -> None:
    svg = picture(played("e4", "e5", "Qh5", "Nc6", "Qxf7+"), SPRITE, orientation)
    assert marked(svg, "last", orientation) == {"h5", "f7"}
    assert marked(svg, "check", orientation) == {"e8"}


def test_before_the_first_move_nothing_is_marked() -> None:
    assert _all(picture(begin(), SPRITE), "rect") == []


def test_files_and_ranks_are_written_as_the_player_sees_them() -> None:
    def texts(orientation: Colour) -> str:
        return "".join(text.text or "" for text in _all(picture(begin(), SPRITE, orientation), "text"))

    assert texts(WHITE) == "abcdefgh87654321"
    assert texts(BLACK) == "hgfedcba12345678"


@every(
    ("game", "line"),
    [
        (begin(), "First position, White to move"),
        (played("e4"), "Position after 1.e4, Black to move"),
        (played("e4", "e5"), "Position after 1…e5, White to move"),
        (played("e4", "e5", "Qh5", "Nc6", "Qxf7+"), "Position after 3.Qxf7+, Black to move, in check"),
        (played("f3", "e5", "g4", "Qh4#"), "Position after 2…Qh4#; the game has ended"),
    ],
    ids=["first", "White moved", "Black moved", "check", "mate"],
)
def test_the_title_says_where_the_game_stands(game: Game, line: str) -> None:
    [title] = _all(picture(game, SPRITE), "title")
    assert title.text == line


def test_a_game_that_was_resigned_has_ended_too() -> None:
    [title] = _all(picture(played("e4"), SPRITE, over=True), "title")
    assert title.text == "Position after 1.e4; the game has ended"


def test_the_description_names_every_piece() -> None:
    game = begin(read_fen("8/8/8/8/8/k7/p7/K6R w - - 0 1"))
    [description] = _all(picture(game, SPRITE), "desc")
    assert description.text == "White: king a1, rook h1. Black: king a3, pawn a2."


def test_forty_boards_are_a_light_page() -> None:
    assert 40 * len(picture(begin(), SPRITE)) < 250_000

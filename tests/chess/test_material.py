"""What can still be mated with what is left (articles 5.2.2, 5.1.2 and 6.9)."""

import pytest

from podium.chess import BLACK, WHITE, can_mate, is_dead, legal_moves, read_fen
from tests.kit.loops import every

# White’s pieces, Black’s, whether White can mate, whether Black can.
CASES = [
    ("", "", False, False),
    ("N", "", False, False),
    ("B", "", False, False),
    ("", "b", False, False),
    ("P", "", True, False),
    ("R", "", True, False),
    ("Q", "", True, False),
    ("BN", "", True, False),
    ("NN", "", True, False),  # not by force, and yet by some series of moves
    ("BB", "", True, False),  # one on each colour
    ("N", "n", True, True),
    ("N", "b", True, True),
    ("N", "p", True, True),
    ("N", "r", True, True),
    ("N", "q", False, True),  # the queen always takes the knight, or steps between
    ("B", "q", False, True),
    ("B", "r", False, True),
    ("B", "n", True, True),
    ("B", "p", True, True),
    ("Q", "q", True, True),
]


def position_with(white: str, black: str) -> str:
    """A position with these pieces beside the kings, bishops on alternating colours from the left."""
    first = (white + black).ljust(6, ".")
    placed = "".join("1" if piece == "." else piece for piece in first.replace("P", ".").replace("p", "."))
    pawns = "".join(piece if piece in "Pp" else "1" for piece in first)
    return f"7k/8/8/8/8/{pawns}1K/8/{placed}2 b - - 0 1"


@every(("white", "black", "white_can", "black_can"), CASES)
def test_who_can_mate_by_any_series_of_moves(white: str, black: str, white_can: bool, black_can: bool) -> None:
    position = read_fen(position_with(white, black))
    assert (can_mate(position, WHITE), can_mate(position, BLACK)) == (white_can, black_can)
    assert is_dead(position) is (not white_can and not black_can)


@every(
    ("fen", "dead"),
    [
        pytest.param("8/7k/8/8/8/8/8/B1B4K w - - 0 1", True, id="two bishops of one colour"),
        pytest.param("8/b6k/8/8/8/8/8/B1B4K w - - 0 1", True, id="three bishops of one colour, on both sides"),
        pytest.param("8/1b5k/8/8/8/8/8/B1B4K w - - 0 1", False, id="bishops of both colours, on both sides"),
        pytest.param("7k/8/8/8/p1p1p1p1/P1P1P1P1/8/7K w - - 0 1", False, id="locked pawns are not judged"),
    ],
)
def test_bishops_of_one_colour_are_a_dead_position(fen: str, dead: bool) -> None:
    assert is_dead(read_fen(fen)) is dead


@every(
    "fen",
    [
        pytest.param("kr6/2N5/K7/8/8/8/8/8 b - - 0 1", id="knight, a rook in the way"),
        pytest.param("kb6/8/1K6/8/8/8/8/7B b - - 0 1", id="bishop, a bishop of the other colour in the way"),
    ],
)
def test_the_mates_of_lone_pieces_exist(fen: str) -> None:
    """With help a knight mates beside a rook, and a bishop beside a bishop of the other colour."""
    position = read_fen(fen)
    assert can_mate(position, WHITE)
    assert position.checked
    assert legal_moves(position) == []

"""Which moves are legal, by the articles of the laws (FIDE E.01)."""

import pytest

from podium.chess import (
    INITIAL,
    Move,
    Objection,
    after,
    is_legal,
    legal_moves,
    objection,
    read_fen,
    read_move,
    read_san,
    read_uci,
    san,
    write_fen,
)
from podium.chess.geometry import NAMES, SQUARES
from podium.core.errors import Invalid
from tests.kit.loops import every


def move(text: str) -> Move:
    return Move(SQUARES[text[:2]], SQUARES[text[2:4]], ord(text[4]) if text[4:] else 0)


def moves_from(fen: str, square: str) -> set[str]:
    """Where the piece on a square may go."""
    return {each.uci[2:] for each in legal_moves(read_fen(fen)) if each.start == SQUARES[square]}


@every(
    ("fen", "square", "ends"),
    [
        pytest.param("8/7k/8/8/8/8/8/B6K w - - 0 1", "a1", "b2 c3 d4 e5 f6 g7 h8", id="3.2 bishop"),
        pytest.param("k7/8/8/8/2p5/8/P1R1P3/7K w - - 0 1", "c2", "c1 c3 c4 b2 d2", id="3.3 rook"),
        pytest.param("k7/8/8/8/8/1P6/PQ3P2/KN6 w - - 0 1", "b2", "c1 c2 d2 e2 a3 c3 d4 e5 f6 g7 h8", id="3.4 queen"),
        pytest.param("k7/8/8/8/8/8/P1P5/KN6 w - - 0 1", "b1", "a3 c3 d2", id="3.6 knight, over others"),
        pytest.param("k7/8/8/8/8/3p1p2/4P3/K7 w - - 0 1", "e2", "e3 e4 d3 f3", id="3.7.1 to 3.7.3 pawn"),
        pytest.param("k7/8/8/8/8/4p3/4P3/K7 w - - 0 1", "e2", "", id="3.7.1 pawn, blocked"),
        pytest.param("k7/8/8/8/4p3/8/4P3/K7 w - - 0 1", "e2", "e3", id="3.7.2 pawn, half blocked"),
        pytest.param("k7/8/8/8/8/4P3/8/K7 w - - 0 1", "e3", "e4", id="3.7.2 pawn, not at home"),
        pytest.param("k7/8/8/8/P7/7p/8/K7 w - - 0 1", "a4", "a5", id="3.7.3 pawn, not round the edge"),
        pytest.param("k7/8/8/8/8/8/2p5/K7 b - - 0 1", "c2", "c1q c1r c1b c1n", id="3.7.3.3 promotion"),
        pytest.param("k7/8/8/8/8/8/1r6/K7 w - - 0 1", "a1", "b2", id="3.9 king, takes what is not guarded"),
        pytest.param("k7/8/8/8/8/8/1r6/K1r5 w - - 0 1", "a1", "b2", id="3.9 king, in check"),
        pytest.param("k7/8/8/8/8/2n5/1r6/K7 w - - 0 1", "a1", "b2", id="3.9 king, knight guards other squares"),
        pytest.param("k7/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2", "", id="3.9.2 pinned bishop"),
        pytest.param("k7/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "e2", "e3 e4", id="3.9.2 pinned rook, along the pin"),
    ],
)  # fmt: skip
def test_a_piece_goes_where_the_laws_let_it(fen: str, square: str, ends: str) -> None:
    assert moves_from(fen, square) == set(ends.split())


def test_a_pinned_piece_still_attacks() -> None:
    """Article 3.1.3: the knight may not leave the king's file, and yet its squares are not for the other king."""
    fen = "4R3/8/8/8/4n3/8/5K2/4k3 {turn} - - 0 1"
    assert moves_from(fen.format(turn="b").replace("5K2", "7K"), "e4") == set()
    assert "d2" not in moves_from("4r3/8/8/8/4N3/8/3k4/4K3 b - - 0 1".replace("3k4", "2k5"), "c2")


EN_PASSANT = "4k3/8/8/8/3p4/8/2P1P3/4K3 w - - 0 1"


def test_a_pawn_that_has_just_passed_is_taken_and_leaves_the_board() -> None:
    """Article 3.7.3.1."""
    position = after(read_fen(EN_PASSANT), move("e2e4"))
    assert write_fen(position) == "4k3/8/8/8/3pP3/8/2P5/4K3 b - e3 0 1"
    assert write_fen(after(position, move("d4e3"))) == "4k3/8/8/8/8/4p3/2P5/4K3 w - - 0 2"


def test_it_may_be_taken_at_once_only() -> None:
    """Article 3.7.3.2."""
    later = after(after(after(read_fen(EN_PASSANT), move("e2e4")), move("e8e7")), move("e1e2"))
    assert objection(later, move("d4e3")) is Objection.UNREACHABLE


def test_a_pawn_is_not_taken_in_passing_where_both_leave_the_king_in_check() -> None:
    """Article 3.9.2: two pawns leave the rank at once."""
    position = after(read_fen("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"), move("e2e4"))
    assert position.en_passant is None
    assert objection(position, move("d4e3")) is Objection.UNREACHABLE


CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_castling_moves_king_and_rook() -> None:
    """Article 3.8.2."""
    position = read_fen(CASTLING)
    assert write_fen(after(position, move("e1g1"))) == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert write_fen(after(position, move("e1c1"))) == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"
    black = after(position, move("a1b1"))
    assert write_fen(after(black, move("e8g8"))) == "r4rk1/8/8/8/8/8/8/1R2K2R w K - 2 2"
    assert write_fen(after(black, move("e8c8"))) == "2kr3r/8/8/8/8/8/8/1R2K2R w K - 2 2"


@every(
    ("fen", "possible"),
    [
        pytest.param(CASTLING, "g1 c1", id="both ways"),
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "", id="3.8.2.1 the right is lost"),
        pytest.param("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "", id="3.8.2.2 a piece between"),
        pytest.param("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "", id="3.8.2.2 in check"),
        pytest.param("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "c1", id="3.8.2.2 over an attacked square"),
        pytest.param("4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1", "c1", id="3.8.2.2 onto an attacked square"),
        pytest.param("4k3/1r5r/8/8/8/8/8/R3K2R w KQ - 0 1", "g1 c1", id="only rooks are attacked, or cross attacks"),
    ],
)
def test_castling_is_possible_where_the_laws_say(fen: str, possible: str) -> None:
    assert moves_from(fen, "e1") & {"g1", "c1"} == set(possible.split())


@every(
    ("played", "rights"),
    [
        ("e1e2", "kq"),
        ("a1a2", "Kkq"),
        ("h1h2", "Qkq"),
        ("a1a8", "Kk"),  # the rook of the other side is taken at home
        ("h1h8", "Qq"),
    ],
)
def test_the_right_to_castle_is_lost_with_king_or_rook(played: str, rights: str) -> None:
    """Article 3.8.2.1."""
    assert write_fen(after(read_fen(CASTLING), move(played))).split()[2] == rights


@every(
    ("fen", "text", "against"),
    [
        (write_fen(INITIAL), "e2e5", Objection.UNREACHABLE),
        (write_fen(INITIAL), "e2e2", Objection.UNREACHABLE),
        (write_fen(INITIAL), "e4e5", Objection.NOTHING_THERE),
        (write_fen(INITIAL), "e7e5", Objection.NOT_ON_TURN),
        (write_fen(INITIAL), "d1d2", Objection.UNREACHABLE),
        (write_fen(INITIAL), "d1d3", Objection.UNREACHABLE),
        (write_fen(INITIAL), "e2d3", Objection.UNREACHABLE),
        (write_fen(INITIAL), "e1g1", Objection.CASTLING_NOT_POSSIBLE),
        (CASTLING, "e1h1", Objection.CASTLING_ONTO_ROOK),
        (CASTLING, "e1g1Q", Objection.PROMOTION_ELSEWHERE),
        (CASTLING, "e1e2Q", Objection.PROMOTION_ELSEWHERE),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", Objection.PROMOTION_MISSING),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8K", Objection.PROMOTION_PIECE),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8P", Objection.PROMOTION_PIECE),
        ("k7/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2d3", Objection.KING_ATTACKED),
        ("k7/8/8/8/4r3/8/8/3K4 w - - 0 1", "d1e1", Objection.KING_ATTACKED),
        ("k7/8/8/8/3r4/8/4B3/3K4 w - - 0 1", "e2f3", Objection.KING_ATTACKED),  # in check, and it stays
    ],
)
def test_an_illegal_move_is_refused_for_its_reason(fen: str, text: str, against: Objection) -> None:
    """Article 3.10.2; the one move is tested, and none of these is among the legal ones either."""
    position = read_fen(fen)
    assert objection(position, move(text)) is against
    assert not is_legal(position, move(text))
    assert move(text) not in legal_moves(position)


def test_one_move_is_judged_as_all_of_them_are() -> None:
    """Every move one can think of, legal or not, by the test of one move and by the list."""
    for fen in (CASTLING, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"):
        position = read_fen(fen)
        thinkable = {Move(start, end, new) for start in range(64) for end in range(64) for new in b"\0QRBN"}
        assert {each for each in thinkable if is_legal(position, each)} == set(legal_moves(position))


def test_positions_are_values() -> None:
    there = after(after(INITIAL, move("g1f3")), move("g8f6"))
    back = after(after(there, move("f3g1")), move("f6g8"))
    assert (back.key, back.board) == (INITIAL.key, INITIAL.board)
    assert back != INITIAL  # its counters have moved on
    assert len({INITIAL, read_fen(write_fen(INITIAL)), back}) == 2


@every(
    ("fen", "move", "written", "following"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w H - 3 9", "e1h1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 4 9"),
        ("4k3/8/8/8/8/8/8/2R2K2 w C - 3 9", "f1c1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4 b - - 4 9"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 3 9", "c1b1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4 b - - 4 9"),  # the king stays
        ("4k3/8/8/8/8/8/8/5RK1 w F - 3 9", "g1f1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4 b - - 4 9"),  # over the rook
        ("5krq/8/8/8/8/8/8/4K3 b g - 3 9", "f8g8", "O-O", "5rkq/8/8/8/8/8/8/4K3 w - - 4 10"),  # they change places
    ],
)
def test_castling_of_chess960_is_the_king_onto_its_rook(fen: str, move: str, written: str, following: str) -> None:
    position = read_fen(fen)
    found = read_uci(position, move)
    assert (san(position, found), write_fen(after(position, found))) == (written, following)
    assert read_san(position, written) == found


@every(
    "fen",
    [
        "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",  # the rook shields its king
        "4k3/8/8/8/8/8/8/1RKB4 w B - 0 1",  # something stands where the rook goes
        "4k3/3r4/8/8/8/8/8/1R2K3 w B - 0 1",  # over an attacked square
        "2r1k3/8/8/8/8/8/8/1R3K2 w B - 0 1",  # to an attacked square
    ],
)
def test_castling_of_chess960_is_refused(fen: str) -> None:
    position = read_fen(fen)
    for text in ("O-O-O", f"{NAMES[position.board.index(b'K')]}b1"):
        with pytest.raises(Invalid) as refused:
            read_move(position, text)
        assert refused.value.facts["reason"] == "castling-not-possible"

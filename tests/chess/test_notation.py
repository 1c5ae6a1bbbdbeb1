"""How moves are written and read (appendix C of the laws), and what is refused."""

import pytest

from podium.app.words.errors import sentence
from podium.chess import INITIAL, Objection, read_fen, read_move, read_san, read_uci, san, write_fen
from podium.core.errors import Invalid
from tests.kit.loops import every

START = write_fen(INITIAL)
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"


@every(
    ("fen", "uci", "written"),
    [
        (START, "e2e4", "e4"),
        (START, "g1f3", "Nf3"),
        (CASTLING, "e1g1", "O-O"),
        (CASTLING, "e1c1", "O-O-O"),
        (CASTLING, "a1a8", "Rxa8+"),
        (PROMOTION, "e7e8q", "e8=Q+"),
        (PROMOTION, "e7e8n", "e8=N"),
        (PROMOTION, "e7d8r", "exd8=R+"),
        pytest.param("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6", id="en passant"),
        pytest.param("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#", id="mate"),
        pytest.param("5rk1/5ppp/8/8/8/7N/5PPP/4R1K1 w - - 0 1", "h3g5", "Ng5", id="quiet"),
        pytest.param(TWO_KNIGHTS, "b1d2", "Nbd2", id="C.10.1 by file"),
        pytest.param("4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g5f3", "N5f3", id="C.10.2 by rank"),
        pytest.param("4k3/8/8/6N1/8/8/8/2K1N1N1 w - - 0 1", "g1f3", "Ng1f3", id="C.10 by both"),
        pytest.param("4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2", id="the other one is pinned"),
        pytest.param("8/8/8/8/4k3/8/8/KQ1Q4 b - - 0 1", "e4f4", "Kf4", id="king"),
    ],
)
def test_a_move_is_written_and_read_in_both_notations(fen: str, uci: str, written: str) -> None:
    position = read_fen(fen)
    move = read_uci(position, uci)
    assert (move.uci, san(position, move)) == (uci, written)
    assert read_san(position, written) == read_move(position, written) == read_move(position, uci) == move


@every(
    ("fen", "written", "uci"),
    [
        (CASTLING, "0-0", "e1g1"),
        (CASTLING, "0-0-0", "e1c1"),
        (CASTLING, "O-O+!?", "e1g1"),
        (CASTLING, "Raxa8", "a1a8"),
        (CASTLING, "Ra8", "a1a8"),  # the x is missing
        (CASTLING, "Ra1xa8#??", "a1a8"),  # a mark is not examined
        (PROMOTION, "e8Q", "e7e8q"),
        (PROMOTION, "exd8Q++", "e7d8q"),
        (PROMOTION, "ed8=Q", "e7d8q"),
        (START, "Ng1f3", "g1f3"),
        (START, "e2e4!", "e2e4"),
    ],
)
def test_what_is_written_otherwise_is_read_where_it_can_mean_one_thing(fen: str, written: str, uci: str) -> None:
    assert read_move(read_fen(fen), written).uci == uci


@every(
    ("fen", "text", "objection"),
    [
        (START, "", Objection.MISSING),
        (START, "   ", Objection.MISSING),
        (START, "nonsense", Objection.MALFORMED),
        (START, "e2-e4", Objection.MALFORMED),
        (START, "e2e4 e7e5", Objection.MALFORMED),
        (START, "e2e4\n", Objection.MALFORMED),
        (START, "E2E4", Objection.MALFORMED),
        (START, "nf3", Objection.MALFORMED),
        (START, "e2\0e4", Objection.MALFORMED),
        (START, "\0", Objection.MALFORMED),
        (START, "е4", Objection.MALFORMED),  # a Cyrillic e
        (START, "e４", Objection.MALFORMED),  # a digit of full width
        (START, "♘f3", Objection.MALFORMED),
        (START, "e2e4" * 2_500, Objection.MALFORMED),
        (START, "0000", Objection.MALFORMED),
        (START, "--", Objection.MALFORMED),
        (START, "O-0", Objection.MALFORMED),
        (START, "o-o", Objection.MALFORMED),
        (START, "e9", Objection.MALFORMED),
        (START, "i2i4", Objection.MALFORMED),
        (START, "O-O", Objection.CASTLING_NOT_POSSIBLE),
        (START, "e1g1", Objection.CASTLING_NOT_POSSIBLE),
        (START, "e2e5", Objection.UNREACHABLE),
        (START, "e5", Objection.NO_PIECE_REACHES),
        (START, "Nf4", Objection.NO_PIECE_REACHES),
        (START, "Nd2", Objection.NO_PIECE_REACHES),
        (START, "d3xe4", Objection.NO_PIECE_REACHES),
        (START, "Nxf3", Objection.NOTHING_TO_TAKE),
        (START, "e7e5", Objection.NOT_ON_TURN),
        (START, "e4e5", Objection.NOTHING_THERE),
        (START, "e2e4q", Objection.PROMOTION_ELSEWHERE),
        (START, "e4=Q", Objection.PROMOTION_ELSEWHERE),
        (CASTLING, "e1h1", Objection.CASTLING_ONTO_ROOK),
        (CASTLING, "e1a1", Objection.CASTLING_ONTO_ROOK),
        (CASTLING, "Kg1", Objection.NO_PIECE_REACHES),
        (PROMOTION, "e7e8", Objection.PROMOTION_MISSING),
        (PROMOTION, "e8", Objection.PROMOTION_MISSING),
        (PROMOTION, "e7e8k", Objection.PROMOTION_PIECE),
        (PROMOTION, "e7e8p", Objection.PROMOTION_PIECE),
        (PROMOTION, "e7e8x", Objection.PROMOTION_PIECE),
        (PROMOTION, "e8=K", Objection.PROMOTION_PIECE),
        (PROMOTION, "d8=Q", Objection.NO_PIECE_REACHES),  # a pawn that takes names its file
        (TWO_KNIGHTS, "Nd2", Objection.AMBIGUOUS),
        ("k7/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "Bd3", Objection.KING_ATTACKED),
    ],
)
def test_a_move_that_is_wrong_is_refused_with_its_value(fen: str, text: str, objection: Objection) -> None:
    with pytest.raises(Invalid) as refused:
        read_move(read_fen(fen), text)
    assert refused.value.code == "illegal-move"
    assert refused.value.facts["reason"] == objection
    assert refused.value.facts["value"] == text.strip(" ")[:100]
    assert 20 < len(sentence(refused.value)) < 250


def test_an_ambiguous_move_names_what_it_may_mean() -> None:
    with pytest.raises(Invalid) as refused:
        read_san(read_fen(TWO_KNIGHTS), "Nd2")
    assert sentence(refused.value) == '"Nd2" may be more than one move: write "Nbd2" or "Nfd2".'


def test_each_notation_refuses_the_other() -> None:
    for read, text in ((read_uci, "e4"), (read_uci, "O-O"), (read_uci, "")):
        with pytest.raises(Invalid, match="illegal-move"):
            read(INITIAL, text)

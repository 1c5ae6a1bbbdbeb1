"""Positions as text."""

import pytest

from podium.app.words.errors import sentence
from podium.chess import INITIAL, read_fen, write_fen
from podium.core.errors import Invalid
from tests.kit.loops import every

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_the_initial_position_is_the_known_one() -> None:
    assert write_fen(INITIAL) == START
    assert read_fen(START) == INITIAL


def test_four_fields_mean_that_nothing_was_counted() -> None:
    assert read_fen(START.removesuffix(" 0 1")) == INITIAL


def test_a_number_that_counts_from_nought_is_read() -> None:
    assert read_fen(START.removesuffix("1") + "0") == INITIAL


@every(
    ("fen", "kept"),
    [
        pytest.param("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3", id="a pawn may take"),
        pytest.param("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "-", id="nobody is there to take"),
        pytest.param("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "-", id="taking would expose the king"),
    ],
)
def test_the_square_passed_is_kept_where_it_matters(fen: str, kept: str) -> None:
    assert write_fen(read_fen(fen)).split()[3] == kept


@every(
    ("fen", "code"),
    [
        ("", "fen-fields"),
        ("nonsense", "fen-fields"),
        ("x" * 10_000, "fen-fields"),
        (START + " ", "fen-fields"),
        (START.replace(" 0 1", " 0"), "fen-fields"),
        (START.replace(" w ", " x "), "fen-malformed"),
        (START.replace("KQkq", "KQkqK"), "fen-malformed"),
        (START.replace("KQkq", "HBha"), "fen-castling"),
        (START.replace("KQkq", "HHha"), "fen-castling"),
        (START.replace("KQkq", "HAGha"), "fen-malformed"),
        (START.replace("KQkq", "qK"), "fen-malformed"),
        (START.replace("KQkq", ""), "fen-malformed"),
        (START.replace(" - ", " e9 "), "fen-malformed"),
        (START.replace(" 0 1", " -1 1"), "fen-malformed"),
        (START.replace(" 0 1", " 0 99999"), "fen-malformed"),
        (START.replace(" 0 1", " ٣ 1"), "fen-malformed"),
        (START.replace("/8/8/8/8/", "/8/8/8/"), "fen-malformed"),
        (START.replace("/8/8/8/8/", "/8/8/8/9/"), "fen-malformed"),
        (START.replace("/8/8/8/8/", "/8/8/8/7/"), "fen-malformed"),
        (START.replace("/8/8/8/8/", "/8/8/8/........./"), "fen-malformed"),
        (START.replace("/8/8/8/8/", "/8/8/8/\0\0\0\0\0\0\0\0/"), "fen-malformed"),
        (START.replace("BQKB", "BQQB").replace("KQkq", "kq"), "fen-kings"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "fen-kings"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "fen-pieces"),
        (START.replace("/8/8/8/8/", "/8/8/8/N7/"), "fen-pieces"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "fen-pawns"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "fen-pawns"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "fen-castling"),
        ("r2k4/8/8/8/8/8/8/4K3 w q - 0 1", "fen-castling"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "fen-check"),
        ("8/8/8/8/8/8/8/3Kk3 w - - 0 1", "fen-check"),
        (START.replace(" - ", " e3 "), "fen-en-passant"),
        ("4k3/8/8/8/3pP3/8/4P3/4K3 b - e3 0 1", "fen-en-passant"),
        ("4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", "fen-en-passant"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - d3 0 1", "fen-en-passant"),
    ],
)
def test_what_is_no_position_is_refused(fen: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_fen(fen)
    assert refused.value.code == code
    assert refused.value.facts["value"] == fen[:100]
    assert sentence(refused.value)


@every(
    ("rights", "back", "written", "shredder"),
    [
        ("HAha", "RNBQKBNR", "KQkq", "HAha"),
        ("KQkq", "BBQNNRKR", "KQkq", "HFhf"),
        ("Hf", "BBQNNRKR", "Kq", "Hf"),
        ("Fq", "RBKNRQRN", None, None),  # no rook on f1
        ("Ek", "RBKNRQRN", "Ek", "Eg"),  # another rook stands beyond the one of e1
        ("QQ", "RNBQKBNR", None, None),
        ("K", "RNBQKBNN", None, None),
    ],
)
def test_rights_of_chess960_are_read_by_the_outermost_rook_or_by_file(
    rights: str, back: str, written: str | None, shredder: str | None
) -> None:
    fen = START.replace("RNBQKBNR", back).replace("rnbqkbnr", back.lower()).replace("KQkq", rights)
    if written is None:
        with pytest.raises(Invalid) as refused:
            read_fen(fen, chess960=True)
        assert refused.value.code == "fen-castling"
        return
    position = read_fen(fen, chess960=True)
    assert (write_fen(position).split()[2], write_fen(position, shredder=True).split()[2]) == (written, shredder)
    assert read_fen(write_fen(position, shredder=True)) == position


def test_without_rights_chess960_is_chess() -> None:
    bare = START.replace("KQkq", "-")
    assert read_fen(bare, chess960=True) == read_fen(bare)
    assert read_fen(START, chess960=True) != INITIAL

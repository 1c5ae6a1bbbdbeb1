"""The 960 start positions by number, judged by python-chess and by the rule that makes them."""

from __future__ import annotations

import chess
import pytest

from podium.chess import START_POSITIONS, back_rank, position_number, start_fen
from podium.core.errors import Invalid
from tests.kit.loops import every


def test_every_number_is_the_position_that_python_chess_has_for_it() -> None:
    for number in START_POSITIONS:
        board = chess.Board.from_chess960_pos(number)
        assert start_fen(number) == board.fen(en_passant="fen")
        assert position_number(back_rank(number)) == number


def test_the_positions_are_all_those_that_the_rules_allow() -> None:
    found = {back_rank(number) for number in START_POSITIONS}
    assert len(found) == len(START_POSITIONS) == 960
    for pieces in found:
        assert sorted(pieces) == sorted("RNBQKBNR")
        assert pieces.index("R") < pieces.index("K") < pieces.rindex("R")
        assert (pieces.index("B") + pieces.rindex("B")) % 2 == 1


@every("number", [-1, 960, 10_000])
def test_another_number_is_refused(number: int) -> None:
    with pytest.raises(Invalid, match="start-position-unknown"):
        back_rank(number)


def test_pieces_that_are_no_start_position_have_no_number() -> None:
    assert position_number("KRNBQBNR") is None

"""The numbers of ways to play on that everybody's rules of chess agree on."""

import pytest

from podium.chess import INITIAL, perft, read_fen, write_fen
from tests.kit.loops import every

# The initial position, and the five of the collection that programmers of chess prove their rules with: the second
# (“Kiwipete”) is rich in castling and en passant, the third in pins along a rank, the fourth and fifth in promotions.
KNOWN = {
    write_fen(INITIAL): (20, 400, 8_902, 197_281, 4_865_609),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2_039, 97_862, 4_085_603),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2_812, 43_238, 674_624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9_467, 422_333),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1_486, 62_379, 2_103_487),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2_079, 89_890, 3_894_594),
}
QUICK = 100_000  # ways that are counted in a second
CASES = [(fen, depth, count) for fen, counts in KNOWN.items() for depth, count in enumerate(counts, 1)]


@every(("fen", "depth", "count"), [case for case in CASES if case[2] < QUICK])
def test_the_ways_to_play_on_are_as_many_as_is_known(fen: str, depth: int, count: int) -> None:
    assert perft(read_fen(fen), depth) == count


@pytest.mark.long
@pytest.mark.parametrize(("fen", "depth", "count"), [case for case in CASES if case[2] >= QUICK])
def test_further_ahead_as_well(fen: str, depth: int, count: int) -> None:
    assert perft(read_fen(fen), depth) == count


def test_there_is_one_way_to_play_nothing() -> None:
    assert perft(INITIAL, 0) == 1

"""How the laws end a game, and in which order they are asked."""

import pytest

from podium.app.words.errors import sentence
from podium.chess import (
    BLACK,
    INITIAL,
    WHITE,
    End,
    Game,
    Position,
    Reason,
    add,
    begin,
    claim,
    claimable,
    play,
    read_fen,
    replayed,
    write_fen,
)
from podium.core.errors import Invalid, Refused
from tests.kit.loops import every

TO_AND_FRO = "Nf3 Nf6 Ng1 Ng8"


def played(moves: str, *, fen: str = "", claims: bool = False) -> Game:
    """The game of these moves."""
    game = begin(read_fen(fen) if fen else INITIAL, claims=claims)
    for move in moves.split():
        game = play(game, move)
    return game


def reason(game: Game) -> Reason | None:
    return game.end.reason if game.end else None


def test_mate_ends_the_game() -> None:
    """Article 5.1.1."""
    game = played("f3 e5 g4 Qh4")
    assert game.end == End(Reason.CHECKMATE, BLACK)
    assert [each.san for each in game.moves] == ["f3", "e5", "g4", "Qh4#"]
    assert played("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7").end == End(Reason.CHECKMATE, WHITE)


def test_stalemate_is_a_draw() -> None:
    """Article 5.2.1; the game is the shortest one, of ten moves."""
    game = played("e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6")
    assert game.end == End(Reason.STALEMATE)


def test_a_dead_position_is_a_draw() -> None:
    """Article 5.2.2."""
    assert played("Kxe2", fen="4k3/8/8/8/8/8/4p3/4K3 w - - 0 1").end == End(Reason.INSUFFICIENT_MATERIAL)


def test_the_third_time_is_a_draw() -> None:
    """Article 9.2; the initial position counts as the first time."""
    assert played(f"{TO_AND_FRO} Nf3 Nf6 Ng1").end is None
    assert played(f"{TO_AND_FRO} {TO_AND_FRO}").end == End(Reason.THREE_FOLD_REPETITION)


def test_the_right_to_castle_makes_positions_differ() -> None:
    """Article 9.2: after the rook has moved it is not the position it looks like."""
    to_and_fro = "Rb1 Rb8 Ra1 Ra8"
    game = played(f"{to_and_fro} {to_and_fro}", fen="r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1")
    assert (game.repetitions, game.end) == (2, None)
    game = played(f"{to_and_fro} {to_and_fro}", fen=write_fen(game.position))
    assert reason(game) is Reason.THREE_FOLD_REPETITION


@every(
    ("fen", "repetitions"),
    [
        pytest.param("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", 3, id="nobody could take"),
        pytest.param("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", 2, id="a pawn could take"),
        pytest.param("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", 3, id="a pawn could take, but for its king"),
    ],
)  # fmt: skip
def test_en_passant_makes_positions_differ_only_where_it_is_legal(fen: str, repetitions: int) -> None:
    """Article 9.2, as to the possible moves."""
    king = "Ka5 Kd1 Ka4 Ke1" if "k2p" in fen else "Ke7 Kd1 Ke8 Ke1"
    game = played(f"e4 {king}", fen=fen)
    for move in king.split():
        game = play(game, move)
    assert game.repetitions == repetitions


def test_a_hundred_half_moves_are_a_draw() -> None:
    """Article 9.3."""
    fen = "4k3/8/8/8/8/8/R7/4K3 w - - 98 80"
    assert played("Ra3", fen=fen).end is None
    assert played("Ra3 Kd8", fen=fen).end == End(Reason.FIFTY_MOVE_RULE)


@every("claims", [False, True])
def test_mate_on_the_last_half_move_wins(claims: bool) -> None:
    """Article 9.6.2 says so of the 75 moves; it holds for automatic draws after 50 as well."""
    fen = f"6k1/5ppp/8/8/8/8/8/R3K3 w - - {149 if claims else 99} 90"
    assert played("Ra8", fen=fen, claims=claims).end == End(Reason.CHECKMATE, WHITE)


def test_the_ends_are_asked_in_their_order() -> None:
    """Stalemate, dead position and repetition come before the fifty moves."""
    assert reason(played("Qf7", fen="7k/8/6K1/5Q2/8/8/8/8 w - - 99 80")) is Reason.STALEMATE
    assert reason(begin(read_fen("4k3/8/8/8/8/8/8/4K3 w - - 100 80"))) is Reason.INSUFFICIENT_MATERIAL
    to_and_fro = "Ra3 Kd8 Ra2 Ke8"
    game = played(f"{to_and_fro} {to_and_fro}", fen="4k3/8/8/8/8/8/R7/4K3 w - - 92 80")
    assert (reason(game), game.position.clock) == (Reason.THREE_FOLD_REPETITION, 100)


def test_a_capture_or_a_pawn_begins_the_count_anew() -> None:
    fen = "4k3/8/8/8/8/p7/R6P/4K3 w - - 99 80"
    assert played("Rxa3", fen=fen).position.clock == 0
    assert played("h3", fen=fen).position.clock == 0
    assert played("Rxa3", fen=fen).keys == (played("Rxa3", fen=fen).position.key,)


@every(
    ("fen", "end"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", End(Reason.INSUFFICIENT_MATERIAL)),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", End(Reason.CHECKMATE, WHITE)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", End(Reason.STALEMATE)),
        ("4k3/8/8/8/8/8/R7/4K3 w - - 100 80", End(Reason.FIFTY_MOVE_RULE)),
    ],
)
def test_a_game_may_have_ended_before_it_begins(fen: str, end: End) -> None:
    game = begin(read_fen(fen))
    assert game.end == end
    with pytest.raises(Refused, match="game-over") as refused:
        play(game, "e4")
    assert end.reason in sentence(refused.value)


class TestClaims:
    def test_the_third_time_is_claimed(self) -> None:
        """Article 9.2.1.2."""
        game = played(f"{TO_AND_FRO} {TO_AND_FRO}", claims=True)
        assert (game.end, claimable(game)) == (None, Reason.THREE_FOLD_REPETITION)
        assert claim(game).end == End(Reason.THREE_FOLD_REPETITION)

    def test_it_may_be_claimed_with_the_move_that_brings_it_about(self) -> None:
        """Article 9.2.1.1; the move is not made."""
        game = played(f"{TO_AND_FRO} Nf3 Nf6 Ng1", claims=True)
        assert claimable(game) is None
        assert claimable(game, "a6") is None
        assert claimable(game, "Ng8") is Reason.THREE_FOLD_REPETITION
        drawn = claim(game, "f6g8")
        assert (drawn.end, drawn.moves) == (End(Reason.THREE_FOLD_REPETITION), game.moves)

    def test_fifty_moves_are_claimed(self) -> None:
        """Article 9.3, by what was played (9.3.2) and by what is intended (9.3.1)."""
        game = played("Ra3", fen="4k3/8/8/8/8/8/R7/4K3 w - - 98 80", claims=True)
        assert (claimable(game), claimable(game, "Kd8")) == (None, Reason.FIFTY_MOVE_RULE)
        assert claimable(play(game, "Kd8")) is Reason.FIFTY_MOVE_RULE

    def test_a_claim_lapses_with_the_next_move(self) -> None:
        """Article 9.4."""
        game = play(played(f"{TO_AND_FRO} {TO_AND_FRO}", claims=True), "e4")
        with pytest.raises(Refused, match="claim-not-true") as refused:
            claim(game)
        assert "0 moves" in sentence(refused.value)

    def test_an_intended_move_must_be_legal(self) -> None:
        with pytest.raises(Invalid, match="illegal-move"):
            claimable(begin(claims=True), "e2e5")

    def test_nothing_is_claimed_of_a_game_that_has_ended(self) -> None:
        game = played("f3 e5 g4 Qh4", claims=True)
        assert claimable(game) is None
        with pytest.raises(Refused, match="game-over"):
            claim(game)

    def test_the_fifth_time_is_a_draw_without_a_claim(self) -> None:
        """Article 9.6.1."""
        assert played(" ".join([TO_AND_FRO] * 4).removesuffix(" Ng8"), claims=True).end is None
        assert played(" ".join([TO_AND_FRO] * 4), claims=True).end == End(Reason.FIVE_FOLD_REPETITION)

    def test_seventy_five_moves_are_a_draw_without_a_claim(self) -> None:
        """Article 9.6.2."""
        fen = "4k3/8/8/8/8/8/R7/4K3 w - - 148 80"
        assert played("Ra3", fen=fen, claims=True).end is None
        assert played("Ra3 Kd8", fen=fen, claims=True).end == End(Reason.SEVENTY_FIVE_MOVE_RULE)


def test_a_game_is_put_together_from_moves_that_were_judged_before() -> None:
    judged = played("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7")
    game = begin()
    for number, (move, written) in enumerate(judged.moves, 1):
        game = add(game, move, written, judged.end if number == len(judged.moves) else None)
    assert game == judged


def test_a_game_is_put_together_from_all_of_its_moves_at_once() -> None:
    for judged in (played(f"e4 e5 {TO_AND_FRO} {TO_AND_FRO}"), played("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7", claims=True)):
        assert replayed(judged.initial, judged.moves, claims=judged.claims, end=judged.end) == judged


def test_a_refused_move_leaves_the_game_as_it_was() -> None:
    game = played("e4")
    before: Position = game.position
    with pytest.raises(Invalid):
        play(game, "e5e4")
    assert game.position == before
    assert len(game.moves) == 1

"""How live games end: by the laws, by resignation, by agreement, by claim. FIDE's articles are named."""

from podium.chess import BLACK, WHITE, Colour
from podium.games.commands import ClaimDraw, Resign, UndoAct
from podium.games.state import FalseClaim, Status
from tests.games.table import Table
from tests.kit.loops import every

TO_AND_FRO = "Nf3 Nf6 Ng1 Ng8"
STALEMATE = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"


@every(
    ("fen", "moves", "outcome", "reason"),
    [
        ("", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7", "WHITE_WIN", "CHECKMATE"),
        ("", "f3 e5 g4 Qh4", "BLACK_WIN", "CHECKMATE"),
        ("", STALEMATE, "DRAW", "STALEMATE"),
        ("7k/8/8/8/8/8/p7/K7 w - - 0 1", "Kxa2", "DRAW", "INSUFFICIENT_MATERIAL"),
        ("", f"{TO_AND_FRO} {TO_AND_FRO}", "DRAW", "THREE_FOLD_REPETITION"),
        ("7k/8/8/8/8/8/R7/K7 w - - 99 80", "Ra3", "DRAW", "FIFTY_MOVE_RULE"),
        ("7k/8/6K1/8/8/8/R7/8 w - - 99 80", "Ra8", "WHITE_WIN", "CHECKMATE"),
    ],
)
def test_the_laws_end_a_game_by_themselves(fen: str, moves: str, outcome: str, reason: str) -> None:
    table = Table(fen=fen).begun().moves(moves, after=1)
    assert table.result == (outcome, reason)
    assert table.due is None
    assert table.live.turn_since is None


@every("mode", ["NO_DRAW_OFFER", "NO_DRAW"])
def test_automatic_draws_are_draws_whatever_the_mode(mode: str) -> None:
    table = Table(mode=mode).begun().moves(f"{TO_AND_FRO} {TO_AND_FRO}")
    assert table.result == ("DRAW", "THREE_FOLD_REPETITION")


class TestClaims:
    """FIDE 9.2, 9.3 and 9.6: with claims the third time is claimed, the fifth draws by itself."""

    def test_the_third_time_can_be_claimed(self) -> None:
        table = Table(claims=True).begun().moves(f"{TO_AND_FRO} {TO_AND_FRO}")
        assert table.status is Status.RUNNING
        table.does(WHITE, ClaimDraw(), after=2)
        assert table.result == ("DRAW", "THREE_FOLD_REPETITION")
        assert table.clocks == (598, 600)

    def test_with_the_move_that_is_intended(self) -> None:
        table = Table(claims=True).begun().moves(f"{TO_AND_FRO} Nf3 Nf6 Ng1")
        with table.refuses("draw-refused", rule="claim"):
            table.does(BLACK, ClaimDraw())
        with table.refuses("draw-refused", rule="claim", value="Nd5"):
            table.does(BLACK, ClaimDraw("Nd5"))
        table.does(BLACK, ClaimDraw("Ng8"))
        assert table.result == ("DRAW", "THREE_FOLD_REPETITION")
        assert table.live.ply == 7

    def test_fifty_moves_can_be_claimed(self) -> None:
        table = Table(claims=True, fen="7k/8/8/8/8/8/R7/K7 w - - 99 80").begun().moves("Ra3")
        table.does(BLACK, ClaimDraw())
        assert table.result == ("DRAW", "FIFTY_MOVE_RULE")

    def test_the_fifth_time_is_a_draw(self) -> None:
        table = Table(claims=True).begun().moves(" ".join([TO_AND_FRO] * 4))
        assert table.result == ("DRAW", "FIVE_FOLD_REPETITION")

    def test_seventy_five_moves_are_a_draw(self) -> None:
        table = Table(claims=True, fen="7k/8/8/8/8/8/R7/K7 w - - 149 99").begun().moves("Ra3")
        assert table.result == ("DRAW", "SEVENTY_FIVE_MOVE_RULE")

    def test_a_claim_that_is_not_true_changes_nothing(self) -> None:
        table = Table(claims=True).begun().moves(TO_AND_FRO)
        with table.refuses("draw-refused", rule="claim", repetitions=2, moves=2):
            table.does(WHITE, ClaimDraw(), after=5)
        assert table.clocks == (595, 600)

    @every(
        ("time", "given"),
        [("90+30", 120), ("10+5", 120), ("10+0", 60), ("5+5", 60), ("5+0/12+0", 120), ("40/8+0 : 4+0", 120)],
    )
    def test_where_the_event_says_so_it_gives_the_opponent_time(self, time: str, given: int) -> None:
        """FIDE 9.5.3; appendix B.2 in blitz."""
        table = Table(time, claim_penalty=True).begun().moves(TO_AND_FRO)
        white, black = table.clocks
        table.does(WHITE, ClaimDraw(), after=5)
        assert table.clocks == (white - 5, black + given)
        assert table.claimed() == FalseClaim(WHITE, 1000 * given)
        assert table.status is Status.RUNNING
        assert table.does(WHITE, ClaimDraw()) == ()  # the same again costs nothing more
        table.move("d4")
        assert table.claimed() is None

    def test_the_move_that_was_intended_is_played(self) -> None:
        table = Table(claim_penalty=True).begun().moves(TO_AND_FRO)
        table.does(WHITE, ClaimDraw("d4"), after=5)
        assert table.live.ply == 5
        assert table.live.turn is BLACK
        with table.refuses("not-your-turn"):
            table.does(WHITE, ClaimDraw("d4"))
        assert table.clocks == (595, 660)

    def test_if_that_move_ends_the_game_the_end_is_all(self) -> None:
        table = Table(claim_penalty=True).begun().moves("f3 e5 g4")
        table.does(BLACK, ClaimDraw("Qh4"), after=2)
        assert table.result == ("BLACK_WIN", "CHECKMATE")
        assert table.clocks == (600, 598)

    def test_an_arbiter_can_undo_the_time_and_a_true_claim_costs_nothing(self) -> None:
        table = Table(claims=True, claim_penalty=True).begun().moves(TO_AND_FRO)
        table.does(WHITE, ClaimDraw())
        table.does(None, UndoAct())
        assert tuple(table.clocks) == (600, 600)
        assert table.claimed() is None
        with table.refuses("illegal-move"):
            table.does(WHITE, ClaimDraw("Ke7"))
        table.moves(TO_AND_FRO).does(WHITE, ClaimDraw())
        assert table.result == ("DRAW", "THREE_FOLD_REPETITION")

    def test_only_the_player_to_move_can_claim(self) -> None:
        table = Table(claims=True).begun().moves(f"{TO_AND_FRO} {TO_AND_FRO}")
        with table.refuses("not-your-turn", turn="white"):
            table.does(BLACK, ClaimDraw())

    @every("intended", ["", "Qh9", "x" * 10_000, "\0", "Nf6"], ids=lambda text: repr(text[:9]))
    def test_an_intended_move_must_be_legal(self, intended: str) -> None:
        table = Table(claims=True).begun()
        with table.refuses("illegal-move"):
            table.does(WHITE, ClaimDraw(intended))

    def test_without_claims_an_intended_third_time_can_be_claimed(self) -> None:
        table = Table().begun().moves(f"{TO_AND_FRO} Nf3 Nf6 Ng1")
        table.does(BLACK, ClaimDraw("Ng8"))
        assert table.result == ("DRAW", "THREE_FOLD_REPETITION")


class TestResignation:
    """FIDE 5.1.2."""

    @every(("by", "outcome"), [(WHITE, "BLACK_WIN"), (BLACK, "WHITE_WIN")])
    def test_the_opponent_wins_on_either_turn(self, by: Colour, outcome: str) -> None:
        table = Table().begun().moves("e4")
        table.does(by, Resign(), after=4)
        assert table.result == (outcome, "RESIGNATION")
        assert table.clocks == (600, 596)

    def test_an_opponent_who_cannot_mate_does_not(self) -> None:
        table = Table(fen="7k/8/8/8/8/8/6P1/K6N w - - 0 1").begun()
        table.does(WHITE, Resign())
        assert table.result == ("DRAW", "RESIGNATION")

    def test_an_opponent_who_can_mate_does(self) -> None:
        table = Table(fen="7k/8/8/8/8/8/6P1/K6N w - - 0 1").begun()
        table.does(BLACK, Resign())
        assert table.result == ("WHITE_WIN", "RESIGNATION")

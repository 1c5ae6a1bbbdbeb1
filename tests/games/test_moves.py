"""Moves in a live game: which are played, which are refused, in which order that is asked, and the same move again."""

import pytest

from podium.chess import BLACK, WHITE, Colour
from podium.core.errors import Invalid, Refused
from podium.games.commands import BeReady, PauseGame, PlayMove, Resign
from podium.games.events import GameEnded, MovePlayed, PlayerReady
from podium.games.state import Status
from tests.games.table import Table, at
from tests.kit.loops import every


def test_a_move_is_stored_with_its_notation_time_and_clock() -> None:
    table = Table("10+5").begun()
    assert table.move("e4", after=3) == (MovePlayed(0, "e2e4", "e4", at(3), 602_000, 1000),)
    assert (table.live.turn, table.live.ply, table.clocks) == (BLACK, 1, (602, 600))


@every(
    "text",
    [
        "", " ", "e5", "e2e5", "xyz", "e9", "Nf3 e5", "e2-e4", "E2E4", "nf3", "e2e4\0", "\0", "♘f3", "е2е4",
        "e2e4" * 2500, "0000", "--", "e2e4q", "Ke2", "Qh5", "O-O", "e1g1", "e1h1", "Nd2", "Pe4", "e7e5",
    ],
)  # fmt: skip
def test_nonsense_is_refused_and_changes_nothing(text: str) -> None:
    table = Table().begun()
    with table.refuses("illegal-move"):
        table.move(text, after=2)
    assert table.clocks == (598, 600)


PROMOTING = "8/4P3/8/k7/8/8/8/4K2R w K - 0 1"
TWO_ROOKS = "7k/8/8/8/8/8/8/R4RK1 w - - 0 1"


@every(
    ("fen", "text", "reason"),
    [
        (PROMOTING, "e7e8", "promotion-missing"),
        (PROMOTING, "e8", "promotion-missing"),
        (PROMOTING, "e7e8k", "promotion-piece"),
        (PROMOTING, "e8=K", "promotion-piece"),
        (PROMOTING, "e1h1", "castling-onto-rook"),
        (PROMOTING, "h1h4q", "promotion-elsewhere"),
        (TWO_ROOKS, "Rd1", "ambiguous"),
        (TWO_ROOKS, "Rxd1", "ambiguous"),
    ],
)
def test_what_is_nearly_a_move_is_refused_for_its_reason(fen: str, text: str, reason: str) -> None:
    table = Table(fen=fen).begun()
    with table.refuses("illegal-move", value=text, reason=reason):
        table.move(text)


def test_a_long_move_is_named_by_its_beginning() -> None:
    table = Table().begun()
    with pytest.raises(Invalid) as caught:
        table.move("x" * 10_000)
    assert len(str(caught.value.facts["value"])) <= 100


class TestWhatIsAskedFirst:
    """The contract: not started, paused, ended; then the ply; then the turn; then the time; then the move."""

    def test_before_the_start(self) -> None:
        table = Table()
        with table.refuses("game-not-running", status="WAITING"):
            table.does(WHITE, PlayMove("nonsense", 7))

    def test_paused(self) -> None:
        table = Table().begun().moves("e4")
        table.does(None, PauseGame())
        with table.refuses("game-not-running", status="PAUSED"):
            table.does(BLACK, PlayMove("e5", 1))

    def test_ended(self) -> None:
        table = Table().begun().moves("e4")
        table.does(BLACK, Resign())
        with table.refuses("game-not-running", status="FINISHED"):
            table.does(BLACK, PlayMove("e5", 1))

    @every("ply", [-1, 0, 1, 3, 10**30, -(10**30)])
    @every("by", [WHITE, BLACK])
    def test_another_ply(self, ply: int, by: Colour) -> None:
        table = Table().begun().moves("e4 e5")
        with table.refuses("stale", value=ply, ply=2):
            table.does(by, PlayMove("Nc3", ply))

    def test_out_of_turn(self) -> None:
        table = Table().begun().moves("e4")
        with table.refuses("not-your-turn", turn="black"):
            table.does(WHITE, PlayMove("nonsense", 1), after=700)

    def test_after_zero(self) -> None:
        table = Table().begun()
        with table.refuses("flag-fallen", colour="white"):
            table.does(WHITE, PlayMove("nonsense", 0), after=600)


class TestTheSameMoveAgain:
    """The contract: the same player, ply and move again is answered the same, and plays nothing."""

    @every("text", ["g1f3", "Nf3", "Nf3!", "Ng1f3", " Nf3 "])
    def test_it_plays_nothing(self, text: str) -> None:
        table = Table().begun().moves("Nf3")
        assert table.does(WHITE, PlayMove(text, 0)) == ()

    def test_after_further_moves(self) -> None:
        table = Table().begun().moves("e4 e5 Nf3 Nc6")
        assert table.does(WHITE, PlayMove("Ng1f3", 2)) == ()
        assert table.does(BLACK, PlayMove("Nb8c6", 3)) == ()

    def test_after_the_end_that_it_made(self) -> None:
        table = Table().begun().moves("f3 e5 g4 Qh4")
        assert table.status is Status.FINISHED
        assert table.does(BLACK, PlayMove("Qh4", 3)) == ()
        assert table.does(BLACK, PlayMove("Qh4#", 3)) == ()

    def test_while_paused(self) -> None:
        table = Table().begun().moves("e4")
        table.does(None, PauseGame())
        assert table.does(WHITE, PlayMove("e4", 0)) == ()

    @every("text", ["d4", "e3", "nonsense", "", "e4" + " " * 5 + "e5", "e2e4" * 2500])
    def test_another_move_is_stale(self, text: str) -> None:
        table = Table().begun().moves("e4")
        with table.refuses("stale", value=0, ply=1):
            table.does(WHITE, PlayMove(text, 0))

    def test_the_same_text_by_the_opponent_is_not_the_same(self) -> None:
        table = Table().begun().moves("e4")
        with table.refuses("stale"):
            table.does(BLACK, PlayMove("e4", 0))

    def test_what_reads_alike_now_is_read_where_it_was_played(self) -> None:
        table = Table().begun().moves("Nc3 e5 Nb1 Nc6")
        assert table.does(WHITE, PlayMove("Nb1c3", 0)) == ()
        with table.refuses("stale"):
            table.does(WHITE, PlayMove("Nc3b1", 0))


def test_of_two_moves_at_once_one_wins() -> None:
    table = Table().begun()
    table.does(WHITE, PlayMove("e4", 0))
    with table.refuses("stale", value=0, ply=1):
        table.does(WHITE, PlayMove("d4", 0))
    assert [move.san for move in table.live.board.moves] == ["e4"]


def test_who_moves_is_there() -> None:
    table = Table(starts_at="2027-01-15T08:10:00Z")
    table.does(WHITE, BeReady())
    table.falls_due()
    table.moves("e4")
    assert table.move("e5")[0] == PlayerReady(BLACK, table.now)
    assert table.due is not None
    assert table.due[0] == "flag"


def test_a_move_that_ends_the_game_says_so_in_the_same_events() -> None:
    table = Table("10+5").begun().moves("f3 e5 g4", after=1)
    move, end = table.move("Qh4", after=1)
    assert isinstance(move, MovePlayed)
    assert isinstance(end, GameEnded)
    assert (end.white, end.black) == (608_000, 608_000)
    assert table.result == ("BLACK_WIN", "CHECKMATE")


def test_a_refusal_is_no_error_of_the_value_but_of_the_moment() -> None:
    table = Table().begun()
    with pytest.raises(Refused) as caught:
        table.does(BLACK, PlayMove("e5", 0))
    assert not isinstance(caught.value, Invalid)

"""Records of games that are played elsewhere."""

from dataclasses import replace

from podium import chess
from podium.chess import BLACK, WHITE, write_fen
from podium.games.commands import AddTime, EndByHand, Interrupt, PauseGame, PlayMove, ReplayGame, Resign, ResumeGame
from podium.games.decide import decide
from podium.games.due import due_of
from podium.games.evolve import fold
from podium.games.state import Status
from podium.knockout import Outcome
from tests.games.table import OPENED, Table, at, opening, record
from tests.kit.loops import every


def test_a_record_is_a_game_without_running_clocks() -> None:
    events = decide(None, record("e4 e5 Nf3", Outcome.DRAW, clocks=(590_000, None, 580_000)), None, OPENED)
    game = fold(None, events)
    assert game is not None
    assert (game.status, game.imported, game.ply) == (Status.FINISHED, True, 3)
    assert [move.san for move in game.board.moves] == ["e4", "e5", "Nf3"]
    assert [time.clock for time in game.times] == [590_000, None, 580_000]
    assert (game.clocks.white, game.clocks.black, due_of(game)) == (580_000, 0, None)


def test_one_without_a_result_is_still_being_played_but_not_here() -> None:
    table = Table()
    table.does(None, record("e4 e5"))
    assert (table.status, table.due) == (Status.RUNNING, None)
    for by, act in ((WHITE, PlayMove("Nf3", 2)), (BLACK, Resign()), (None, PauseGame()), (None, AddTime(60))):
        with table.refuses("game-not-running"):
            table.does(by, act)
    with table.refuses("game-not-running"):
        table.does(None, ResumeGame())
    assert table.does(None, Interrupt(at(0)), after=1000) == ()
    table.does(None, record("e4 e5 Nf3"))
    assert table.live.ply == 3
    table.does(None, EndByHand(Outcome.WHITE_WIN))
    assert table.result == ("WHITE_WIN", None)


def test_the_same_record_again_changes_nothing() -> None:
    table = Table()
    table.does(None, record("e4 e5", Outcome.DRAW))
    assert table.does(None, record("e4 e5", Outcome.DRAW)) == ()
    assert table.does(None, record("e4 e5", Outcome.WHITE_WIN)) != ()


def test_no_record_takes_the_place_of_a_game_that_is_played_here() -> None:
    table = Table().begun()
    with table.refuses("game-exists", value="t1-p1"):
        table.does(None, record("e4"))
    table.does(WHITE, Resign())
    with table.refuses("game-exists"):
        table.does(None, record("e4"))


def test_a_record_that_is_not_legal_is_refused() -> None:
    table = Table()
    with table.refuses("illegal-move", value="e7e4"):
        table.does(None, replace(record("e4"), moves=(("e2e4", "e4"), ("e7e4", "e4"))))
    with table.refuses("fen-fields"):
        table.does(None, replace(record(""), fen="nonsense"))


@every("turn", ["w", "b"])
def test_a_record_from_another_position(turn: str) -> None:
    fen = f"7k/8/8/8/8/8/8/K5R1 {turn} - - 0 1"
    moves = (("a1a2", "Ka2"), ("h8h7", "Kh7")) if turn == "w" else (("h8h7", "Kh7"), ("a1a2", "Ka2"))
    game = fold(None, decide(None, replace(record(""), fen=fen, moves=moves, clocks=(1, 2)), None, OPENED))
    assert game is not None
    assert write_fen(game.board.initial) == fen
    assert (game.clocks.white, game.clocks.black) == ((1, 2) if turn == "w" else (2, 1))


def test_it_can_be_played_here_anew() -> None:
    table = Table()
    table.does(None, record("e4 e5", Outcome.DRAW))
    assert table.does(None, opening()) == ()
    table.does(None, ReplayGame())
    assert (table.status, table.live.imported) == (Status.WAITING, False)


def test_moves_keep_the_time_at_which_they_came() -> None:
    table = Table()
    table.does(None, record("e4 e5"))
    first = [time.at for time in table.live.times]
    table.does(None, record("e4 e5 Nf3"), after=60)
    assert [time.at for time in table.live.times] == [*first, first[0] + 60_000]
    table.does(None, record("e4 c5 Nf3"), after=60)
    assert [time.at for time in table.live.times] == [first[0], first[0] + 120_000, first[0] + 120_000]
    assert table.live.started_at == first[0]


def test_the_record_of_a_game_of_chess960_is_taken_over() -> None:
    first = chess.begin(chess.start_position(chess.position_number("BBNNRKRQ") or 0))
    command = replace(
        record(""),
        moves=(("f1g1", "O-O"), ("f8g8", "O-O")),
        fen=chess.write_fen(first.position, shredder=True),
    )
    game = fold(None, decide(None, command, None, OPENED))
    assert game is not None
    assert game.board == chess.play(chess.play(first, "O-O"), "O-O")
    assert decide(game, command, None, OPENED) == ()

"""What electronic boards have seen, as games for the boards of the event."""

from podium.app.pgn.importing import game_of
from podium.app.pgn.matching import clocks_of, matched_games
from podium.chess import position_number
from podium.files.livechess import BoardGame, BoardMove, BoardPairing, BoardPlayer
from tests.kit.events import director
from tests.kit.records import records

NOBODY = BoardPlayer("", "")
PAIRING = BoardPairing(1, BoardPlayer("Smith, Ann", "7"), BoardPlayer("Ben", ""), "*")


def seen(*moves: str, result: str = "*", start: int = 518) -> BoardGame:
    return BoardGame(tuple(BoardMove(each, 60_000) for each in moves), result, start)


def test_a_board_is_a_game_of_its_round() -> None:
    game = game_of(3, PAIRING, seen("e4", "e5", result="1-0"))
    assert dict(game.tags) == {
        "Round": "3.1",
        "White": "Smith, Ann",
        "Black": "Ben",
        "WhiteFideId": "7",
        "BlackFideId": "",
    }
    assert ([each.san for each in game.moves], game.result, game.problem) == (["e4", "e5"], "1-0", None)
    assert clocks_of(game) == (60_000, 60_000)


def test_kings_in_the_middle_end_the_record_and_spoil_nothing() -> None:
    game = game_of(1, PAIRING, seen("e4", "e5", "Ke4", "Kd5"))
    assert ([each.san for each in game.moves], game.problem) == (["e4", "e5"], None)


def test_the_result_is_that_of_the_game_else_of_the_pairing() -> None:
    drawn = BoardPairing(1, NOBODY, NOBODY, "1/2-1/2")
    assert game_of(1, drawn, seen("e4")).result == "1/2-1/2"
    assert game_of(1, drawn, seen("e4", result="1-0")).result == "1-0"


def test_a_game_of_chess960_is_read_from_its_position() -> None:
    game = game_of(1, PAIRING, seen("O-O", "O-O", start=position_number("BBNNRKRQ") or 0))
    assert ([each.move.uci for each in game.moves], game.problem) == (["f1g1", "f8g8"], None)
    problem = game_of(1, PAIRING, seen("e4", start=960)).problem
    assert problem is not None
    assert problem.error.code == "pgn-variant"


def test_boards_find_their_games_by_number_or_by_names() -> None:
    event = director("manual")
    event.players("Ann Smith", "Ben", "Cid", "Dan")
    event.pairs(1, [("Cid", "Dan"), ("Ann Smith", "Ben")])
    nameless = BoardPairing(1, NOBODY, NOBODY, "*")
    found = matched_games(
        event.state, [game_of(1, nameless, seen("e4")), game_of(1, PAIRING, seen("d4"))], records(), 1
    )
    assert [each.board and each.board.tag for each in found] == ["1.1", "1.2"]

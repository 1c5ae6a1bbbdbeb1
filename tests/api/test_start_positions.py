"""Chess960 over HTTP: the start position of a round, set or drawn anew, hidden in drafts, and in PGN."""

from __future__ import annotations

import io

import chess.pgn
import pytest

from podium.chess import position_number
from tests.kit.http import Event, House
from tests.kit.live import live_pair


@pytest.fixture
def freestyle(hall: House) -> Event:
    event = hall.user("chief").event("Freestyle", "swiss", rounds=3, chess960=True)
    event.players("Ann", "Ben")
    event("POST", "/publish", {}).ok()
    event.pair()
    return event


def test_a_round_has_a_start_position_with_its_seed(freestyle: Event) -> None:
    position = freestyle("GET", "/rounds/1").ok()["start_position"]
    board = chess.Board(position["fen"], chess960=True)
    assert board.chess960_pos() == position["number"]
    assert board.is_valid()
    assert position["pieces"] == position["fen"].split(" ")[0].split("/")[-1]
    assert position["seed"]


def test_it_is_set_as_drawn_in_the_hall_or_drawn_anew(freestyle: Event) -> None:
    set_one = freestyle("PUT", "/rounds/1/start-position", {"number": 518}).ok()["start_position"]
    assert set_one == {
        "number": 518,
        "pieces": "RNBQKBNR",
        "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "seed": None,
    }
    assert freestyle("PUT", "/rounds/1/start-position", {}).ok()["start_position"]["seed"]
    freestyle("PUT", "/rounds/1/start-position", {"number": 960}).refused(400, "start-position-unknown")


def test_the_public_learns_it_with_the_round(freestyle: Event, hall: House) -> None:
    public = freestyle.as_seen_by(hall.anyone)
    public("GET", "/rounds/1").refused(404, "unknown-round")
    assert "seed" not in str(public("GET", "/rounds").ok())
    freestyle("POST", "/rounds/1/publish", {}).ok()
    assert public("GET", "/rounds/1").ok()["start_position"] == freestyle("GET", "/rounds/1").ok()["start_position"]


def test_the_games_of_the_round_begin_there_in_pgn(freestyle: Event) -> None:
    freestyle("PUT", "/rounds/1/start-position", {"number": 0}).ok()
    text = freestyle("GET", "/rounds/1/pgn").ok().decode()
    assert '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]' in text


def test_usual_chess_has_none(hall: House) -> None:
    event = hall.user("chief").event("Club")
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    assert "start_position" not in event("GET", "/rounds/1").ok()
    event("PUT", "/rounds/1/start-position", {"number": 3}).refused(409, "not-chess960")


def test_live_games_begin_from_it_and_castle_by_its_rules(hall: House) -> None:
    board = live_pair(hall.user("chief"), chess960=True)
    drawn = board.event("GET", "/rounds/1").ok()["start_position"]
    assert (board.game()["startPosition"], board.game()["initialFen"]) == (drawn["number"], drawn["fen"])
    number = position_number("BBNNRKRQ")
    board.event("PUT", "/rounds/1/start-position", {"number": number}).ok()
    board.begin()
    judge = chess.Board.from_chess960_pos(number or 0)
    assert board.game()["fen"] == judge.fen()
    assert set(board.game(board.white)["legal"]) == {move.uci() for move in judge.legal_moves}
    for ply, move in enumerate(("f1g1", "O-O")):
        judge.push(judge.parse_san("O-O"))
        game = board.move(board.black if ply else board.white, move, ply).ok()
        assert (game["fen"], game["moves"][-1]["uci"], game["moves"][-1]["san"]) == (
            judge.fen(), judge.peek().uci(), "O-O",
        )  # fmt: skip
    refusal = board.event("PUT", "/rounds/1/start-position", {"number": 3}).refused(409, "position-in-play")
    assert "Board 1 of round 1" in refusal["detail"]
    text = board.event.by("GET", f"{board.url}/pgn").ok().decode()
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert (read.board().chess960_pos(), read.end().board().fen(), read.errors) == (number, judge.fen(), [])


def test_no_undo_gives_games_that_have_begun_another_position(hall: House) -> None:
    board = live_pair(hall.user("chief"), chess960=True)
    event, drawn = board.event, board.game()["startPosition"]
    paired, number = event.version, (drawn + 1) % 960
    event("PUT", "/rounds/1/start-position", {"number": number}).ok()
    event("POST", "/undo").ok()
    assert board.game()["startPosition"] == drawn
    event("POST", "/redo").ok()
    board.begin()
    before = event.version
    for path, body in (("/undo", {}), ("/undo", {"to": paired}), ("/rounds/1/start-position", {"number": drawn})):
        method = "POST" if path == "/undo" else "PUT"
        refusal = event(method, path, body, If_Match=f'"{before}"').refused(409, "position-in-play")
        assert refusal["detail"] == "Board 1 of round 1 has begun: its start position stays."
    assert (event.version, board.game()["startPosition"]) == (before, number)
    assert event("GET", "/rounds/1").ok()["start_position"]["number"] == number


def test_the_position_of_usual_chess_is_castled_from_by_the_same_rule(hall: House) -> None:
    board = live_pair(hall.user("chief"), chess960=True)
    board.event("PUT", "/rounds/1/start-position", {"number": 518}).ok()
    game = board.begin().plays("e4 e5 Nf3 Nf6 Bc4 Bc5 e1h1")
    assert (game["moves"][-1]["san"], game["startPosition"]) == ("O-O", 518)
    assert game["fen"].startswith("rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq ")

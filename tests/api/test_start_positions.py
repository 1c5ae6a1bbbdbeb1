"""Chess960 over HTTP: the start position of a round, set or drawn anew, hidden in drafts, and in PGN."""

from __future__ import annotations

import chess
import pytest

from tests.kit.http import Event, House


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


def test_usual_chess_has_none_and_live_games_none_of_it(hall: House) -> None:
    event = hall.user("chief").event("Club")
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    assert "start_position" not in event("GET", "/rounds/1").ok()
    event("PUT", "/rounds/1/start-position", {"number": 3}).refused(409, "not-chess960")
    problem = event.by("POST", "/api/tournaments", {"name": "X", "format": "swiss", "chess960": True, "live": True})
    assert "castling" in problem.refused(400, "chess960-not-live")["detail"]

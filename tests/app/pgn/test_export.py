"""PGN of a game, a round and an event (live chess, point 9), read back by an independent judge."""

import io

import chess.pgn
import pytest

from podium.app.pgn.export import event_pgn, game_pgn, round_pgn
from podium.chess import read_fen
from podium.core.result import Result
from podium.flow.commands import RecordResult, SetStartPosition
from podium.games.delayed import as_of
from podium.knockout import Outcome, Reason
from tests.kit.cups import cup
from tests.kit.events import Director, director, games
from tests.kit.records import NOON, SECOND, imported, record, records

SCHOLAR = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#"


def judged(text: str) -> list[chess.pgn.Game]:
    """The games that the judge finds in a text, without a complaint."""
    source, found = io.StringIO(text), []
    while game := chess.pgn.read_game(source):
        assert not game.errors, game.errors
        found.append(game)
    return found


def sans(game: chess.pgn.Game) -> str:
    board, words = game.board(), []
    for move in game.mainline_moves():
        words.append(board.san(move))
        board.push(move)
    return " ".join(words)


@pytest.fixture
def event() -> Director:
    event = director("swiss", rounds=3, place="Vienna", round_dates=["2026-09-12", "2026-09-13", "2026-09-14"])
    event.players("Müller, Hans Ömer", "Bob", "Carol", "Dan")
    event.edit("Bob", title="IM", rating=2401, fide_id="1600001")
    event.pairs(1, [("Müller, Hans Ömer", "Bob"), ("Carol", "Dan")])
    return event


def test_a_game_is_read_back_with_players_moves_clocks_and_result(event: Director) -> None:
    first, _second = games(event.round())
    played = record(event.state, first, SCHOLAR, Outcome.WHITE_WIN, Reason.CHECKMATE)
    [game] = judged(game_pgn(event.state, played))
    assert dict(game.headers) == {
        "Event": "Open",
        "Site": "Vienna",
        "Date": "2026.09.12",
        "Round": "1.1",
        "White": "Müller, Hans Ömer",
        "Black": "Bob",
        "Result": "1-0",
        "BlackTitle": "IM",
        "BlackElo": "2401",
        "BlackFideId": "1600001",
        "TimeControl": "600+5",
        "Termination": "normal",
    }
    assert sans(game) == SCHOLAR
    assert [node.clock() for node in game.mainline()] == [595, 595, 590, 590, 585, 585, 580]


def test_a_game_that_goes_on_ends_in_a_star(event: Director) -> None:
    first, _second = games(event.round())
    for moves in ("", "e4", "e4 e5"):
        [game] = judged(game_pgn(event.state, record(event.state, first, moves)))
        assert (sans(game), game.headers["Result"], game.headers["Termination"]) == (moves, "*", "unterminated")


@pytest.mark.parametrize(
    ("outcome", "reason", "result", "termination"),
    [
        (Outcome.BLACK_WIN, Reason.TIMEOUT, "0-1", "time forfeit"),
        (Outcome.BLACK_WIN, Reason.RESIGNATION, "0-1", "normal"),
        (Outcome.DRAW, Reason.DRAW_AGREEMENT, "1/2-1/2", "normal"),
        (Outcome.DRAW, Reason.THREE_FOLD_REPETITION, "1/2-1/2", "normal"),
        (Outcome.WHITE_WIN, Reason.NO_SHOW, "1-0", "abandoned"),
        (Outcome.DOUBLE_FORFEIT, Reason.DOUBLE_NO_SHOW, "*", "abandoned"),
        (Outcome.WHITE_WIN, None, "1-0", "adjudication"),
    ],
)
def test_the_end_is_said_in_the_words_of_the_standard(
    event: Director, outcome: Outcome, reason: Reason | None, result: str, termination: str
) -> None:
    first, _second = games(event.round())
    [game] = judged(game_pgn(event.state, record(event.state, first, "e4 e5", outcome, reason)))
    assert (game.headers["Result"], game.headers["Termination"]) == (result, termination)


def test_a_position_of_its_own_is_named(event: Director) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"
    first, _second = games(event.round())
    [game] = judged(game_pgn(event.state, record(event.state, first, "Kd7 e4", initial=read_fen(fen))))
    assert (game.headers["SetUp"], game.headers["FEN"], sans(game)) == ("1", fen, "Kd7 e4")


def test_time_that_differs_for_the_sides_is_named_for_each(event: Director) -> None:
    first, _second = games(event.round())
    uneven = record(event.state, first, "e4", time={"white": "5+0", "black": "4+2"})
    headers = judged(game_pgn(event.state, uneven))[0].headers
    assert [headers[f"{side}TimeControl"] for side in ("", "White", "Black")] == ["?", "300", "240+2"]


def test_periods_and_delays_are_named_in_seconds(event: Director) -> None:
    first, _second = games(event.round())
    named = {}
    for time in ("40/90+30 : 30+30", "0:30+0", "5d3", "5b3"):
        [game] = judged(game_pgn(event.state, record(event.state, first, "e4", time=time)))
        named[time] = game.headers["TimeControl"]
    assert list(named.values()) == ["40/5400+30:1800+30", "30", "300d3", "300b3"]


def test_the_day_is_that_of_the_round_else_of_the_game_in_utc_else_unknown() -> None:
    event = director("swiss", rounds=3)
    event.players("Alice", "Bob")
    event.pairs(1, [("Alice", "Bob")])
    [game] = games(event.round())
    before_midnight = NOON + 12 * 3600 * SECOND - 1
    for at, day in ((NOON, "2026.09.13"), (before_midnight, "2026.09.13"), (before_midnight + 1, "2026.09.14")):
        assert f'[Date "{day}"]' in game_pgn(event.state, record(event.state, game, "e4", at=at))
    assert '[Date "????.??.??"]' in game_pgn(event.state, imported(event.state, game, "e4"))


def test_a_record_from_elsewhere_says_nothing_it_does_not_know(event: Director) -> None:
    first, _second = games(event.round())
    text = game_pgn(event.state, imported(event.state, first, SCHOLAR, Outcome.WHITE_WIN))
    assert "TimeControl" not in text
    assert "Termination" not in text
    assert "%clk" not in text
    assert sans(judged(text)[0]) == SCHOLAR


def test_a_round_has_its_boards_in_order_and_leaves_out_those_without_a_record(event: Director) -> None:
    first, second = games(event.round())
    both = records(record(event.state, second, "d4"), record(event.state, first))
    found = [(game.headers["Round"], sans(game)) for game in judged(round_pgn(event.state, 1, both))]
    assert found == [("1.1", ""), ("1.2", "d4")]
    assert len(judged(round_pgn(event.state, 1, records(record(event.state, second))))) == 1
    assert round_pgn(event.state, 1, records()) == ""


def test_an_event_has_its_rounds_one_after_the_other(event: Director) -> None:
    event.all_results("1-0")
    event.close(1)
    event.pair()
    every = [game for here in event.state.rounds for game in games(here)]
    text = event_pgn(event.state, records(*(record(event.state, game, "c4") for game in every)))
    assert [game.headers["Round"] for game in judged(text)] == ["1.1", "1.2", "2.1", "2.2"]


def test_tie_break_games_follow_their_match() -> None:
    event = cup(4)
    first, second = games(event.round(1))
    event.do(RecordResult(first.id, Result.DRAW))
    tie_breaks = event.round(1).tie_breaks[first.id]
    every = [record(event.state, game, "e4") for game in (first, second, *tie_breaks)]
    found = [game.headers["Round"] for game in judged(round_pgn(event.state, 1, records(*every)))]
    assert found == ["1.1", *(f"1.1.{place}" for place in range(1, len(tie_breaks) + 1)), "1.2"]


def test_a_tie_break_game_says_which_it_is_and_for_whom_a_draw_counts() -> None:
    event = cup(2, "RAPID")
    [parent] = games(event.round(1))
    event.do(RecordResult(parent.id, Result.DRAW))
    [rapid] = event.round(1).tie_breaks[parent.id]
    event.do(RecordResult(rapid.id, Result.DRAW))
    every = [record(event.state, game, "e4") for game in (parent, *event.round(1).tie_breaks[parent.id])]
    tags = [
        [game.headers.get(name) for name in ("MatchGame", "TieBreak", "DrawCountsFor")]
        for game in judged(round_pgn(event.state, 1, records(*every)))
    ]
    assert tags == [[None, None, None], ["2", "RAPID", None], ["3", "ARMAGEDDON", "Black"]]


def test_a_section_is_named() -> None:
    event = director("swiss", rounds=3, sections=["Open", "Youth"])
    event.players("Alice", "Bob", section="Youth")
    event.pairs(1, [("Alice", "Bob")])
    [game] = games(event.round())
    assert '[Section "Youth"]' in game_pgn(event.state, record(event.state, game))


def test_what_is_seen_late_is_written_late(event: Director) -> None:
    first, _second = games(event.round())
    played = record(event.state, first, SCHOLAR, Outcome.WHITE_WIN, Reason.CHECKMATE)
    [game] = judged(game_pgn(event.state, as_of(played, NOON + 35 * SECOND)))
    assert (sans(game), game.headers["Result"], game.headers["Termination"]) == ("e4 e5 Bc4", "*", "unterminated")


def test_a_game_of_chess960_without_moves_says_from_which_position_it_begins() -> None:
    event = director("swiss", rounds=3, chess960=True)
    event.players("Ann", "Ben", "Cid", "Dan")
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dan")])
    event.do(SetStartPosition(1, 0))
    event.result("Ann", "1-0")
    first, second = judged(event_pgn(event.state, records()))
    assert first.board().fen() == chess.Board.from_chess960_pos(0).fen()
    assert first.board().chess960
    assert (first.headers["Variant"], first.headers["SetUp"]) == ("Chess960", "1")
    assert [(game.headers["White"], game.headers["Black"]) for game in (first, second)] == [
        ("Ann", "Ben"),
        ("Cid", "Dan"),
    ]
    assert (first.headers["Result"], second.headers["Result"]) == ("1-0", "*")
    event.result("Cid", "1-0F")
    assert len(judged(round_pgn(event.state, 1, records()))) == 1

"""Games of a file on their way to the boards of a round (live chess, point 9), odd ones included."""

from collections.abc import Sequence
from random import Random
from time import process_time

import chess.pgn
import pytest

from podium.app.pgn.export import event_pgn
from podium.app.pgn.matching import MOST_BYTES, Basis, MatchedGame, matched
from podium.app.words.errors import sentence
from podium.core.result import Result
from podium.flow.commands import RecordResult
from podium.games.commands import ImportGame
from podium.knockout import Outcome, Reason
from tests.kit.cups import cup
from tests.kit.events import Director, director, games, refused
from tests.kit.records import by_id, imported, record, records

MOVES = "1. e4 e5 2. Nf3 Nc6"


@pytest.fixture
def event() -> Director:
    event = director("swiss", rounds=5)
    event.players("Müller, Hans", "Bob Smith", "Łukasz O'Neill", "Dan Weiß")
    for name, number in (("Müller, Hans", "1001"), ("Bob Smith", "1002")):
        event.edit(name, fide_id=number)
    event.pairs(1, [("Müller, Hans", "Bob Smith"), ("Łukasz O'Neill", "Dan Weiß")])
    return event


def pgn(
    white: str = "?", black: str = "?", round: str = "?", moves: str = MOVES, result: str = "1-0", **tags: str
) -> str:
    named = {"Event": "x", "Round": round, "White": white, "Black": black, "Result": result, **tags}
    return "".join(f'[{name} "{value}"]\n' for name, value in named.items()) + f"\n{moves} {result}\n\n"


def match(event: Director, text: str, number: int | None = None) -> Sequence[MatchedGame]:
    return matched(text.encode(), event.state, by_id(), number)


def one(event: Director, text: str, number: int | None = None) -> MatchedGame:
    [game] = match(event, text, number)
    return game


def reason(game: MatchedGame) -> str:
    assert game.problem is not None
    assert (game.board, game.record, game.result) == (None, None, None)
    return sentence(game.problem)


def board(game: MatchedGame) -> str:
    assert game.board is not None, game.problem
    return game.board.tag


# --- to which board ---------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["1.2", " 1.2 ", "1 . 2", "01.02"])
def test_round_and_positionname_a_board(event: Director, tag: str) -> None:
    found = one(event, pgn(round=tag))
    assert (board(found), found.basis) == ("1.2", Basis.ROUND)


def test_both_fide_numbers_name_a_positionwhatever_the_names(event: Director) -> None:
    found = one(event, pgn("Mueller", "Smith, B", WhiteFideId="01001", BlackFideId="1002"))
    assert (board(found), found.basis) == ("1.1", Basis.FIDE_ID)


@pytest.mark.parametrize(
    ("white", "black", "tag"),
    [
        ("Müller, Hans", "Bob Smith", "1.1"),
        ("Hans Muller", "SMITH, Bob", "1.1"),
        ("muller,hans", "smith,bob", "1.1"),
        ("O’Neill, Łukasz", "Weiss, Dan", "1.2"),
    ],
)
def test_whole_names_name_a_positionin_any_order_case_and_accent(
    event: Director, white: str, black: str, tag: str
) -> None:
    found = one(event, pgn(white, black))
    assert (board(found), found.basis) == (tag, Basis.NAME)


def test_names_count_where_the_positionhas_other_players(event: Director) -> None:
    found = one(event, pgn("Hans Müller", "Bob Smith", "1.2"))
    assert (board(found), found.basis) == ("1.1", Basis.NAME)


def test_a_named_positionsays_how_the_file_spells_the_players(event: Director) -> None:
    found = one(event, pgn("Müller, H.", "Smith, Bob", "1.1"))
    assert [sentence(each) for each in found.remarks] == ['The file writes "Müller, H." for "Müller, Hans".']


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (pgn("Bob Smith", "Hans Müller"), "with the colours the other way round"),
        (pgn("Bob Smith", "Hans Müller", "1.1"), "with the colours the other way round"),
        (pgn("Smith, B.", "Hans Müller"), 'Nobody in the event is called "Smith, B."'),
        (pgn("Carlsen", "Caruana", "1.1"), 'Nobody in the event is called "Carlsen" and "Caruana"'),
        (pgn("Hans Müller", "Dan Weiß"), "do not play each other"),
        (pgn("Hans Müller", "Bob Smith", "2"), "do not play each other"),
        (pgn(round="1.7"), "names no board"),
        (pgn(), "names no board"),
        (pgn("Hans Müller", "Bob Smith", WhiteFideId="7"), 'Nobody in the event is called "Hans Müller"'),
    ],
)
def test_what_fits_no_positionis_listed_with_its_reason(event: Director, text: str, said: str) -> None:
    assert said in reason(one(event, text))


def test_a_game_of_another_round_is_not_taken_for_this_one(event: Director) -> None:
    assert "round" in reason(one(event, pgn("Hans Müller", "Bob Smith", "3.1"), number=1))
    assert board(one(event, pgn("Hans Müller", "Bob Smith", "1"), number=1)) == "1.1"


def test_two_who_meet_twice_need_the_round() -> None:
    event = director("manual")
    event.players("Ann", "Ben")
    for number in (1, 2):
        event.pairs(number, [("Ann", "Ben")])
    assert "more than once" in reason(one(event, pgn("Ann", "Ben")))
    assert board(one(event, pgn("Ann", "Ben", "2"))) == "2.1"
    assert board(one(event, pgn("Ann", "Ben"), number=2)) == "2.1"


def test_namesakes_are_told_apart_by_their_numbers() -> None:
    event = director("manual")
    event.players("Ann", "Ben", "Cid")
    event.pairs(1, [("Ann", "Ben"), ("Cid",)])
    event.edit("Cid", name="Ann", fide_id="5")
    assert board(one(event, pgn("Ann", "Ben"))) == "1.1"
    assert "do not play" in reason(one(event, pgn("Ann", "Ben", WhiteFideId="5")))


def test_a_tie_break_game_is_named_by_its_place_after_the_match() -> None:
    event = cup(4)
    first, _second = games(event.round(1))
    event.do(RecordResult(first.id, Result.DRAW))
    tie_break = event.round(1).tie_breaks[first.id][0]
    found = one(event, pgn(round="1.1.1"))
    assert found.board is not None
    assert found.board.game.id == tie_break.id


def test_two_games_for_one_positionare_both_refused_unless_they_are_the_same(event: Director) -> None:
    twice = match(event, pgn(round="1.1") + pgn(round="1.1"))
    assert board(twice[0]) == "1.1"
    assert "Another game" in reason(twice[1])
    for game in match(event, pgn(round="1.1") + pgn(round="1.1", moves="1. d4")):
        assert "Another game" in reason(game)


# --- what is written --------------------------------------------------------------------------


def test_a_game_becomes_its_record_and_the_result_that_the_positionlacks(event: Director) -> None:
    first, _second = games(event.round())
    moves = "1. e4 {[%clk 1:30:00]} e5 {good} {[%clk 0:05:09.5]} 2. Nf3"
    found = one(event, pgn(round="1.1", moves=moves, result="1/2-1/2"))
    assert found.record == ImportGame(
        first.id,
        event.state.id,
        1,
        first.white,
        first.black,
        (("e2e4", "e4"), ("e7e5", "e5"), ("g1f3", "Nf3")),
        (5_400_000, 309_500, None),
        Outcome.DRAW,
    )
    assert found.result == RecordResult(first.id, Result.DRAW)


def test_a_game_that_goes_on_brings_no_result(event: Director) -> None:
    found = one(event, pgn(round="1.1", result="*"))
    assert (found.result, found.record and found.record.outcome) == (None, None)


def test_a_result_that_differs_from_the_stored_one_is_listed_and_stays(event: Director) -> None:
    event.result("Bob Smith", "0-1")
    found = one(event, pgn(round="1.1"))
    assert [sentence(each) for each in found.remarks] == ['The file says "1-0", the event has "0-1": that stays.']
    assert found.result is None
    assert found.record is not None


@pytest.mark.parametrize("stored", ["1-0", "1-0U"])
def test_the_same_result_is_no_news(event: Director, stored: str) -> None:
    event.result("Bob Smith", stored)
    found = one(event, pgn(round="1.1"))
    assert (found.remarks, found.result) == ((), None)


def test_a_forfeit_is_not_taken_from_a_file(event: Director) -> None:
    found = one(event, pgn(round="1.1", moves=""))
    assert (found.record, found.result) == (None, None)
    assert "no move" in sentence(found.remarks[0])


def test_what_is_stored_already_is_not_written_again(event: Director) -> None:
    first, _second = games(event.round())
    stored = by_id(imported(event.state, first, "e4 e5 Nf3 Nc6", Outcome.WHITE_WIN))
    [same] = matched(pgn(round="1.1").encode(), event.state, stored)
    assert same.record is None
    [longer] = matched(pgn(round="1.1", moves=f"{MOVES} 3. Bb5").encode(), event.state, stored)
    assert longer.record is not None


def test_a_game_that_is_played_online_is_not_replaced(event: Director) -> None:
    first, _second = games(event.round())
    [found] = matched(pgn(round="1.1").encode(), event.state, by_id(record(event.state, first, "e4")))
    assert "played online" in reason(found)


def test_what_is_exported_is_found_again_with_moves_clocks_and_results(event: Director) -> None:
    played = [
        record(event.state, game, "e4 e5 Nf3 Nc6", outcome, Reason.RESIGNATION)
        for game, outcome in zip(games(event.round()), (Outcome.WHITE_WIN, Outcome.BLACK_WIN), strict=True)
    ]
    found = match(event, event_pgn(event.state, records(*played)))
    assert [(board(each), each.remarks) for each in found] == [("1.1", ()), ("1.2", ())]
    for each, source in zip(found, played, strict=True):
        assert each.record is not None
        assert each.record.clocks == tuple(time.clock for time in source.times)
        assert source.end is not None
        assert each.record.outcome is source.end.outcome


# --- odd input --------------------------------------------------------------------------------


def test_an_illegal_move_is_named_with_game_number_and_text(event: Director) -> None:
    good, bad = match(event, pgn(round="1.1") + pgn(round="1.2", moves="1. e4 e5 2. Ke3 Nc6"))
    assert board(good) == "1.1"
    assert (bad.number, bad.stop, bad.source.problem and bad.source.problem.line) == (2, "2.", 15)
    assert '"Ke3" is not a legal move here' in reason(bad)
    black = one(event, pgn(round="1.2", moves="1. e4 Nf3"))
    assert black.stop == "1..."


ODD = """1. e4 {a comment [%clk 0:10:00] with (marks) 1. d4} (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 $6
2. Nf3!? Nf6?! ; to the end 3. d4
% an escaped line
3. Bc4 Bc5 4. 0-0 0-0"""


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(pgn(round="1.1", moves=ODD).encode(), id="comments, variations, glyphs, noughts"),
        pytest.param(b"\xef\xbb\xbf" + pgn(round="1.1", moves=ODD).encode(), id="byte order mark"),
        pytest.param(pgn("Müller, Hans", "Bob Smith", moves=ODD).encode("latin-1"), id="Latin-1"),
        pytest.param(pgn(round="1.1", moves=ODD).replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(b"\n\n" + pgn(round="1.1", moves=ODD).encode() + b"\n\x1a", id="blanks around"),
    ],
)
def test_odd_files_are_read(event: Director, content: bytes) -> None:
    found = matched(content, event.state, by_id())[0]
    assert board(found) == "1.1"
    assert found.record is not None
    assert " ".join(san for _uci, san in found.record.moves) == "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"


def test_a_position_of_its_own_is_kept(event: Director) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"
    found = one(event, pgn(round="1.1", moves="40... Kd7 41. e4", SetUp="1", FEN=fen))
    assert found.record is not None
    assert (found.record.fen, found.record.moves[0]) == (fen, ("e8d7", "Kd7"))


def test_other_chess_is_refused(event: Director) -> None:
    assert "standard chess" in reason(one(event, pgn(round="1.1", Variant="Atomic")))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "pgn-file-empty"),
        (b" \r\n\t\n", "pgn-file-empty"),
        (b"\xef\xbb\xbf", "pgn-file-empty"),
        (b"Name;Rating\nM\xfcller, Hans;1850\nBob Smith;1700\n", "pgn-file-without-games"),
        (b"1. M\xfcller, Hans 1850\n2. Bob Smith 1700\n", "pgn-file-without-games"),
        (b'{"pairings": []}', "pgn-file-without-games"),
        (b"\x00\x01\x02PK\x03\x04" * 50, "pgn-file-without-games"),
        (b" " * (MOST_BYTES + 1), "pgn-file-too-large"),
    ],
)
def test_what_is_no_pgn_is_refused_whole(event: Director, content: bytes, code: str) -> None:
    with refused(code):
        matched(content, event.state, by_id())


def test_a_list_of_players_is_recognised_by_its_beginning(event: Director) -> None:
    with refused("pgn-file-without-games") as caught:
        matched(b"Name;Rating\nBob Smith;1700\n", event.state, by_id())
    assert 'it begins with "Name;Rating Bob Smith;1700"' in sentence(caught.value)


def test_games_of_others_are_passed_over_fast(event: Director) -> None:
    # Ten megabytes with five thousand games; only those of the event are played through.
    long = " ".join(f"{number}. Nf3 {{[%clk 1:00:00]}} Nf6 2. Ng1 Ng8" for number in range(1, 30))
    other = pgn("Carlsen", "Caruana", "9.1", long)
    content = (pgn(round="1.1") + other * 5_000).encode()
    assert len(content) < MOST_BYTES
    began = process_time()
    found = matched(content, event.state, by_id())
    assert process_time() - began < 15  # playing them all takes ten times as long
    assert (len(found), board(found[0])) == (5_001, "1.1")
    assert all(each.problem for each in found[1:])


@pytest.mark.parametrize("seed", range(20))
def test_what_the_judge_writes_with_comments_and_variations_is_read(event: Director, seed: int) -> None:
    game, moves = _annotated(seed)
    found = matched(str(game).encode(), event.state, by_id())[0]
    assert board(found) == "1.1"
    assert found.record is not None
    assert [uci for uci, _san in found.record.moves] == moves
    assert found.record.clocks == tuple(1000 * (3600 - ply) for ply in range(len(moves)))


def _annotated(seed: int) -> tuple[chess.pgn.Game, list[str]]:
    """A game by chance in which every move has a clock, some comments, glyphs and variations."""
    dice, position = Random(seed), chess.Board()
    game = chess.pgn.Game({"Round": "1.1", "White": "?", "Black": "?"})
    game.comment = 'He said: "1. d4 (or 1. c4) was better"'
    node: chess.pgn.GameNode = game
    moves = []
    for ply in range(60):
        legal = list(position.legal_moves)
        if not legal:
            break
        move, other = dice.choice(legal), dice.choice(legal)
        parent = node
        node = parent.add_main_variation(move)
        node.set_clock(3600 - ply)
        if other != move:
            parent.add_variation(other, comment="[%clk 0:00:01] no (really) 1-0").add_line([])
        node.nags = {dice.randrange(1, 140)}
        node.comment += " and ; so % on [%eval 0.3]"
        position.push(move)
        moves.append(move.uci())
    return game, moves

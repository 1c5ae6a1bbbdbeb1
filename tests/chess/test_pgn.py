"""Games in files, odd ones included."""

import io
from random import Random
from time import process_time

import chess.pgn
import pytest

from podium.app.words.errors import sentence
from podium.chess import begin, legal_moves, pgn, play, read_fen, san, start_fen, start_position, write_fen
from podium.chess.pgn import PgnGame
from tests.kit.loops import every, seeds


def only(text: str) -> PgnGame:
    [game] = pgn.read(text)
    return game


def sans(game: PgnGame) -> str:
    return " ".join(each.san for each in game.moves)


@every(
    "text",
    [
        pytest.param("1. e4 e5 2. Nf3 Nc6 1-0", id="plain"),
        pytest.param("1.e4 e5 2.Nf3 Nc6 1-0", id="numbers without blanks"),
        pytest.param("e4 e5 Nf3 Nc6 1-0", id="no numbers"),
        pytest.param("1 e4 e5 2 Nf3 Nc6 1-0", id="numbers without points"),
        pytest.param("1. e4 1... e5 2. Nf3 2...Nc6 1-0", id="numbers of Black"),
        pytest.param("1. e4! e5?! 2. Nf3 $1 $14 Nc6 !? 1-0", id="glyphs"),
        pytest.param("1. e4 += e5 +/- 2. Nf3 ± Nc6 = 1-0", id="signs"),
        pytest.param("1. e4 (1. d4 d5 (1... Nf6 {with a ) in it}) 2. c4 0-1) e5 2. Nf3 Nc6 1-0", id="variations"),
        pytest.param("1. e4 {[%clk 0:05:00] (not 1. d4)\n} e5 ; the rest 2. d4\n2. Nf3 Nc6 1-0", id="comments"),
        pytest.param("% 1. d4\n1. e4 e5\n% 2. d4\n2. Nf3 Nc6 1-0", id="escaped lines"),
        pytest.param("1. e4 e5\r\n2. Nf3\rNc6 1-0", id="ends of lines"),
        pytest.param("\ufeff1. e4 e5 2. Nf3 Nc6 1-0", id="byte order mark"),
        pytest.param("1. e2e4 e7e5 2. Ng1f3 Nb8c6 1-0", id="squares of departure"),
    ],
)
def test_moves_are_read_however_they_are_surrounded(text: str) -> None:
    game = only(text)
    assert (sans(game), game.result, game.problem) == ("e4 e5 Nf3 Nc6", "1-0", None)


def test_castling_with_noughts_is_read() -> None:
    assert sans(only("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 0-1")).endswith("Bc5 O-O O-O")
    assert only("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4.0-0 0-0 0-1").result == "0-1"


def test_en_passant_may_be_marked() -> None:
    for mark in (" e.p.", "e.p."):
        assert sans(only(f"1. e4 a6 2. e5 d5 3. exd6{mark} *")) == "e4 a6 e5 d5 exd6"


def test_tags_are_read_with_all_that_stands_in_them() -> None:
    game = only(
        '[Event "A \\"small\\" open"]\n[Site "C:\\\\chess"] [Round "3.1"]\n[White "O"Neill, Ann"]\n[Black ""]\n\n*'
    )
    assert game.tags == (
        ("Event", 'A "small" open'),
        ("Site", "C:\\chess"),
        ("Round", "3.1"),
        ("White", 'O"Neill, Ann'),
        ("Black", ""),
    )
    assert (game.tag("Round"), game.tag("Nothing")) == ("3.1", "")


@every(
    ("content", "name"),
    [
        ('[White "Müller"] *'.encode(), "Müller"),
        (b"\xef\xbb\xbf" + '[White "Müller"] *'.encode(), "Müller"),
        ('[White "Müller"] *'.encode("latin-1"), "Müller"),
    ],
    ids=["UTF-8", "UTF-8 with its mark", "Latin-1"],
)
def test_a_file_is_decoded_as_it_was_written(content: bytes, name: str) -> None:
    assert only(pgn.decoded(content)).tag("White") == name


@every(
    ("text", "result"),
    [
        ("1. e4 1/2-1/2", "1/2-1/2"),
        ("1. e4 ½-½", "1/2-1/2"),
        ("1. e4 *", "*"),
        ('[Result "0-1"] 1. e4', "0-1"),
        ('[Result "lost"] 1. e4', "*"),
        ('[Result "0-1"] 1. e4 1-0', "1-0"),
    ],
)
def test_the_result_behind_the_moves_counts_else_the_tag(text: str, result: str) -> None:
    assert only(text).result == result


def test_a_game_begins_where_its_tag_says() -> None:
    game = only('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]\n\n40... Kd7 41. e4 *')
    assert (sans(game), game.problem) == ("Kd7 e4", None)
    assert game.game.initial == read_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40")


@every("number", [0, 518, 700])
def test_a_game_of_chess960_is_read_as_it_is_written(number: int) -> None:
    game = begin(start_position(number))
    dice = Random(number)
    for _ply in range(40):
        moves = legal_moves(game.position)
        castling = [each for each in moves if game.position.board[each.end] and san(game.position, each)[0] == "O"]
        game = play(game, dice.choice(castling or moves).uci)
    text = pgn.write(game, "*", {})
    assert f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{start_fen(number)}"]' in text
    assert only(text).game == game
    judge = chess.pgn.read_game(io.StringIO(text))
    assert judge is not None
    assert (judge.errors, judge.end().board().fen()) == ([], write_fen(game.position))


def test_comments_know_how_many_moves_were_before_them() -> None:
    game = only("{first} 1. e4 {[%clk\n0:05:00]} {again} (1. d4 {not this}) e5 ;last\n*")
    assert game.comments == ((0, "first"), (1, "[%clk 0:05:00]"), (1, "again"), (2, "last"))


def test_many_games_are_read_and_know_their_lines() -> None:
    games = pgn.read(
        '[Event "a"]\n\n1. e4 1-0\n\n[Event "b"]\n\n[Event "c"]\n\n1. d4\n\n[Event "d"]\n\n*\n\n1. c4 0-1\n'
    )
    assert [(each.tag("Event"), sans(each), each.line) for each in games] == [
        ("a", "e4", 1),
        ("b", "", 5),
        ("c", "d4", 7),
        ("d", "", 11),
        ("", "c4", 15),
    ]


@every(
    ("text", "code", "line", "moves"),
    [
        ("1. e4\ne4 2. Nf3 *", "illegal-move", 2, "e4"),
        ("1. e4 e5 2. Sf3 *", "illegal-move", 1, "e4 e5"),
        ("1. e4 -- 2. Nf3 *", "illegal-move", 1, "e4"),
        ("1. e4 ) e5 *", "pgn-malformed", 1, "e4"),
        ("1. e4 (1. d4 *", "pgn-malformed", 1, "e4"),
        ("1. e4 {no end\ne5 *", "pgn-malformed", 1, "e4"),
        ("1. e4 [broken e5 *", "pgn-malformed", 1, "e4"),
        ("1. e4 \0 e5 *", "pgn-malformed", 1, "e4"),
        ('[FEN "nonsense"]\n\n1. e4 *', "fen-fields", 3, ""),
        ('[Variant "Atomic"]\n\n1. e4 *', "pgn-variant", 3, ""),
    ],
)
def test_what_is_wrong_stops_its_game_only(text: str, code: str, line: int, moves: str) -> None:
    first, second = pgn.read(text + '\n\n[Event "next"]\n\n1. d4 d5 1-0\n')
    assert first.problem
    assert (first.problem.error.code, first.problem.line, sans(first)) == (code, line, moves)
    assert sentence(first.problem.error)
    assert (sans(second), second.problem) == ("d4 d5", None)


@every("text", ["", " \n\n", "% nothing\n"])
def test_a_file_without_games_is_none(text: str) -> None:
    assert pgn.read(text) == []


@every("piece", ["{ ", '[A "x ', "( ", "1 ", "1. ", "e4 ", ") ", '"', "\\", "[Event ", "{[Event "])
def test_a_file_of_nothing_but_one_mark_is_read_in_time(piece: str) -> None:
    began = process_time()
    pgn.read(piece * 100_000)
    assert process_time() - began < 10


def test_a_game_that_no_laws_allow_stops_somewhere() -> None:
    game = only("Nf3 Nf6 Ng1 Ng8 " * 5_000)
    assert game.problem
    assert (game.problem.error.code, len(game.moves)) == ("pgn-too-long", pgn.LONGEST_GAME)


def test_a_game_goes_on_after_a_draw_by_the_laws() -> None:
    assert len(only(" ".join(["Nf3 Nf6 Ng1 Ng8"] * 6) + " 1/2-1/2").moves) == 24


def test_a_game_is_written_as_the_standard_wants() -> None:
    game = begin()
    for move in ("e4", "e5", "Qh5", "Nc6"):
        game = play(game, move)
    tags = {"White": 'Ann "A"', "Black": "Ben\nB", "Round": "1.1", "WhiteElo": "1500", "Result": "0-1"}
    assert pgn.write(game, "*", tags, [(1, "[%clk 0:05:00]"), (4, "so {far}")]) == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "1.1"]\n[White "Ann \\"A\\""]\n[Black "Ben B"]\n'
        '[Result "*"]\n[WhiteElo "1500"]\n\n1. e4 {[%clk 0:05:00]} 1... e5 2. Qh5 Nc6 {so {far)} *\n\n'
    )


def test_a_game_from_another_position_names_it() -> None:
    text = pgn.write(play(begin(read_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40")), "Kd7"), "*", {"FEN": "wrong"})
    assert text.endswith('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]\n\n40... Kd7 *\n\n')


def a_game(seed: int) -> tuple[chess.pgn.Game, list[str]]:
    """A random game with variations, glyphs and comments, made by the judge."""
    dice = Random(seed)
    tree = chess.pgn.Game({"Event": f"Open {seed}", "White": "Ann, Ben"})
    node: chess.pgn.GameNode = tree
    moves: list[str] = []
    while len(moves) < 60 and not node.board().is_game_over():
        choices = dice.sample(list(node.board().legal_moves), k=min(2, node.board().legal_moves.count()))
        main = node.add_main_variation(choices[0])
        if len(choices) > 1 and dice.random() < 0.3:
            node.add_variation(choices[1], comment="aside (1. e4)", nags=[2])
        if dice.random() < 0.3:
            main.comment = "[%clk 0:01:00] Nf3; 1-0"
            main.nags.add(dice.randint(1, 20))
        moves.append(node.board().san(choices[0]))
        node = main
    return tree, moves


@seeds(range(3), long=range(10))
def test_files_are_read_alike_by_the_judge(seed: int) -> None:
    tree, moves = a_game(seed)
    game = only(str(tree))
    assert (sans(game), game.problem, game.tag("Event")) == (" ".join(moves), None, f"Open {seed}")
    written = pgn.write(game.game, game.result, dict(game.tags), game.comments)
    theirs = chess.pgn.read_game(io.StringIO(written))
    assert theirs is not None
    assert theirs.errors == []
    assert [node.san() for node in theirs.mainline()] == moves
    assert (theirs.headers["Event"], theirs.headers["White"]) == (f"Open {seed}", "Ann, Ben")
    again = only(written)
    assert (again.game, again.comments) == (game.game, game.comments)
    assert set(game.tags) <= set(again.tags)
    assert max(map(len, written.splitlines())) < 80


def test_of_games_that_are_not_wanted_the_moves_are_passed_over() -> None:
    text = '[Event "a"]\n1. e4 {x} (1. d4) 1-0\n[Event "b"]\n1. Ke4 0-1\n[Event "c"]\n1. c4 *\n'
    games = pgn.read(text, lambda tags: ("Event", "c") in tags)
    assert [(each.tag("Event"), sans(each), each.result, each.problem) for each in games] == [
        ("a", "", "1-0", None),
        ("b", "", "0-1", None),
        ("c", "c4", "*", None),
    ]

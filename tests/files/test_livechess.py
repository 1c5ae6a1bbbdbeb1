"""Files of electronic boards (live chess, point 9), as LiveChess writes them."""

import json

from podium.files.livechess import BoardMove, BoardPlayer, game_file, read_game, read_index, round_folder
from tests.kit.events import refused
from tests.kit.loops import every

INDEX = {
    "date": "2026-09-13",
    "pairings": [
        {
            "white": {"fname": "Hans", "mname": None, "lname": "Müller", "title": "GM", "federation": None,
                      "gender": None, "fideid": 1001},
            "black": {"fname": "Bob", "mname": "J.", "lname": "Smith", "title": None, "fideid": "1002"},
            "result": "*",
            "live": True,
        },
        {"white": {"fname": None, "lname": "Only Surname"}, "black": None, "result": "1/2-1/2", "live": False},
    ],
}  # fmt: skip
GAME = {
    "live": True,
    "serialNr": "30001",
    "firstMove": 1_789_300_800_000,
    "chess960": 518,
    "result": None,
    "comment": None,
    "clock": {"white": 5390, "black": 5400, "time": 1_789_300_860_000, "run": True},
    "moves": ["e4 5399+12", "e5 5400", "Nf3 +31", "Nc6", "Bb5, 12"],
}


def encoded(document: object) -> bytes:
    return json.dumps(document).encode()


def test_an_index_says_who_plays_where() -> None:
    pairings = read_index(encoded(INDEX))
    assert pairings is not None
    first, second = pairings
    assert (first.board, first.white, first.black) == (
        1,
        BoardPlayer("Müller, Hans", "1001"),
        BoardPlayer("Smith, Bob J.", "1002"),
    )
    assert first.result == "*"
    assert (second.white, second.black) == (BoardPlayer("Only Surname", ""), BoardPlayer("", ""))
    assert (second.board, second.result) == (2, "1/2-1/2")


def test_moves_are_read_with_what_their_players_had_left() -> None:
    game = read_game(encoded(GAME))
    assert game is not None
    assert game.moves == (
        BoardMove("e4", 5_399_000),
        BoardMove("e5", 5_400_000),
        BoardMove("Nf3", None),
        BoardMove("Nc6", None),
        BoardMove("Bb5", 12_000),
    )
    assert (game.result, game.start) == ("*", 518)


@every(
    ("written", "result"),
    [
        ("WHITEWIN", "1-0"),
        ("BLACKWIN", "0-1"),
        ("DRAW", "1/2-1/2"),
        ("1-0", "1-0"),
        ("½-½", "1/2-1/2"),
        (None, "*"),
        ("*", "*"),
        ("WHITEFORFAIT", "*"),  # a forfeit is for the arbiter to say
        ("unknown", "*"),
        (7, "*"),
    ],
)
def test_results_are_read_as_both_files_spell_them(written: object, result: str) -> None:
    game = read_game(encoded(GAME | {"result": written}))
    assert game is not None
    assert game.result == result


def test_a_file_that_is_being_written_is_none_yet() -> None:
    for whole, read in ((encoded(INDEX), read_index), (json.dumps(GAME, ensure_ascii=False).encode(), read_game)):
        for length in range(len(whole)):
            assert read(whole[:length]) is None
        assert read(whole) is not None
        assert read(b"\xef\xbb\xbf" + whole) is not None


@every("document", [[], 3, "text", None, {}, {"pairings": 3}, {"moves": "e4 e5"}, {"moves": [3]}])
def test_other_files_are_refused_by_name(document: object) -> None:
    with refused("boards-file-malformed"):
        read_index(encoded(document))
    with refused("boards-file-malformed"):
        read_game(encoded(document), "game-3.json")


def test_files_and_folders_are_called_as_the_program_does() -> None:
    assert (game_file(12), round_folder(3)) == ("game-12.json", "round-3")

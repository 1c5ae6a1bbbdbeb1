"""`podium import` and `podium export` of games, and `podium watch` (live chess, point 9)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from podium.app.access import Role
from tests.cli.conftest import Run
from tests.kit.http import Event, house

GAMES = """[Event "x"]
[White "Bob"]
[Black "Alice"]
[Result "0-1"]

1. e4 e5 0-1

[Event "x"]
[Round "1.2"]
[White "Carol"]
[Black "Dave"]
[Result "1-0"]

1. d4 {[%clk 0:05:00]} d5 1-0
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


def test_a_preview_names_the_boards_and_what_is_wrong(event: Run, file: Path) -> None:
    said = event("import", file, "--tournament", "evening", "--preview")
    assert "1 game to store, 1 result to enter, 1 problem." in said.out
    assert "Game 1:" in said.err
    assert "other way round" in said.err
    assert event("export", "--tournament", "evening", "--format", "pgn").out == ""


def test_games_go_to_their_boards_and_come_out_again(event: Run, file: Path, tmp_path: Path) -> None:
    answer = event("import", file, "--tournament", "evening", "--json").json
    assert (answer["records"], answer["results"], answer["problems"]) == (1, 1, 1)
    assert "Carol - Dave" in event("round", "show", "evening").out or "1-0" in event("round", "show", "evening").out
    out = event("export", "--tournament", "evening", "--format", "pgn").out
    assert '[Round "1.2"]' in out
    assert "[%clk 0:05:00]" in out
    written = event("export", "--tournament", "evening", "-o", tmp_path / "out.pgn", "--json").json
    assert (written["format"], written["games"]) == ("pgn", 1)
    assert (tmp_path / "out.pgn").read_text() == out
    assert event("export", "--tournament", "evening", "--format", "pgn", "--round", 1).out == out
    event("export", "--tournament", "evening", "--format", "pgn", "--round", 2, code=4)


def test_games_need_a_tournament_and_come_from_a_pgn(event: Run, file: Path, tmp_path: Path) -> None:
    assert "--tournament" in event("import", file, code=2).err
    wrong = tmp_path / "wrong.pgn"
    wrong.write_text("Name;Rating\nAnn;1800\n")
    assert "not a PGN file" in event("import", wrong, "--tournament", "evening", code=3).err


# --- electronic boards ------------------------------------------------------------------------


def boards(folder: Path, *games: tuple[list[str], str | None]) -> None:
    """The files of two boards, as LiveChess writes them."""
    names = (("Alice", "Bob"), ("Carol", "Dave"))
    pairings = [
        {"white": {"lname": white}, "black": {"lname": black}, "result": "*", "live": True} for white, black in names
    ]
    (folder / "index.json").write_text(json.dumps({"date": None, "pairings": pairings}))
    for number, (moves, result) in enumerate(games, 1):
        document = {"live": result is None, "chess960": 518, "result": result, "clock": None, "moves": moves}
        (folder / f"game-{number}.json").write_text(json.dumps(document))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "boards"
    path.mkdir()
    return path


def watch(event: Run, folder: Path, *more: object, code: int = 0) -> list[dict[str, object]]:
    said = event("watch", folder, "--tournament", "evening", "--round", 1, "--once", "--json", *more, code=code)
    return [json.loads(line) for line in said.out.splitlines()]


def test_moves_are_stored_and_a_result_is_only_proposed(event: Run, folder: Path) -> None:
    boards(folder, (["e4 5399+12", "e5 5390"], None), (["d4 60"], None))
    assert [(each["board"], each["plies"], each["proposed"]) for each in watch(event, folder)] == [
        ("1.1", 2, None),
        ("1.2", 1, None),
    ]
    assert watch(event, folder) == []
    boards(folder, (["e4 5399+12", "e5 5390", "Nf3"], "WHITEWIN"), (["d4 60"], None))
    [grown] = watch(event, folder)
    assert (grown["board"], grown["plies"], grown["proposed"]) == ("1.1", 3, "1-0")
    out = event("export", "--tournament", "evening", "--format", "pgn").out
    assert "1. e4 {[%clk 1:29:59]}" in out
    assert '[Result "1-0"]' in out
    shown = event("round", "show", "evening", "--json").json
    assert [pairing["result"] for pairing in shown["pairings"][:2]] == [None, None]


def test_a_file_that_is_being_written_is_read_at_the_next_look(event: Run, folder: Path) -> None:
    boards(folder, (["e4"], None), (["d4"], None))
    half = (folder / "game-1.json").read_text()
    (folder / "game-1.json").write_text(half[: len(half) // 2])
    assert [each["board"] for each in watch(event, folder)] == ["1.2"]
    (folder / "game-1.json").write_text(half)
    assert [each["board"] for each in watch(event, folder)] == ["1.1"]


def test_the_folder_of_a_whole_event_has_one_for_each_round(event: Run, folder: Path) -> None:
    (folder / "tournament.json").write_text(json.dumps({"name": "x", "rounds": [{"count": 2, "live": 1}]}))
    (folder / "round-1").mkdir()
    boards(folder / "round-1", (["e4"], None))
    assert [each["board"] for each in watch(event, folder)] == ["1.1"]


def test_what_is_wrong_is_said_and_the_other_boards_go_on(event: Run, folder: Path) -> None:
    boards(folder, (["e4"], None), (["d4"], None))
    index = json.loads((folder / "index.json").read_text())
    index["pairings"][0]["white"]["lname"] = "Zoe"
    (folder / "index.json").write_text(json.dumps(index))
    said = event("watch", folder, "--tournament", "evening", "--round", 1, "--once")
    assert said.out == "Board 1.2: 1 half-move\n"
    assert said.err.startswith("Board 1: ")
    (folder / "index.json").write_text("[]")
    assert "LiveChess" in event("watch", folder, "--tournament", "evening", "--round", 1, "--once").err


def test_folders_and_rounds_must_be_there(event: Run, folder: Path, tmp_path: Path) -> None:
    event("watch", tmp_path / "nowhere", "--tournament", "evening", "--round", 1, "--once", code=4)
    event("watch", folder, "--tournament", "evening", "--round", 5, "--once", code=4)
    assert watch(event, folder) == []  # nothing is written there yet


def test_a_server_on_the_same_database_sees_what_is_watched(event: Run, folder: Path, tmp_path: Path) -> None:
    boards(folder, (["e4"], None), (["d4"], None))
    id = event("tournament", "list", "--json").json["tournaments"][0]["id"]
    url = f"/api/tournaments/{id}/rounds/1/pgn"
    with house(f"sqlite:///{tmp_path / 'podium.db'}") as hall:
        arbiter = hall.role(Event(hall.anyone, id), "ada", Role.ARBITER)
        assert arbiter.get(url) == b""
        watch(event, folder)
        first = arbiter("GET", url)
        assert first.body.count(b'[Result "*"]') == 2
        boards(folder, (["e4", "e5"], "DRAW"), (["d4"], None))
        watch(event, folder)
        second = arbiter("GET", url, if_none_match=first.headers["etag"])
        assert second.ok().count(b'[Result "1/2-1/2"]') == 1


@pytest.mark.parametrize("name", ["index.json", "game-1.json"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_file_among_those_of_the_boards_is_named(event: Run, folder: Path, name: str, kind: str) -> None:
    boards(folder, (["e4"], None), (["d4"], None))
    (folder / name).unlink()
    os.mkfifo(folder / name) if kind == "pipe" else (folder / name).symlink_to("/dev/zero")
    said = event("watch", folder, "--tournament", "evening", "--round", 1, "--once")
    assert f"{folder / name} is a pipe or a device" in said.err

"""A person forgotten from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def bytes_of(folder: Path) -> bytes:
    return b"".join(each.read_bytes() for each in folder.glob("podium.db*"))


@pytest.fixture
def known(event: Run) -> Run:
    """An event in which Bob has a club."""
    event("players", "edit", "evening", "Bob", "--club", "Wexbridge Knights")
    event("result", "evening", 1, 1, "0-1")
    return event


def test_nothing_is_left_of_the_person_but_what_was_played(known: Run, tmp_path: Path) -> None:
    before = known("table", "evening", "--json").json["standings"]
    assert b"Wexbridge" in bytes_of(tmp_path)
    said = known("forget", "evening", "bob", "--yes").out
    assert said == "The personal data are removed: the player is called Player 2 from now on.\n"
    assert b"Wexbridge" not in bytes_of(tmp_path)
    assert b"Bob" not in bytes_of(tmp_path)
    after = known("table", "evening", "--json").json["standings"]
    assert [row["name"] for row in after if row["rank"] == 1] == ["Player 2"]
    assert [{**row, "name": ""} for row in after] == [{**row, "name": ""} for row in before]
    told = known("history", "evening").out
    assert "operator  The personal data of Player 2 were removed" in told
    assert "Player 2: data changed" in told
    assert "Bob" not in told


def test_the_second_time_there_is_nothing_to_do(known: Run) -> None:
    first = known("forget", "evening", "bob", "--yes", "--json").json
    assert (first["name"], first["written"]) == ("Player 2", True)
    again = known("forget", "evening", "Player 2", "--yes", "--json").json
    assert again == {**first, "written": False}


def test_undo_does_not_bring_it_back(known: Run) -> None:
    version = known("forget", "evening", "bob", "--yes", "--json").json["version"]
    assert "nowhere any more" in known("undo", "evening", "--commit", version, code=1).err
    assert known("undo", "evening").out == "Undid: Round 1, board 1: Alice 0-1 Player 2\n"


def test_without_a_terminal_it_must_be_said(known: Run) -> None:
    assert "say --yes" in known("forget", "evening", "bob", code=2, input="y\n").err
    assert known("players", "list", "evening", "--json").json["players"][1]["name"] == "Bob"


def test_on_a_terminal_it_asks(known: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("podium.cli.verbs.forget.on_terminal", lambda: True)
    asked = known("forget", "evening", "bob", code=1, input="n\n").err
    assert "Remove the personal data of Bob from Evening Open, for good?" in asked
    known("forget", "evening", "bob", input="y\n")
    assert known("players", "list", "evening", "--json").json["players"][1]["name"] == "Player 2"


def test_a_player_who_was_removed(known: Run, tmp_path: Path) -> None:
    known("players", "add", "evening", "Zebulon Quickstep")
    known("players", "remove", "evening", "Zebulon Quickstep")
    known("forget", "evening", "Zebulon", "--yes", code=4)
    known("forget", "evening", "Zebulon Quickstep", "--yes")
    assert b"Zebulon" not in bytes_of(tmp_path)
    for _ in range(2):
        known("players", "add", "evening", "Zebulon Quickstep")
        known("players", "remove", "evening", "Zebulon Quickstep")
    assert "may be any player of" in known("forget", "evening", "Zebulon Quickstep", "--yes", code=2).err


def test_a_player_of_a_deleted_event(known: Run, tmp_path: Path) -> None:
    id = known("tournament", "show", "evening", "--json").json["id"]
    known("tournament", "delete", "evening", "--yes")
    known("forget", "evening", "bob", "--yes", code=4)
    known("forget", id, "bob", "--yes", "--as", "ana", code=4)
    known("forget", id, "bob", "--yes")
    assert b"Wexbridge" not in bytes_of(tmp_path)


def test_only_owners_may(known: Run) -> None:
    known("user", "add", "ben")
    known("tournament", "publish", "evening")
    assert "remove a player's personal data" in known("forget", "evening", "bob", "--yes", "--as", "ben", code=1).err
    known("forget", "evening", "bob", "--yes", "--as", "ana")

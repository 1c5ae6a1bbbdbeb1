"""`podium archive` and `podium unarchive`: a whole event in a file, and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.kit.forged import forged, setting


@pytest.fixture
def file(event: Run, tmp_path: Path) -> Path:
    event("result", "evening", 1, 1, "1-0")
    event("undo", "evening")
    file = tmp_path / "evening.podium.json"
    event("archive", "evening", "-o", file)
    return file


def test_an_event_goes_from_one_database_to_another(event: Run, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    said = event("unarchive", file, "--db", other, "--json")
    assert said.json["equal"] is True
    assert said.json["name"] == "Evening Open"
    assert "belongs to nobody" in said.err
    here, there = (event("history", "evening", "--json", "--db", db).json for db in (tmp_path / "podium.db", other))
    for each in here["commits"]:
        each["actor"] += " (from an archive)"
    assert there == here
    event("redo", "evening", "--db", other)
    assert "1-0" in event("round", "show", "evening", "--db", other).out


def test_what_was_compared_is_listed(event: Run, file: Path, tmp_path: Path) -> None:
    said = event("unarchive", file, "--db", tmp_path / "other.db")
    lines = said.out.splitlines()
    assert lines[0].split() == ["part", "rows", "compared"]
    assert any(line.split() == ["History", "5", "equal"] for line in lines)
    assert lines[-1].startswith("Evening Open is restored: ")


def test_it_belongs_to_the_user_who_is_named(event: Run, file: Path) -> None:
    event("user", "add", "ben")
    event("unarchive", file, "--copy", "--owner", "ben")
    listed = event("tournament", "list", "--json", "--as", "ben").json["tournaments"]
    assert [each["name"] for each in listed if each["role"] == "owner"] == ["Evening Open"]


def test_an_event_that_is_here_is_refused_but_as_a_copy(event: Run, file: Path) -> None:
    assert "copy" in event("unarchive", file, code=1).err
    copied = event("unarchive", file, "--copy", "--json").json
    assert copied["id"] != copied["copied_from"]


def test_a_wrong_file_is_refused_before_a_database_is_made(without_database: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    said = without_database("unarchive", wrong, code=3)
    assert "not an archive" in said.err
    assert not (tmp_path / "podium.db").exists()
    without_database("unarchive", tmp_path / "nothing.json", code=4)


def test_the_file_is_named_after_the_event_and_may_be_stdout(event: Run, tmp_path: Path) -> None:
    said = event("archive", "evening", "--json").json
    assert said["file"] == "Evening-Open.podium.json"
    assert (tmp_path / said["file"]).stat().st_size == said["size"]
    assert json.loads(event("archive", "evening", "-o", "-").out)["tournament"]["name"] == "Evening Open"
    assert "cannot be written" in event("archive", "evening", "-o", tmp_path / "no" / "x.json", code=1).err


def test_a_copy_of_an_event_that_left_fide_mode_says_that_it_is_not_in_it(podium: Run, tmp_path: Path) -> None:
    podium("tournament", "create", "Open", "--format", "swiss", "--rounds", 5, "--rules", "fide")
    podium("archive", "Open", "-o", tmp_path / "open.podium.json")
    number = 0
    for _step in range(2):
        asked = podium("tournament", "leave-fide-mode", "Open", "--json", "--acknowledged", number, code=1)
        number = json.loads(asked.err)["acknowledge"]
    podium("tournament", "leave-fide-mode", "Open", "--acknowledged", number)
    copied = podium("unarchive", tmp_path / "open.podium.json", "--copy", "--json")
    assert "its copy is not in it either" in copied.err
    assert (copied.json["equal"], copied.json["fide_mode_exit"]) == (True, 0)
    assert podium("tournament", "show", copied.json["id"], "--json").json["fide_mode"] is False


def test_what_no_command_would_have_taken_is_refused_and_named(podium: Run, file: Path, tmp_path: Path) -> None:
    file.write_bytes(forged(file.read_bytes(), setting(rounds=10**9)))
    assert "rounds cannot be 1000000000" in podium("unarchive", file, "--db", tmp_path / "other.db", code=3).err
    assert not (tmp_path / "other.db").exists()

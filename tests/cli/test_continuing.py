"""An older database from the command line: brought over, gone on with as a Swiss, and nobody left without a record."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SCHEMA = """CREATE TABLE pairings (id TEXT PRIMARY KEY, tournament_id TEXT, round INTEGER, board INTEGER,
    white_player_id TEXT, black_player_id TEXT, result TEXT, section TEXT, color TEXT, created_at DATETIME)"""
ROWS = [
    ("p1", 1, 1, "A", "B", "1-0"),
    ("p2", 1, 2, "C", "D", "1-0"),
    ("p3", 1, 3, "E", None, None),
    ("p4", 2, 1, "E", "A", "0-1"),
    ("p5", 2, 2, "B", "C", "1/2-1/2"),
    ("p6", 2, 3, "D", None, None),
]


@pytest.fixture
def spring(podium: Run, tmp_path: Path) -> Run:
    """The database of the bye specification before it had a `bye_type`, brought over."""
    connection = sqlite3.connect(tmp_path / "old.db")
    connection.execute(SCHEMA)
    connection.executemany(
        "INSERT INTO pairings (id, tournament_id, round, board, white_player_id, black_player_id, result) "
        "VALUES (?, 'spring', ?, ?, ?, ?, ?)",
        ROWS,
    )
    connection.commit()
    connection.close()
    podium("import", "old.db")
    return podium


def test_a_migrated_database_goes_on_as_a_swiss(spring: Run) -> None:
    said = spring("tournament", "continue", "spring", "--format", "swiss", "--rounds", 5)
    assert said.out == "Tournament spring goes on as swiss.\n"
    third = spring("round", "pair", "spring", "--json").json
    assert (third["round"], third["engine"]) == (3, "podium-dutch")
    assert [row["id"] for row in spring("round", "show", "spring", 1, "--json").json["pairings"]] == ["p1", "p2", "p3"]
    games = {frozenset((row["white_player_id"], row["black_player_id"])) for row in third["pairings"]}
    assert not games & {frozenset((white, black)) for _, _, _, white, black, _ in ROWS}
    assert next(row["white_player_id"] for row in third["pairings"] if row["is_bye"]) not in ("E", "D")


def test_what_stands_in_the_way_is_named(spring: Run) -> None:
    assert "how many rounds" in spring("tournament", "continue", "spring", "--format", "swiss", code=2).err
    spring("round", "pair", "spring", "--game", "B", "A")
    assert "Round 3 is a draft" in spring("tournament", "continue", "spring", "--format", "round-robin", code=1).err
    spring("round", "publish", "spring")
    refused = spring("tournament", "continue", "spring", "--format", "round-robin", code=1).err
    assert "met in rounds 1 and 3" in refused
    assert spring("tournament", "show", "spring", "--json").json["format"] == "manual"


def test_closing_names_who_has_nothing_and_the_way_to_record_it(event: Run) -> None:
    event("round", "edit", "evening", 3, "--remove")
    event("players", "withdraw", "evening", "Eve")
    event("players", "add", "evening", "Fred")
    for board in (1, 2):
        event("result", "evening", 1, board, "1-0")
    said = event("round", "close", "evening")
    assert said.out == "Round 1 is closed.\n"
    assert "Fred has neither game nor bye in round 1" in said.err
    assert "1 PLAYER bye|unpaired|half|zero|absent" in said.err
    assert event("bye", "evening", 1, "Fred", "absent").out == "Fred: Absence recorded: 0.0 points\n"
    assert event("bye", "evening", 1, "Eve", "unpaired").out == "Eve: Unpaired recorded: 1.0 points\n"
    row = event("round", "show", "evening", 1, "--json").json
    assert (row["status"], row["without_record"]) == ("closed", [])


def test_closing_in_json_has_the_sentence_too(event: Run) -> None:
    event("round", "edit", "evening", 3, "--remove")
    for board in (1, 2):
        event("result", "evening", 1, board, "1-0")
    said = event("round", "close", "evening", "--json")
    assert said.json["message"].startswith("Eve has neither game nor bye")
    assert said.err == ""

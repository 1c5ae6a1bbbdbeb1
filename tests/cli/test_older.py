"""Older databases from the command line."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from podium.app import older
from podium.cli.older import NOTES
from tests.cli.conftest import Run

SCHEMA = """CREATE TABLE pairings (id TEXT PRIMARY KEY, tournament_id TEXT, round INTEGER, board INTEGER,
    white_player_id TEXT, black_player_id TEXT, result TEXT, section TEXT, color TEXT, bye_type TEXT,
    created_at DATETIME)"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    file = tmp_path / "old.db"
    connection = sqlite3.connect(file)
    connection.execute(SCHEMA)
    connection.execute("CREATE TABLE results (player_id, round, points, result)")
    connection.executemany(
        "INSERT INTO pairings (id, tournament_id, round, board, white_player_id, black_player_id, result, bye_type) "
        "VALUES (?, 'spring', 1, ?, ?, ?, ?, ?)",
        [
            ("p1", 1, "Ann", "Bob", "1-0", None),
            ("p2", 2, "Cy", "Di", "?", None),
            ("p3", 3, "Ed", None, None, "bye"),
            ("p4", 4, "Flo", None, None, "unpaired"),
            ("p5", 5, "Gus", None, None, None),
            ("p6", 6, "Hal", None, None, None),
        ],
    )
    connection.execute("INSERT INTO results VALUES ('Gus', 1, 0.5, 'bye')")
    connection.commit()
    connection.close()
    return file


def test_an_import_says_what_it_found(podium: Run, old: Path) -> None:
    said = podium("import", old)
    assert said.out.splitlines() == [
        "Tournament spring (spring): 8 players, 1 round, 2 games, 4 byes (1 bye, 1 unpaired and 2 unspecified).",
        "  Results that are not known, left open: p2 (?).",
        "  Byes without a recorded type, kept as unspecified with these points: p5 (0.5) and p6 (0.0).",
    ]
    assert "belong to nobody" in said.err
    rows = podium("table", "spring", "--json").json["standings"]
    assert {row["name"]: row["points"] for row in rows} == {
        "Ann": 1.0, "Flo": 1.0, "Ed": 0.5, "Gus": 0.5, "Bob": 0, "Cy": 0, "Di": 0, "Hal": 0
    }  # fmt: skip
    assert "unspecified bye (0.5) = 0.5" in podium("table", "spring").out


def test_an_import_in_json(podium: Run, old: Path) -> None:
    [row] = podium("import", old, "--json").json["tournaments"]
    assert row["byes"] == {
        "bye": 1,
        "unpaired": 1,
        "half": 0,
        "zero": 0,
        "absent": 0,
        "free": 0,
        "club-duty": 0,
        "excused": 0,
        "unspecified": 2,
    }
    assert (row["id"], row["new"], row["players"], row["pairings"], row["games"]) == ("spring", True, 8, 6, 2)
    assert [(note["code"], note["where"], note["value"]) for note in row["notes"]] == [
        ("result-unknown", "p2", "?"),
        ("bye-unspecified", "p5", "0.5"),
        ("bye-unspecified", "p6", "0.0"),
    ]


def test_importing_again_changes_nothing(podium: Run, old: Path) -> None:
    podium("import", old)
    before = podium("history", "spring", "--json").json
    assert "It was here already; nothing changed." in podium("import", old).out
    assert podium("import", "-", input=old.read_bytes()).out == podium("import", old).out
    assert podium("history", "spring", "--json").json == before
    assert len(podium("tournament", "list", "--json").json["tournaments"]) == 1


def test_a_preview_and_a_wrong_file_write_nothing(without_database: Run, old: Path, tmp_path: Path) -> None:
    assert "4 byes" in without_database("import", old, "--preview").out
    (tmp_path / "text.db").write_text("no database")
    without_database("import", "text.db", code=3)
    without_database("import", "-", input=b"no database", code=2)  # a name, for all that it shows
    assert not (tmp_path / "podium.db").exists()


def test_the_tournaments_go_to_the_only_user_or_to_the_one_named(podium: Run, old: Path) -> None:
    podium("user", "add", "ana")
    assert podium("import", old).err == ""
    assert podium("tournament", "show", "spring", "--json").json["roles"] == {"ana": "owner"}


def test_an_owner_can_be_named_later(podium: Run, old: Path) -> None:
    podium("user", "add", "ana")
    podium("user", "add", "ben")
    assert "--owner" in podium("import", old).err
    podium("import", old, "--owner", "ben")
    assert podium("tournament", "show", "spring", "--json").json["roles"] == {"ben": "owner"}
    podium("import", old, "--owner", "ana")
    assert podium("tournament", "show", "spring", "--json").json["roles"] == {"ben": "owner"}


def test_migrate_converts_in_place_once(podium: Run, old: Path, tmp_path: Path) -> None:
    before = old.read_bytes()
    refused = podium("table", "spring", "--db", old, code=1)
    assert "is an older database" in refused.err
    said = podium("migrate", "--db", old, "--json").json
    assert said["copy"] == f"{old}.before-podium"
    assert Path(said["copy"]).read_bytes() == before
    assert said["tournaments"][0]["id"] == "spring"
    now = old.read_bytes()
    assert podium("migrate", "--db", old).out == f"{old} is up to date.\n"
    assert old.read_bytes() == now
    assert podium("bye", "spring", 1, "Gus", "unpaired", "--db", old).out == "Gus: Unpaired recorded: 1.0 points\n"


def test_an_older_database_and_a_tournament_do_not_go_together(podium: Run, old: Path) -> None:
    assert "leave --tournament out" in podium("import", old, "--tournament", "x", code=2).err


def test_a_podium_database_is_not_imported(podium: Run, old: Path, tmp_path: Path) -> None:
    podium("migrate", "--db", "other.db")
    assert "database of Podium already" in podium("import", "other.db", code=1).err


def test_every_note_has_its_words() -> None:
    source = "".join(each.read_text() for each in Path(older.__file__).parent.glob("*.py"))
    raised = set(re.findall(r'(?:Note|_note)\(\s*"([a-z-]+)"', source))
    raised |= set(re.findall(r'"([a-z-]+)" if black is not None else "([a-z-]+)"', source)[0])
    assert raised == NOTES.keys()

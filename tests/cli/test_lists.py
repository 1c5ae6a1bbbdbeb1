"""Lists of players in and out."""

from __future__ import annotations

from pathlib import Path

import pytest

from podium.files.players.listfile import read_list
from tests.cli.conftest import Run

LIST = "Name,Rtg,Fed\nMüller, Hans,1850,GER\n".replace("Müller, Hans", '"Müller, Hans"') + "Ana Ruiz,1700,ESP\n"


@pytest.fixture
def open_(podium: Run) -> Run:
    podium("tournament", "create", "Open", "--format", "manual")
    return podium


def entered(podium: Run) -> list[tuple[str, int | None]]:
    return [(row["name"], row["rating"]) for row in podium("players", "list", "Open", "--json").json["players"]]


def test_a_list_is_imported_once(open_: Run, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(LIST)
    said = open_("import", "list.csv", "--tournament", "Open")
    assert said.out == "2 players added, 0 changed, 0 skipped, 0 problems.\n"
    assert entered(open_) == [("Müller, Hans", 1850), ("Ana Ruiz", 1700)]
    again = open_("import", "list.csv", "--tournament", "Open", "--json").json
    assert (again["add"], again["update"], again["skip"], again["version"]) == (0, 0, 2, 2)


def test_a_preview_does_nothing(open_: Run, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(LIST)
    said = open_("import", "list.csv", "--tournament", "Open", "--preview")
    assert said.out.splitlines()[1].split() == ["2", "add", "Müller,", "Hans"]
    assert said.out.endswith("2 players to add, 0 to change, 0 skipped, 0 problems.\n")
    assert entered(open_) == []


def test_columns_are_chosen_by_number_or_header_and_stdin_is_read(open_: Run) -> None:
    text = "Name;First;Second\nAna Ruiz;1700;1500\n"
    open_("import", "-", "--tournament", "Open", "--column", "2=rating", "--column", "First=", input=text)
    assert entered(open_) == [("Ana Ruiz", 1500)]
    open_("import", "-", "--tournament", "Open", "--column", "first=rating", input=text)
    assert entered(open_) == [("Ana Ruiz", 1500), ("Ana Ruiz", 1700)]
    open_("import", "-", "--tournament", "Open", "--column", "Third=rating", input=text, code=2)
    open_("import", "-", "--tournament", "Open", "--column", "rating", input=text, code=2)


def test_what_is_odd_in_a_list_is_said_by_line(open_: Run) -> None:
    said = open_("import", "-", "--tournament", "Open", input="Name,Rating\nAna Ruiz,fast\n,1500\n")
    assert said.out == "1 player added, 0 changed, 0 skipped, 1 problem.\n"
    assert "Line 2: fast is not a rating; it is left out.\n" in said.err
    assert "Line 3: The row has no name.\n" in said.err


def test_a_list_needs_a_tournament_and_names(open_: Run, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(LIST)
    assert "--tournament" in open_("import", "list.csv", code=2).err
    open_("import", "-", "--tournament", "Open", input="Rating\n1500\n", code=3)


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_an_export_comes_back_as_it_was(open_: Run, tmp_path: Path, ending: str) -> None:
    (tmp_path / "list.csv").write_text(LIST)
    open_("import", "list.csv", "--tournament", "Open")
    before = entered(open_)
    told = open_("export", "--tournament", "Open", "-o", f"out.{ending}", "--json").json
    assert told == {"file": f"out.{ending}", "format": ending, "players": 2, "version": 2}
    open_("tournament", "delete", "Open", "--yes")
    open_("tournament", "create", "Open", "--format", "manual")
    open_("import", f"out.{ending}", "--tournament", "Open")
    assert entered(open_) == before


def test_an_export_goes_to_stdout(open_: Run) -> None:
    open_("players", "add", "Open", "Ana Ruiz")
    assert open_("export", "--tournament", "Open").out.splitlines()[1].startswith("Ana Ruiz,")
    open_("export", "--tournament", "Open", "--json", code=2)
    open_("export", "--tournament", "Open", "-o", "no/such/folder.csv", code=1)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"%PDF-1.7\n", "a PDF"),
        (b"<html><body>Ann</body></html>", "a web page (HTML)"),
        (b"012 Open\n022 Bern\n", "a tournament report (TRF)"),
    ],
)
def test_what_is_no_list_is_named(open_: Run, tmp_path: Path, content: bytes, name: str) -> None:
    (tmp_path / "list.csv").write_bytes(content)
    said = open_("import", "list.csv", "--tournament", "Open", code=3)
    assert f"This is {name}, not a list." in said.err
    assert entered(open_) == []


def test_what_is_neither_a_list_nor_a_tournament_is_named_without_one(podium: Run, tmp_path: Path) -> None:
    (tmp_path / "scan").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert "This is a picture, not a list." in podium("import", "scan", code=3).err


@pytest.mark.parametrize("verb", ["check", "import"])
def test_a_list_in_place_of_a_report_is_named(podium: Run, tmp_path: Path, verb: str) -> None:
    (tmp_path / "list.trf").write_text(LIST)
    said = podium(verb, "list.trf", code=3)
    assert "This is a list, not a tournament report (TRF)." in said.out + said.err


def test_the_results_of_a_swiss_on_lichess_are_imported_with_their_ranks(open_: Run, tmp_path: Path) -> None:
    (tmp_path / "results").write_text(
        '{"rank":1,"points":2.5,"rating":2000,"username":"ann"}\n{"rank":2,"points":2,"rating":1900,"username":"ben"}\n'
    )
    open_("import", "results", "--tournament", "Open")
    rows = open_("table", "Open", "--json").json["standings"]
    assert [(row["rank"], row["name"]) for row in rows] == [(1, "ann"), (2, "ben")]


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_tables_are_exported(open_: Run, tmp_path: Path, ending: str) -> None:
    open_("players", "add", "Open", "Ana Ruiz")
    open_("players", "add", "Open", "Ben Elm")
    written = open_("export", "--tournament", "Open", "--table", "standings", "-o", f"out.{ending}", "--json").json
    assert written == {"file": f"out.{ending}", "format": ending, "rows": 2, "version": 3}
    assert [row.cell(3) for row in read_list((tmp_path / f"out.{ending}").read_bytes()).rows] == ["Ana Ruiz", "Ben Elm"]
    said = open_("export", "--tournament", "Open", "--table", "standings", "-o", f"out.{ending}")
    assert said.err == f"2 rows written to out.{ending}.\n"
    open_("export", "--tournament", "Open", "--table", "pairings", code=4)
    open_("export", "--tournament", "Open", "--table", "standings", "--format", "pgn", code=2)
    open_("export", "--tournament", "Open", "--round", "1", code=2)


def test_a_row_that_is_no_player_is_named_and_left_out(open_: Run, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("No;Name;1;2\n1;Ana Ruiz;1;0\n2;Page 2 of 7;;\n")
    said = open_("import", "list.csv", "--tournament", "Open")
    assert "Line 3: Page 2 of 7 does not look like a player; the row is left out." in said.err
    assert entered(open_) == [("Ana Ruiz", None)]


def test_a_text_that_is_no_list_is_refused_in_words(open_: Run, tmp_path: Path) -> None:
    (tmp_path / "set.txt").write_text("Name = Adams, Ben\nRating = 2100\nName = Baker, Cy\nRating = 2050\n")
    assert "do not look like players" in open_("import", "set.txt", "--tournament", "Open", code=3).err
    (tmp_path / "open.tunx").write_bytes(b"\x93\xff\x89\x44" + bytes(90))
    for words in (("import", "open.tunx", "--tournament", "Open"), ("import", "open.tunx")):
        assert "Open it in Swiss-Manager and export the event as a report" in open_(*words, code=3).err
    assert entered(open_) == []

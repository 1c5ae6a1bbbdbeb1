"""Lists of names, pasted."""

import pytest

from podium.files.players.columns import guess_columns
from podium.files.players.importplan import plan
from podium.files.players.names import read_names
from tests.kit.loops import every


def pasted(text: str) -> list[tuple[str, int | None]]:
    sheet = read_names(text)
    return [(p.name, p.rating) for p in plan(sheet, guess_columns(sheet)).additions]


@every(
    ("line", "player"),
    [
        pytest.param("Hans Müller", ("Hans Müller", None), id="a name"),
        pytest.param("Müller, Hans", ("Müller, Hans", None), id="surname first"),
        pytest.param("Hans Müller, 1850", ("Hans Müller", 1850), id="a rating behind a comma"),
        pytest.param("Müller, Hans, 1850", ("Müller, Hans", 1850), id="two commas"),
        pytest.param("Hans Müller\t1850", ("Hans Müller", 1850), id="a rating behind a tab"),
        pytest.param("Hans Müller;1850 ", ("Hans Müller", 1850), id="a semicolon"),
        pytest.param("Hans Müller | 1850", ("Hans Müller", 1850), id="a bar"),
        pytest.param("Hans Müller (1850)", ("Hans Müller", 1850), id="a rating in brackets"),
        pytest.param("Hans Müller, 0", ("Hans Müller", None), id="nought for no rating"),
        pytest.param("12. Hans Müller, 1850", ("Hans Müller", 1850), id="a numbered line"),
        pytest.param("3) Hans Müller", ("Hans Müller", None), id="a number with a bracket"),
        pytest.param("  Hans   Müller  ", ("Hans Müller", None), id="spaces everywhere"),
        pytest.param("Robot 12", ("Robot 12", None), id="a figure that belongs to the name"),
        pytest.param("Ann 1500", ("Ann", 1500), id="a rating behind a space"),
        pytest.param("Ann Marie  985 ", ("Ann Marie", 985), id="a low rating behind spaces"),
        pytest.param("1500 Ann", ("Ann", 1500), id="a rating before the name"),
        pytest.param("1500; Ann", ("Ann", 1500), id="a rating before the name with a semicolon"),
        pytest.param("7. Ann 1500", ("Ann", 1500), id="a numbered line with a space"),
        pytest.param("Player 100", ("Player 100", None), id="a figure too low for a rating"),
        pytest.param("Grün", ("Grün", None), id="one word"),
        pytest.param("Land", ("Land", None), id="nothing but a surname that is also a header"),
        pytest.param("Ort, Hans", ("Ort, Hans", None), id="a surname that is also a header"),
    ],
)
def test_a_line_gives_a_name_and_maybe_a_rating(line: str, player: tuple[str, int | None]) -> None:
    assert pasted(line) == [player]


def test_blank_lines_are_passed_over_and_lines_keep_their_numbers() -> None:
    sheet = read_names("\nLee\r\n\r\nPoe, 1200\n")
    assert [(row.line, row.cells) for row in sheet.rows] == [(2, ("Lee",)), (4, ("Poe", "1200"))]


def test_a_header_is_not_a_player() -> None:
    assert pasted("Name, Rating\nLee, 1500") == [("Lee", 1500)]


def test_cells_copied_from_a_spreadsheet_are_a_table() -> None:
    assert pasted("FED\tName\tRtg\nGER\tMüller, Hans\t1850\nESP\tGarcía, Ana\t2013") == [
        ("Müller, Hans", 1850),
        ("García, Ana", 2013),
    ]


@pytest.mark.parametrize(
    "text", ["Ann;1500;GER\nBen;1600;ENG", "Ann|1500|GER\nBen|1600|ENG", "Ann,1500,GER\nBen,1600,ENG"]
)
def test_lines_with_three_cells_are_a_table_whose_columns_are_recognised(text: str) -> None:
    sheet = read_names(text)
    players = plan(sheet, guess_columns(sheet)).additions
    assert [(p.name, p.rating, p.federation) for p in players] == [("Ann", 1500, "GER"), ("Ben", 1600, "ENG")]


def test_running_numbers_without_a_full_stop_are_not_ratings() -> None:
    assert pasted("1 Ann 1500\n2 Ben\n3 Cid 1400") == [("Ann", 1500), ("Ben", None), ("Cid", 1400)]


def test_years_behind_every_name_are_those_of_birth() -> None:
    sheet = read_names("Ann 2010\nBen 2012")
    players = plan(sheet, guess_columns(sheet)).additions
    assert [(p.name, p.rating, p.birth) for p in players] == [("Ann", None, "2010"), ("Ben", None, "2012")]


def test_nothing_pasted_is_no_player() -> None:
    assert pasted(" \n\n") == []

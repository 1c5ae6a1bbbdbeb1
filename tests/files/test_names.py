"""Lists of names, pasted."""

import pytest

from podium.files import guess_columns, plan, read_names


def pasted(text: str) -> list[tuple[str, int | None]]:
    sheet = read_names(text)
    return [(p.name, p.rating) for p in plan(sheet, guess_columns(sheet)).additions]


@pytest.mark.parametrize(
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
        pytest.param("Robot 2000", ("Robot 2000", None), id="a figure that belongs to the name"),
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


def test_nothing_pasted_is_no_player() -> None:
    assert pasted(" \n\n") == []

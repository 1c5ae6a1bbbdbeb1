"""CSV files as club secretaries, Excel and pairing programs save them."""

import pytest

from podium.app.words.errors import sentence
from podium.core.errors import FormatError
from podium.files.players.columns import guess_columns
from podium.files.players.csvfile import read_csv
from podium.files.players.headers import Column
from podium.files.players.importplan import plan
from podium.files.sheet import MOST_ROWS
from tests.kit.loops import every

LIST = "Name;Elo;Verein\nMüller, Jürgen;1850;SC Köln\n\nGarcía, Íñigo;2013;Peña\n"
ROWS = [("Müller, Jürgen", "1850", "SC Köln"), ("García, Íñigo", "2013", "Peña")]


@every(
    "content",
    [
        pytest.param(LIST.encode(), id="UTF-8"),
        pytest.param(LIST.encode("utf-8-sig"), id="UTF-8 with a mark"),
        pytest.param(LIST.encode("utf-16"), id="UTF-16 with a mark"),
        pytest.param(b"\xfe\xff" + LIST.encode("utf-16-be"), id="big-endian UTF-16 with a mark"),
        pytest.param(LIST.encode("utf-16-le"), id="UTF-16 without a mark"),
        pytest.param(LIST.encode("utf-16-be"), id="big-endian UTF-16 without a mark"),
        pytest.param(LIST.encode("cp1252"), id="the Windows code page"),
        pytest.param(LIST.replace("\n", "\r\n").encode(), id="Windows line ends"),
        pytest.param(LIST.replace("\n", "\r").encode(), id="old Macintosh line ends"),
        pytest.param(LIST.strip().encode(), id="no line end at the end"),
    ],
)
def test_every_encoding_and_line_end_gives_the_same_rows(content: bytes) -> None:
    sheet = read_csv(content)
    assert sheet.header is not None
    assert sheet.header.cells == ("Name", "Elo", "Verein")
    assert [row.cells for row in sheet.rows] == ROWS


@every(
    ("text", "rows"),
    [
        pytest.param(
            'Name,Rating\n"Müller, Hans",1850\n"O""Neil, Pat",1700\n',
            [("Müller, Hans", "1850"), ('O"Neil, Pat', "1700")],
            id="commas, with names in quotes",
        ),
        pytest.param(
            "Name;Rating\nMüller, Hans;1850\nO'Neil, Pat;1700\n",
            [("Müller, Hans", "1850"), ("O'Neil, Pat", "1700")],
            id="semicolons, with commas in the names",
        ),
        pytest.param("Name\tRating\nMüller, Hans\t1850\n", [("Müller, Hans", "1850")], id="tabs"),
        pytest.param("Name | Rating\nMüller, Hans | 1850\n", [("Müller, Hans", "1850")], id="bars"),
        pytest.param(
            'Name;Club\nHans "Hansi" Müller;SC "Turm" Bonn\n',
            [('Hans "Hansi" Müller', 'SC "Turm" Bonn')],
            id="quotation marks inside a cell",
        ),
        pytest.param("Name\nHans Müller\nEva Grün\n", [("Hans Müller",), ("Eva Grün",)], id="one"),
    ],
)
def test_the_delimiter_is_guessed(text: str, rows: list[tuple[str, ...]]) -> None:
    assert [row.cells for row in read_csv(text.encode()).rows] == rows


def test_a_list_without_header_is_cut_where_the_lines_agree() -> None:
    sheet = read_csv("Müller, Hans;GER;1850\nGarcía, Ana María;ESP;2013\nLee;KOR;1200".encode())
    assert sheet.header is None
    assert [len(row.cells) for row in sheet.rows] == [3, 3, 3]


def test_the_header_may_stand_below_the_title_of_the_list() -> None:
    sheet = read_csv("Offene Stadtmeisterschaft 2026\nStand: 3. Mai\n\nNr.;Name;Elo\n1;Eva Grün;1900\n".encode())
    assert sheet.header is not None
    assert (sheet.header.line, sheet.header.cells) == (4, ("Nr.", "Name", "Elo"))
    assert [row.line for row in sheet.above] == [1, 2]
    assert [(row.line, row.cells) for row in sheet.rows] == [(5, ("1", "Eva Grün", "1900"))]


def test_lines_are_those_of_the_file_even_after_a_cell_with_a_line_break() -> None:
    sheet = read_csv(b'Name,Club\n"Lee, Ann","first\nsecond"\n\nPoe,Third\n')
    assert [row.line for row in sheet.rows] == [2, 5]
    assert sheet.rows[0].cells[1] == "first\nsecond"


def test_a_formula_that_an_export_made_harmless_is_restored() -> None:
    sheet = read_csv(b"Name,Club\nLee,'=cmd\nPoe,'tHooft\nDoe,''+49\n")
    assert [row.cells[1] for row in sheet.rows] == ["=cmd", "'tHooft", "'+49"]


def test_five_hundred_players_arrive_in_order() -> None:
    lines = [f'{n};"Spieler {n}, Jörg";{1000 + n}' for n in range(1, 501)]
    sheet = read_csv("\n".join(["Nr;Name;Rtg", *lines]).encode("cp1252"))
    found = plan(sheet, guess_columns(sheet))
    assert [(p.name, p.rating) for p in found.additions] == [(f"Spieler {n}, Jörg", 1000 + n) for n in range(1, 501)]
    assert not found.warnings


@pytest.mark.parametrize("content", [b"", b"\n\n  \n", b";;;\n;;\n"], ids=["nothing", "blank", "seps"])
def test_an_empty_file_gives_an_empty_sheet_and_the_plan_says_so(content: bytes) -> None:
    sheet = read_csv(content)
    assert sheet.rows == ()
    assert [f.code for f in plan(sheet, guess_columns(sheet)).problems] == ["list-empty"]


@every(
    ("content", "code", "line"),
    [
        pytest.param(b"\x89PNG\r\n\0\0\0\rIHDR\0\0", "not-text", 2, id="a picture"),
        pytest.param(b"Name\nM\x81ller\n", "encoding-unknown", 2, id="an unknown code page"),
        pytest.param(b"\xff\xfeN\x00a", "encoding-unknown", 1, id="half a UTF-16 character"),
        pytest.param(b'Name\nLee\n"Poe\nDoe\n', "quote-not-closed", 3, id="a quote left open"),
        pytest.param(b'Name\n"' + b"x" * 200_000 + b'"', "cell-too-long", 2, id="an endless cell"),
        pytest.param(b"Name\n" + b"," * 300 + b"x", "too-many-columns", 2, id="300 columns"),
        pytest.param(b"x\n" * (MOST_ROWS + 1), "too-many-rows", MOST_ROWS + 1, id="endless rows"),
        pytest.param(b"x" * 20_000_001, "file-too-large", 0, id="20 megabytes and one byte"),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_why(content: bytes, code: str, line: int) -> None:
    with pytest.raises(FormatError) as wrong:
        read_csv(content)
    assert (wrong.value.code, wrong.value.line) == (code, line)
    assert sentence(wrong.value).endswith((".", "8."))


def test_the_plan_of_a_read_file_knows_its_columns() -> None:
    assert guess_columns(read_csv(LIST.encode())) == {
        0: Column.NAME,
        1: Column.RATING,
        2: Column.CLUB,
    }

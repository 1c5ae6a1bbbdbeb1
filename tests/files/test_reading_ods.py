"""OpenDocument spreadsheets, as LibreOffice writes them, and what nobody writes."""

from __future__ import annotations

import io
import zipfile

import pytest

from podium.core.errors import FormatError
from podium.core.player import PlayerFields
from podium.files.players.columns import guess_columns
from podium.files.players.importplan import plan
from podium.files.players.listfile import read_list
from podium.files.sheet import Sheet
from tests.kit.loops import every

NAMES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)


def spreadsheet(**tables: str) -> bytes:
    """A file with these rows, by the names of its sheets."""
    sheets = "".join(f'<table:table table:name="{name}">{rows}</table:table>' for name, rows in tables.items())
    body = f"<office:body><office:spreadsheet>{sheets}</office:spreadsheet></office:body>"
    content = f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {NAMES}>{body}</office:document-content>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    return file.getvalue()


def cell(text: str, **attributes: str) -> str:
    written = "".join(f' {name.replace("__", ":").replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f"<table:table-cell{written}><text:p>{text}</text:p></table:table-cell>"


def row(*cells: str, repeated: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(cells)}</table:table-row>'


def imported(sheet: Sheet) -> list[PlayerFields]:
    return list(plan(sheet, guess_columns(sheet)).additions)


HEADER = row(cell("Name"), cell("Elo"), cell("Born"))
GAP = '<table:table-cell table:number-columns-repeated="16382"/>'


def test_players_numbers_and_days_are_read_as_they_were_entered() -> None:
    rating = cell("1.850", office__value_type="float", office__value="1850")
    born = cell("12. Mai 1990", office__value_type="date", office__date_value="1990-05-12T00:00:00")
    rows = HEADER + row(cell("Grün, Eva"), rating, born, GAP) + row(GAP, repeated=1_048_000)
    assert imported(read_list(spreadsheet(List=rows))) == [PlayerFields("Grün, Eva", 1850, birth="1990-05-12")]


def test_a_note_on_a_cell_is_not_part_of_it() -> None:
    noted = "<table:table-cell><office:annotation><text:p>pays at the desk</text:p></office:annotation>"
    rows = HEADER + row(f"{noted}<text:p>Lee,<text:s/>Ann</text:p></table:table-cell>", cell("1500"))
    assert imported(read_list(spreadsheet(List=rows))) == [PlayerFields("Lee, Ann", 1500)]


def test_repeated_cells_and_rows_are_as_many() -> None:
    blank = '<table:table-cell table:number-columns-repeated="2"/>'
    sheet = read_list(spreadsheet(List=row(cell("Name"), blank, cell("Club")) + row(cell("Ann"), blank, cell("A")) * 2))
    assert [each.cells for each in sheet.rows] == [("Ann", "", "", "A")] * 2
    assert [each.line for each in sheet.rows] == [2, 3]
    many = read_list(spreadsheet(List=HEADER + row(cell("Ann"), repeated=3)))
    assert [each.line for each in many.rows] == [2, 3, 4]


def test_the_first_sheet_with_text_is_read_or_the_one_that_is_named() -> None:
    content = spreadsheet(Empty=row(GAP), First=HEADER + row(cell("Ann")), Second=HEADER + row(cell("Ben")))
    first = read_list(content)
    assert (first.title, first.sheets, first.rows[0].cells) == ("First", ("Empty", "First", "Second"), ("Ann",))
    assert read_list(content, "Second").rows[0].cells == ("Ben",)
    with pytest.raises(FormatError) as refused:
        read_list(content, "Third")
    assert refused.value.code == "no-such-sheet"


@every(
    ("rows", "code"),
    [
        (row(cell("Ann"), repeated=999_999_999), "too-many-rows"),
        (row(*[cell("x", table__number_columns_repeated="300")]), "too-many-columns"),
        (row(cell("x" * 40_000)), "workbook-cell-too-long"),
        (row(cell("x"), repeated=0), "workbook-damaged"),
        ('<table:table-row table:number-rows-repeated="x"/>', "workbook-damaged"),
        ("<table:table-row>" * 200 + "</table:table-row>" * 200, "workbook-damaged"),
        ("<table:table-row></table:table-cell>", "workbook-damaged"),
    ],
    ids=["rows", "columns", "a long cell", "no row", "no number", "depth", "tags that cross"],
)
def test_what_would_hold_everybody_up_is_refused(rows: str, code: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_list(spreadsheet(List=rows))
    assert refused.value.code == code


def test_entities_are_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    with pytest.raises(FormatError) as refused:
        read_list(file.getvalue())
    assert refused.value.code == "workbook-damaged"

"""Files made to hold up whoever reads them: each is refused by the limit it breaks, or read for the little it says."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest

from podium.app.words.errors import sentence
from podium.chess import pgn
from podium.core.errors import FormatError, LimitExceeded
from podium.files.players.listfile import read_list
from podium.files.players.names import read_names, read_pasted
from podium.files.trf import decode, read
from podium.files.workbook import LONGEST_CELL, MOST_ELEMENTS
from tests.kit.loops import every

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def workbook(sheet: bytes, strings: bytes = b"", styles: bytes = b"") -> bytes:
    """A workbook of one sheet with these rows, shared strings and cell formats."""
    kinds = {"worksheet": "sheet1.xml", "sharedStrings": "strings.xml", "styles": "styles.xml"}
    related = "".join(
        f'<Relationship Id="r{kind}" Type="{RELATIONS}/{kind}" Target="{name}"/>' for kind, name in kinds.items()
    )
    parts = {
        "[Content_Types].xml": b"<Types/>",
        "xl/workbook.xml": (
            f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>'
            '<sheet name="List" sheetId="1" r:id="rworksheet"/></sheets></workbook>'
        ).encode(),
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{related}</Relationships>'.encode(),
        "xl/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>'.encode() + sheet + b"</sheetData></worksheet>",
        "xl/strings.xml": f'<sst xmlns="{MAIN}">'.encode() + strings + b"</sst>",
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">'.encode() + styles + b"</styleSheet>",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def row(number: int, *cells: bytes) -> bytes:
    return b'<row r="%d">' % number + b"".join(cells) + b"</row>"


def text(place: bytes, content: bytes) -> bytes:
    return b'<c r="%s" t="inlineStr"><is><t>%s</t></is></c>' % (place, content)


SHARED = row(1, b'<c r="A1" t="s"><v>0</v></c>')
KILLERS: dict[str, tuple[Callable[[], bytes], str]] = {
    "a row far below": (lambda: workbook(row(10**15, text(b"A1", b"Lee"))), "workbook-row-too-far"),
    "rows of the last column": (
        lambda: workbook(b"".join(row(at, b'<c r="XFD%d"><v>1</v></c>' % at) for at in range(1, 20_001))),
        "too-many-columns",
    ),
    "shared strings": (lambda: workbook(SHARED, b"<si><t>x</t></si>" * 2_000_000), "workbook-too-many-cells"),
    "long shared strings": (
        lambda: workbook(SHARED, (b"<si><t>" + b"x" * 30_000 + b"</t></si>") * 800),
        "too-much-text",
    ),
    "one endless string": (
        lambda: workbook(SHARED, b"<si><t>" + b"x" * 60_000 + b"</t></si>"),
        "workbook-cell-too-long",
    ),
    "a string shared by many cells": (
        lambda: workbook(
            b"".join(row(at, b'<c r="A%d" t="s"><v>0</v></c>' % at) for at in range(1, 2_001)),
            b"<si><t>" + b"x" * LONGEST_CELL + b"</t></si>",
        ),
        "too-much-text",
    ),
    "empty cells": (lambda: workbook(b"<row>" + b"<c/>" * (MOST_ELEMENTS + 1) + b"</row>"), "workbook-too-many-cells"),
    "nested elements": (lambda: workbook(b"<row>" + b"<c>" * 100_000), "workbook-damaged"),
    "one endless tag": (lambda: workbook(b'<row r="' + b"9" * 40_000_000 + b'"/>'), "workbook-damaged"),
    "blank lines of a list": (lambda: b"\n" * 9_000_000, "too-many-lines"),
    "blank cells of a list": (lambda: b" ,\n" * 3_000_000, "too-many-lines"),
    "one line of commas": (lambda: b"," * 19_000_000, "line-too-long"),
    "one line of quotes": (lambda: b'"' * 19_000_000, "line-too-long"),
    "full rows": (lambda: (b"," * 199 + b"x\n") * 5_000, "too-many-cells"),
}


@every("name", KILLERS)
def test_a_list_that_would_hold_everybody_up_is_refused_by_a_limit(name: str) -> None:
    make, code = KILLERS[name]
    with pytest.raises(FormatError) as wrong:
        read_list(make())
    assert wrong.value.code == code
    assert isinstance(wrong.value, LimitExceeded) or code == "workbook-damaged"
    if isinstance(wrong.value, LimitExceeded):
        assert str(wrong.value.facts["most"]) in sentence(wrong.value)


def test_empty_rows_and_cells_far_away_are_no_rows() -> None:
    rows = b"".join(row(at, b'<c r="XFD%d"/>' % at) for at in range(1, 10_001))
    assert read_list(workbook(rows + row(1_048_576, text(b"A1048576", b"Lee")))).rows[0].line == 1_048_576


def test_shared_strings_rich_texts_dates_and_errors_are_read() -> None:
    strings = b"<si><r><t>Gr\xc3\xbcn</t></r><r><t>, Eva</t></r><rPh><t>no</t></rPh></si><si><t> Born </t></si>"
    styles = b'<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts>'
    styles += b'<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs>'
    cells = [
        b'<c r="A1" t="s"><v>0</v></c>',
        b'<c r="B1" s="1"><v>33005</v></c>',
        b'<c r="C1" s="2"><v>33005.5</v></c>',
        b'<c r="D1" s="3"><v>0.5</v></c>',
        b'<c r="E1" t="e"><v>#N/A</v></c>',
        b'<c r="G1" t="b"><v>0</v></c>',
        b'<c r="H1" t="str"><f>A1</f><v>Lee</v></c>',
        b'<c r="I1"><v>1.85E3</v></c>',
        b'<c r="J1" t="d"><v>1990-05-12T00:00:00</v></c>',
        b'<c r="K1" s="1"><v>9e99</v></c>',
        b'<c r="L1"><f>1+1</f></c>',
    ]
    assert read_list(workbook(row(1, *cells), strings, styles)).rows[0].cells == (
        "Grün, Eva", "1990-05-12", "1990-05-12 12:00:00", "12:00:00", "#N/A", "", "False", "Lee", "1850", "1990-05-12",
        "#VALUE!",
    )  # fmt: skip


def test_20000_players_are_read() -> None:
    rows = b"".join(
        row(at, text(b"A%d" % at, b"Player, No %d" % at), b'<c r="B%d"><v>%d</v></c>' % (at, at % 3000))
        for at in range(2, 20_001)
    )
    content = workbook(row(1, text(b"A1", b"Name"), text(b"B1", b"Rating")) + rows)
    assert len(read_list(content).rows) == 19_999


def test_pasted_names_cost_no_more_than_their_length() -> None:
    with pytest.raises(LimitExceeded):
        read_pasted(b"\n" * 200_000)
    for line in (
        "a" * 100_000,
        " " * 100_000 + "x",
        "a " * 50_000 + "1",
        "a b" * 300 + " 1500 2",
        "1500 " + "a " * 400,
    ):
        assert read_names(line).rows


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"\n" * 9_000_000, "too-many-lines", id="blank lines"),
        pytest.param(b"\r\n" * 4_000_000, "too-many-lines", id="blank lines of Windows"),
        pytest.param(b"XXS " + b"a" * 1_000_000, "line-too-long", id="one endless line"),
        pytest.param(b"x" * 20_000_001, "file-too-large", id="20 megabytes and one byte"),
    ],
)
def test_a_report_that_would_hold_everybody_up_is_refused_by_a_limit(content: bytes, code: str) -> None:
    with pytest.raises(LimitExceeded) as wrong:
        read(decode(content))
    assert wrong.value.code == code
    assert str(wrong.value.facts["most"]) in sentence(wrong.value)


def test_100000_nested_variations_are_one_game() -> None:
    [game] = pgn.read("1. e4 " + "(1. d4 " * 100_000 + ")" * 100_000 + " e5 *")
    assert [each.san for each in game.moves] == ["e4", "e5"]

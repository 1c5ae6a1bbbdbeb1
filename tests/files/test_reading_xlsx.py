"""Workbooks: what is taken from them, and which are refused."""

import io
import re
import zipfile
from collections.abc import Callable
from datetime import date, datetime

import pytest
from openpyxl import Workbook, load_workbook

from podium.app.words.errors import sentence
from podium.core.errors import FormatError
from podium.files.file_kinds import OLD_OFFICE
from podium.files.players.columns import guess_columns
from podium.files.players.importplan import plan
from podium.files.players.listfile import read_list
from podium.files.players.xlsx import read_xlsx
from podium.files.workbook import MOST_UNPACKED
from tests.kit.loops import every


def saved(fill: Callable[[Workbook], None]) -> bytes:
    book = Workbook()
    fill(book)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def workbook(*rows: list[object]) -> bytes:
    def fill(book: Workbook) -> None:
        for row in rows:
            book.worksheets[0].append(row)

    return saved(fill)


def rezipped(content: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """The workbook with each part replaced by what `change` makes of it."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w", 8) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return file.getvalue()


PLAYERS = workbook(["Name", "Rating", "Birth"], ["Müller, Hans", 1850, date(1990, 5, 12)])


def test_numbers_dates_and_blank_rows_read_as_one_would_type_them() -> None:
    content = workbook(
        ["Name", "Elo", "Birth", "FIDE ID", "Club"],
        ["Müller, Jürgen", 2013.0, datetime(1990, 5, 12), 4600001, True],  # noqa: DTZ001 - a cell has no zone
        [],
        ["Grün, Eva", "1700", 2001, None, 1.5],
    )
    sheet = read_xlsx(content)
    assert [(row.line, row.cells) for row in sheet.rows] == [
        (2, ("Müller, Jürgen", "2013", "1990-05-12", "4600001", "True")),
        (4, ("Grün, Eva", "1700", "2001", "", "1.5")),
    ]
    first, second = plan(sheet, guess_columns(sheet)).additions
    assert (first.rating, first.birth, first.fide_id) == (2013, "1990-05-12", "4600001")
    assert (second.rating, second.birth, second.fide_id) == (1700, "2001", None)


def test_the_first_sheet_with_text_is_read_unless_another_is_chosen() -> None:
    def fill(book: Workbook) -> None:
        for title, name in (("Open", "Lee"), ("Youth", "Poe")):
            sheet = book.create_sheet(title)
            sheet.append(["Name"])
            sheet.append([name])

    content = saved(fill)
    read = read_xlsx(content)
    assert (read.title, read.sheets) == ("Open", ("Sheet", "Open", "Youth"))
    assert read.rows[0].cells == ("Lee",)
    assert read_xlsx(content, "Youth").rows[0].cells == ("Poe",)
    assert read_xlsx(content, "Sheet").rows == ()
    assert read_list(content, "Youth").title == "Youth"


def test_a_workbook_without_any_text_is_an_empty_sheet() -> None:
    assert read_xlsx(workbook()).rows == ()


def test_a_formula_gives_the_value_it_had_when_the_file_was_saved() -> None:
    def with_cached_value(name: str, part: bytes) -> bytes:
        return part.replace(b"<v></v>", b"<v>1850</v>").replace(b"<v />", b"<v>1850</v>")

    content = rezipped(workbook(["Name", "Elo"], ["Lee", "=1800+50"]), with_cached_value)
    assert read_xlsx(content).rows[0].cells == ("Lee", "1850")


def test_styles_the_reader_does_not_know_do_not_matter() -> None:
    def without_styles(name: str, part: bytes) -> bytes:
        return re.sub(b"<cellStyles .*</cellStyles>", b"", part) if "styles" in name else part

    with pytest.warns(UserWarning, match="no default style"):  # the control: the reader does mind
        load_workbook(io.BytesIO(rezipped(PLAYERS, without_styles)))
    assert read_xlsx(rezipped(PLAYERS, without_styles)).rows[0].cells[0] == "Müller, Hans"


def test_what_a_sheet_says_of_its_own_size_is_not_believed() -> None:
    def boast(name: str, part: bytes) -> bytes:
        return part.replace(b'ref="A1:C2"', b'ref="A1:XFD1048576"')

    content = rezipped(PLAYERS, boast)
    assert content != PLAYERS
    assert [row.cells for row in read_xlsx(content).rows] == [("Müller, Hans", "1850", "1990-05-12")]


def entity_bomb(name: str, part: bytes) -> bytes:
    if name != "xl/worksheets/sheet1.xml":
        return part
    nested = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    dtd = f'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY e0 "{"x" * 100}">{nested}]>'
    body = part.replace(b"Name", b"&e11;") if b"Name" in part else part
    return dtd.encode() + body.replace(b"<v>0</v>", b"<v>&e11;</v>", 1)


def huge() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("[Content_Types].xml", bytes(MOST_UNPACKED + 1))
    return file.getvalue()


def locked_zip() -> bytes:
    """A workbook whose directory says that its first part is encrypted."""
    content = bytearray(PLAYERS)
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def zipped(name: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as parts:
        parts.writestr(name, b"text")
    return file.getvalue()


@every(
    ("content", "code"),
    lambda: [
        pytest.param(b"", "not-a-workbook", id="an empty file"),
        pytest.param(b"Name,Elo\nLee,1800\n", "not-a-workbook", id="a CSV file"),
        pytest.param(zipped("mimetype"), "not-a-workbook", id="some other zip file"),
        pytest.param(zipped("[Content_Types].xml"), "workbook-damaged", id="a workbook in name"),
        pytest.param(PLAYERS[:-200], "not-a-workbook", id="a file cut short"),
        pytest.param(
            rezipped(PLAYERS, lambda name, part: part[: len(part) // 2]),
            "workbook-damaged",
            id="parts cut short",
        ),
        pytest.param(OLD_OFFICE + bytes(500), "old-workbook", id="a workbook of Excel 97"),
        pytest.param(
            OLD_OFFICE + "EncryptedPackage".encode("utf-16-le"),
            "workbook-locked",
            id="a workbook with a password",
        ),
        pytest.param(locked_zip(), "workbook-locked", id="a zip file with a password"),
        pytest.param(huge(), "workbook-too-large", id="a zip bomb"),
        pytest.param(rezipped(PLAYERS, entity_bomb), "workbook-damaged", id="an entity bomb"),
        pytest.param(bytes(20_000_001), "file-too-large", id="20 megabytes and one byte"),
        pytest.param(workbook(["Name", *[None] * 300, "far away"]), "too-many-columns", id="300 columns"),
    ],
)
def test_a_workbook_that_cannot_be_read_is_refused_with_a_sentence(content: bytes, code: str) -> None:
    with pytest.raises(FormatError) as wrong:
        read_xlsx(content)
    assert wrong.value.code == code
    assert sentence(wrong.value).endswith(".")


def test_a_sheet_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(FormatError) as wrong:
        read_xlsx(PLAYERS, "Youth")
    assert wrong.value.code == "no-such-sheet"
    assert wrong.value.facts["sheets"] == ("Sheet",)
    assert sentence(wrong.value) == 'The workbook has no sheet called "Youth".'


def test_a_file_is_known_by_how_it_begins() -> None:
    assert read_list(PLAYERS).rows[0].cells[0] == "Müller, Hans"
    assert read_list(b"Name\nLee\n").rows[0].cells == ("Lee",)
    with pytest.raises(FormatError) as wrong:
        read_list(OLD_OFFICE + bytes(500))
    assert wrong.value.code == "old-workbook"

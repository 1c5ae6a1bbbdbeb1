"""What is written can be read again, and an import done twice changes nothing."""

import contextlib
import csv
import io
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from podium.app.exports.file_words import remark
from podium.core.errors import FormatError
from podium.core.ids import PlayerId
from podium.core.player import GENDERS, TITLES, PlayerFields, tidy
from podium.files.players.cells import SHEET_ERRORS
from podium.files.players.columns import guess_columns
from podium.files.players.csvfile import read_csv
from podium.files.players.importplan import Action, plan
from podium.files.players.listfile import read_list
from podium.files.players.matching import Known
from podium.files.players.names import read_names
from podium.files.players.xlsx import read_xlsx
from podium.files.sheet import Sheet, guarded, unguarded
from tests.kit.player_files import write_csv, write_xlsx

# Whatever a person may be called, tidied as the core does; formulas and quotes among it, but not the
# errors of spreadsheets, which an import leaves out, nor code points without a character, which XML
# cannot hold.
readable = st.characters(exclude_categories=("Cs", "Cc", "Cn"))
words = st.text(readable, max_size=20).map(lambda text: tidy("name", text) or "")
live = st.builds("{}{}".format, st.sampled_from(["=", "+", "-", "@", "'=", "''-", "'"]), words)
texts = st.one_of(words, live).map(lambda text: tidy("name", text) or "")
texts = texts.filter(lambda text: text and text not in SHEET_ERRORS)
maybe = st.none() | texts
dates = st.dates(date(1900, 1, 1), date(2200, 12, 31)).map(str)
players = st.builds(
    PlayerFields,
    name=texts,
    rating=st.none() | st.integers(1, 4000),
    federation=st.none() | st.from_regex(r"[A-Z]{3}", fullmatch=True),
    fide_id=st.none() | st.integers(1, 10**9).map(str),
    title=st.none() | st.sampled_from(TITLES),
    gender=st.none() | st.sampled_from(GENDERS),
    birth=st.none() | dates | st.integers(1900, 2100).map(str),
    club=maybe,
    city=maybe,
    state=maybe,
    disability=maybe,
    section=maybe,
    national_id=st.none() | st.from_regex(r"[A-Z][0-9]{3,8}", fullmatch=True),
)
fields_of_players = st.lists(players, max_size=8, unique_by=lambda p: p.fide_id or object())


def imported(sheet: Sheet) -> list[PlayerFields]:
    found = plan(sheet, guess_columns(sheet))
    assert [f.code for f in found.problems] in ([], ["list-empty"])
    return list(found.additions)


@given(fields_of_players)
def test_csv_gives_back_the_players_it_was_given(given: list[PlayerFields]) -> None:
    assert imported(read_csv(write_csv(given))) == given


@given(fields_of_players)
def test_xlsx_gives_back_the_players_it_was_given(given: list[PlayerFields]) -> None:
    assert imported(read_xlsx(write_xlsx(given))) == given


@given(st.text())
def test_a_guarded_text_is_restored_and_never_begins_like_a_formula(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))


HOSTILE = PlayerFields('=HYPERLINK("http://evil")', club="@SUM(1)", city="+49", state="-1")


def test_no_cell_of_a_written_csv_begins_like_a_formula() -> None:
    text = write_csv([HOSTILE]).decode("utf-8-sig")
    cells = list(csv.reader(io.StringIO(text)))[1]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []
    assert cells[0] == "'" + HOSTILE.name


def test_no_cell_of_a_written_workbook_is_a_formula() -> None:
    sheet = load_workbook(io.BytesIO(write_xlsx([HOSTILE]))).worksheets[0]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}
    assert sheet["A2"].value == "'" + HOSTILE.name


def test_a_rating_is_a_number_in_a_workbook_and_a_fide_id_is_text() -> None:
    player = PlayerFields("Lee", rating=1850, fide_id="0077")
    sheet = load_workbook(io.BytesIO(write_xlsx([player]))).worksheets[0]
    assert [sheet["B2"].value, sheet["D2"].value] == [1850, "0077"]


def test_what_a_workbook_cannot_hold_is_replaced() -> None:
    assert imported(read_xlsx(write_xlsx([PlayerFields("Lee\uffff")]))) == [PlayerFields("Lee\ufffd")]


@pytest.mark.parametrize("write", [write_csv, write_xlsx], ids=["CSV", "XLSX"])
def test_five_hundred_players_survive_an_export(write: object) -> None:
    given = [
        PlayerFields(f"Größe, Åsa {n}", 1000 + n, "SWE", str(17_000_000 + n), birth="1990-05-12") for n in range(500)
    ]
    assert callable(write)
    assert imported(read_list(write(given))) == given


few_words = st.sampled_from(["Lee", "Poe", "lee", "Lee, Ann", "Ann Lee"])
namesakes = st.lists(
    st.builds(
        PlayerFields,
        few_words,
        rating=st.sampled_from([None, 1500, 1600]),
        fide_id=st.sampled_from([None, "77", "78"]),
        birth=st.sampled_from([None, "1990", "1990-05-12"]),
    ),
    max_size=8,
)


@given(namesakes)
def test_a_list_imported_twice_changes_nothing_the_second_time(given: list[PlayerFields]) -> None:
    sheet = read_csv(write_csv(given))
    once = plan(sheet, guess_columns(sheet))
    entered = [Known(PlayerId(str(n)), fields) for n, fields in enumerate(once.additions)]
    again = plan(sheet, guess_columns(sheet), entered)
    assert (again.count(Action.ADD), again.count(Action.UPDATE)) == (0, 0)
    assert again.count(Action.SKIP) == once.count(Action.ADD)


cells = st.text(max_size=30) | st.sampled_from(["Name", "Elo", ",", ";", "\t", '"', "\n", "1850"])
tables = st.lists(cells, max_size=30).map("".join)
WORKBOOK = write_xlsx([PlayerFields("Lee", 1850), PlayerFields("Poe")])
damaged = st.builds(
    lambda at, byte: WORKBOOK[:at] + bytes([byte]) + WORKBOOK[at + 1 :],
    st.integers(0, len(WORKBOOK) - 1),
    st.integers(0, 255),
)


@given(tables.map(str.encode) | st.binary() | damaged)
def test_any_file_is_planned_row_by_row_or_refused(content: bytes) -> None:
    with contextlib.suppress(FormatError):  # any other error is a failure
        _assert_planned(read_list(content))


@given(tables)
def test_any_pasted_text_is_planned_row_by_row_or_refused(text: str) -> None:
    with contextlib.suppress(FormatError):
        _assert_planned(read_names(text))


def _assert_planned(sheet: Sheet) -> None:
    """Every row has a fate, or the sheet as a whole has a problem; each finding has a sentence."""
    found = plan(sheet, guess_columns(sheet))
    assert bool(found.findings and not found.rows) or len(found.rows) == len(sheet.rows)
    assert all(map(remark, (*found.problems, *found.warnings)))
    assert all(player == player.checked() for player in found.additions)

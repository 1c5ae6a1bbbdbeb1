"""The tables of an event as spreadsheets: in every format, for those who may see them, with real numbers."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.app.access import Role, visible_tournament
from podium.app.exports.exported_tables import TableName, TableWish, exported_tables, tables_of
from podium.app.exports.exports import EXPORTS, SPREADSHEETS, exported_file
from podium.app.formats.documents import DocumentName
from podium.app.formats.registry import views_of
from podium.app.prizes.contests import RunOptions, contest_of
from podium.app.prizes.prizegiving import allocated_of
from podium.app.queries import crosstable, standings
from podium.core.errors import Invalid, Unknown
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.files.players.listfile import read_list
from podium.files.sheet import unguarded
from podium.files.spreadsheet import SpreadsheetTable, write_csv_tables, write_xlsx_tables
from podium.flow.commands import AddPlayers, AllocatePrizes, RecordResult, SetPrizes
from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.state import Tournament
from podium.prizes import allocate
from tests.kit.events import Director, director
from tests.kit.finished import NAMES, entered, finished, pair, play, play_bracket
from tests.kit.loops import every

MAIN = {"name": "Main", "prizes": [{"place": 1, "cash": "100.50"}, {"place": 2, "trophy": True}]}


def one(state: Tournament, name: TableName, wish: TableWish | None = None) -> SpreadsheetTable:
    [table] = tables_of(state, name, wish or TableWish())
    return table


def column(table: SpreadsheetTable, header: str) -> list[object]:
    at = table.header.index(header)
    return [row[at] for row in table.rows]


def with_prizes(event: Director) -> Director:
    event.do(SetPrizes((MAIN,)))
    contest = contest_of(event.state, RunOptions())
    event.do(AllocatePrizes(allocated_of(allocate(contest), event.state.prizes.plan)))
    return event


@every("format", FORMAT_NAMES)
def test_every_format_has_all_tables_in_every_spreadsheet(format: str) -> None:
    state = with_prizes(finished(format)).state
    assert [each.name for each in exported_tables(state)] == [*TableName]
    for name in TableName:
        for table in tables_of(state, name, TableWish()):
            assert table.rows
            assert {len(row) for row in table.rows} == {len(table.header)}
        for spreadsheet in SPREADSHEETS:
            file = exported_file(state, spreadsheet, table=name)
            assert file.name == f"{name}.{spreadsheet}"
            read = read_list(file.content)
            assert len(read.rows) + len(read.above) >= len(tables_of(state, name, TableWish())[0].rows)


@every("format", FORMAT_NAMES)
def test_the_tables_say_what_the_pages_say(format: str) -> None:
    state = finished(format).state
    ranking = one(state, TableName.STANDINGS)
    assert column(ranking, "Name") == [row.player.name for row in standings(state)]
    assert column(ranking, "Rank") == [row.rank for row in standings(state)]
    across = [row.standing.player.name for each in crosstable(state) for row in each.rows]
    tables = tables_of(state, TableName.CROSSTABLE, TableWish())
    assert [name for table in tables for name in column(table, "Name")] == across
    pairings = one(state, TableName.PAIRINGS)
    assert len(pairings.rows) == sum(len(here.games) for here in state.rounds)
    assert set(column(pairings, "Round")) == {here.number for here in state.rounds}


def test_a_format_without_a_document_has_no_such_table(monkeypatch: pytest.MonkeyPatch) -> None:
    state = finished("knockout").state
    without = tuple(name for name in views_of(state).traits.documents.names if name is not DocumentName.CROSSTABLE)
    monkeypatch.setattr(type(views_of(state).traits.documents), "names", without)
    assert TableName.CROSSTABLE not in [each.name for each in exported_tables(state)]
    with pytest.raises(Unknown, match="unknown-table"):
        tables_of(state, TableName.CROSSTABLE, TableWish())


def test_points_and_halves_are_numbers() -> None:
    event = entered("swiss", NAMES[:4])
    pair(event, 1)
    event.publish(1)
    for game in event.state.rounds[0].pending:
        event.do(RecordResult(game.id, Result.DRAW))
    pairings = one(event.state, TableName.PAIRINGS, TableWish(round=1))
    assert column(pairings, "Result") == ["½-½"] * 2
    assert column(pairings, "White points") == column(pairings, "Black points") == [Decimal("0.5")] * 2
    assert column(one(event.state, TableName.STANDINGS), "Points") == [Decimal("0.5")] * 4
    book = openpyxl.load_workbook(io.BytesIO(exported_file(event.state, "xlsx", table="standings").content))
    sheet = book["Standings"]
    header = [cell.value for cell in sheet[1]]
    assert [row[header.index("Points")] for row in sheet.iter_rows(min_row=2, values_only=True)] == [0.5] * 4
    assert [row[header.index("Rating")] for row in sheet.iter_rows(min_row=2, values_only=True)] == [
        2000,
        1950,
        1900,
        1850,
    ]


def test_the_matrix_of_a_round_robin_has_numbers_where_there_are_some() -> None:
    state = finished("round-robin", NAMES[:4], rounds=3).state
    table = one(state, TableName.CROSSTABLE)
    assert table.rows[0] == (1, 1, "Ann", 2000, "×", 1, 1, 1, 3)


def test_a_round_alone_and_a_ranking_after_it() -> None:
    event = finished("swiss")
    second = one(event.state, TableName.PAIRINGS, TableWish(round=2))
    assert column(second, "Round") == [2] * 4
    assert column(one(event.state, TableName.STANDINGS, TableWish(round=1)), "Points") == [1, 1, 1, 1, 0, 0, 0, 0]
    assert exported_file(event.state, "csv", table="pairings", round=2).name == "pairings-2.csv"
    with pytest.raises(Unknown):
        tables_of(event.state, TableName.PAIRINGS, TableWish(round=9))
    with pytest.raises(Unknown):
        tables_of(event.state, TableName.STANDINGS, TableWish(round=9))


def test_doubles_have_four_players_and_their_sets() -> None:
    table = one(finished("doubles").state, TableName.PAIRINGS, TableWish(round=1))
    assert table.header[2:] == ("Table", "Home 1", "Home 2", "Sets home", "Sets away", "Away 1", "Away 2", "Note")
    assert {frozenset((row[5], row[6])) for row in table.rows} == {frozenset((2, 0))}
    assert sorted(str(name) for row in table.rows for name in (*row[3:5], *row[7:9])) == list(NAMES)


def test_the_rounds_of_a_knockout_have_their_names_and_no_points() -> None:
    table = one(finished("knockout").state, TableName.PAIRINGS)
    assert "Final" in str(column(table, "Name of the round")[-1])
    assert set(column(table, "White points")) == {None}


def test_a_match_of_a_knockout_says_how_it_went_on() -> None:
    event = finished("knockout", NAMES[:4])
    notes = dict(zip(*(column(one(event.state, TableName.PAIRINGS), each) for each in ("White", "Note")), strict=True))
    assert [note for note in notes.values() if note] == ["White: loss (match for third place)"]
    drawn = entered("knockout", NAMES[:2])
    pair(drawn, 1)
    play_bracket(drawn, last=Result.DRAW)
    [note] = column(one(drawn.state, TableName.PAIRINGS), "Note")
    assert str(note).startswith("White: draw, then ")


def test_byes_are_named_with_their_points() -> None:
    event = entered("swiss", NAMES[:5])
    pair(event, 1)
    play(event, 1)
    [bye] = [row for row in one(event.state, TableName.PAIRINGS).rows if row[-1]]
    assert (bye[4], bye[7], bye[-1]) == ("Eve", Decimal("0.5"), "bye")


def test_sections_are_a_column_or_one_is_chosen() -> None:
    event = director("swiss", sections=["Open", "U12"], rounds=2)
    event.players("Ann", "Ben", section="Open")
    event.players("Cid", "Dan", section="U12")
    event.publish_event()
    assert column(one(event.state, TableName.STANDINGS), "Section") == ["Open", "Open", "U12", "U12"]
    junior = TableWish("U12")
    assert column(one(event.state, TableName.STANDINGS, junior), "Name") == ["Cid", "Dan"]
    assert column(one(event.state, TableName.PLAYERS, junior), "Name") == ["Cid", "Dan"]
    assert [table.title for table in tables_of(event.state, TableName.CROSSTABLE, TableWish())] == ["Open", "U12"]
    with pytest.raises(Invalid, match="section-unknown"):
        tables_of(event.state, TableName.PLAYERS, TableWish("Veterans"))


def test_prizes_with_their_winners_and_who_is_paid() -> None:
    event = with_prizes(finished("swiss"))
    prizes, paid = tables_of(event.state, TableName.PRIZES, TableWish())
    assert prizes.rows[0] == ("Main", "All players", 1, Decimal("100.50"), None, None, "Ann", None)
    assert prizes.rows[1][4:7] == ("yes", None, "Ben")
    assert paid.rows[0][0::2] == ("Ann", Decimal("100.50"))
    public = visible_tournament(event.state, Role.PUBLIC)
    [unpublished] = tables_of(public, TableName.PRIZES, TableWish())
    assert column(unpublished, "Winner") == [None, None]


def test_the_public_sees_no_draft_and_nothing_personal() -> None:
    event = entered("swiss", ())
    event.do(AddPlayers((PlayerFields("Ann", birth="1931-07-09", disability="deaf"), PlayerFields("Ben"))))
    pair(event, 1)
    public = visible_tournament(event.state, Role.PUBLIC)
    assert TableName.PAIRINGS not in [each.name for each in exported_tables(public)]
    for name in (TableName.PLAYERS, TableName.STANDINGS, TableName.CROSSTABLE):
        for spreadsheet in SPREADSHEETS:
            rows = read_list(exported_file(public, spreadsheet, table=name).content).rows
            text = str(rows)
            assert "Ann" in text
            assert "1931" not in text
            assert "deaf" not in text
    assert b"1931-07-09" in exported_file(visible_tournament(event.state, Role.ARBITER), "csv").content


def test_what_is_not_there_is_refused() -> None:
    event = director("swiss")
    assert [each.name for each in exported_tables(event.state)] == []
    assert exported_file(event.state, "csv").rows == 0
    for name in ("pairings", "standings", "crosstable", "prizes"):
        with pytest.raises(Unknown):
            exported_file(event.state, "csv", table=name)
    with pytest.raises(Invalid, match="choice-unknown"):
        exported_file(event.state, "csv", table="openings")
    with pytest.raises(Invalid, match="table-not-divided"):
        exported_file(event.state, "csv", round=1)
    for format in EXPORTS.keys() - set(SPREADSHEETS):
        with pytest.raises(Invalid, match="only-in-spreadsheets"):
            exported_file(event.state, format, table="players")


_texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12).map(lambda text: text.strip())


@given(st.lists(st.sampled_from(["=1+1", "+A1", "-2", "@x", "'=1", "+", "--", "'"]) | _texts, min_size=1, max_size=5))
def test_no_text_is_a_formula_and_every_text_can_be_read_again(texts: list[str]) -> None:
    table = SpreadsheetTable("T", ("No", "Text"), tuple(enumerate(texts)))
    content = write_csv_tables((table,)).decode("utf-8-sig")
    written = [row[1] for row in csv.reader(io.StringIO(content, newline=""))][1:]
    assert [unguarded(text) for text in written] == texts
    assert not [text for text in written if text[:1] in tuple("=+-@") and text.strip("+-½")]
    sheet = openpyxl.load_workbook(io.BytesIO(write_xlsx_tables((table,)))).worksheets[0]
    cells = [row[1] for row in sheet.iter_rows(min_row=2, max_col=2)]
    assert [unguarded(str(cell.value or "")) for cell in cells] == texts
    assert "f" not in {cell.data_type for cell in cells}


def test_names_of_sheets_are_such_as_workbooks_take() -> None:
    titles = ["A/B: [1]", "", "x" * 40, "x" * 50, "open", "OPEN"]
    book = openpyxl.load_workbook(
        io.BytesIO(write_xlsx_tables([SpreadsheetTable(title, ("One",), ()) for title in titles]))
    )
    assert book.sheetnames == ["A B   1", "-", "x" * 31, "x" * 26 + " 2", "open", "OPEN 2"]

"""What of an event can be had as a table for spreadsheets: players, pairings, standings, crosstable, prizes.

A table is made of a tournament as somebody may see it, so that it never says more than the pages do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from functools import partial
from typing import TypeVar

from podium.app.documents.kinds import KINDS
from podium.app.formats.documents import DocumentName
from podium.app.formats.registry import views_of
from podium.app.players.numbers import player_numbers
from podium.app.prizes.prizelist import payments, prize_list
from podium.app.queries import crosstable, standings
from podium.app.rounds.result_words import score_text
from podium.app.standings.crosstable import SELF, CrossRow, Crosstable
from podium.app.standings.standings import POINTS, StandingRow, gone_text, order_text
from podium.app.standings.tally import is_counted, points, uncounted
from podium.app.words.language import N_, _
from podium.core.errors import Invalid, Unknown
from podium.core.ids import PlayerId
from podium.core.points import UNIT, Points
from podium.files.players.export import player_table
from podium.files.spreadsheet import Cell, SpreadsheetTable
from podium.flow.lookups import find_round, single_players
from podium.flow.state import Game, Match, Pairing, Round, Tournament
from podium.prizes.money import UNIT as MINOR_UNITS

T = TypeVar("T")
Row = tuple[Cell, ...]
Column = tuple[str, Callable[[T], Cell]]
"""A heading, and what stands below it of one line."""
_MARKS: dict[str, Cell] = {"1": 1, "½": Decimal("0.5"), "0": 0}


class TableName(StrEnum):
    """A table, by the name that the API and the command line have for it."""

    PLAYERS = "players"
    PAIRINGS = "pairings"
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class TableWish:
    """What is wanted of a table: one section, and one round, or the ranking after it."""

    section: str | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """One table: what it is called, the document that says the same on paper, and whether it is of a round, of a
    section."""

    name: TableName
    title: str
    document: DocumentName
    tables: Callable[[Tournament, TableWish], Iterable[SpreadsheetTable]]
    of_round: bool = True
    of_section: bool = True


def exported_tables(state: Tournament) -> tuple[ExportedTable, ...]:
    """The tables that an event has, by what its format has and by what there is to say yet."""
    names = views_of(state).traits.documents.names
    return tuple(each for each in TABLES.values() if each.document in names and KINDS[each.document].has(state))


def table_named(state: Tournament, name: str) -> ExportedTable:
    """The table of that name; raises Invalid where there is none such, Unknown where the event has none (yet)."""
    try:
        wanted = TABLES[TableName(name)]
    except ValueError:
        raise Invalid("choice-unknown", field="table", value=name[:40], allowed=[*TABLES]) from None
    if wanted is not TABLES[TableName.PLAYERS] and wanted not in exported_tables(state):
        raise Unknown("table", name)
    return wanted


def tables_of(state: Tournament, name: str, wish: TableWish) -> tuple[SpreadsheetTable, ...]:
    """The table of that name; several where sections, or prizes and payments, cannot be one."""
    table = table_named(state, name)
    if wish.round is not None and not table.of_round:
        raise Invalid("table-not-divided", field="round", value=wish.round, table=name)
    if wish.section is not None and not table.of_section:
        raise Invalid("table-not-divided", field="section", value=wish.section, table=name)
    if wish.section is not None and wish.section not in state.sections:
        raise Invalid("section-unknown", field="section", value=wish.section, allowed=list(state.sections))
    return tuple(table.tables(state, wish))


def _players(state: Tournament, wish: TableWish) -> Iterator[SpreadsheetTable]:
    """All players as they were entered, with their numbers: a list that can be imported again."""
    entered = sorted(single_players(state), key=lambda each: each.number)
    listed = [each for each in entered if wish.section in (None, each.section)]
    numbers = player_numbers(state)
    yield player_table((each.fields for each in listed), [numbers[each.id] for each in listed])


def _pairings(state: Tournament, wish: TableWish) -> Iterator[SpreadsheetTable]:
    rounds = state.rounds if wish.round is None else (find_round(state, wish.round),)
    in_teams = views_of(state).traits.story.plays_in_teams
    note = views_of(state).traits.documents.note_on
    lines = [
        (
            *_place(state, here, each),
            *(_match(state, each) if in_teams else _game(state, each)),
            note(state, each) or None,
        )
        for here in rounds
        for each in here.in_order
        if wish.section in (None, each.section)
    ]
    header = (_("Round"), _("Name of the round"), *([_("Section")] if _has_sections(state) else []))
    own: tuple[str, ...]
    if in_teams:
        own = (_("Table"), _("Home 1"), _("Home 2"), _("Sets home"), _("Sets away"), _("Away 1"), _("Away 2"))
    else:
        own = (_("Board"), _("White no"), _("White"), _("White rating"), _("Result"), _("White points"),
               _("Black points"), _("Black no"), _("Black"), _("Black rating"))  # fmt: skip
    yield SpreadsheetTable(_("Pairings"), (*header, *own, _("Note")), tuple(lines))


def _place(state: Tournament, here: Round, pairing: Pairing) -> Row:
    name = views_of(state).traits.documents.round_name(state, here.number)
    return here.number, name, *([pairing.section] if _has_sections(state) else [])


def _game(state: Tournament, pairing: Pairing) -> Row:
    counted = views_of(state).traits.story.counts_points
    if pairing.is_bye:
        scored = _number(pairing.points(state.settings.scoring)) if counted else None
        who = _who(state, pairing.player)
        return None, *who, None, scored, None, None, None, None
    assert isinstance(pairing, Game)
    result = score_text(pairing.result.value) if pairing.result else None
    scores = [
        _number(points(pairing, each, state.settings.scoring))
        if counted and pairing.result and is_counted(pairing, uncounted(state))
        else None
        for each in pairing.players
    ]
    return pairing.board, *_who(state, pairing.white), result, *scores, *_who(state, pairing.black)


def _match(state: Tournament, pairing: Pairing) -> Row:
    if pairing.is_bye:
        return None, state.players[pairing.player].name, *[None] * 5
    assert isinstance(pairing, Match)
    home, away = ([state.players[id].name for id in team] for team in (pairing.home, pairing.away))
    return pairing.board, *home, pairing.sets.home, pairing.sets.away, *away


def _who(state: Tournament, player: PlayerId) -> Row:
    fields = state.players[player].fields
    return player_numbers(state)[player], fields.name, fields.rating


def _standings(state: Tournament, wish: TableWish) -> Iterator[SpreadsheetTable]:
    rows = [row for row in standings(state, wish.round) if wish.section in (None, row.section)]
    documents = views_of(state).traits.documents
    codes = [code for code in dict.fromkeys(code for row in rows for code in row.tiebreaks) if code != POINTS]
    numbers = player_numbers(state)

    def remark(row: StandingRow) -> str | None:
        return "; ".join(filter(None, (gone_text(row.player), order_text(row.ordered_by)))) or None

    columns: list[Column[StandingRow]] = [
        *([(_("Section"), lambda row: row.section)] if _has_sections(state) else []),
        (_("Rank"), lambda row: row.rank),
        (_("No"), lambda row: numbers[row.player.id]),
        (_("Title"), lambda row: row.player.fields.title),
        (_("Name"), lambda row: row.player.name),
        (_("Rating"), lambda row: row.player.fields.rating),
        (_("Federation"), lambda row: row.player.fields.federation),
        (_("Club"), lambda row: row.player.fields.club),
        (_(documents.points), lambda row: None if row.entered else _number(row.points)),
        *((code, partial(_tiebreak, code)) for code in codes),
        *([(_(documents.details), lambda row: row.details)] if documents.details else []),
        *([(_("Note"), remark)] if any(map(remark, rows)) else []),
    ]
    yield _table(_("Standings"), columns, rows)


def _tiebreak(code: str, row: StandingRow) -> Cell:
    return _figure(row.tiebreaks.get(code))


def _crosstable(state: Tournament, wish: TableWish) -> Iterator[SpreadsheetTable]:
    return (_cross(each) for each in crosstable(state, wish.round) if wish.section in (None, each.section))


def _cross(found: Crosstable) -> SpreadsheetTable:
    labels = found.columns if found.matrix else tuple(_("R%(round)s", round=each) for each in found.columns)
    columns: list[Column[CrossRow]] = [
        (_("Rank"), lambda row: row.standing.rank or None),
        (_("No"), lambda row: row.number),
        (_("Name"), lambda row: row.standing.player.name),
        (_("Rating"), lambda row: row.standing.player.fields.rating),
        *((label, partial(_result_at, at)) for at, label in enumerate(labels)),
        (_("Points"), lambda row: _number(row.standing.points)),
    ]
    return _table(found.section or _("Crosstable"), columns, found.rows)


def _result_at(at: int, row: CrossRow) -> Cell:
    text = row.cells[at].text
    return "×" if text == SELF else _MARKS.get(text, text or None)


def _prizes(state: Tournament, wish: TableWish) -> Iterator[SpreadsheetTable]:
    allocated = state.prizes.allocated
    plan = allocated.plan if allocated else state.prizes.plan
    yes = _("yes")
    rows = tuple(
        (
            *(each.category.name, each.who, line.prize.place, _money(line.prize.cash) if line.prize.cash else None),
            *(yes if line.prize.trophy else None, yes if line.prize.medal else None, line.winner, line.note or None),
        )
        for each in prize_list(state, plan, allocated)
        for line in each.lines
    )
    header = (_("Category"), _("For"), _("Place"), _("Amount"), _("Trophy"), _("Medal"), _("Winner"), _("Note"))
    yield SpreadsheetTable(_("Prizes"), header, rows)
    if allocated and (paid := payments(state, allocated)):
        lines = tuple((each.name, "; ".join(each.prizes), _money(each.amount)) for each in paid)
        yield SpreadsheetTable(_("Paid out"), (_("Player"), _("Prizes"), _("Amount")), lines)


def _table(title: str, columns: Sequence[Column[T]], lines: Iterable[T]) -> SpreadsheetTable:
    rows = tuple(tuple(read(each) for _heading, read in columns) for each in lines)
    return SpreadsheetTable(title, tuple(heading for heading, _read in columns), rows)


def _has_sections(state: Tournament) -> bool:
    return len(state.sections) > 1


def _number(value: Points) -> int | Decimal:
    whole, rest = divmod(value.units, UNIT)
    return whole if not rest else Decimal(value.units) / UNIT


def _money(amount: int) -> Decimal:
    return (Decimal(amount) / MINOR_UNITS).quantize(Decimal("0.01"))


def _figure(text: str | None) -> Cell:
    """The value of a tie-break as a number, where it is one."""
    if text is None:
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    return int(number) if number == number.to_integral_value() else number


_Name, _Document = TableName, DocumentName
TABLES = {
    each.name: each
    for each in (
        ExportedTable(_Name.PLAYERS, N_("Players"), _Document.START_LIST, _players, of_round=False),
        ExportedTable(_Name.PAIRINGS, N_("Pairings"), _Document.PAIRINGS, _pairings),
        ExportedTable(_Name.STANDINGS, N_("Standings"), _Document.STANDINGS, _standings),
        ExportedTable(_Name.CROSSTABLE, N_("Crosstable"), _Document.CROSSTABLE, _crosstable),
        ExportedTable(_Name.PRIZES, N_("Prizes"), _Document.PRIZES, _prizes, of_round=False, of_section=False),
    )
}
"""All tables, in the order in which an event needs them."""

"""The files that a tournament can be written as: one row each, for the API and `podium export`.

Spreadsheets hold one of its tables (`exported_tables.py`), the players unless another is wished.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from podium.app.event.progress import current_round, has_begun
from podium.app.event.schedule import calendar_of
from podium.app.exports.exported_tables import TableName, TableWish, tables_of
from podium.app.exports.us_chess_report import us_chess_report
from podium.app.queries import ratings, refusals
from podium.app.ratings.rating_report import PlayerRating, RatingQuestion
from podium.app.trf.export import report_of, section_of
from podium.app.words.language import _
from podium.core.errors import Invalid, Refused
from podium.core.points import UNIT
from podium.files.spreadsheet import Cell, SpreadsheetTable, write_csv_tables, write_xlsx_tables
from podium.files.trf import write as write_report
from podium.files.trf.writer import Dialect
from podium.flow.rounds.open_games import OpenGame, all_rounds_paired, open_games, with_open_games_adjourned
from podium.flow.state import Tournament

CALENDAR = "text/calendar"
CSV = "text/csv"
TRF = "text/plain"
ZIP = "application/zip"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class Export:
    """One kind of file: what a browser saves it as, its media type, and its content from a tournament and a section;
    of a spreadsheet, what writes the tables."""

    file: str
    media_type: str
    content: Callable[[Tournament, str | None], bytes] | None = None
    write_tables: Callable[[Sequence[SpreadsheetTable]], bytes] | None = None


INTERMEDIATE = "itdx"
"""The report of an event that is not over, by the name that FIDE has for it."""


def _report_in(dialect: Dialect) -> Callable[[Tournament, str | None], bytes]:
    def content(state: Tournament, section: str | None) -> bytes:
        section = section_of(state, section)
        if games := _games_awaited(state, dialect):
            first = games[0]
            facts = {"count": len(games), "round": first.round, "board": first.game.board}
            raise Refused("report-not-final", value=dialect, instead=INTERMEDIATE, **facts)
        if state.in_fide_mode and all_rounds_paired(state):
            for refusal in refusals(state):  # its ranks would not be those of the tie-breaks it names
                if (refusal.facts["section"] or "") == section:
                    raise refusal
        return _intermediate_report(state, section, dialect)

    return content


def may_be_reported(state: Tournament) -> bool:
    """Whether a report file can be made: in FIDE mode none of a last round that is paired while a game is not over."""
    return not _games_awaited(state, "trf26")


def _games_awaited(state: Tournament, dialect: Dialect) -> tuple[OpenGame, ...]:
    """The games that have to be over before a report is made, in FIDE mode: all that there are after the last pairing.

    The older form has no sign for a game that is not over, and waits for those at any time.
    """
    if not state.in_fide_mode or (dialect == "trf26" and not all_rounds_paired(state)):
        return ()
    return open_games(state.rounds)


def _intermediate_report(state: Tournament, section: str | None, dialect: Dialect = "trf26") -> bytes:
    """The report with a sign for every game that is not over, and what it brings until it is; of an event in which all
    are, the final one.

    Pairings of rounds ahead, in which nobody has played, are not in it: they have no result, and none is blank.
    """
    now = current_round(state)
    begun = max((here.number for here in state.rounds if here is now or has_begun(here)), default=0)
    so_far = with_open_games_adjourned(replace(state, rounds=state.rounds[:begun]), begun)
    return write_report(report_of(so_far, section_of(state, section)), dialect).encode()


RATING_COLUMNS = (
    *("number", "name", "title", "federation", "fide_id", "rating"),
    *("games", "score", "expected", "difference", "k", "k_basis", "change", "points", "new_rating"),
    *("average", "performance", "initial_rating", "norms"),
)


def _rating_csv(state: Tournament, section: str | None) -> bytes:
    """What the event is worth to the ratings of its players; what a player does not have is empty."""
    rows = tuple(tuple(_rating_cells(row)) for row in ratings(state, RatingQuestion()).players)
    return write_csv_tables([SpreadsheetTable(_("Rating report"), RATING_COLUMNS, rows)])


def _rating_cells(row: PlayerRating) -> list[Cell]:
    fields, change, first = row.player.fields, row.change, row.initial
    known: list[Cell] = [row.number, fields.name, fields.title, fields.federation, fields.fide_id, fields.rating]
    if change is not None:
        known += [len(change.games), *map(_hundredths, (change.score.units, change.expected.units, change.difference))]
        known += [change.coefficient.k, change.coefficient.basis.value]
        known += [_hundredths(int(change.exact * UNIT)), change.points, change.new_rating]
    else:
        known += [first.games if first else 0, _hundredths(first.score.units if first else 0), *[None] * 7]
    norms = " ".join(each.title for each in row.achieved)
    return [*known, row.average, row.performance, first.rating if first else None, norms or None]


def _hundredths(units: int) -> Decimal:
    return Decimal(units) / UNIT


EXPORTS: dict[str, Export] = {
    "csv": Export("players.csv", CSV, write_tables=write_csv_tables),
    "xlsx": Export("players.xlsx", XLSX, write_tables=write_xlsx_tables),
    "trf": Export("tournament.trf", TRF, _report_in("trf26")),
    "trf16": Export("tournament.trf", TRF, _report_in("trf16")),
    "trf26": Export("tournament.trf", TRF, _report_in("trf26")),
    INTERMEDIATE: Export("intermediate.trf", TRF, _intermediate_report),
    "ratings": Export("ratings.csv", CSV, _rating_csv),
    "us-chess": Export("us-chess-report.zip", ZIP, us_chess_report),
    "ics": Export("schedule.ics", CALENDAR, lambda state, section: calendar_of(state)),
}
SPREADSHEETS = tuple(name for name, kind in EXPORTS.items() if kind.write_tables is not None)


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file of a tournament, and how many rows its tables have together, where it has some."""

    name: str
    media_type: str
    content: bytes
    rows: int | None = None


def exported_file(
    state: Tournament, format: str, section: str | None = None, table: str | None = None, round: int | None = None
) -> ExportedFile:
    """A tournament as a file in one of `EXPORTS`; a spreadsheet has the table that is named, of a round or after it.

    Raises Invalid for what another file does not have, and Unknown for a table that the tournament has not.
    """
    kind = EXPORTS[format]
    if kind.write_tables is not None:
        name = table or TableName.PLAYERS
        found = tables_of(state, name, TableWish(section, round))
        file = f"{name}-{round}.{format}" if round is not None else f"{name}.{format}"
        return ExportedFile(file, kind.media_type, kind.write_tables(found), sum(len(each.rows) for each in found))
    for field, value in (("table", table), ("round", round)):
        if value is not None:
            raise Invalid("only-in-spreadsheets", field=field, value=value, allowed=SPREADSHEETS)
    assert kind.content is not None
    return ExportedFile(kind.file, kind.media_type, kind.content(state, section))

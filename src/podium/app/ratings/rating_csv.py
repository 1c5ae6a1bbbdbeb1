"""The rating report of an event as CSV: one line for each player."""

from __future__ import annotations

from decimal import Decimal

from podium.app.ratings.rating_report import PlayerRating, RatingReport
from podium.app.words.language import _
from podium.core.points import UNIT
from podium.files.spreadsheet import Cell, SpreadsheetTable, write_csv_tables

COLUMNS = (
    *("number", "name", "title", "federation", "fide_id", "rating"),
    *("games", "score", "expected", "difference", "k", "k_basis", "change", "points", "new_rating"),
    *("average", "performance", "initial_rating", "norms"),
)


def rating_csv(report: RatingReport) -> bytes:
    """A file that spreadsheets open with accents; what a player does not have is empty."""
    rows = tuple(tuple(_cells(row)) for row in report.players)
    return write_csv_tables([SpreadsheetTable(_("Rating report"), COLUMNS, rows)])


def _cells(row: PlayerRating) -> list[Cell]:
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

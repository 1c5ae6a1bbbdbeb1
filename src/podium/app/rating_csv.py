"""The rating report of an event as CSV: one line for each player."""

from __future__ import annotations

import csv
import io

from podium.app.views.rating_report import PlayerRating, RatingReport
from podium.core.points import UNIT
from podium.files.sheet import guarded

COLUMNS = (
    *("number", "name", "title", "federation", "fide_id", "rating"),
    *("games", "score", "expected", "difference", "k", "k_basis", "change", "points", "new_rating"),
    *("average", "performance", "initial_rating", "norms"),
)


def rating_csv(report: RatingReport) -> bytes:
    """A file that spreadsheets open with accents; what a player does not have is empty."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in report.players:
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in _cells(row)])
    return text.getvalue().encode("utf-8-sig")


def _cells(row: PlayerRating) -> list[object]:
    fields, change, first = row.player.fields, row.change, row.initial
    known: list[object] = [row.number, fields.name, fields.title, fields.federation, fields.fide_id, fields.rating]
    if change is not None:
        known += [len(change.games), change.score.number, change.expected.number, change.difference / UNIT]
        known += [change.coefficient.k, change.coefficient.basis.value, float(change.exact), change.points]
        known += [change.new_rating]
    else:
        known += [first.games if first else 0, first.score.number if first else 0, *[None] * 7]
    norms = " ".join(each.title for each in row.achieved)
    return [*known, row.average, row.performance, first.rating if first else None, norms]

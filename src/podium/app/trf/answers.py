"""A tournament made from a report file, with all that is to be said of the file."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from podium.app.event.answers import TournamentAnswer, tournament_row
from podium.app.trf.checker import Difference
from podium.app.trf.import_report import ImportedReport
from podium.app.versions import versioned


class DifferenceRow(Struct):
    """A round that the rules would not give; without a number, something in the ranks or the whole."""

    __qualname__ = "reports_DifferenceRow"

    round: int | None
    text: str


class UploadAnswer(Struct):
    """Whether FIDE's report of an event is ready to be uploaded, and a sentence for each thing that it lacks."""

    ready: bool
    lacks: list[str]
    version: int


class ReportImported(TournamentAnswer, kw_only=True):
    """A tournament made from a report file: what was filled in, what is kept though there is no setting for it, what
    is not as in the file, what is read from another form, and what in the file is not as the rules have it."""

    filled_in: list[str]
    kept: list[str]
    left_out: list[str]
    converted: list[str]
    differences: list[DifferenceRow]


def report_imported(imported: ImportedReport) -> ReportImported:
    return versioned(
        ReportImported,
        tournament_row(imported.receipt.state),
        imported.receipt.version,
        filled_in=list(imported.filled_in),
        kept=list(imported.kept),
        left_out=list(imported.left_out),
        converted=list(imported.converted),
        differences=difference_rows(imported.differences),
    )


def difference_rows(found: Iterable[Difference]) -> list[DifferenceRow]:
    return [DifferenceRow(each.round, each.text) for each in found]

"""The files that a tournament can be written as: one row each, for the API and `podium export`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from podium.app.calendar import calendar_of
from podium.app.queries import ratings
from podium.app.rating_csv import rating_csv
from podium.app.trf.export import report_of, section_of
from podium.app.views.numbers import player_numbers
from podium.app.views.rating_report import RatingQuestion
from podium.core.player import PlayerFields
from podium.files import write_csv, write_xlsx
from podium.files.trf import write as write_report
from podium.files.trf.writer import Dialect
from podium.flow.state import Tournament

CALENDAR = "text/calendar"
CSV = "text/csv"
TRF = "text/plain"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class Export:
    """One kind of file: what a browser saves it as, its media type, and its content from a tournament and a section."""

    file: str
    media_type: str
    content: Callable[[Tournament, str | None], bytes]


Writer = Callable[[Iterable[PlayerFields], Sequence[int]], bytes]
"""Writes players and their numbers."""


def _list_by(write: Writer) -> Callable[[Tournament, str | None], bytes]:
    def content(state: Tournament, section: str | None) -> bytes:
        """All players as they were entered, with their numbers; a list holds every section."""
        players = sorted(state.players.values(), key=lambda each: each.number)
        numbers = player_numbers(state)
        return write((each.fields for each in players), [numbers[each.id] for each in players])

    return content


def _report_in(dialect: Dialect) -> Callable[[Tournament, str | None], bytes]:
    def content(state: Tournament, section: str | None) -> bytes:
        return write_report(report_of(state, section_of(state, section)), dialect).encode()

    return content


EXPORTS: dict[str, Export] = {
    "csv": Export("players.csv", CSV, _list_by(write_csv)),
    "xlsx": Export("players.xlsx", XLSX, _list_by(write_xlsx)),
    "trf": Export("tournament.trf", TRF, _report_in("trf26")),
    "trf16": Export("tournament.trf", TRF, _report_in("trf16")),
    "trf26": Export("tournament.trf", TRF, _report_in("trf26")),
    "ratings": Export("ratings.csv", CSV, lambda state, section: rating_csv(ratings(state, RatingQuestion()))),
    "ics": Export("schedule.ics", CALENDAR, lambda state, section: calendar_of(state)),
}

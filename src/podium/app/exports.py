"""The files that a tournament can be written as: one row each, for the API and `podium export`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from podium.app.trf.export import report_of, section_of
from podium.core.player import PlayerFields
from podium.files import write_csv, write_xlsx
from podium.files.trf import write as write_report
from podium.files.trf.writer import Dialect
from podium.flow.state import Tournament

CSV = "text/csv"
TRF = "text/plain"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class Export:
    """One kind of file: what a browser saves it as, its media type, and its content from a tournament and a section."""

    file: str
    media_type: str
    content: Callable[[Tournament, str | None], bytes]


def _list_by(write: Callable[[Iterable[PlayerFields]], bytes]) -> Callable[[Tournament, str | None], bytes]:
    def content(state: Tournament, section: str | None) -> bytes:
        """All players, in the order of their numbers; a list holds every section."""
        return write(player.fields for player in sorted(state.players.values(), key=lambda each: each.number))

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
}

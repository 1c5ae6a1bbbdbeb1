"""The files that anybody can take with them from an event: report files, games, lists of players."""

from __future__ import annotations

from urllib.parse import quote

from podium.app.exported_tables import TableName
from podium.app.formats.registry import views_of
from podium.app.words.language import _
from podium.flow.state import Tournament

Files = tuple[tuple[str, str], ...]
"""What each file is called, and its address."""


def report_files(state: Tournament) -> Files:
    """The report file of each section, once there is a round to report."""
    if not state.rounds or views_of(state).report_kind(state) is None:
        return ()
    url = f"/api/tournaments/{state.id}/export/trf"
    if len(state.sections) == 1:
        return ((_("Report file (TRF)"), url),)
    return tuple(
        (_("Report file (TRF), %(section)s", section=name), f"{url}?section={quote(name)}") for name in state.sections
    )


def event_files(state: Tournament) -> Files:
    """All files of an event that has players."""
    url = f"/api/tournaments/{state.id}"
    rankings = ((_("Standings as a spreadsheet (Excel)"), f"{url}/export/xlsx?table={TableName.STANDINGS}"),)
    lists = (
        *(rankings if state.rounds else ()),
        (_("Players as a spreadsheet (Excel)"), f"{url}/export/xlsx"),
        (_("Players as text (CSV)"), f"{url}/export/csv"),
    )
    games = ((_("Games (PGN)"), f"{url}/pgn"),) if state.rounds else ()
    return (*report_files(state), *games, *lists) if state.players else ()

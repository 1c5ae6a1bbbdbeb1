"""The files that one can take along from an event: report files, games, lists of players; and its archive."""

from __future__ import annotations

from urllib.parse import quote

from podium.app.access import Role
from podium.app.archives.archives import ARCHIVES_BY
from podium.app.exports.exported_tables import TableName
from podium.app.exports.exports import INTERMEDIATE, may_be_reported
from podium.app.formats.registry import views_of
from podium.app.words.language import _
from podium.flow.rounds.open_games import open_games
from podium.flow.state import Tournament

US_CHESS = "USA"
"""The federation whose rating report is offered."""
Files = tuple[tuple[str, str], ...]
"""What each file is called, and its address."""


def report_files(state: Tournament) -> Files:
    """The report file of each section, once there is a round to report.

    In FIDE mode there is an intermediate one as long as a game is not over, and then no final one of the last round.
    """
    if not state.rounds or views_of(state).report_kind(state) is None:
        return ()
    url = f"/api/tournaments/{state.id}/export"
    final = _of_sections(state, _("Report file (TRF)"), f"{url}/trf") if may_be_reported(state) else ()
    if not (state.in_fide_mode and open_games(state.rounds)):
        return final
    return (*final, *_of_sections(state, _("Intermediate report (ITDX)"), f"{url}/{INTERMEDIATE}"))


def _of_sections(state: Tournament, name: str, url: str) -> Files:
    """A file that there is one of for each section."""
    if len(state.sections) == 1:
        return ((name, url),)
    return tuple(
        (_("%(file)s, %(section)s", file=name, section=section), f"{url}?section={quote(section)}")
        for section in state.sections
    )


def us_chess_files(state: Tournament) -> Files:
    """The rating report for US Chess, of events in the United States that have games to rate."""
    rated_there = US_CHESS in (state.settings.federation, state.settings.national_ratings)
    if not (rated_there and report_files(state)):
        return ()
    return ((_("Rating report for US Chess (DBF)"), f"/api/tournaments/{state.id}/export/us-chess"),)


def event_files(state: Tournament, role: Role) -> Files:
    """All files of an event that has players, and its archive for those who run it."""
    archive = ((_("Archive of the whole event (JSON)"), archive_url(state)),) if role >= ARCHIVES_BY else ()
    return (*_open_files(state), *archive)


def archive_url(state: Tournament) -> str:
    """Where the archive of an event is taken."""
    return f"/api/tournaments/{state.id}/archive"


def _open_files(state: Tournament) -> Files:
    url = f"/api/tournaments/{state.id}"
    rankings = ((_("Standings as a spreadsheet (Excel)"), f"{url}/export/xlsx?table={TableName.STANDINGS}"),)
    lists = (
        *(rankings if state.rounds else ()),
        (_("Players as a spreadsheet (Excel)"), f"{url}/export/xlsx"),
        (_("Players as text (CSV)"), f"{url}/export/csv"),
    )
    games = ((_("Games (PGN)"), f"{url}/pgn"),) if state.rounds else ()
    return (*report_files(state), *us_chess_files(state), *games, *lists) if state.players else ()

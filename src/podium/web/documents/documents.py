"""The documents of an event to print, and the files in which its data can be had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from litestar import Response

from podium.app.access import Role
from podium.app.archives.archives import ARCHIVES_BY
from podium.app.desk import Seen
from podium.app.documents.document import PAPERS, Paper, Wish
from podium.app.documents.kinds import kinds_for
from podium.app.exports.exported_tables import TableName, exported_tables
from podium.app.exports.exports import INTERMEDIATE, may_be_reported
from podium.app.formats.documents import DocumentName
from podium.app.formats.registry import views_of
from podium.app.profiles.registry import profile_of
from podium.app.queries import has_ratings
from podium.app.words.language import N_, _, paper_language
from podium.core.errors import Unknown
from podium.flow.rounds.open_games import open_games
from podium.flow.state import Tournament
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit
from podium.web.frame.words import languages

PAPER_WORDS = {Paper.A4: N_("A4"), Paper.LETTER: N_("Letter")}
SHEET_WORDS = {"xlsx": N_("Excel"), "csv": N_("CSV")}
"""What the spreadsheets of `app/exports/exports.py` are called."""
BY_BROWSER = {
    DocumentName.START_LIST: "players?all=yes&print=yes",
    DocumentName.CHECK_IN: "checkin",
    DocumentName.PAIRINGS: "rounds/{round}/print",
    DocumentName.PAIRINGS_BY_NAME: "rounds/{round}/print?by=name",
    DocumentName.BRACKET: "bracket/print",
    DocumentName.STANDINGS: "standings?all=yes&print=yes",
    DocumentName.CROSSTABLE: "crosstable",
    DocumentName.CERTIFICATES: "certificates",
    DocumentName.REPORT: "story/print",
}
"""The pages that browsers print, below the address of the event."""
Files = tuple[tuple[str, str], ...]
"""What each file is called, and its address."""
ROUND_DOCUMENTS = frozenset(
    {
        DocumentName.PAIRINGS,
        DocumentName.PAIRINGS_BY_NAME,
        DocumentName.RESULT_SLIPS,
        DocumentName.DOUBLES_SHEETS,
        DocumentName.BOARD_CARDS,
    }
)


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """One document; `sheets` are the spreadsheets of the same table, each with its address, and `browser` is the page
    that a browser prints, where there are some."""

    title: str
    note: str
    pdf: str
    browser: str
    sheets: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentsPage:
    """All documents that the reader may have, of a round and on a paper that can be chosen; apart the `reports`."""

    url: str
    lines: tuple[DocumentLine, ...]
    reports: Files
    rounds: tuple[tuple[str, str], ...]
    round: str
    papers: tuple[tuple[str, str], ...]
    paper: str
    languages: tuple[tuple[str, str], ...]
    language: str


def documents_page(visit: Visit) -> Response[str]:
    """The page with all documents; `?round=2&paper=letter&language=de`."""
    seen = visit.see()
    paper = visit.query.get("paper", PAPERS[0])
    if paper not in PAPERS:
        raise Unknown("paper", paper)
    spoken = paper_language(seen.state.settings, visit.query.get("language"))
    wished = spoken if spoken != paper_language(seen.state.settings) else None
    number = _round(visit, seen.state)
    name = pages_of(seen.state).round_name
    context = DocumentsPage(
        url=f"{visit.url}/print",
        lines=tuple(_lines(visit, seen, number, paper, wished)),
        reports=() if profile_of(seen.state.settings).rated else _all_reports(seen.state, visit.url),
        rounds=tuple((str(here.number), name(seen.state, here.number)) for here in seen.state.rounds),
        round=str(number or ""),
        papers=tuple((each.value, _(PAPER_WORDS[each])) for each in Paper),
        paper=paper,
        languages=languages(),
        language=spoken,
    )
    return page(visit, "documents.html", context, seen=seen, nav="print")


def pdf_address(
    tournament: str, name: DocumentName, round: int | None = None, paper: str = PAPERS[0], language: str | None = None
) -> str:
    """Where a document is had as PDF; without a `language`, in that of the event."""
    wished = [f"round={round}"] if round is not None else []
    wished += [f"paper={paper}"] if paper != PAPERS[0] else []
    wished += [f"language={language}"] if language else []
    query = f"?{'&'.join(wished)}" if wished else ""
    return f"/api/tournaments/{tournament}/documents/{name.value}{query}"


def _round(visit: Visit, state: Tournament) -> int | None:
    """The round that is wished, else the one being played; None before there is any."""
    if not state.rounds:
        return None
    wanted = visit.query.get("round")
    number = whole_number(wanted) if wanted else None
    if wanted and number is None:
        raise Unknown("round", wanted)
    return Wish(round=number).round_of(state).number


def _lines(visit: Visit, seen: Seen, number: int | None, paper: str, language: str | None) -> Iterator[DocumentLine]:
    state = seen.state
    tables = {each.document: each.name for each in exported_tables(state)}
    for kind in kinds_for(state, seen.role):
        of_round = number if kind.name in ROUND_DOCUMENTS else None
        browser = BY_BROWSER.get(kind.name, "")
        table = tables.get(kind.name)
        yield DocumentLine(
            title=kind.title_in(state),
            note=pages_of(state).round_name(state, of_round) if of_round else "",
            pdf=pdf_address(state.id, kind.name, of_round, paper, language),
            browser=_browser_address(visit, browser.format(round=number), language) if browser else "",
            sheets=_sheets(state, table, of_round) if table is not None else (),
        )
        if table is TableName.PAIRINGS and len(state.rounds) > 1:
            yield DocumentLine(_("Pairings of all rounds"), "", "", "", _sheets(state, table, None))


def _sheets(state: Tournament, table: TableName, round: int | None) -> tuple[tuple[str, str], ...]:
    query = f"?table={table.value}" + (f"&round={round}" if round is not None else "")
    return tuple((_(word), f"/api/tournaments/{state.id}/export/{kind}{query}") for kind, word in SHEET_WORDS.items())


def _browser_address(visit: Visit, page: str, language: str | None) -> str:
    """Where the page is that a browser prints; what is made for paper alone can be had in another language."""
    path, _mark, query = page.partition("?")
    if language and path.endswith("/print"):
        query = "&".join(filter(None, (query, f"language={language}")))
    return f"{visit.url}/{path}" + (f"?{query}" if query else "")


US_CHESS = "USA"
"""The federation whose rating report is offered."""


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


def _all_reports(state: Tournament, url: str) -> Files:
    gains = ((_("Rating report"), f"{url}/rating-report"),) if has_ratings(state) else ()
    return (*gains, *report_files(state), *us_chess_files(state))


def event_files(state: Tournament, role: Role) -> Files:
    """All files of an event that has players, and its archive for its team."""
    if role < ARCHIVES_BY:
        return _open_files(state)
    return (*_open_files(state), (_("Archive of the whole event (JSON)"), f"/api/tournaments/{state.id}/archive"))


def _open_files(state: Tournament) -> Files:
    url = f"/api/tournaments/{state.id}"
    rankings = ((_("Standings as a spreadsheet (Excel)"), f"{url}/export/xlsx?table={TableName.STANDINGS}"),)
    lists = (
        *(rankings if state.rounds else ()),
        (_("Players as a spreadsheet (Excel)"), f"{url}/export/xlsx"),
        (_("Players as text (CSV)"), f"{url}/export/csv"),
    )
    games = ((_("Games (PGN)"), f"{url}/pgn"),) if state.rounds and views_of(state).traits.story.has_colours else ()
    reports = (*report_files(state), *us_chess_files(state)) if profile_of(state.settings).rated else ()
    return (*reports, *games, *lists) if state.players else ()

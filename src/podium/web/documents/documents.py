"""All that can be printed of an event: as PDF, as a spreadsheet where it is a table, and by the browser where there is
a page for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from litestar import Response

from podium.app.desk import Seen
from podium.app.documents.document import Paper
from podium.app.documents.kinds import kinds_for
from podium.app.documents.wish import PAPERS, Wish
from podium.app.exports.exported_tables import TableName, exported_tables
from podium.app.formats.documents import DocumentName
from podium.app.words.event_language import paper_language
from podium.app.words.language import N_, _
from podium.core.errors import Unknown
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
    DocumentName.PRIZES: "prizes/print",
    DocumentName.RECEIPTS: "prizes/print?receipts=yes",
    DocumentName.CERTIFICATES: "certificates",
    DocumentName.REPORT: "story/print",
}
"""The pages that browsers print, below the address of the event."""
OF_A_ROUND = frozenset(
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
    """All documents that whoever looks may have, of a round and on a paper that can be chosen."""

    url: str
    lines: tuple[DocumentLine, ...]
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


def table_address(tournament: str, name: TableName, format: str, round: int | None = None) -> str:
    """Where a table is had as a spreadsheet."""
    query = f"&round={round}" if round is not None else ""
    return f"/api/tournaments/{tournament}/export/{format}?table={name.value}{query}"


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
        of_round = number if kind.name in OF_A_ROUND else None
        browser = BY_BROWSER.get(kind.name, "")
        table = tables.get(kind.name)
        yield DocumentLine(
            title=_(kind.title),
            note=pages_of(state).round_name(state, of_round) if of_round else "",
            pdf=pdf_address(state.id, kind.name, of_round, paper, language),
            browser=_browser_address(visit, browser.format(round=number), language) if browser else "",
            sheets=_sheets(state, table, of_round) if table is not None else (),
        )
        if table is TableName.PAIRINGS and len(state.rounds) > 1:
            yield DocumentLine(_("Pairings of all rounds"), "", "", "", _sheets(state, table, None))


def _sheets(state: Tournament, table: TableName, round: int | None) -> tuple[tuple[str, str], ...]:
    return tuple((_(SHEET_WORDS[each]), table_address(state.id, table, each, round)) for each in SHEET_WORDS)


def _browser_address(visit: Visit, page: str, language: str | None) -> str:
    """Where the page is that a browser prints; what is made for paper alone can be had in another language."""
    path, _mark, query = page.partition("?")
    if language and path.endswith("/print"):
        query = "&".join(filter(None, (query, f"language={language}")))
    return f"{visit.url}/{path}" + (f"?{query}" if query else "")

"""The table of what can be printed (who may, what it needs, its template and content), and a document made by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from zoneinfo import ZoneInfo

import msgspec

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.documents import lists, pairings, rankings, report
from podium.app.documents.document import Content, Document, Wish
from podium.app.formats.documents import DocumentName
from podium.app.formats.registry import views_of
from podium.app.hall.check_in import may_check_in
from podium.app.prizes.certificates import offered
from podium.app.words.dates import dates
from podium.app.words.language import N_, _, html_language, paper_language, speaking
from podium.core.errors import Forbidden, Unknown
from podium.flow.event.setting_values import Settings
from podium.flow.state import Tournament

PDF = "application/pdf"
TABLE = "table"


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """One kind: what it is called, the least role that may print it, what an event must have for it."""

    name: DocumentName
    title: str
    least: Role
    has: Callable[[Tournament], object]
    template: str
    content: Callable[[Tournament, Wish], Content]

    def title_in(self, state: Tournament) -> str:
        """What it is called in an event."""
        return _(views_of(state).traits.documents.titles.get(self.name, self.title))


_players, _rounds, _winners = attrgetter("players"), attrgetter("rounds"), attrgetter("prizes.allocated")


def _expected(state: Tournament) -> bool:
    return bool(state.players) and may_check_in(state)


def _prizes(state: Tournament) -> bool:
    return bool(state.prizes.plan.prizes or state.prizes.allocated)


def _bracket(state: Tournament) -> bool:
    return any(True for _sheet in views_of(state).traits.documents.bracket(state))


_Name, _public, _scorer, _arbiter = DocumentName, Role.PUBLIC, Role.SCORER, Role.ARBITER
KINDS: dict[DocumentName, DocumentKind] = {
    kind.name: kind
    for kind in (
        DocumentKind(_Name.START_LIST, N_("Start list"), _public, _players, TABLE, lists.start_list),
        DocumentKind(_Name.CHECK_IN, N_("Check-in list"), _scorer, _expected, TABLE, lists.check_in_list),
        DocumentKind(_Name.PAIRINGS, N_("Pairings by board"), _public, _rounds, TABLE, pairings.pairings),
        DocumentKind(
            _Name.PAIRINGS_BY_NAME, N_("Pairings by name"), _public, _rounds, TABLE, pairings.pairings_by_name
        ),
        DocumentKind(_Name.RESULT_SLIPS, N_("Result slips"), _scorer, _rounds, "result_slips", pairings.result_slips),
        DocumentKind(
            _Name.DOUBLES_SHEETS, N_("Sheets for tables"), _scorer, _rounds, "doubles_sheets", pairings.doubles_sheets
        ),
        DocumentKind(_Name.BRACKET, N_("Bracket"), _public, _bracket, "bracket", lists.bracket),
        DocumentKind(_Name.STANDINGS, N_("Standings"), _public, _players, TABLE, rankings.standings_list),
        DocumentKind(_Name.CROSSTABLE, N_("Crosstable"), _public, _players, TABLE, rankings.crosstable_list),
        DocumentKind(_Name.PLAYER_CARDS, N_("Player cards"), _public, _players, "player_cards", rankings.player_cards),
        DocumentKind(_Name.BOARD_CARDS, N_("Board cards"), _scorer, _rounds, "board_cards", pairings.board_cards),
        DocumentKind(_Name.PLACE_CARDS, N_("Place cards"), _scorer, _players, "place_cards", lists.place_cards),
        DocumentKind(_Name.PRIZES, N_("Prize list"), _public, _prizes, TABLE, lists.prizes),
        DocumentKind(_Name.RECEIPTS, N_("Receipts"), _arbiter, _winners, "receipts", lists.receipts),
        DocumentKind(
            _Name.CERTIFICATES, N_("Certificates"), _arbiter, offered, "certificates", lists.certificate_sheets
        ),
        DocumentKind(_Name.REPORT, N_("Arbiter's report"), _arbiter, _players, "report", report.arbiters_report),
    )
}
"""All kinds, in the order in which an event needs them."""


def kinds_for(state: Tournament, role: Role) -> tuple[DocumentKind, ...]:
    """What somebody in that role can print of an event as it stands."""
    names = views_of(state).traits.documents.names
    return tuple(kind for kind in KINDS.values() if kind.name in names and role >= kind.least and kind.has(state))


def kind_named(state: Tournament, role: Role, name: str) -> DocumentKind:
    """The kind of that name; raises Unknown where the event has none such, Forbidden where it is not for that role."""
    kind = next((each for each in KINDS.values() if each.name.value == name), None)
    if kind is None or kind.name not in views_of(state).traits.documents.names:
        raise Unknown("document", name)
    if role < kind.least:
        raise Forbidden(_("print this"))
    if not kind.has(state):
        raise Unknown("document", name)
    return kind


class DocumentRow(msgspec.Struct):
    """A document that can be had as PDF."""

    kind: str
    title: str


class DocumentsAnswer(msgspec.Struct):
    """All that the caller can have of a tournament."""

    documents: list[DocumentRow]
    version: int


def document_row(kind: DocumentKind) -> DocumentRow:
    return DocumentRow(kind.name.value, _(kind.title))


def document(seen: Seen, name: str, wish: Wish, now: datetime) -> Document:
    """The document of that name for somebody who has `seen` the event; raises Unknown or Forbidden.

    It is in the language that is wished, else in the event's.
    """
    settings = seen.state.settings
    with speaking(paper_language(settings, wish.language), settings):
        kind = kind_named(seen.state, seen.role, name)
        return Document(
            template=kind.template,
            title=kind.title_in(seen.state),
            event=settings.name,
            where=", ".join(filter(None, (settings.place or "", dates(settings.start, settings.end)))),
            printed=_printed(settings, now),
            page=_("Page %(page)s of %(pages)s", page="{page}", pages="{pages}"),
            paper=wish.paper,
            language=html_language(),
            content=kind.content(seen.state, wish),
        )


def file_name(name: str, wish: Wish) -> str:
    """What a browser saves it as."""
    return f"{name}-{wish.round}.pdf" if wish.round is not None else f"{name}.pdf"


def _printed(settings: Settings, now: datetime) -> str:
    """When it was printed, by the clock of the event where that is known."""
    local = now.astimezone(ZoneInfo(settings.time_zone)) if settings.time_zone else now
    zone = "" if settings.time_zone else " UTC"
    return _("Printed %(day)s, %(time)s", day=dates(None, local.date()), time=f"{local:%H:%M}{zone}")

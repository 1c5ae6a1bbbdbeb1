"""The bracket on paper: sheets of which each can be read, from the first round to the final."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response
from markupsafe import Markup

from podium.app.desk import Seen
from podium.app.formats.knockout.words import round_name
from podium.app.pictures.bracket import PAPER, picture
from podium.app.pictures.print_sheets import PrintSheet, sheet_titles, sheets
from podium.core.errors import Unknown
from podium.flow.formats.knockout_rounds import is_known
from podium.knockout import Knockout
from podium.web.formats.knockout_pages.bracket import standing_note
from podium.web.formats.knockout_pages.match_views import MatchView, match_view, seeds_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit


@dataclass(frozen=True, slots=True)
class SheetView:
    """One sheet: a picture, or the matches of a round that is too large for one."""

    title: str
    note: str
    svg: Markup | None
    matches: tuple[MatchView, ...] = ()


@dataclass(frozen=True, slots=True)
class BracketPrintPage:
    """All sheets; `boards` leads to the list of a round by board, which is called `round`."""

    url: str
    note: str
    champions: tuple[str, ...]
    sheets: tuple[SheetView, ...]
    round: str
    boards: str | None


def print_page(visit: Visit) -> Response[str]:
    """The page of the bracket for the printer; `?round=2` is the round whose boards can be had instead."""
    seen = visit.see()
    knockout = seen.state.knockout
    if knockout is None:
        raise Unknown("bracket", None)
    number = whole_number(visit.query.get("round", "")) or 0
    here = knockout.rounds[(number if 1 <= number <= len(knockout.rounds) else knockout.begun) - 1]
    context = BracketPrintPage(
        url=f"{visit.url}/bracket",
        note=standing_note(seen.state, knockout),
        champions=tuple(seen.state.players[id].name for id in knockout.champions),
        sheets=tuple(_sheet(visit, seen, knockout, each) for each in sheets(knockout)),
        round=round_name(knockout, here.number),
        boards=f"{visit.url}/rounds/{here.number}/print" if any(map(is_known, here.parents)) else None,
    )
    return page(visit, "bracket_print.html", context, seen=seen, nav="bracket")


def _sheet(visit: Visit, seen: Seen, knockout: Knockout, sheet: PrintSheet) -> SheetView:
    title, note = sheet_titles(knockout, sheet)
    if sheet.part is None:
        seeds = seeds_of(knockout)
        listed = (
            match_view(seen, knockout, each, visit.url, seeds) for each in knockout.rounds[sheet.first - 1].parents
        )
        return SheetView(title, note, None, tuple(listed))
    names = {id: seen.state.players[id].name for id in knockout.entrants}
    drawn = Markup(picture(knockout, names, part=sheet.part, size=PAPER))  # it escapes names itself
    return SheetView(title, note, drawn)

"""The bracket on paper: sheets of which each can be read, from the first round to the final."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response
from markupsafe import Markup

from podium.app.desk import Seen
from podium.app.pictures.bracket import PAPER, picture
from podium.app.pictures.print_sheets import PrintSheet, sheets
from podium.app.words.knockout import round_name
from podium.app.words.language import _
from podium.core.errors import Unknown
from podium.flow.formats.knockout_rounds import is_known
from podium.knockout import Knockout
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit
from podium.web.knockout.bracket import standing_note
from podium.web.knockout.match_views import MatchView, match_view, seeds_of


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
    first, last = (round_name(knockout, number) for number in (sheet.first, sheet.last))
    rounds = first if first == last else _("%(first)s to %(last)s", first=first, last=last)
    if sheet.part is None:
        seeds = seeds_of(knockout)
        listed = (
            match_view(seen, knockout, each, visit.url, seeds) for each in knockout.rounds[sheet.first - 1].parents
        )
        return SheetView(rounds, "", None, tuple(listed))
    names = {id: seen.state.players[id].name for id in knockout.entrants}
    drawn = Markup(picture(knockout, names, part=sheet.part, size=PAPER))  # it escapes names itself
    if sheet.sections == 1:
        return SheetView(rounds, "", drawn)
    onwards = _(
        "the winner goes on to board %(board)s of the %(round)s",
        board=(sheet.number + 1) // 2,
        round=round_name(knockout, sheet.last + 1),
    )
    title = _("Section %(number)s of %(count)s", number=sheet.number, count=sheet.sections)
    if sheet.first > 1:  # those of the first rounds have the plain numbers
        title = _("%(round)s, section %(number)s of %(count)s", round=first, number=sheet.number, count=sheet.sections)
    return SheetView(title, f"{rounds}; {onwards}", drawn)

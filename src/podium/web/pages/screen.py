"""The projector: the boards of the round, who sits out, the ranking, and a countdown; live, and by turns if many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TypeVar

from litestar import Response

from podium.app.queries import standings
from podium.app.views.progress import current_round
from podium.app.views.standings import StandingRow
from podium.app.words.language import _
from podium.core.errors import Invalid
from podium.web.formats.protocol import USUAL
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page, see_other
from podium.web.frame.visit import Visit
from podium.web.pages.round_boards import BoardView, RoundView, SectionView, read_only

T = TypeVar("T")
BOARDS = 40  # on one screen of 1080 lines; more take turns
RANKS = 20
MOST_MINUTES = 600


@dataclass(frozen=True, slots=True)
class Ranks:
    """Some places of one section."""

    section: str
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """What hangs on the wall; `ends` is when the countdown is over, None where none runs.

    `next` is the address of the next screen, where there are several; `note` says which one this is.
    """

    url: str
    here: str
    name: str
    view: RoundView | None
    ranking: tuple[Ranks, ...]
    ends: str | None
    until: str
    next: str | None
    note: str


def screen_page(visit: Visit) -> Response[str]:
    """The page for the projector; `?minutes=15` starts a countdown, which is then part of the address."""
    seen = visit.see()
    url = f"{visit.url}/screen"
    own = pages_of(seen.state).addresses.screen
    if own != USUAL.screen:
        return see_other(visit, f"{visit.url}/{own}")
    if minutes := visit.query.get("minutes", ""):
        return see_other(visit, f"{url}?ends={_ends(minutes)}")
    moment = _moment(visit.query.get("ends", ""))
    ends = f"{moment:%Y-%m-%dT%H:%M:%SZ}" if moment else None
    state = seen.state
    now = current_round(state)
    view = read_only(state, now) if now else None
    table = standings(state) if now else ()
    boards = [(section.name, board) for section in view.sections for board in section.boards] if view else []
    screens = max(1, _turns(len(boards), BOARDS), _turns(len(table), RANKS))
    number = min(max(1, whole_number(visit.query.get("screen", "")) or 1), screens)
    context = ScreenPage(
        url=url,
        here=_address(url, ends, number if screens > 1 else None),
        name=state.settings.name,
        view=replace(view, sections=_sections(_on(boards, BOARDS, number))) if view else None,
        ranking=_ranking(_on(table, RANKS, number)),
        ends=ends,
        until=_("until %(time)s UTC", time=f"{moment:%H:%M}") if moment else "",
        next=_address(url, ends, number % screens + 1) if screens > 1 else None,
        note=_("Screen %(number)s of %(count)s", number=number, count=screens) if screens > 1 else "",
    )
    return page(visit, "screen.html", context, seen=seen, nav=None)


def _turns(things: int, size: int) -> int:
    return -(-things // size)


def _on(things: Sequence[T], size: int, number: int) -> Sequence[T]:
    """The part of a list that is on screen `number`; a list that is shorter than the others begins anew."""
    at = (number - 1) % max(1, _turns(len(things), size)) * size
    return things[at : at + size]


def _sections(boards: Sequence[tuple[str, BoardView]]) -> tuple[SectionView, ...]:
    groups = groupby(boards, key=itemgetter(0))
    return tuple(SectionView(name, tuple(board for _, board in group)) for name, group in groups)


def _ranking(rows: Sequence[StandingRow]) -> tuple[Ranks, ...]:
    return tuple(Ranks(section, tuple(group)) for section, group in groupby(rows, key=attrgetter("section")))


def _address(url: str, ends: str | None, number: int | None) -> str:
    query = [*([f"ends={ends}"] if ends else []), *([f"screen={number}"] if number else [])]
    return f"{url}?{'&'.join(query)}" if query else url


def _ends(text: str) -> str:
    minutes = whole_number(text)
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        raise Invalid("count-out-of-range", field="minutes", value=text, least=1, most=MOST_MINUTES)
    return f"{datetime.now(UTC) + timedelta(minutes=minutes):%Y-%m-%dT%H:%M:%SZ}"


def _moment(text: str) -> datetime | None:
    """The moment in the address; nothing for what is none."""
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None

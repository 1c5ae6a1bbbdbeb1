"""The projector: the boards of the round, who sits out, the ranking, and a countdown; live, and by turns if many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TypeVar

from litestar import Response

from podium.app.desk import MINUTE, Seen, delay_of
from podium.app.queries import standings
from podium.app.views.boards_by_need import live_board
from podium.app.views.live_boards import live_round
from podium.app.views.progress import current_round
from podium.app.views.standings import StandingRow
from podium.app.words.language import _, ngettext
from podium.app.words.lists import separated
from podium.core.errors import Invalid
from podium.web.formats.protocol import USUAL
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page, see_other
from podium.web.frame.visit import Visit
from podium.web.pages.live_lines import LiveLine, games_of_round, live_line
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
    boards: bool


@dataclass(frozen=True, slots=True)
class BoardsScreenPage:
    """Live boards on the wall, in so many columns that they fill it; `next` and `note` as of a screen."""

    here: str
    url: str
    title: str
    note: str
    stream: str
    delayed: bool
    sentence: str
    lines: tuple[LiveLine, ...]
    columns: int
    next: str | None


def screen_page(visit: Visit) -> Response[str]:
    """The page for the projector; `?minutes=15` starts a countdown, which is then part of the address."""
    seen = visit.see()
    if visit.query.get("show") == "boards":
        return _boards_screen(visit, seen)
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
        boards=live_round(state) is not None,
    )
    return page(visit, "screen.html", context, seen=seen, nav=None)


def _boards_screen(visit: Visit, seen: Seen) -> Response[str]:
    """The live boards of the round being played."""
    state, url = seen.state, f"{visit.url}/screen"
    now = live_round(state) or current_round(state)
    games = games_of_round(visit, seen, now) if now else []
    screens = max(1, _turns(len(games), BOARDS))
    number = min(max(1, whole_number(visit.query.get("screen", "")) or 1), screens)
    shown = _on(games, BOARDS, number)
    boards = [(each, live_board(each, visit.services.connected)) for each in shown]
    delay = delay_of(seen) // MINUTE
    notes = [ngettext("shown %(num)s minute later", "shown %(num)s minutes later", delay)] if delay else []
    if screens > 1:
        notes.append(_("Screen %(number)s of %(count)s", number=number, count=screens))
    context = BoardsScreenPage(
        here=f"{url}?show=boards&screen={number}" if screens > 1 else f"{url}?show=boards",
        url=url,
        title=pages_of(state).round_name(state, now.number) if now else state.settings.name,
        note=separated(notes),
        stream=f"/api/tournaments/{visit.tournament}/rounds/{now.number if now else 1}/games",
        delayed=bool(delay),
        sentence=_("No game of this round can be played yet.") if now else _("No round is paired yet."),
        lines=tuple(live_line(visit, *each, arbiter=False, drawn=True) for each in boards),
        columns=columns_of(len(boards)),
        next=f"{url}?show=boards&screen={number % screens + 1}" if screens > 1 else None,
    )
    return page(visit, "screen_boards.html", context, seen=seen, nav=None)


def columns_of(boards: int) -> int:
    """In how many columns so many boards are largest on a screen of 1080 lines."""
    width, height, names = 1904, 944, 72  # what the header leaves, and what stands above and below each board

    def side(columns: int) -> int:
        return min(width // columns, height // max(1, _turns(boards, columns)) - names)

    return max(range(1, 11), key=side)


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

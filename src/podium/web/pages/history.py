"""What happened, newest first: with undo, redo, and the event as it was."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from podium.app.access import Role, may_revert
from podium.app.desk import Seen
from podium.app.handle import left_behind
from podium.app.queries import standings
from podium.app.views.history import HistoryLine
from podium.core.errors import Unknown
from podium.flow.commands import Redo, Revert, Rewind
from podium.web.frame.forms import whole
from podium.web.frame.responses import act, page
from podium.web.frame.visit import Visit
from podium.web.pages.round_boards import RoundView, read_only
from podium.web.pages.standings import Table, tables

A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Line:
    """One change."""

    version: int
    summary: str
    who: str
    at: str
    status: str | None
    url: str
    undo: bool


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The changes of one page of the history."""

    url: str
    lines: tuple[Line, ...]
    redo: bool
    total: int
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class PastPage:
    """The event as it was at a version, and what going back to it would drop."""

    url: str
    version: int
    line: Line
    now: int
    rewinds: bool
    dropped: tuple[Line, ...]
    players: int
    rounds: tuple[RoundView, ...]
    tables: tuple[Table, ...]


def history_page(visit: Visit) -> Response:
    """The page of the history."""
    seen = visit.see(Role.SCORER, "see the history")
    told = visit.desk.history(seen)
    pages = max(1, -(-len(told.lines) // A_PAGE))
    number = min(max(1, whole(visit.query.get("page", "")) or 1), pages)
    lines = told.lines[(number - 1) * A_PAGE : number * A_PAGE]
    shown = HistoryPage(
        url=f"{visit.url}/history",
        lines=tuple(_line(visit, seen, line) for line in lines),
        redo=told.redo and seen.role >= Role.ARBITER and not seen.state.archived,
        total=len(told.lines),
        page=number,
        pages=pages,
    )
    return page(visit, "history.html", shown, seen=seen, nav="history")


def as_it_was(visit: Visit) -> Response:
    """The page with the event as it was."""
    seen = visit.see(Role.SCORER, "see the history")
    version = visit.number("version")
    then = visit.desk.see_at(visit.actor, visit.tournament, version)
    told = visit.desk.history(seen)
    commits = {line.commit.version: line.commit for line in told.lines}
    lines = {line.commit.version: _line(visit, seen, line) for line in told.lines}
    if version not in lines:
        raise Unknown("commit", version)
    dropped = set(left_behind(commits, told.version, version))
    paired = then.state
    shown = PastPage(
        url=f"{visit.url}/history",
        version=version,
        line=lines[version],
        now=told.version,
        rewinds=seen.role >= Role.ARBITER and version != told.version and not seen.state.archived,
        dropped=tuple(line for line in lines.values() if line.version in dropped),
        players=len(then.state.players),
        rounds=tuple(read_only(paired, here) for here in reversed(paired.rounds)),
        tables=tuple(tables(then.state, standings(then.state))),
    )
    return page(visit, "past.html", shown, seen=seen, nav="history")


def undo(visit: Visit) -> Response:
    """One change taken back, and no other."""
    seen = visit.see()
    return act(visit, seen, Revert(visit.number("version")), visit.back(f"{visit.url}/history"))


def redo(visit: Visit) -> Response:
    """What was undone last, done again."""
    seen = visit.see()
    return act(visit, seen, Redo(), visit.back(f"{visit.url}/history"))


def rewind(visit: Visit) -> Response:
    """The whole event as it was at a version."""
    seen = visit.see()
    return act(visit, seen, Rewind(visit.number("version")), f"{visit.url}/history", expected=visit.version)


def _line(visit: Visit, seen: Seen, line: HistoryLine) -> Line:
    commit = line.commit
    status = "undone" if line.undone else "dropped" if line.dropped else None
    return Line(
        version=commit.version,
        summary=line.summary,
        who=line.who,
        at=commit.at,
        status=status,
        url=f"{visit.url}/history/{commit.version}",
        undo=line.undoable and not seen.state.archived and may_revert(seen.role, visit.actor, commit.actor),
    )

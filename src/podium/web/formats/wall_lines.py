"""Lists on the wall, as all formats write them: the script of the wall makes their letters as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from podium.app.rounds.table_calls import called_match
from podium.app.words.language import _
from podium.app.words.phrases import short_name
from podium.flow.rounds.tables import open_matches, waiting_matches
from podium.flow.state import Tournament
from podium.web.formats.protocol import Part


@dataclass(frozen=True, slots=True)
class WallName:
    """A name, and the same with initials for where there is no room."""

    full: str
    short: str


@dataclass(frozen=True, slots=True)
class WallLine:
    """One line: a board with two sides and what is between them, or a name with what is said of it.

    A line with nothing but a `heading` begins a section.
    """

    id: str = ""
    number: str = ""
    name: WallName | None = None
    value: str = ""
    other: WallName | None = None
    note: str = ""
    won: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class WallLines:
    """A list; `versus` if its lines are boards."""

    title: str
    lines: tuple[WallLine, ...]
    versus: bool = False


@dataclass(frozen=True, slots=True)
class WallPicture:
    """A picture, and who has won the bracket that it is."""

    title: str
    champions: tuple[str, ...]
    svg: Markup


def wall_name(*players: str) -> WallName:
    """The name of a player, or of a team."""
    return WallName(" & ".join(players), " & ".join(map(short_name, players)))


def list_part(title: str, lines: Sequence[WallLine], *, versus: bool = False, note: str = "") -> Part | None:
    """A list for the wall; None where it has no lines."""
    return Part("wall_lines.html", WallLines(title, tuple(lines), versus), note) if lines else None


def at_tables(state: Tournament, lines: Sequence[WallLine]) -> list[WallLine]:
    """The boards with the numbers of tables: who was called last, plays, waits, has a result, and has no game."""
    if state.settings.tables is None:
        return list(lines)
    by_id, open_ones = {line.id: replace(line, number="") for line in lines}, open_matches(state)
    waiting = [by_id.pop(id) for id in waiting_matches(state) if id in by_id]
    playing = sorted((state.tables[each.id], each.id) for each in open_ones if each.id in by_id)
    seated = {id: replace(by_id.pop(id), number=str(table)) for table, id in playing}
    called = called_match(state)
    first = [seated.pop(called.id)] if called is not None and called.id in seated else []
    title = _("Table %(table)s is free", table=first[0].number) if first else ""
    now = list(seated.values())
    over = [line for line in by_id.values() if line.other]
    free = [line for line in by_id.values() if not line.other]
    groups = ((title, first), (_("Now at the tables"), now), (_("Waiting"), waiting), (_("Results"), over))
    return [*(line for heading, some in groups if some for line in (WallLine(heading=heading), *some)), *free]

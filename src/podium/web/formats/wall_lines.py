"""Lists on the wall, as all formats write them: the script of the wall makes their letters as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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


def wall_name(*players: str) -> WallName:
    """The name of a player, or of a team."""
    return WallName(" & ".join(players), " & ".join(map(short_name, players)))


def list_part(title: str, lines: Sequence[WallLine], *, versus: bool = False, note: str = "") -> Part | None:
    """A list for the wall; None where it has no lines."""
    return Part("wall_lines.html", WallLines(title, tuple(lines), versus), note) if lines else None


def at_tables(state: Tournament, lines: Sequence[WallLine]) -> list[WallLine]:
    """The boards with the numbers of their tables, those that are played first, then who waits, the next one first."""
    if state.settings.tables is None:
        return list(lines)
    by_id = {line.id: line for line in lines}
    played = {each.id: state.tables[each.id] for each in open_matches(state) if each.id in state.tables}
    waiting = [by_id[id] for id in waiting_matches(state) if id in by_id]
    seated = [
        replace(by_id[id], number=str(played[id])) for id in sorted(played, key=played.__getitem__) if id in by_id
    ]
    others = [line for line in lines if line.id not in played and line not in waiting]
    over, free = [line for line in others if line.other], [line for line in others if not line.other]
    groups = ((_("Now at the tables"), seated), (_("Waiting"), waiting), (_("Over"), over))
    return [*(line for title, some in groups if some for line in (WallLine(heading=title), *some)), *free]

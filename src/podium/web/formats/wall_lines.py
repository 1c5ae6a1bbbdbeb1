"""Lists on the wall, as all formats write them: the script of the wall makes their letters as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from podium.app.words.phrases import short_name
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

"""What belongs to one event: the tables and columns that its archive holds, and why others are not in it.

`tests/storage/test_event_archives.py` fails for a table of events that is named nowhere here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Table, or_, select

from podium.app.event.attachments import AttachmentKind
from podium.app.history.history import name_elsewhere
from podium.core.ids import TournamentId
from podium.storage import read_model, tables

Row = dict[str, Any]
EventRows = dict[str, list[Row]]
"""The rows of an event by the name of their table, in the order of their keys."""

OWNER = "tournament_id"
"""The column by which a row belongs to an event."""
STREAM = "stream"


@dataclass(frozen=True, slots=True)
class Part:
    """What an archive holds of a table under a name of its own: rows whose columns have the values `fixed`.

    These columns are not in it, nor are those `left_out`.
    """

    name: str
    table: Table
    left_out: tuple[str, ...] = ()
    fixed: tuple[tuple[str, str], ...] = ()


JOURNAL: Mapping[Table, tuple[str, ...]] = {
    tables.commit: ("command_id", "digest"),  # of requests that somebody may send again to the same server
    tables.event: (),
}
"""The tables of the journal, and what is left out of them."""
KEPT = (
    Part("logos", tables.attachments, fixed=(("kind", AttachmentKind.LOGO.value), ("player_id", ""))),
    Part("photos", tables.attachments, fixed=(("kind", AttachmentKind.PHOTO.value),)),
    Part(
        "certificate_backgrounds",
        tables.attachments,
        fixed=(("kind", AttachmentKind.BACKGROUND.value), ("player_id", "")),
    ),
    Part("check_ins", tables.check_ins, ("code",)),  # it lets people check players in: another server makes its own
    Part("checked_in", tables.checked_in),
    Part("second_entries", tables.second_entries),
    Part("displays", tables.displays, ("revealed",)),  # a prize-giving under way is one of this server
    Part("screens", tables.screens),
    Part("messages", tables.messages, ("id",)),  # of all events together
)
"""The plain rows that belong to an event."""
NOT_KEPT: Mapping[Table, str] = {
    tables.roles: "accounts of this server",
    tables.links: "secrets",
    tables.tokens: "secrets",
    tables.followers: "addresses of browsers",
    tables.window_changes: "what devices said to this server, for a time",
    tables.audit: "what people did on this server",
}
"""The tables that speak of an event and stay where they are."""
ACTOR = "actor"


def columns_of(part: Part) -> list[Column[Any]]:
    """The columns that an archive holds, without the one that says whose rows they are."""
    missing = {*part.left_out, *dict(part.fixed), OWNER}
    return [column for column in part.table.columns if column.name not in missing]


def rows_of_event(connection: Connection, tournament: TournamentId) -> EventRows:
    """Everything that is stored of an event, but for what can be made from it; the event's own stream comes first."""
    games = select(read_model.games.c.id).where(read_model.games.c.tournament_id == tournament)
    rows: EventRows = {}
    for table, left_out in JOURNAL.items():
        stream = table.columns[STREAM]
        part = Part(table.name, table, left_out)
        found = _rows(connection, part, or_(stream == tournament, stream.in_(games)))
        rows[table.name] = sorted(found, key=lambda row: row[STREAM] != tournament)
    for part in KEPT:
        rows[part.name] = _rows(connection, part, part.table.columns[OWNER] == tournament)
    return rows


def _rows(connection: Connection, part: Part, theirs: ColumnElement[bool]) -> list[Row]:
    """The rows that belong to an event; their order does not depend on how a database sorts text."""
    table, fixed = part.table, dict(part.fixed)
    key = [column.name for column in table.primary_key.columns if column.name not in (OWNER, *fixed)]
    own = [table.columns[name] == value for name, value in part.fixed]
    query = select(*columns_of(part)).where(theirs, *own).order_by(*table.primary_key.columns)
    rows = [dict(row._mapping) for row in connection.execute(query)]
    for row in rows:
        if ACTOR in row:
            row[ACTOR] = name_elsewhere(row[ACTOR])
    if not rows or any(name not in rows[0] for name in key):
        return rows  # by a number that is no part of them
    return sorted(rows, key=lambda row: tuple(row[name] for name in key))

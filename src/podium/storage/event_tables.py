"""What belongs to one event: the tables and columns that its archive holds, and why others are not in it.

`tests/storage/test_event_archives.py` fails for a table of events that is named nowhere here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, Table, select

from podium.app.views.history import author
from podium.core.ids import PairingId, TournamentId
from podium.storage import tables

Row = dict[str, Any]
EventRows = dict[str, list[Row]]
"""The rows of an event by the name of their table, in the order of their keys."""

OWNER = "tournament_id"
"""The column by which a row belongs to an event."""
STREAM = "stream"
JOURNAL: Mapping[Table, tuple[str, ...]] = {
    tables.commit: ("command_id", "digest"),  # of requests that somebody may send again to the same server
    tables.event: (),
}
"""The tables of the journal, and what is left out of them."""
KEPT: Mapping[Table, tuple[str, ...]] = {
    tables.logos: (),
    tables.photos: (),
    tables.check_ins: ("code",),  # whoever has it checks players in: another server makes its own
    tables.checked_in: (),
    tables.second_entries: (),
    tables.displays: (),
    tables.screens: (),
    tables.messages: ("id",),  # of all events together
}
"""The plain tables whose rows belong to an event, and what is left out of them."""
NOT_KEPT: Mapping[Table, str] = {
    tables.roles: "accounts of this server",
    tables.links: "secrets",
    tables.tokens: "secrets",
    tables.followers: "addresses of browsers",
    tables.audit: "what people did on this server",
}
"""The tables that speak of an event and stay where they are."""
ACTOR = "actor"


def columns_of(table: Table) -> list[Column[Any]]:
    """The columns that an archive holds, without the one that says whose rows they are."""
    left_out = {**JOURNAL, **KEPT}[table]
    return [column for column in table.columns if column.name not in (*left_out, OWNER)]


def rows_of_event(connection: Connection, tournament: TournamentId) -> EventRows:
    """Everything that is stored of an event, but for what can be made from it."""
    streams = [tournament, *game_streams(connection, tournament)]
    rows: EventRows = {}
    for table in JOURNAL:
        rows[table.name] = [row for stream in streams for row in _rows(connection, table, STREAM, stream)]
    for table in KEPT:
        rows[table.name] = _rows(connection, table, OWNER, tournament)
    return rows


def game_streams(connection: Connection, tournament: TournamentId) -> list[PairingId]:
    """The streams of the games of an event, in the order of their ids."""
    here = tables.games.c
    found = connection.scalars(select(here.id).where(here.tournament_id == tournament))
    return sorted(found)


def _rows(connection: Connection, table: Table, owner: str, whose: str) -> list[Row]:
    """The rows of somebody; their order does not depend on how a database sorts text."""
    key = [column.name for column in table.primary_key.columns if column.name != OWNER]
    query = select(*columns_of(table)).where(table.columns[owner] == whose).order_by(*table.primary_key.columns)
    rows = [dict(row._mapping) for row in connection.execute(query)]
    for row in rows:
        if ACTOR in row:
            row[ACTOR] = author(row[ACTOR])
    if not rows or any(name not in rows[0] for name in key):
        return rows  # by a number that is no part of them
    return sorted(rows, key=lambda row: tuple(row[name] for name in key))

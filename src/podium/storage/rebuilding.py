"""The read model, written anew from the journal."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection, select

from podium.core.ids import TournamentId
from podium.storage import tables
from podium.storage.history import SqlPast, created
from podium.storage.projection import clear, project


def rebuild(connection: Connection) -> int:
    """Write the read model anew; returns how many streams there are."""
    clear(connection)
    heads = connection.execute(select(tables.head.c.stream, tables.head.c.version)).all()
    for head in heads:
        stream = TournamentId(head.stream)
        state = SqlPast(connection, stream).state(head.version)
        if state is not None:
            project(connection, None, state, partial(created, connection, stream))
    return len(heads)

"""The read model as the journal says it must be, in a database for the moment, and how the stored one differs."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from sqlalchemy import Column, Connection, StaticPool, Table, create_engine, select
from sqlalchemy.exc import OperationalError

from podium.app.ports import GameHead
from podium.app.server.findings import Finding, Problem
from podium.app.words.errors import sentence
from podium.core.errors import Refused
from podium.core.ids import PairingId, TournamentId
from podium.flow.event_checks import check_event, check_state
from podium.storage.backups.table_rows import AT_ONCE, Digesting, digest_of, rows_of
from podium.storage.journal.heads import StreamKind
from podium.storage.journal.history import SqlPast, created
from podium.storage.journal.projection import project
from podium.storage.live.game_history import GamePast
from podium.storage.live.game_projection import project_games
from podium.storage.tables import READ_MODEL, head, metadata

OWNERS = ("tournament_id", "tournamentId", "stream", "id")
"""The columns, the first that a table has, by which its rows belong to a stream."""


@contextmanager
def scratch() -> Iterator[Connection]:
    """An empty read model; SQLite keeps it on disk where it grows, and removes it."""
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(""), poolclass=StaticPool)
    try:
        with engine.begin() as connection:
            metadata.create_all(connection, tables=READ_MODEL)
            yield connection
    finally:
        engine.dispose()


def replay(connection: Connection, model: Connection | None, but: Collection[str]) -> Iterator[Finding]:
    """Make every stream anew from its events and write it into `model`; yields what cannot be replayed, and what
    can but is nothing that commands would have led to.

    Streams named in `but` are left out.
    """
    for kind in (StreamKind.TOURNAMENT, StreamKind.GAME):  # of a match that is played the game knows
        for stream, version, at in _heads(connection, kind):
            if stream in but:
                continue
            try:
                _replay_one(connection, model, kind, stream, version, at)
            except OperationalError:
                raise  # the database is away, and no stream is to blame
            except Refused as refused:
                yield Finding(Problem.VALUE_REFUSED, "event", stream, sentence(refused))
            except Exception as problem:  # noqa: BLE001  # a damaged history may fail in any way
                yield Finding(Problem.REPLAY_FAILED, "event", stream, type(problem).__name__)


def _heads(connection: Connection, kind: StreamKind) -> Iterator[tuple[str, int, str]]:
    """Where the streams of a kind stand, some at a time: what is made of them asks the same connection."""
    last = ""
    while True:
        query = select(head.c.stream, head.c.version, head.c.at).where(head.c.kind == kind.value, head.c.stream > last)
        rows = connection.execute(query.order_by(head.c.stream).limit(AT_ONCE)).all()
        if not rows:
            return
        yield from ((row.stream, row.version, row.at) for row in rows)
        last = rows[-1].stream


def _replay_one(
    connection: Connection, model: Connection | None, kind: StreamKind, stream: str, version: int, at: str
) -> None:
    if kind is StreamKind.GAME:
        id = PairingId(stream)
        game = GamePast(connection, id).head(GameHead(id, 0, None), version, at).state
        if model is not None and game is not None:
            project_games(model, [(None, game)])
        for _version, happened in GamePast(connection, id).news(0, version):
            for each in happened:
                check_event(each, adopted=True)
        return
    tournament = TournamentId(stream)
    past = SqlPast(connection, tournament)
    state = past.state(version)
    if model is not None and state is not None:
        project(model, None, state, partial(created, connection, tournament))
    for _version, event in past.events_between(0, version):
        check_event(event, adopted=True)
    if state is not None:
        check_state(state, None)


def read_model_findings(connection: Connection, model: Connection, but: Collection[str]) -> Iterator[Finding]:
    """The tables of which rows are missing, too many or not as in `model`, each by stream but for those in `but`."""
    for table in READ_MODEL:
        if digest_of(connection, table) != digest_of(model, table):
            yield from _by_stream(connection, model, table, but)


def _by_stream(connection: Connection, model: Connection, table: Table, but: Collection[str]) -> Iterator[Finding]:
    owner: Column[Any] = next(table.columns[name] for name in OWNERS if name in table.columns)
    streams = {*connection.scalars(select(owner).distinct()), *model.scalars(select(owner).distinct())}
    digesting = Digesting(table)
    for stream in sorted(streams - set(but)):
        mine = owner == stream
        stored = {_key(table, row): digesting.encoded(row) for row in rows_of(connection, table, mine)}
        expected = {_key(table, row): digesting.encoded(row) for row in rows_of(model, table, mine)}
        different = sorted(key for key in stored.keys() | expected.keys() if stored.get(key) != expected.get(key))
        if different:
            yield Finding(Problem.ROWS_DIFFER, table.name, stream, " ".join(different[0]), len(different))


def _key(table: Table, row: Any) -> tuple[str, ...]:
    return tuple(str(row._mapping[column]) for column in table.primary_key.columns)

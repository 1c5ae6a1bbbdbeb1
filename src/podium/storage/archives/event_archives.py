"""Archives of events in SQL: all rows of one event, read at one moment, and written in one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import DataError, IntegrityError

from podium.app.access import Actor, Role
from podium.app.accounts.audit import AuditAction, Author
from podium.app.archives.archives import Comparison, Restored
from podium.app.history.history import key_elsewhere
from podium.app.server.steady_clock import milliseconds, utc_now, written
from podium.core.errors import Refused, Unknown
from podium.core.ids import TournamentId, tournament_of
from podium.flow.commands import LeaveFideMode
from podium.flow.evolve import fold
from podium.flow.fide.gate import MOST_STEPS, guarded_travel
from podium.flow.state import Tournament
from podium.storage import read_model, tables
from podium.storage.accounts.registry_connections import audit_row
from podium.storage.archives.archive_file import Archive
from podium.storage.archives.archive_replay import ReadArchive, read_archive, write_archive
from podium.storage.archives.event_tables import ACTOR, JOURNAL, KEPT, OWNER, STREAM, Part, Row, rows_of_event
from podium.storage.journal.codec import event_row
from podium.storage.journal.heads import StreamKind
from podium.storage.journal.journal import SqlJournal
from podium.storage.journal.projection import project
from podium.storage.live.game_projection import project_games
from podium.storage.sql.bulk_insert import insert_rows
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT, allow_long, show_tournaments
from podium.storage.tables import commit, event


def with_exit(read: ReadArchive, original: Tournament | None, actor: Actor) -> ReadArchive:
    """The archive, with one more commit where the event it was taken of has left FIDE mode since, here."""
    state = read.replayed.state
    if original is None or original.in_fide_mode:
        return read
    events = guarded_travel(original, state, MOST_STEPS)
    if not events:
        return read
    after = fold(state, events)
    rows, id = read.archive.rows, read.archive.id
    version = len([row for row in rows[commit.name] if row[STREAM] == id]) + 1
    made = {STREAM: id, "version": version, "parent": version - 1, "kind": LeaveFideMode.__name__}
    made |= {ACTOR: actor.name, "at": written(utc_now()), "reason": None}
    happened = [event_row(each, id, version, seq) for seq, each in enumerate(events)]
    more = {
        commit.name: _after_own(rows[commit.name], id, [made]),
        event.name: _after_own(rows[event.name], id, happened),
    }
    archive = replace(read.archive, rows={**rows, **more})
    return replace(read, archive=archive, replayed=replace(read.replayed, state=after))


def _after_own(rows: list[Row], id: str, added: list[Row]) -> list[Row]:
    """The rows of an archive, those of the event's own stream first, with more of that stream."""
    own = [row for row in rows if row[STREAM] == id]
    return [*own, *added, *rows[len(own) :]]


AT_ONCE = 500  # ids in one statement
CODE_BYTES = 9


class SqlEventArchives:
    """The archives of the events in a database."""

    read = staticmethod(read_archive)
    write = staticmethod(write_archive)

    def __init__(self, database: Database, journal: SqlJournal) -> None:
        self._database = database
        self._journal = journal

    def rows(self, tournament: TournamentId) -> Archive:
        """All that is stored of an event, at one moment."""
        with self._database.read() as connection:
            if not self._database.is_sqlite:
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            show_tournaments(connection, [tournament])
            here = read_model.tournaments.c
            name = connection.scalar(select(here.name).where(here.id == tournament))
            if name is None:
                raise Unknown("tournament", tournament)
            return Archive(tournament, name, written(utc_now()), rows_of_event(connection, tournament))

    def restore(self, read: ReadArchive, actor: Actor, key: str | None = None, digest: str | None = None) -> Restored:
        """The event of an archive, written in one transaction and read back before that ends.

        Games that were being played are paused from the moment when the archive was taken. A copy of an event that has
        left FIDE mode here has left it too. Raises Refused where an id is taken, or a row cannot be written; then
        nothing is.
        """
        if read.copied_from is not None:
            read = with_exit(read, self._journal.head(read.copied_from).state, actor)
        archive, replayed = read.archive, read.replayed
        restored = Restored(
            archive.id,
            replayed.state.settings.name,
            len([row for row in archive.rows[tables.commit.name] if row["stream"] == archive.id]),
            archive.taken_at,
            archive.podium,
            (),
            copied_from=read.copied_from,
            fide_mode_exit=replayed.state.fide_mode_exit,
        )
        with self._database.write([archive.id]) as connection:
            allow_long(connection)
            if self._is_repeated(connection, archive.id, key, digest):
                before = (Comparison(name, len(rows)) for name, rows in archive.rows.items())
                return replace(restored, compared=(*before, *read.compared), written=False)
            _check_free(connection, read)
            show_tournaments(connection, [archive.id])
            _insert(connection, read, key, digest)
            _give_to(connection, archive.id, actor)
            compared = tuple(self._compared(connection, archive))
            if different := [each.part for each in compared if not each.equal]:
                raise Refused("archive-not-restored", names=different)
            paused = self._journal.interrupt(connection, archive.id, _taken(archive))
        return replace(restored, compared=(*compared, *read.compared), paused=paused)

    def _compared(self, connection: Connection, archive: Archive) -> Iterator[Comparison]:
        """Every table of the archive beside what is stored now."""
        stored = rows_of_event(connection, archive.id)
        for name, rows in archive.rows.items():
            yield Comparison(name, len(rows), None if stored[name] == rows else name)

    def _is_repeated(self, connection: Connection, id: TournamentId, key: str | None, digest: str | None) -> bool:
        """Whether the same request restored the event before; raises Refused where another one had that key."""
        if key is None:
            return False
        here = tables.commit.c
        query = select(here.digest).where(here.stream == id, here.version == 1, here.command_id == key)
        before = connection.scalar(query)
        if before is not None and before != digest:
            raise Refused("idempotency-key-reused", value=key)
        return before is not None


def _check_free(connection: Connection, read: ReadArchive) -> None:
    """Raise Refused where an id of the archive is that of something else here, or speaks of another event's."""
    show_tournaments(connection, EVERY_TOURNAMENT)
    id = read.archive.id
    streams = {row["stream"] for row in read.archive.rows[tables.commit.name]}
    foreign = {each for each in read.replayed.pairings if tournament_of(each) != id}
    if _known(connection, tables.head.c.stream, {*streams, *map(tournament_of, foreign)}):
        raise Refused("archive-exists", value=id)
    columns = (read_model.pairings.c.id, read_model.matches.c.id, read_model.games.c.id)
    if any(_known(connection, column, read.replayed.pairings) for column in columns):
        raise Refused("archive-exists", value=id)


def _known(connection: Connection, column: Any, ids: set[Any] | frozenset[Any]) -> bool:
    """Whether any of the ids is in a column."""
    listed = sorted(ids)
    groups = (listed[at : at + AT_ONCE] for at in range(0, len(listed), AT_ONCE))
    return any(connection.execute(select(column).where(column.in_(group)).limit(1)).first() for group in groups)


def _insert(connection: Connection, read: ReadArchive, key: str | None, digest: str | None) -> None:
    """Write all rows; raises Refused with the part of which a row cannot be kept."""
    archive, state = read.archive, read.replayed.state
    rows = {
        table: [{**dict.fromkeys(JOURNAL[table]), **_with_key(row)} for row in archive.rows[table.name]]
        for table in JOURNAL
    }
    rows[tables.commit][0] |= {"command_id": key, "digest": digest if key is not None else None}
    try:
        for table in JOURNAL:
            insert_rows(connection, table, rows[table])
        insert_rows(connection, tables.head, _heads(archive))
    except IntegrityError:  # somebody was faster
        raise Refused("archive-exists", value=archive.id) from None
    with _kept(read_model.tournaments.name):
        project(connection, [(None, state)])
        project_games(connection, [(None, game) for game in read.replayed.games])
    for part in KEPT:
        if own := [_plain_row(part, archive.id, row) for row in archive.rows[part.name]]:
            with _kept(part.name):
                connection.execute(insert(part.table), own)


@contextmanager
def _kept(part: str) -> Iterator[None]:
    """Refuse the archive where a row of that part contradicts others, or what its columns may hold."""
    try:
        yield
    except (DataError, IntegrityError, OverflowError):
        raise Refused("archive-not-restored", names=[part]) from None


def _plain_row(part: Part, id: TournamentId, row: Row) -> Row:
    own = {"code": secrets.token_urlsafe(CODE_BYTES)} if part.table is tables.check_ins else {}
    return {**_with_key(row), **own, **dict(part.fixed), OWNER: id}


def _with_key(row: Row) -> Row:
    return {**row, ACTOR: key_elsewhere(row[ACTOR])} if ACTOR in row else row


def _heads(archive: Archive) -> Sequence[Row]:
    """Where the streams stand: at the last of their commits."""
    last = {row["stream"]: row for row in archive.rows[tables.commit.name]}
    return [
        {
            "stream": stream,
            "version": row["version"],
            "at": row["at"],
            "kind": (StreamKind.TOURNAMENT if stream == archive.id else StreamKind.GAME).value,
        }
        for stream, row in last.items()
    ]


def _give_to(connection: Connection, id: TournamentId, actor: Actor) -> None:
    """Make the user who restores an event its owner; an operator leaves it to the next user there is."""
    if actor.user is None:
        return
    insert_rows(connection, tables.roles, [{OWNER: id, "user_id": actor.user, "role": Role.OWNER.word}])
    facts = {"role": Role.OWNER.word, "before": None}
    now = written(utc_now())
    row = audit_row(now, Author(actor), AuditAction.ROLE_GIVEN, actor.name, id, facts)
    connection.execute(insert(tables.audit), [row])


def _taken(archive: Archive) -> int:
    """When it was taken, in milliseconds since the epoch."""
    return milliseconds(datetime.fromisoformat(archive.taken_at))

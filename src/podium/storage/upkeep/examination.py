"""Whether all of a database is as it must be: tables, journal, read model, and what belongs to nobody."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    StaticPool,
    Table,
    and_,
    create_engine,
    false,
    func,
    inspect,
    literal,
    literal_column,
    or_,
    select,
)
from sqlalchemy import table as plain_table
from sqlalchemy.exc import DBAPIError, OperationalError

from podium.app.ports import GameHead
from podium.app.server.findings import FOREIGN_PROBLEMS, Finding, Problem
from podium.app.words.errors import sentence
from podium.core.errors import Refused
from podium.core.ids import PairingId, TournamentId
from podium.flow.event_checks import check_event, check_state
from podium.storage.backups.table_rows import AT_ONCE, Digesting, digest_of, rows_of, schema_differences
from podium.storage.journal.heads import StreamKind
from podium.storage.journal.history import GamePast, SqlPast
from podium.storage.journal.projection import project
from podium.storage.live.game_projection import project_games
from podium.storage.read_model import READ_MODEL, due
from podium.storage.sql.database import newest_revision, revision
from podium.storage.sql.database_file import connect
from podium.storage.tables import commit, event, head, links, metadata, users

BELONGS_TO = {"tournament_id": head.c.stream, "user_id": users.c.id, "link_id": links.c.id}
"""What a column of a plain table points to, by its name."""
MOST_FAULTS_OF_A_FILE = 100
TABLES = "SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE TABLE%' AND name NOT LIKE 'sqlite_%'"
OWNERS = ("tournament_id", "tournamentId", "stream", "id")
"""The columns, the first that a table has, by which its rows belong to a stream."""


def examine(connection: Connection) -> Iterator[Finding]:
    """Everything that is wrong with a database, as it is found; the rows of the tables are never all in memory.

    Where the tables are not those of this Podium, what is in them is not looked at.
    """
    yield from _file_findings(connection)
    yield from _check_findings(connection)
    wrong_tables = list(_schema_findings(connection))
    yield from wrong_tables
    if any(each.problem is not Problem.TABLE_UNKNOWN for each in wrong_tables):
        return
    broken: set[str] = set()
    for finding in _journal_findings(connection):
        broken.add(finding.stream or "")
        yield finding
    with _scratch() as model:
        for finding in replay(connection, model, frozenset(broken)):
            if finding.problem not in FOREIGN_PROBLEMS:
                broken.add(finding.stream or "")
            yield finding
        yield from _read_model_findings(connection, model, broken)
    yield from _orphans(connection)


def examine_journal(connection: Connection) -> Iterator[Finding]:
    """Whatever keeps a database from being read: a damaged file, or streams that cannot be replayed."""
    yield from _file_findings(connection)
    broken: set[str] = set()
    for finding in _journal_findings(connection):
        broken.add(finding.stream or "")
        yield finding
    yield from replay(connection, None, broken)


def _file_findings(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name != "sqlite":
        return  # a server looks after its files
    for (fault,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_FAULTS_OF_A_FILE})"):
        if fault != "ok":
            yield Finding(Problem.FILE_DAMAGED, value=fault)


def _check_findings(connection: Connection) -> Iterator[Finding]:
    """Tables whose checks cannot be read, or refuse rows that they hold: SQLite tells of these only who may write."""
    if connection.dialect.name != "sqlite":
        return
    with closing(connect(":memory:")) as scratch:
        for name, made in connection.exec_driver_sql(TABLES).all():
            try:
                scratch.execute(f"EXPLAIN {made}")  # which makes none, and refuses a check that asks other tables
                checks = inspect(connection).get_check_constraints(name)
                broken = [literal_column(f"NOT ({each['sqltext']})", Boolean) for each in checks]
                rows = select(literal(1)).select_from(plain_table(name)).where(or_(false(), *broken))
                if connection.execute(rows).first():
                    yield Finding(Problem.FILE_DAMAGED, value=f"CHECK constraint failed in {name}")
            except (sqlite3.Error, sqlite3.Warning, DBAPIError) as problem:
                yield Finding(Problem.FILE_DAMAGED, value=str(getattr(problem, "orig", problem)))


def _schema_findings(connection: Connection) -> Iterator[Finding]:
    last, newest = revision(connection), newest_revision()
    if last is not None and last < newest:
        yield Finding(Problem.REVISION_OLDER, value=last)
        return  # what differs is what a migration brings
    if last != newest:
        yield Finding(Problem.REVISION_OTHER, "alembic_version", value=last)
    for each in schema_differences(connection):
        match each.column, each.unknown:
            case None, True:
                problem = Problem.TABLE_UNKNOWN
            case None, False:
                problem = Problem.TABLE_MISSING
            case _, True:
                problem = Problem.COLUMN_UNKNOWN
            case _:
                problem = Problem.COLUMN_MISSING
        yield Finding(problem, each.table, value=each.column)


def _orphans(connection: Connection) -> Iterator[Finding]:
    """Rows of plain tables that belong to a tournament, user or link that is not there."""
    others = {commit, event, head, due, *READ_MODEL}
    for table in metadata.sorted_tables:
        for column in table.columns:
            target = BELONGS_TO.get(column.name)
            if table in others or target is None:
                continue
            lost = ~select(target).where(target == column).exists()
            query = select(column, func.count()).where(column.is_not(None), lost).group_by(column).order_by(column)
            for owner, count in connection.execute(query):
                stream = owner if column.name == "tournament_id" else None
                value = None if stream is not None else f"{column.name} {owner}"
                yield Finding(Problem.ROWS_ORPHANED, table.name, stream, value, count)


# --- the journal ------------------------------------------------------------------------------


def _journal_findings(connection: Connection) -> Iterator[Finding]:
    """Everything by which a stream cannot be the history that was written."""
    yield from _without_head(connection)
    yield from _versions(connection)
    yield from _wrong_rows(connection)
    yield from _gaps_in_events(connection)


def _without_head(connection: Connection) -> Iterator[Finding]:
    headless = ~select(head.c.stream).where(head.c.stream == commit.c.stream).exists()
    query = select(commit.c.stream, func.count()).where(headless).group_by(commit.c.stream)
    for stream, count in connection.execute(query.order_by(commit.c.stream)):
        yield Finding(Problem.HEAD_MISSING, "head", stream, count=count)


def _versions(connection: Connection) -> Iterator[Finding]:
    """Heads whose commits are not 1, 2, 3 and so on up to the head."""
    counted = func.count(commit.c.version)
    highest = func.coalesce(func.max(commit.c.version), 0)
    lowest = func.coalesce(func.min(commit.c.version), 1)
    query = (
        select(head.c.stream, head.c.version, counted, highest)
        .join(commit, commit.c.stream == head.c.stream, isouter=True)
        .group_by(head.c.stream, head.c.version)
        .having(or_(counted != head.c.version, highest != head.c.version, lowest != 1))
        .order_by(head.c.stream)
    )
    for stream, version, _count, last in connection.execute(query).all():
        beyond = last - version
        if beyond > 0:
            yield Finding(Problem.COMMITS_BEYOND_HEAD, "head", stream, version, beyond)
        present = set(connection.scalars(select(commit.c.version).where(commit.c.stream == stream)))
        missing = [each for each in range(1, max(version, last) + 1) if each not in present]
        if missing:
            yield Finding(Problem.VERSIONS_MISSING, "commit", stream, missing[0], len(missing))


def _wrong_rows(connection: Connection) -> Iterator[Finding]:
    """Commits that follow a later one or none that is there, events of no commit, and commits in which nothing happened
    though they do not move to another version; by stream, with the first and how many there are."""
    before = commit.alias()
    known = select(before.c.version).where(before.c.stream == commit.c.stream, before.c.version == commit.c.parent)
    unknown = and_(commit.c.parent > 0, ~known.exists())
    wrong_parent = or_(commit.c.parent >= commit.c.version, commit.c.parent < 0, unknown)
    own = and_(commit.c.stream == event.c.stream, commit.c.version == event.c.version)
    no_commit = ~select(commit.c.stream).where(own).correlate(event).exists()
    no_events = ~select(event.c.stream).where(own).correlate(commit).exists()
    adds = commit.c.parent == commit.c.version - 1
    for table, wrong, problem, named in (
        (commit, wrong_parent, Problem.PARENT_WRONG, "commit"),
        (event, no_commit, Problem.COMMIT_MISSING, "commit"),
        (commit, and_(adds, no_events), Problem.EVENTS_MISSING, "event"),
    ):
        stream = table.c.stream
        query = select(stream, func.min(table.c.version), func.count()).where(wrong).group_by(stream).order_by(stream)
        for owner, version, count in connection.execute(query):
            yield Finding(problem, named, owner, version, count)


def _gaps_in_events(connection: Connection) -> Iterator[Finding]:
    """Commits whose events are not numbered from 0 without a gap."""
    query = (
        select(event.c.stream, event.c.version, func.max(event.c.seq) + 1 - func.count())
        .group_by(event.c.stream, event.c.version)
        .having(func.max(event.c.seq) + 1 != func.count())
        .order_by(event.c.stream, event.c.version)
    )
    for stream, version, count in connection.execute(query):
        yield Finding(Problem.EVENTS_MISSING, "event", stream, version, count)


# --- the read model ---------------------------------------------------------------------------


@contextmanager
def _scratch() -> Iterator[Connection]:
    """An empty read model; SQLite keeps it on disk where it grows, and removes it."""
    engine = create_engine("sqlite://", creator=lambda: connect(""), poolclass=StaticPool)
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
        for _version, moves in GamePast(connection, id).news(0, version):
            for move in moves:
                check_event(move, adopted=True)
        return
    tournament = TournamentId(stream)
    past = SqlPast(connection, tournament)
    state = past.state(version)
    if model is not None and state is not None:
        project(model, [(None, state)], connection)
    for _version, each in past.events_between(0, version):
        check_event(each, adopted=True)
    if state is not None:
        check_state(state, None)


def _read_model_findings(connection: Connection, model: Connection, but: Collection[str]) -> Iterator[Finding]:
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

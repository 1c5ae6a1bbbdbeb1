"""Whether all of a database is as it must be: tables, journal, read model, and what belongs to nobody."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, and_, func, or_, select

from podium.app.server.findings import FOREIGN_PROBLEMS, Finding, Problem
from podium.storage.backups.table_rows import revision, schema_differences
from podium.storage.sql.database import newest_revision
from podium.storage.tables import READ_MODEL, commit, due, event, head, links, metadata, users
from podium.storage.upkeep.expected_model import read_model_findings, replay, scratch


def journal_findings(connection: Connection) -> Iterator[Finding]:
    """Everything by which a stream cannot be the history that was written."""
    yield from _without_head(connection)
    yield from _versions(connection)
    yield from _parents(connection)
    yield from _without_commit(connection)
    yield from _without_events(connection)
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


def _parents(connection: Connection) -> Iterator[Finding]:
    """Commits that follow a later one, or none that is there."""
    before = commit.alias()
    known = select(before.c.version).where(before.c.stream == commit.c.stream, before.c.version == commit.c.parent)
    wrong = or_(
        commit.c.parent >= commit.c.version,
        commit.c.parent < 0,
        and_(commit.c.parent > 0, ~known.exists()),
    )
    query = select(commit.c.stream, func.min(commit.c.version), func.count()).where(wrong)
    for stream, version, count in connection.execute(query.group_by(commit.c.stream).order_by(commit.c.stream)):
        yield Finding(Problem.PARENT_WRONG, "commit", stream, version, count)


def _without_commit(connection: Connection) -> Iterator[Finding]:
    made = select(commit.c.stream).where(commit.c.stream == event.c.stream, commit.c.version == event.c.version)
    query = select(event.c.stream, func.min(event.c.version), func.count()).where(~made.exists())
    for stream, version, count in connection.execute(query.group_by(event.c.stream).order_by(event.c.stream)):
        yield Finding(Problem.COMMIT_MISSING, "commit", stream, version, count)


def _without_events(connection: Connection) -> Iterator[Finding]:
    """Commits in which nothing happened, though they do not move to another version."""
    happened = select(event.c.stream).where(event.c.stream == commit.c.stream, event.c.version == commit.c.version)
    adds = commit.c.parent == commit.c.version - 1
    query = select(commit.c.stream, func.min(commit.c.version), func.count()).where(adds, ~happened.exists())
    for stream, version, count in connection.execute(query.group_by(commit.c.stream).order_by(commit.c.stream)):
        yield Finding(Problem.EVENTS_MISSING, "event", stream, version, count)


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


BELONGS_TO = {"tournament_id": head.c.stream, "user_id": users.c.id, "link_id": links.c.id}
"""What a column of a plain table points to, by its name."""
MOST_FAULTS_OF_A_FILE = 100


def examine(connection: Connection) -> Iterator[Finding]:
    """Everything that is wrong with a database, as it is found; the rows of the tables are never all in memory.

    Where the tables are not those of this Podium, what is in them is not looked at.
    """
    yield from _file_findings(connection)
    wrong_tables = list(_schema_findings(connection))
    yield from wrong_tables
    if any(each.problem is not Problem.TABLE_UNKNOWN for each in wrong_tables):
        return
    broken: set[str] = set()
    for finding in journal_findings(connection):
        broken.add(finding.stream or "")
        yield finding
    with scratch() as model:
        for finding in replay(connection, model, frozenset(broken)):
            if finding.problem not in FOREIGN_PROBLEMS:
                broken.add(finding.stream or "")
            yield finding
        yield from read_model_findings(connection, model, broken)
    yield from _orphans(connection)


def examine_journal(connection: Connection) -> Iterator[Finding]:
    """Whatever keeps a database from being read: a damaged file, or streams that cannot be replayed."""
    yield from _file_findings(connection)
    broken: set[str] = set()
    for finding in journal_findings(connection):
        broken.add(finding.stream or "")
        yield finding
    yield from replay(connection, None, broken)


def _file_findings(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name != "sqlite":
        return  # a server looks after its files
    for (fault,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_FAULTS_OF_A_FILE})"):
        if fault != "ok":
            yield Finding(Problem.FILE_DAMAGED, value=fault)


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

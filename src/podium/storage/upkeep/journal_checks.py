"""Whether the journal is whole: heads, versions, parents, events; asked of the database, and answered by stream."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, and_, func, or_, select

from podium.app.server.findings import Finding, Problem
from podium.storage.tables import commit, event, head


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

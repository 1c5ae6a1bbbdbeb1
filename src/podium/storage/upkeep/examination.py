"""Whether all of a database is as it must be: tables, journal, read model, and what belongs to nobody."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, func, select

from podium.app.server.findings import FOREIGN_PROBLEMS, Finding, Problem
from podium.storage.backups.table_rows import revision, schema_differences
from podium.storage.sql.database import newest_revision
from podium.storage.tables import READ_MODEL, commit, due, event, head, links, metadata, users
from podium.storage.upkeep.expected_model import read_model_findings, replay, scratch
from podium.storage.upkeep.journal_checks import journal_findings

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

"""Backups, their way back, and copies from one kind of database to the other, each of a database as it is at one
moment."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from podium.app.server.findings import (
    FOREIGN_PROBLEMS,
    JOURNAL_PROBLEMS,
    OTHER_VERSIONS,
    READ_MODEL_PROBLEMS,
    Finding,
    Problem,
)
from podium.core.errors import FormatError, PodiumError, Refused, Unavailable, Unknown
from podium.storage.backups.conversion import kept_copy
from podium.storage.backups.legacy import PATIENCE, DatabaseKind, refuse_others
from podium.storage.backups.table_rows import (
    TableDigest,
    check_tables,
    compare,
    copy_rows,
    is_empty,
    lock,
    refuse_if_used,
)
from podium.storage.backups.whole_files import beside, copy_file, new_file, remove_leftovers, unused
from podium.storage.journal.journal import SqlJournal
from podium.storage.read_model import tournaments
from podium.storage.sql import database_file
from podium.storage.sql.database import Database, location, newest_revision, revision
from podium.storage.sql.database_file import MARK, lost_changes
from podium.storage.sql.faults import address, code_of
from podium.storage.sql.transactions import EVERY_TOURNAMENT, show_tournaments
from podium.storage.upkeep.examination import examine, examine_journal

DAMAGED = ".damaged"
"""How the name of a copy ends that is kept of a database which lacks what was acknowledged."""


SETTINGS = (
    "statement_timeout = 0",
    "idle_in_transaction_session_timeout = 0",
    f"lock_timeout = '{PATIENCE}s'",
)


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was written: its file, how many tournaments are in it, what is wrong with them; and what was
    removed beside it that another one had left when it was killed."""

    file: Path
    size: int
    tournaments: int
    findings: list[Finding]
    leftovers: list[Path]


def back_up(given: str, file: Path, *, replace: bool) -> Backup:
    """Write the database as it is now into a SQLite file, even while others write to it.

    Before the file gets its name it is opened and every stream in it is replayed.
    """
    url = known_location(given)
    _check_free(file, url, replace=replace)
    leftovers = remove_leftovers(file)
    try:
        with new_file(file) as partial:
            if url.drivername == "sqlite":
                copy_file(Path(url.database or ""), partial)
            else:
                with snapshot(url) as source:
                    check_tables(source, address(url))
                    _fill(partial, source)
            count, findings = _verified(partial)
            findings[:0] = _log_findings(url)
            _check_free(file, url, replace=replace)
    except FormatError as problem:  # of the copy, which is as the database is
        problem.facts["value"] = address(url)
        raise
    return Backup(file, file.stat().st_size, count, findings, leftovers)


def restore(file: Path, given: str, *, replace: bool, trusted: bool = False) -> dict[str, TableDigest]:
    """Bring a backup back into a database of either kind, which is empty or, with `replace`, is given up for it.

    Whatever was wrong with the backup is found before anything is written; what no command would have taken is
    refused, unless the backup is `trusted`. Returns what is in it, by table.
    """
    if not file.is_file():
        raise Unknown("file", str(file))
    known_location(str(file))
    url = location(given)
    if url.drivername == "sqlite" and file.resolve() == Path(url.database or "").resolve():
        raise Refused("backup-onto-itself", value=str(file))
    with _up_to_date(file) as fresh:
        with snapshot(_url_of(fresh)) as source:
            check_tables(source, str(file))
            found = list(examine_journal(source))
            if any(each.problem in JOURNAL_PROBLEMS for each in found):
                raise Refused("backup-damaged", value=str(file))
            if strange := [] if trusted else [each for each in found if each.problem in FOREIGN_PROBLEMS]:
                raise Refused("backup-foreign", value=str(file), stream=strange[0].stream, problem=strange[0].value)
        return _into(_url_of(fresh), url, replace=replace)


def copy_database(given: str, to: str) -> dict[str, TableDigest]:
    """Copy all of a database into another, empty one; returns what was read back from there, by table."""
    source, target = known_location(given), location(to)
    if source == target:
        raise Refused("database-not-empty", value=address(target))
    return _into(source, target, replace=False)


def database_findings(given: str) -> Iterator[Finding]:
    """Everything that is wrong with a database, as it is found; nothing is changed."""
    url = known_location(given)
    yield from _log_findings(url)
    with snapshot(url) as connection:
        yield from examine(connection)


def is_damaged(given: str) -> bool:
    """Whether a file of SQLite cannot be what Podium wrote; nothing is changed. A damaged one may fail in any way."""
    if location(given).drivername != "sqlite":
        return False
    try:
        return any(each.problem not in FOREIGN_PROBLEMS | OTHER_VERSIONS for each in database_findings(given))
    except PodiumError as problem:
        return isinstance(problem, FormatError)
    except Exception:  # noqa: BLE001  # as it was for the caller
        return True


def accept_loss(given: str) -> Path | None:
    """The copy that is kept of a database which lacks acknowledged changes, and is content without them from now on.

    None where nothing is lost. Raises Refused where somebody has it open.
    """
    file = Path(known_location(given).database or "").resolve()
    if not _log_findings(location(given)):
        return None
    copy, _fresh = kept_copy(file, DAMAGED)
    with unused(file):  # what can be read of the log is in the file then
        beside(file, MARK).unlink(missing_ok=True)
    return copy


def repair_read_model(given: str, wrong: list[Finding]) -> bool:
    """Write the read model anew where that repairs something; whether it was done.

    A journal that cannot be replayed is left as it is, and so is what was made from it.
    """
    problems = {each.problem for each in wrong}
    if not problems & READ_MODEL_PROBLEMS or problems & JOURNAL_PROBLEMS:
        return False
    with closing(Database(given)) as database, closing(SqlJournal(database)) as journal:
        journal.rebuild()
    return True


def _log_findings(url: URL) -> list[Finding]:
    lost = lost_changes(Path(url.database or "")) if url.drivername == "sqlite" else None
    return [] if lost is None else [Finding(Problem.CHANGES_LOST, count=lost)]


def _into(source_url: URL, target: URL, *, replace: bool) -> dict[str, TableDigest]:
    """Copy all rows into a database, whole or not at all; they are read back before it is too late."""
    with snapshot(source_url) as source:
        check_tables(source, address(source_url))
        if target.drivername == "sqlite":
            file = Path(target.database or "")
            _check_empty(file, replace=replace)
            with new_file(file) as partial:
                copied = _fill(partial, source)
                _check_empty(file, replace=replace)
            return copied
        _make_tables(target)
        with transaction(target) as connection:
            lock(connection)
            check_tables(connection, address(target))
            if not is_empty(connection):
                if not replace:
                    raise Refused("database-not-empty", value=address(target))
                refuse_if_used(connection, address(target))
            return copy_rows(source, connection)


def _fill(file: Path, source: Connection) -> dict[str, TableDigest]:
    """Make a new SQLite database of all rows of `source`, and read it back."""
    url = _url_of(file)
    _make_tables(url)
    with closing(Database(str(file))) as database, database.writing.begin() as connection:
        copied = copy_rows(source, connection)
    with snapshot(url) as connection:
        compare(copied, connection)
    return copied


def _make_tables(url: URL) -> None:
    with closing(Database(url.render_as_string(hide_password=False))) as database:
        database.migrate()


def _verified(file: Path) -> tuple[int, list[Finding]]:
    """How many tournaments a backup has, and what keeps any of them from being replayed."""
    with _up_to_date(file) as fresh, snapshot(_url_of(fresh)) as connection:
        count = connection.scalar(select(func.count()).select_from(tournaments))  # as restoring counts them
        return count or 0, list(examine_journal(connection))


@contextmanager
def _up_to_date(file: Path) -> Iterator[Path]:
    """The file, or a copy for the moment with the tables of this Podium where it was written by an earlier one."""
    with snapshot(_url_of(file)) as connection:
        is_newest = revision(connection) == newest_revision()
    if is_newest:
        yield file
        return
    with TemporaryDirectory(prefix="podium-") as folder:
        fresh = Path(folder) / "podium.db"
        copy_file(file, fresh)
        try:
            _make_tables(_url_of(fresh))
        except Refused:
            raise Refused("database-newer", value=str(file)) from None
        yield fresh


def _check_free(file: Path, url: URL, *, replace: bool) -> None:
    """Raise Refused where a backup would take the place of something."""
    if url.drivername == "sqlite" and file.resolve() == Path(url.database or "").resolve():
        raise Refused("backup-onto-itself", value=str(file))
    if file.is_dir() or (file.exists() and not replace):
        raise Refused("file-exists", value=str(file))


def _check_empty(file: Path, *, replace: bool) -> None:
    """Raise Refused where a file has something in it that nobody said is to be replaced."""
    try:
        kind = refuse_others(file, str(file))
    except FormatError as problem:
        if replace and problem.code == "database-damaged":
            return  # what a backup is for
        raise
    if replace or kind is DatabaseKind.EMPTY:
        return
    with snapshot(_url_of(file)) as connection:
        if not is_empty(connection):
            raise Refused("database-not-empty", value=str(file))


def _url_of(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


# --- at one moment ---------------------------------------------------------------------------


def known_location(given: str) -> URL:
    """The URL of a database that is there and Podium's own; raises what says why it is not."""
    url = location(given)
    if url.drivername == "sqlite":
        file = Path(url.database or "")
        if not file.exists():
            raise Unknown("database", str(file))
        if refuse_others(file, str(file)) is DatabaseKind.EMPTY:
            raise Refused("database-is-foreign", value=str(file))
    return url


@contextmanager
def snapshot(url: URL) -> Iterator[Connection]:
    """A connection that sees the database as it is now until the block ends, and cannot write.

    Nothing limits how long it may read, and it sees every tournament.
    """
    engine = _read_only_file(Path(url.database or "")) if url.drivername == "sqlite" else _repeatable(url)
    try:
        with engine.connect() as connection:
            if connection.dialect.name != "sqlite":
                connection.execute(text("SET TRANSACTION READ ONLY"))
                _unlimited(connection)
            yield connection
    except IntegrityError:
        raise
    except DBAPIError as problem:
        if isinstance(problem.orig, sqlite3.DatabaseError) and not isinstance(problem, OperationalError):
            raise FormatError(0, 0, "database-damaged", value=url.database) from None
        raise Unavailable(code_of(problem)) from None
    finally:
        engine.dispose()


@contextmanager
def transaction(url: URL) -> Iterator[Connection]:
    """A transaction on PostgreSQL that may take long and sees every row."""
    engine = _repeatable(url)
    try:
        with engine.begin() as connection:
            _unlimited(connection)
            yield connection
    except OperationalError as problem:
        raise Unavailable(code_of(problem)) from None
    finally:
        engine.dispose()


def _unlimited(connection: Connection) -> None:
    """Take off the limits that keep a server's questions short, and show every tournament."""
    for setting in SETTINGS:
        connection.execute(text(f"SET LOCAL {setting}"))
    show_tournaments(connection, EVERY_TOURNAMENT)


def _repeatable(url: URL) -> Engine:
    return create_engine(url, isolation_level="REPEATABLE READ", poolclass=NullPool)


def _read_only_file(file: Path) -> Engine:
    address = f"{file.resolve().as_uri()}?mode=ro"

    def connect() -> sqlite3.Connection:
        return database_file.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def missing_revisions(given: str) -> list[str]:
    """Our migrations that a database lacks, of which there is one."""
    known_location(given)
    with closing(Database(given)) as database:
        return database.missing_revisions()


def backup_beside(given: str, step: str) -> Path:
    """A name for the copy that is taken before a migration, beside a file; for PostgreSQL in this folder."""
    file = Path(location(given).database or "podium")
    place = file.parent if location(given).drivername == "sqlite" else Path()
    return place / f"{file.stem}-before-{step.partition('_')[0]}.db"

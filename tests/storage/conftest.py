"""A journal on a clean database of either kind."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit import services
from tests.kit.full_database import fill

OpenJournal = Callable[[], SqlJournal]


@pytest.fixture
def database(ready_url: str) -> Iterator[Database]:
    """A database with its tables, empty."""
    database = Database(ready_url)
    yield database
    database.close()


@pytest.fixture
def open_journal(database: Database) -> Iterator[OpenJournal]:
    """Opens a journal on the database, as another process would: with nothing in memory."""
    opened: list[SqlJournal] = []

    def open_one() -> SqlJournal:
        opened.append(SqlJournal(database))
        return opened[-1]

    yield open_one
    for journal in opened:
        journal.close()


@pytest.fixture
def journal(open_journal: OpenJournal) -> SqlJournal:
    return open_journal()


@pytest.fixture(scope="session")
def full_file(ready_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with something of everything in it, made once and copied."""
    file = tmp_path_factory.mktemp("full") / "podium.db"
    shutil.copy(ready_file, file)
    database = Database(str(file))
    fill(database)
    database.close()
    return file


@pytest.fixture
def full_sqlite(full_file: Path, tmp_path: Path) -> Iterator[Database]:
    """A SQLite database with something of everything in it."""
    database = Database(str(shutil.copy(full_file, tmp_path / "podium.db")))
    yield database
    database.close()


@pytest.fixture
def full_postgres(ready_postgres_url: str) -> Iterator[Database]:
    """The same on PostgreSQL."""
    services.empty(ready_postgres_url)
    database = Database(ready_postgres_url)
    fill(database)
    yield database
    database.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def full(request: pytest.FixtureRequest) -> Database:
    """A database with something of everything in it: once SQLite and once PostgreSQL."""
    database: Database = request.getfixturevalue(f"full_{request.param}")
    return database
